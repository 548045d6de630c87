"""Pyramid and Sultan can be read in every position and every look, worked out from what lies where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from engine.view import Outcome, View
from render.board import placed
from render.canvas import Placed, Sprite
from render.layout import layout_of
from render.look import Look
from render.palette import number
from tests.render.positions import EVERY_GAME, played

LOOKS = [
    Look(),
    Look(contrast="high"),
    Look(faces="large"),
    Look(contrast="high", faces="large"),
]
"""Those that lie in other ways; two colours are another palette, see below."""
UPRIGHT = [(name, options) for name, options in EVERY_GAME if name in ("pyramid", "sultan")]
INDEX = 0.035
"""The least height of an index, as a share of the width of the picture."""


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_indices_are_high_enough_for_a_phone(look: Look) -> None:
    positions = 0
    for view, laid in _boards(look):
        width, _ = layout_of(view.game).size
        positions += 1
        for one in laid:
            if one.kind == "card" and one.sprite.reads:
                assert _written(one.sprite) >= INDEX * width, one
    assert positions > 1500


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_nothing_sticks_out_of_the_picture(look: Look) -> None:
    for view, laid in _boards(look):
        width, height = layout_of(view.game).size
        for one in laid:
            left, top, right, bottom = one.box
            assert left >= 0, one
            assert top >= 0, one
            assert right <= width, one
            assert bottom <= height, one


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_what_must_be_read_lies_under_nothing(look: Look) -> None:
    for view, laid in _boards(look):
        if view.outcome is Outcome.WON:
            continue
        for place, one in enumerate(laid):
            for box in one.reads:
                for other in laid[place + 1 :]:
                    assert not _covers(other, box), (view.game, one, other)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_rims_and_tags_are_for_playable_cards_alone(look: Look) -> None:
    for view, laid in _boards(look):
        if view.outcome is None:
            tags = {(mark.pile, mark.index): mark.tag for mark in view.marks}
            assert {(one.pile, one.index) for one in laid if one.sprite.rim} == set(tags)
            shown = {(one.pile, one.index): one.says for one in laid if one.kind == "tag"}
            assert shown == {where: tag.lower() for where, tag in tags.items() if tag}


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_rims_are_seen_all_around(look: Look) -> None:
    for _, laid in _boards(look):
        for place, one in enumerate(laid):
            if one.sprite.rim:
                width = one.box[2] - one.box[0]
                for other in laid[place + 1 :]:
                    if other.kind == "card":
                        # Nothing but the outermost corner of a neighbour may touch it.
                        assert _overlap(one.box, other.box) <= 12 * width, (one, other)


def test_large_faces_have_larger_indices() -> None:
    for view, laid in _boards(Look(faces="large")):
        usual = {(one.pile, one.index): one for one in placed(view) if one.kind == "card"}
        for one in laid:
            # The sultan takes no part in play, and keeps his picture.
            if one.kind == "card" and one.sprite.reads and one.pile != "sultan":
                other = usual[one.pile, one.index]
                assert one.reads[0][3] - one.reads[0][1] > 1.2 * (other.reads[0][3] - other.reads[0][1])


def test_colours_change_no_sprite() -> None:
    for view, before in _views():
        assert placed(view, Look("two"), before) == placed(view, Look(), before)


@cache
def _views() -> tuple[tuple[View, View | None], ...]:
    """Return positions of every option, each with the one before it."""
    found: list[tuple[View, View | None]] = []
    for place, (name, options) in enumerate(UPRIGHT):
        for seed in range(2 if name == "pyramid" else 4):
            course = played(name, options, f"upright {place} {seed}")
            pairs = list(zip(course, [None, *course[:-1]], strict=True))
            found += pairs[::2] + pairs[-1:]
    return tuple(found)


def _boards(look: Look) -> Iterator[tuple[View, Sequence[Placed]]]:
    for view, before in _views():
        yield view, placed(view, look, before)


@cache
def _written(sprite: Sprite) -> int:
    """Return how high the ink of an index is: of the rank, or of the rank and the suit beside it."""
    left, top, right, bottom = sprite.reads[0]
    x, y = sprite.origin
    blank = {number("card"), number("silk")}
    index = sprite.ink.crop((left + x, top + y, right + x, bottom + y))
    ink = index.point([0 if shown in blank else 255 for shown in range(256)]).getbbox()
    assert ink is not None
    return ink[3] - ink[1]


def _covers(other: Placed, box: tuple[int, int, int, int]) -> bool:
    """Say whether a sprite has a pixel in a box."""
    left, top, right, bottom = other.box
    if left >= box[2] or right <= box[0] or top >= box[3] or bottom <= box[1]:
        return False
    return other.sprite.mask.crop((box[0] - left, box[1] - top, box[2] - left, box[3] - top)).getbbox() is not None


def _overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> int:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0
