"""Cards to share: how a game went, and nothing of its deal."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from PIL import Image

from engine.cards import Card, rank_of, suit_of
from engine.game import games
from engine.view import Outcome, View
from render.beams import Beam, columns
from render.layout import layout_of
from render.look import Look
from render.share import SIZE, clock, dimmed, share_alt, share_card
from tests.render.colour_vision import contrast
from tests.render.positions import played, sample

every_game = pytest.mark.parametrize("name", games())


def beams_of(view: View) -> list[Beam]:
    return list(getattr(layout_of(view.game), "progress", columns)(view))


def with_cards(view: View, exchange: Callable[[Card], Card]) -> View:
    """Return the position with each card exchanged for another."""
    piles = tuple(
        replace(pile, cards=tuple(None if one is None else exchange(one) for one in pile.cards)) for pile in view.piles
    )
    return replace(view, piles=piles)


@every_game
def test_games_that_went_alike_have_equal_cards_whatever_was_dealt(name: str) -> None:
    view = next(view for view in sample()[::-1] if view.game == name)
    # Clubs for spades and diamonds for hearts: another deal that went the same way. The order of ranks is kept.
    other = with_cards(view, lambda one: (3 - suit_of(one)) * 13 + rank_of(one) - 1)
    assert other != view
    assert share_card(other, 100, 60) == share_card(view, 100, 60)


@every_game
def test_cards_that_are_not_done_are_not_shown(name: str) -> None:
    view = next(view for view in sample()[::-1] if view.game == name)
    rng = random.Random(name)
    piles = tuple(
        replace(pile, cards=tuple(rng.randrange(52) for _ in pile.cards))
        if pile.role in ("tableau", "waste", "discard")
        else pile
        for pile in view.piles
    )
    assert share_card(replace(view, piles=piles), 100) == share_card(view, 100)


@every_game
def test_a_card_to_share_is_a_png_of_its_size(name: str) -> None:
    view = next(view for view in sample() if view.game == name)
    png = share_card(view, 12, 34)
    with Image.open(io.BytesIO(png)) as image:
        image.load()
        assert (image.format, image.size) == ("PNG", SIZE)
    assert len(png) < 150_000


@every_game
def test_what_a_game_came_to_changes_its_card(name: str) -> None:
    view = next(view for view in sample() if view.game == name and view.outcome is None)
    won, lost, resigned = (replace(view, outcome=outcome) for outcome in Outcome)
    drawn = {
        share_card(view, 12),
        share_card(won, 12),
        share_card(lost, 12),
        share_card(resigned, 12),
        share_card(replace(view, score=view.score + 1), 12),
        share_card(view, 13),
        share_card(view, 12, 60),
        share_card(view, 12, 61),
    }
    assert len(drawn) == 8


@every_game
def test_beams_lie_in_their_square_and_fill_as_the_game_goes_on(name: str) -> None:
    course = played(name, games()[name].read_options({}), "beams")
    for view in course:
        for beam in beams_of(view):
            assert 0 <= beam.share <= 1
            assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in beam.outline())
    filled = [sum(beam.share for beam in beams_of(view)) for view in course]
    assert all(before <= after for before, after in pairwise(filled))
    assert filled[-1] > filled[0]


@every_game
def test_a_beam_that_is_full_fills_its_outline(name: str) -> None:
    for beam in beams_of(sample()[0]):
        assert beam.outline(Fraction(1)) == beam.outline()
        assert beam.outline(Fraction(0))[: len(beam.near)] == list(beam.near)


@every_game
def test_any_game_can_be_drawn_in_columns(name: str) -> None:
    view = next(view for view in sample()[::-1] if view.game == name)
    beams = columns(view)
    assert beams
    assert all(0 <= beam.share <= 1 for beam in beams)
    assert all(0 <= x <= 1 and 0 <= y <= 1 for beam in beams for x, y in beam.outline())


@every_game
def test_gold_and_figures_read_on_the_ground_of_every_hour(name: str) -> None:
    for view in (view for view in sample() if view.game == name):
        for look in (Look(), Look(contrast="high")):
            theme = dimmed(layout_of(name).theme(replace(view, outcome=None), look))
            for ground in ("felt", "haze", "edge"):
                assert contrast(theme["gold"], theme[ground]) >= 4.5
                assert contrast(theme["chalk"], theme[ground]) >= 4.5


def test_large_numbers_and_looks_are_drawn() -> None:
    view = sample()[0]
    for look in (Look(), Look(contrast="high"), Look(colours="two")):
        assert share_card(view, 99_999, 999_999, look).startswith(b"\x89PNG")


def test_the_same_card_is_drawn_in_any_thread() -> None:
    views = sample()[::29]
    alone = [share_card(view, 7, 8) for view in views]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda view: share_card(view, 7, 8), views)) == alone


def test_a_time_is_told_in_figures() -> None:
    assert [clock(seconds) for seconds in (0, 59, 60, 3599, 3600, 36_061)] == [
        "0:00",
        "0:59",
        "1:00",
        "59:59",
        "1:00:00",
        "10:01:01",
    ]


@every_game
@pytest.mark.parametrize("outcome", [*Outcome, None])
def test_its_alt_text_tells_the_figures_in_the_readers_language(name: str, outcome: Outcome | None) -> None:
    view = replace(next(view for view in sample() if view.game == name), outcome=outcome)
    told = share_alt(view, 123, 75)
    assert games()[name].title in told
    assert all(text in told for text in (str(view.score), "123", "1:15"))
    assert len(told) <= 1024
    # Nothing stands outside the translator's marks but the space between sentences.
    marked = share_alt(view, 123, 75, lambda message: f"«{message}»")
    assert marked.startswith("««")
    assert marked.endswith("»")
