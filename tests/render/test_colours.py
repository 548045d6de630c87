"""Colours by numbers: what is written can be read, suits can be told apart, also with other colour vision."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from engine.game import games
from engine.view import Outcome
from render.board import picture, placed
from render.layout import layout_of
from render.look import USUAL, Look
from render.palette import SUIT_COLOURS, Theme, number, palette
from tests.render.colour_vision import VISIONS, contrast, distance
from tests.render.positions import sample

LOOKS = [Look(), Look("two"), Look(contrast="high"), Look("two", contrast="high")]
APART = 20
"""About nine times the least distance that can be noticed."""


@cache
def _themes(look: Look) -> tuple[Theme, ...]:
    """Return the colours of every game: at the start, in its course, at both ends."""
    found = {}
    for view in sample()[::3]:
        for outcome in (view.outcome, *Outcome):
            found[layout_of(view.game).theme(replace(view, outcome=outcome), look)] = True
    return tuple(found)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_ranks_and_suits_stand_out_from_their_card(look: Look) -> None:
    least = 7 if look.contrast == "high" else 4.5
    for theme in _themes(look):
        assert all(contrast(theme[suit], theme["card"]) >= least for suit in SUIT_COLOURS)
        assert contrast(theme["hearts"], theme["silk"]) >= least


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_tags_and_counts_can_be_read(look: Look) -> None:
    least = 7 if look.contrast == "high" else 4.5
    for theme in _themes(look):
        assert contrast(theme["ink"], theme["gold"]) >= least
        assert contrast(theme["chalk"], theme["pill"]) >= least
        assert contrast(theme["ghost"], theme["place"]) >= (least if look.contrast == "high" else 3)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_rims_and_marks_stand_out(look: Look) -> None:
    for theme in _themes(look):
        assert contrast(theme["gold"], theme["line"]) >= 3, "between the rim and its card"
        assert contrast(theme["sky"], theme["card"]) >= 3, "what the last move brought"
        assert contrast(theme["lattice"], theme["back"]) >= 3


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("name", games())
def test_rims_and_gaps_stand_out_from_the_felt(name: str, look: Look) -> None:
    for view in sample():
        if view.game == name and view.outcome is not Outcome.WON:
            theme = layout_of(name).theme(view, look)
            for felt in ("felt", "haze", "edge"):
                assert contrast(theme["gold"], theme[felt]) >= 3
                assert contrast(theme["mist"], theme[felt]) >= 3


@pytest.mark.parametrize("contrasted", ["normal", "high"])
@pytest.mark.parametrize("vision", VISIONS)
def test_four_colours_are_four_colours_to_every_eye(vision: str, contrasted: str) -> None:
    for theme in _themes(Look(contrast="high" if contrasted == "high" else "normal")):
        for one, other in combinations(SUIT_COLOURS, 2):
            assert distance(theme[one], theme[other], vision) >= APART, (one, other)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("contrasted", ["normal", "high"])
def test_two_colours_are_two_to_every_eye(vision: str, contrasted: str) -> None:
    # The suits of one colour are told apart by their shapes, as on any old pack.
    for theme in _themes(Look("two", "high" if contrasted == "high" else "normal")):
        assert theme["clubs"] == theme["spades"]
        assert theme["hearts"] == theme["diamonds"]
        assert distance(theme["clubs"], theme["hearts"], vision) >= APART


@pytest.mark.parametrize("vision", VISIONS)
def test_what_may_be_played_never_looks_like_what_was_moved(vision: str) -> None:
    for look in LOOKS:
        for theme in _themes(look):
            assert distance(theme["gold"], theme["sky"], vision) >= 2 * APART
            assert distance(theme["gold"], theme["mist"], vision) >= 2 * APART


@pytest.mark.parametrize("name", games())
def test_the_score_of_a_game_that_is_won_can_be_read(name: str) -> None:
    view = next(view for view in sample() if view.game == name and view.outcome is None)
    won = replace(view, outcome=Outcome.WON, marks=(), advance=None)
    shown = picture(won)
    chalk = layout_of(name).theme(won, USUAL)["chalk"]
    scores = [one for one in placed(won) if one.kind == "ornament" and one.reads]
    assert scores
    for left, top, right, bottom in (one.reads[0] for one in scores):
        around = [(x, y) for x in range(left - 2, right + 2) for y in (top - 2, bottom + 1)]
        for spot in around:
            pixel = shown.getpixel(spot)
            assert isinstance(pixel, tuple)
            # Large letters.
            assert contrast(chalk, (pixel[0], pixel[1], pixel[2])) >= 3, spot


def test_high_contrast_has_flat_tables() -> None:
    for theme in _themes(Look(contrast="high")):
        assert theme["felt"] == theme["edge"]


def test_a_palette_has_room_for_all() -> None:
    for look in LOOKS:
        for theme in _themes(look):
            assert len(palette(theme)) <= 3 * 256
            assert palette(theme)[3 * number("gold") :][:3] == bytes(theme["gold"])
