"""The table: shadows fall on it and on no card, and what lies on it never reaches the filter bytes of the PNG."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from engine.cards import parse_card
from engine.game import games
from engine.view import Outcome
from render import faces
from render.board import draw
from render.canvas import Placed, Table, ground
from render.look import Look
from render.palette import number, ramp
from tests.render.positions import sample

FACE = faces.face(parse_card("7H"), 100, 140)


def test_a_card_throws_a_shadow_all_around() -> None:
    empty = Table(ground((400, 400))).lay([])
    table = Table(ground((400, 400))).lay([Placed(FACE, 150, 130, "card")])
    slope = {shown: place for place, shown in enumerate(dict.fromkeys(ramp("felt", "edge") + ramp("edge", "shade")))}
    for x, y in ((148, 200), (253, 200), (200, 273), (200, 128)):
        assert slope[_shown(table, x, y)] > slope[_shown(empty, x, y)]


def test_a_shadow_falls_on_no_card() -> None:
    alone = Table(ground((400, 400))).lay([Placed(FACE, 20, 30, "card")])
    beside = Table(ground((400, 400))).lay([Placed(FACE, 20, 30, "card"), Placed(FACE, 122, 30, "card")])
    card = (31, 30, 111, 170)  # without its round corners
    assert beside.crop(card).tobytes() == alone.crop(card).tobytes()


def test_shadows_leave_empty_ground_as_it_was() -> None:
    empty = Table(ground((400, 400))).lay([])
    table = Table(ground((400, 400))).lay([Placed(FACE, 150, 130, "card")])
    far = (0, 0, 130, 400)
    assert table.crop(far).tobytes() == empty.crop(far).tobytes()


def test_a_covered_card_has_the_shadow_of_what_lies_on_it() -> None:
    plain = faces.face(parse_card("7H"), 100, 140, under=((0, 60),))
    besides = faces.face(parse_card("7H"), 100, 140, under=((50, 60),))
    assert plain.reads == besides.reads
    at = 30 + plain.origin[0], 57 + plain.origin[1]
    assert besides.ink.getpixel(at) == number("card")
    assert plain.ink.getpixel(at) != number("card")


@pytest.mark.parametrize("look", [Look(), Look("two"), Look(contrast="high"), Look(faces="large")], ids=str)
@pytest.mark.parametrize("outcome", [None, *Outcome])
@pytest.mark.parametrize("name", games())
def test_every_end_in_every_look_is_a_sound_file(name: str, outcome: Outcome | None, look: Look) -> None:
    view = next(view for view in sample() if view.game == name and view.outcome is None)
    with Image.open(io.BytesIO(draw(replace(view, outcome=outcome, marks=(), advance=None), look))) as image:
        image.load()


def _shown(rows: Image.Image, x: int, y: int) -> int:
    shown = rows.getpixel((x + 1, y))
    assert isinstance(shown, int)
    return shown
