"""Signs that are shared: how far a game went, in every game, and not a card of it."""

import re
from typing import Any

import pytest

from engine.game import AnyGame, games
from engine.solve import solve
from engine.view import View
from render.layout import layout_of
from render.marks import BAR, EMPTY, FULL, HEIGHTS, bar, height, marks

GAMES = list(games().values())


def dealt(game: AnyGame, seed: str) -> Any:
    return game.deal(game.deal_from_seed(seed), game.read_options({}))


def won(game: AnyGame) -> tuple[View, View]:
    """Return the first and the last position of a game that is won."""
    for number in range(200):
        state = first = dealt(game, f"marks {number}")
        if moves := solve(game, state, seconds=5).moves:
            for move in moves:
                state = game.apply(state, move)
            return game.view(first), game.view(state)
    raise AssertionError("no deal was won")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_deals_that_have_not_begun_look_alike(game: AnyGame) -> None:
    assert marks(game.view(dealt(game, "one"))) == marks(game.view(dealt(game, "another")))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_they_are_a_few_short_lines_without_a_card(game: AnyGame) -> None:
    for view in won(game):
        lines = marks(view)
        assert 1 <= len(lines) <= 8
        assert all(len(line) <= 24 for line in lines)
        assert not re.search("[0-9A-Za-z]", "".join(lines))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_that_is_won_shows_all_done(game: AnyGame) -> None:
    before, after = won(game)
    assert marks(before) != marks(after)
    assert not set("".join(marks(after))) & {EMPTY, *HEIGHTS[:-1]}


def test_a_game_whose_layout_draws_none_gets_a_bar() -> None:
    view = GAMES[0].view(dealt(GAMES[0], "one"))
    assert bar(view) == [EMPTY * BAR]
    assert layout_of(view.game)
    assert FULL not in bar(view)[0]


def test_only_what_is_whole_is_shown_whole() -> None:
    assert [height(done, 13) for done in (0, 12, 13)] == ["▁", "▇", "█"]
