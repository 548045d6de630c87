"""What is shown when a game of Pyramid or Sultan has come to its end: pictures for the table, a moon or a flag."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from PIL import Image

from engine.view import Outcome, View
from render import emblems, shapes, tokens
from render.canvas import Painter, Placed, Sprite, tinted
from render.curves import Point, curved, mirrored
from render.palette import ramp
from render.shapes import Pen

_BRICK: Final = (90, 50)
_COURSE: Final = (96, 55)
_ROWS: Final = 7


@cache
def bricks() -> Sprite:
    """Return a pyramid of 28 golden bricks, each with a suit, its origin in the middle of its upper edge."""
    width, height = _ROWS * _COURSE[0], _ROWS * _COURSE[1]
    painter = Painter(width, height)
    for row in range(_ROWS):
        for place in range(row + 1):
            x = (width - (row + 1) * _COURSE[0]) // 2 + place * _COURSE[0] + (_COURSE[0] - _BRICK[0]) // 2
            _brick(painter, (x, row * _COURSE[1]), (row + place * 3 + 1) % 4)
    return painter.sprite((width // 2, 0))


def _brick(painter: Painter, at: tuple[int, int], suit: int) -> None:
    width, height = _BRICK
    painter.layer(shapes.rounded(width, height, 7), at, "felt", "rug")
    painter.layer(shapes.rounded(width, height - 4, 7), at, "rug", "hem")
    painter.layer(shapes.rounded(width - 4, height - 9, 5), (at[0] + 2, at[1] + 3), "hem", "gold")
    sign = shapes.suit(suit, 28)
    painter.layer(sign, (at[0] + (width - 28) // 2, at[1] + 9), "gold", "rug")


@cache
def dawn(width: int, height: int, x: int, y: int, radius: int) -> Sprite:
    """Return a sun of that radius at (x, y) and its beams, in place of a whole table, its origin at the top left."""
    reach, beams = 900, 28
    side = 2 * reach
    pen = Pen(side, side)
    for beam in range(beams):
        turn = (beam + 0.5) * math.tau / beams
        ends = [(0.5 + 0.7 * math.cos(turn + off), 0.5 + 0.7 * math.sin(turn + off)) for off in (-0.06, 0.06)]
        pen.polygon([(0.5, 0.5), *ends])
    # Both are 0 in the middle of the sun and 255 a reach away; beams are a little lighter than what is between them.
    far = Image.radial_gradient("L").resize((side, side), Image.Resampling.BICUBIC)
    light, dark = (far.point([min(255, level + more) for level in range(256)]) for more in (0, 46))
    sky = Image.composite(light, dark, pen.mask()).crop((reach - x, reach - y, reach - x + width, reach - y + height))
    painter = Painter(width, height)
    painter.lay((sky.point(ramp("felt", "edge")), Image.new("L", sky.size, 255)), (0, 0))
    painter.layer(shapes.rounded(2 * radius, 2 * radius, radius), (x - radius, y - radius), "felt", "chalk")
    return painter.sprite((0, 0))


@cache
def praised(text: str, cap: int) -> Sprite:
    """Return a text in large letters between two sprigs of laurel, its origin in its middle."""
    written = shapes.letters(text, cap)
    wreath = emblems.laurel(cap * 5 // 2)
    half, gap = wreath.width * 9 // 20, cap // 4
    width, height = written.width + 2 * (half + gap), wreath.height
    painter = Painter(width, height)
    painter.layer(wreath.crop((0, 0, half, height)), (0, 0), "felt", "gold")
    painter.layer(wreath.crop((wreath.width - half, 0, wreath.width, height)), (width - half, 0), "felt", "gold")
    painter.layer(written, ((width - written.width) // 2, (height - written.height) // 2), "felt", "chalk")
    box = (-written.width // 2, -written.height // 2, written.width // 2, written.height // 2)
    return painter.sprite((width // 2, height // 2), (box,))


@cache
def palace(width: int, height: int) -> Sprite:
    """Return towers and a dome with lit windows, its origin at its lower left corner."""
    pen = Pen(width, height)
    for x in (0.1, 0.9):
        _tower(pen, x)
    for x in (0.27, 0.73):
        _dome(pen, x, 0.6, 0.2)
        _wall(pen, x - 0.1, x + 0.1, 0.6)
        _window(pen, x, 0.78, 0.07)
    _dome(pen, 0.5, 0.5, 0.4)
    _wall(pen, 0.3, 0.7, 0.5)
    for x in (0.38, 0.5, 0.62):
        _window(pen, x, 0.64, 0.065)
    _window(pen, 0.5, 0.99, 0.13)
    for x in (0.37, 0.63):
        _window(pen, x, 0.82, 0.05)
    painter = Painter(width, height)
    painter.lay(tinted(pen.covers(3), ("felt", "rug", "hem", "gold")), (0, 0))
    return painter.sprite((0, height))


_WALLS: Final = 1
_GILT: Final = 2
_LIGHT: Final = 3


def _dome(pen: Pen, x: float, y: float, across: float) -> None:
    """Draw an onion dome whose foot is at (x, y)."""
    half, high = across / 2, across * 0.8
    left: list[Point] = [
        (x - half * 0.82, y),
        (x - half, y - high * 0.3),
        (x - half * 0.72, y - high * 0.58),
        (x - half * 0.2, y - high * 0.8),
        (x, y - high),
    ]
    outline = curved(left)
    pen.polygon([*outline, *((2 * x - one, other) for one, other in reversed(outline))], _WALLS)
    for bend in (-0.82, -0.3, 0.3, 0.82):
        rib = [(x + (one - x) / half * half * abs(bend) * (1 if bend < 0 else -1), other) for one, other in outline]
        pen.line(rib, 0.008, _GILT)
    pen.line([*outline], 0.012, _GILT)
    pen.line([(2 * x - one, other) for one, other in outline], 0.012, _GILT)
    pen.line([(x, y - high), (x, y - high - 0.05)], 0.012, _GILT)
    pen.oval(x, y - high - 0.055, 0.035, fill=_LIGHT)


def _wall(pen: Pen, left: float, right: float, top: float) -> None:
    pen.polygon([(left, top), (right, top), (right, 1), (left, 1)], _WALLS)
    pen.polygon(
        [
            (left - 0.015, top - 0.008),
            (right + 0.015, top - 0.008),
            (right + 0.015, top + 0.014),
            (left - 0.015, top + 0.014),
        ],
        _GILT,
    )
    for x in (left, right):
        pen.line([(x, top), (x, 1)], 0.01, _GILT)


def _tower(pen: Pen, x: float) -> None:
    _dome(pen, x, 0.3, 0.13)
    _wall(pen, x - 0.045, x + 0.045, 0.3)
    for y in (0.4, 0.58, 0.78):
        _window(pen, x, y, 0.038)


def _window(pen: Pen, x: float, foot: float, across: float) -> None:
    """Draw a lit window with a pointed arch, its sill at a height."""
    for grown, fill in ((1.5, _GILT), (1.0, _LIGHT)):
        half, high = across * grown / 2, across * (0.65 + 0.45 * grown)
        left: list[Point] = [(x - half, foot), (x - half, foot - high * 0.5), (x - half * 0.6, foot - high * 0.8)]
        arch = [*curved(left), (x, foot - high)]
        pen.polygon([*arch, *((2 * x - one, other) for one, other in reversed(arch))], fill)


@cache
def lantern(cord: int, width: int) -> Sprite:
    """Return a lantern that hangs from a cord, its origin at the upper end of the cord."""
    high = width * 8 // 5
    pen = Pen(width, cord + high)

    def at(x: float, y: float) -> Point:
        return x, (cord + y * high) / (cord + high)

    pen.line([(0.5, 0), at(0.5, 0.1)], 0.05, _GILT)
    left = [at(0.5, 0.06), at(0.3, 0.2), at(0.12, 0.5), at(0.3, 0.82), at(0.5, 0.88)]
    pen.polygon(curved(mirrored(left), closed=True), _LIGHT)
    for bend in (0.5, 0.28, 0.06):
        for side in (-1, 1):
            rib = [
                at(0.5 + side * bend * math.sin(math.pi * step / 10) ** 0.8, 0.12 + 0.74 * step / 10)
                for step in range(11)
            ]
            pen.line(rib, 0.045, _GILT)
    pen.polygon([at(0.3, 0.2), at(0.42, 0.06), at(0.58, 0.06), at(0.7, 0.2)], _GILT)
    pen.polygon([at(0.3, 0.82), at(0.7, 0.82), at(0.58, 0.92), at(0.42, 0.92)], _GILT)
    pen.oval(*at(0.5, 0.965), 0.1, fill=_GILT)
    painter = Painter(width, cord + high)
    painter.lay(tinted(pen.covers(3), ("felt", "rug", "hem", "gold")), (0, 0))
    return painter.sprite((width // 2, 0))


def night(view: View, cap: int, x: int, y: int) -> list[Placed]:
    """Return the night that falls on a game that was not won, and below it how far the game came.

    In it stand a crescent among stars or, where the game was resigned, a white flag. The middle of it all is at (x, y);
    it is 5 ``cap`` wide and 6 high.
    """
    size = cap * 7 // 2
    if view.outcome is Outcome.RESIGNED:
        placed = [Placed(flag(size, "chalk"), x, y - cap, "ornament")]
    else:
        placed = [Placed(crescent(size, "chalk"), x, y - cap, "ornament")]
        for side, dx, dy in _STARS:
            placed.append(Placed(star(side, "chalk"), x + cap * 3 // 2 + dx, y - cap + dy, "ornament"))
    text = f"{view.progress}/{view.total}"
    return [*placed, Placed(tokens.pill(text, cap), x, y + cap * 2, "ornament", says=text)]


_STARS: Final = ((22, -4, -26), (14, 26, -2), (12, -22, 6))


@cache
def star(size: int, colour: str) -> Sprite:
    """Return a star of four points, its origin in its middle."""
    pen = Pen(size, size)
    points = []
    for point in range(8):
        turn, reach = point * math.pi / 4, 0.5 if point % 2 == 0 else 0.13
        points.append((0.5 + reach * math.cos(turn), 0.5 + reach * math.sin(turn)))
    pen.polygon(points)
    painter = Painter(size, size)
    painter.layer(pen.mask(), (0, 0), "felt", colour)
    return painter.sprite((size // 2, size // 2))


@cache
def crescent(size: int, colour: str) -> Sprite:
    """Return a crescent, its origin in its middle."""
    painter = Painter(size, size)
    painter.layer(emblems.moon(size), (0, 0), "felt", colour)
    return painter.sprite((size // 2, size // 2))


@cache
def flag(size: int, colour: str) -> Sprite:
    """Return a flag on its pole, its origin in its middle."""
    painter = Painter(size, size)
    painter.layer(emblems.flag(size), (0, 0), "felt", colour)
    return painter.sprite((size // 2, size // 2))
