"""Hints: a way to win where there is one, since when it is lost where there is none, and nothing of what is hidden."""

import re
from itertools import pairwise

import pytest

from engine.cards import SYMBOLS, card_label
from engine.game import games
from engine.solve import Status, solve
from engine.solve.analysis import last_winnable
from engine.solve.hints import Hint, Service, hint, reason, told
from engine.view import Outcome, reveals
from tests.engine.walks import VARIANTS, Variant, Walk, on_view, replayed, walk, walks, with_others_hidden

AMPLE = 60.0
"""Seconds that no search here comes near."""

LABEL = re.compile(rf"(?:10|[A2-9JQK])[{SYMBOLS}]")


def pyramid(**options: str) -> Variant:
    game = games()["pyramid"]
    return Variant(game, game.read_options(options))


def said(one: Walk, length: int) -> list[str]:
    """Return all that a hint would say after so many moves, were the rest of the walk a way to win."""
    game, state = one.game, one.states[length]
    moves = told(game, state, one.moves[length:])
    words = []
    at = state
    for move in moves:
        words.append(str(game.describe(at, move)))
        at = game.apply(at, move)
    why = reason(game, state, moves)
    return [*words, why.service, *map(str, why.moves)]


def lengths(one: Walk) -> range:
    return range(0, len(one.moves), max(1, len(one.moves) // 5))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_lies_face_down_changes_no_word_of_a_hint(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        for length in lengths(one):
            *_, other = replayed(one, with_others_hidden(one, length), length)
            moves = told(game, one.states[length], one.moves[length:])
            why = reason(game, one.states[length], moves)
            if why.service is not Service.WINS:
                assert reason(game, other, moves) == why
            at = one.states[length]
            for move in moves:
                assert game.describe(at, move) == game.describe(other, move)
                at, other = game.apply(at, move), game.apply(other, move)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_cards_that_are_named_lie_open_now_and_nothing_is_told_behind_a_card_turned_up(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        for length in lengths(one):
            state = one.states[length]
            named = {label for sentence in said(one, length) for label in LABEL.findall(sentence)}
            assert named <= {card_label(card) for card in on_view(game, state)}
            moves = told(game, state, one.moves[length:])
            views = [game.view(state)]
            for move in moves:
                state = game.apply(state, move)
                views.append(game.view(state))
            assert not any(reveals(before, after) for before, after in pairwise(views[:-1]))


def test_whoever_follows_hints_wins_where_a_way_is_known() -> None:
    for variant, seed in ((pyramid(piles="3"), "hints 1"), (pyramid(piles="3", redeals="1"), "hints 2")):
        game = variant.game
        deals = (variant.deal(f"{seed} {number}") for number in range(100))
        state = next(state for state in deals if hint(game, (state,), AMPLE).status is Status.WON)
        for _ in range(100):
            if game.outcome(state) is not None:
                break
            found = hint(game, (state,), AMPLE)
            assert found.status is Status.WON
            state = game.apply(state, found.moves[0])
        assert game.outcome(state) is Outcome.WON


def test_a_play_that_brings_the_game_on_is_hinted_at_before_cards_are_turned_where_it_is_on_a_way_to_win() -> None:
    game = games()["sultan"]
    seen = 0
    for number in range(8):
        state = Variant(game, game.read_options({})).deal(f"plays first {number}")
        line = solve(game, state, seconds=AMPLE).moves
        plays = [move for move in game.legal_moves(state) if not game.is_advance(move)]
        if plays and line and game.is_advance(line[0]):
            seen += 1
            first = hint(game, (state,), AMPLE).moves[0]
            won = [move for move in plays if solve(game, game.apply(state, move), seconds=AMPLE).status is Status.WON]
            assert first in (won or [line[0]])
    assert seen


def test_a_lost_position_says_when_it_could_be_won_last() -> None:
    variant = pyramid(piles="3")
    for number in range(100):
        one = walk(variant, f"since when {number}", 0.6)
        found = hint(one.game, one.states[:-1], AMPLE)
        if found.before is not None and found.before.won:
            break
    assert found.status is Status.LOST
    assert not found.moves
    assert found.before is not None
    assert found.before.won is not None
    assert hint(one.game, one.states[: found.before.won + 1], AMPLE).status is Status.WON
    assert hint(one.game, one.states[: found.before.won + 2], AMPLE).status is Status.LOST


def test_a_position_that_is_proved_lost_is_called_lost_also_where_no_time_is_left_for_those_before_it() -> None:
    variant = pyramid()
    one = walk(variant, "at its end", 0.6)
    found = hint(one.game, one.states[:-1], AMPLE)
    assert found.status is Status.LOST
    known = last_winnable(one.game, one.states[:-1], 0, ends_lost=True)
    assert known.status(len(one.states) - 2) is Status.LOST


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_without_time_there_is_still_a_move_to_make(variant: Variant) -> None:
    game, one = variant.game, walk(variant, "a guess", 0.7)
    for length in (0, len(one.moves) // 2):
        found = hint(game, one.states[: length + 1], 0)
        if found.status is Status.LOST:
            assert found == Hint(Status.LOST, before=found.before)
        else:
            assert found.moves[0] in game.legal_moves(one.states[length])


def test_a_guess_is_the_same_each_time() -> None:
    for game in games().values():
        state = Variant(game, game.read_options({})).deal("the same guess")
        assert hint(game, (state,), 0) == hint(game, (state,), 0)


def test_the_reason_of_a_play_is_what_it_makes_way_for() -> None:
    game = games()["pyramid"]
    variant = pyramid()
    for number in range(300):
        state = variant.deal(f"opens {number}")
        for move in game.legal_moves(state):
            after = game.apply(state, move)
            new = [play for play in game.legal_moves(after) if play not in game.legal_moves(state)]
            if not game.is_advance(move) and new:
                why = reason(game, state, (move, new[0]))
                assert why.service is Service.OPENS
                assert why.moves == (game.describe(after, new[0]),)
                return
    raise AssertionError("no deal of these has a play that opens another")


def test_turning_a_card_is_said_to_come_before_plays_or_to_be_all_that_can_be_done() -> None:
    game = games()["pyramid"]
    draw = game.parse("draw")
    services = set()
    for number in range(30):
        state = pyramid().deal(f"draws {number}")
        plays = len(game.legal_moves(state)) > 1
        why = reason(game, state, (draw,))
        services.add(why.service)
        assert why.service is (Service.ADVANCES if plays else Service.NOTHING_ELSE)
    assert services == {Service.ADVANCES, Service.NOTHING_ELSE}
