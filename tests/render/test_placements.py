"""What lies where: all inside the canvas, all that must be read uncovered, rims and tags for playable cards alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PIL import Image, ImageChops

from engine.view import Outcome, View
from render.board import placed
from render.canvas import Placed
from render.layout import layout_of
from render.look import USUAL
from render.palette import number
from tests.render.positions import sample, sunset, worst


def test_everything_lies_inside_the_canvas() -> None:
    cards = 0
    for view in (*sample(), *worst()):
        layout = layout_of(view.game)
        for one in (*layout.scenery(USUAL), *placed(view)):
            left, top, right, bottom = one.box
            assert left >= 0, one
            assert top >= 0, one
            assert right <= layout.size[0], one
            assert bottom <= layout.size[1], one
            cards += one.kind == "card"
    assert cards > 5000


def test_nothing_that_must_be_read_is_covered() -> None:
    for view in (*sample(), *worst()):
        laid = placed(view)
        owners = _owners(view, laid)
        for place, one in enumerate(laid, 1):
            for box in one.reads:
                # What is written there: all but the blank of the card itself.
                left, top, _, _ = one.box
                local = box[0] - left, box[1] - top, box[2] - left, box[3] - top
                blank = number("card")
                ink = one.sprite.ink.crop(local).point([0 if shown == blank else 255 for shown in range(256)])
                written = ImageChops.darker(ink, one.sprite.mask.crop(local).convert("L"))
                here = owners.crop(box).point([0 if owner == place else 255 for owner in range(256)])
                assert ImageChops.darker(written, here).getbbox() is None, (view.game, one)


def test_playable_cards_alone_have_a_rim_and_a_tag() -> None:
    for view in (*sample(), *worst()):
        laid = placed(view)
        marked = {(mark.pile, mark.index): mark.tag for mark in view.marks}
        rims = {(one.pile, one.index) for one in laid if one.sprite.rim}
        tags = {(one.pile, one.index): one.says for one in laid if one.kind == "tag"}
        assert rims == set(marked)
        assert tags == {where: tag for where, tag in marked.items() if tag}


def test_every_rim_can_be_seen_on_three_sides() -> None:
    for view in (*sample(), *worst()):
        laid = placed(view)
        owners = _owners(view, laid)
        for place, one in enumerate(laid, 1):
            if one.sprite.rim:
                seen = owners.crop(one.box).point([255 if owner == place else 0 for owner in range(256)])
                gold = one.sprite.ink.point([255 if shown == number("gold") else 0 for shown in range(256)])
                gold = ImageChops.darker(gold, one.sprite.mask.convert("L"))
                shown = ImageChops.darker(gold, seen).histogram()[255]
                # A cloud's first card has its right side under the next one.
                assert shown > 0.45 * gold.histogram()[255], (view.game, one)


def test_every_card_on_the_table_is_shown() -> None:
    for view in sample():
        if view.outcome is Outcome.WON:
            continue
        shown = {(one.pile, one.index) for one in placed(view) if one.kind == "card"}
        for pile in view.piles:
            if pile.role == "tableau":
                assert {(pile.name, index) for index in range(len(pile.cards))} <= shown


def test_empty_places_are_shown() -> None:
    for view in sample():
        if view.outcome is None:
            places = {one.pile for one in placed(view) if one.kind == "place"}
            roles = {"foundation", "stock", "waste"}
            if view.game == "sun":
                roles = {"foundation"}
            assert {pile.name for pile in view.piles if pile.role in roles and not pile.cards} <= places


@pytest.mark.parametrize("count", [2, 20, 40, 60])
def test_indices_in_the_wind_are_a_fiftieth_of_the_width_high(count: int) -> None:
    view = sunset({}, [count], blown=True)
    layout = layout_of("sun")
    for one in placed(view):
        if one.pile == "c1" and one.kind == "card":
            _, top, _, bottom = one.reads[0]
            assert bottom - top >= layout.size[0] / 50


def test_rays_keep_away_from_the_foundations() -> None:
    for view in (sunset(dict.fromkeys(range(1, 14), 8)), sunset({12: 18, 13: 18})):
        laid = placed(view)
        rays = [one for one in laid if one.pile.startswith("r")]
        middle = [one for one in laid if one.pile.startswith(("aces", "kings"))]
        assert middle
        for one in rays:
            for other in middle:
                assert not _touch(one, other)


def _owners(view: View, laid: Sequence[Placed]) -> Image.Image:
    """Return which of the placed sprites, numbered from 1, is seen at each pixel."""
    assert len(laid) < 256
    owners = Image.new("L", layout_of(view.game).size)
    for place, one in enumerate(laid, 1):
        owners.paste(place, one.box, one.sprite.mask)
    return owners


def _touch(one: Placed, other: Placed) -> bool:
    left, top, right, bottom = one.box
    x, y = other.box[:2]
    shifted = Image.new("1", (right - left, bottom - top))
    shifted.paste(other.sprite.mask, (x - left, y - top))
    return ImageChops.logical_and(shifted, one.sprite.mask).getbbox() is not None
