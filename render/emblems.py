"""What court cards and the ends of games are adorned with: crown, coronet, cap, laurel, moon, flag and sun."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Final

from PIL import Image

from engine.cards import KING, QUEEN
from render import shapes
from render.curves import Point
from render.shapes import Pen

BRASS: Final = 1
CLOTH: Final = 2


@cache
def court(rank: int, width: int) -> tuple[Image.Image, ...]:
    """Return what a jack, queen or king wears as masks of brass and of cloth or jewels, five sixths as high as wide."""
    pen = Pen(width, width * 5 // 6)
    {KING: _crown, QUEEN: _coronet}.get(rank, _cap)(pen)
    return pen.covers(CLOTH)


@cache
def laurel(width: int) -> Image.Image:
    """Return a wreath open at the top, for a game that is won, in a square mask."""
    pen = Pen(width, width)
    for side in (-1, 1):
        stalk = [_on_wreath(side, step / 20, 0.4) for step in range(21)]
        pen.line(stalk, 0.012)
        for leaf in range(9):
            for out in (-1, 1):
                _leaf(pen, side, 0.06 + leaf * 0.105, out)
        _leaf(pen, side, 0.99, 0)
    pen.oval(0.5, 0.9, 0.06)
    return pen.mask()


@cache
def moon(width: int) -> Image.Image:
    """Return a crescent, for a game that is lost, in a square mask."""
    pen = Pen(width, width)
    pen.oval(0.5, 0.5, 0.94)
    pen.oval(0.66, 0.42, 0.76, fill=0)
    return pen.mask()


@cache
def flag(width: int) -> Image.Image:
    """Return a flag in the wind, for a game that was resigned, in a square mask."""
    pen = Pen(width, width)
    upper = [(0.24 + 0.7 * step / 20, 0.1 + 0.055 * math.sin(math.tau * step / 20)) for step in range(21)]
    pen.polygon([*upper, *((x, y + 0.46) for x, y in reversed(upper))])
    pen.line([(0.17, 0.05), (0.17, 0.97)], 0.07)
    return pen.mask()


@cache
def motif(name: str, width: int) -> Image.Image:
    """Return the sign of a game, for the backs of its cards: ``pyramid``, ``crescent``, ``sun``; in a square mask."""
    pen = Pen(width, width)
    _MOTIFS[name](pen)
    return pen.mask()


@cache
def turn_back(width: int) -> Image.Image:
    """Return an arrow that turns back on itself, for a stock that can be made again, in a square mask."""
    pen = Pen(width, width)
    pen.oval(0.5, 0.54, 0.84)
    pen.oval(0.5, 0.54, 0.58, fill=0)
    pen.polygon([(0.5, 0.54), (1.1, 0.38), (0.98, -0.1), (0.56, -0.1)], fill=0)
    pen.polygon([(0.5, 0.0), (0.5, 0.36), (0.76, 0.18)])
    return pen.mask()


@cache
def bar(width: int) -> Image.Image:
    """Return a barred circle, for a stock that is at its end, in a square mask."""
    pen = Pen(width, width)
    pen.oval(0.5, 0.5, 0.84)
    pen.oval(0.5, 0.5, 0.62, fill=0)
    pen.line([(0.24, 0.76), (0.76, 0.24)], 0.11)
    return pen.mask()


@cache
def four_suits(width: int) -> Image.Image:
    """Return the four suits together, for a place that takes any card, in a square mask."""
    mask = Image.new("L", (width, width))
    size = width * 9 // 20
    for number in range(4):
        at = (number % 2) * (width - size), (number // 2) * (width - size)
        mask.paste(shapes.suit((3, 2, 1, 0)[number], size), at)
    return mask


@cache
def suns(phase: int, width: int) -> Image.Image:
    """Return the sun as it rises (1), stands high (2) or sets (3), in a mask three quarters as high as wide."""
    pen = Pen(width, width * 3 // 4)
    y = 0.5 if phase == 2 else 0.66
    pen.oval(0.5, y, 0.36 if phase == 2 else 0.42)
    near, far = (0.24, 0.35) if phase == 2 else (0.28, 0.41)
    for ray in range(12):
        turn = ray * math.tau / 12
        points = [(0.5 + r * math.cos(turn), y + r * math.sin(turn) / 0.75) for r in (near, far)]
        pen.line(points, 0.055)
    if phase != 2:
        pen.polygon([(0, y), (1, y), (1, 1), (0, 1)], fill=0)
        pen.line([(0.05, y + 0.04), (0.95, y + 0.04)], 0.055)
        foot, tip = (0.96, 0.8) if phase == 1 else (0.8, 0.96)
        pen.line([(0.38, foot), (0.5, tip), (0.62, foot)], 0.055)
    return pen.mask()


def _crown(pen: Pen) -> None:
    tips: list[Point] = [(0.05, 0.3), (0.5, 0.2), (0.95, 0.3)]
    pen.polygon([(0.14, 0.8), tips[0], (0.3, 0.54), tips[1], (0.7, 0.54), tips[2], (0.86, 0.8)], BRASS)
    pen.polygon([(0.12, 0.84), (0.88, 0.84), (0.88, 0.99), (0.12, 0.99)], BRASS)
    for x, y in (tips[0], tips[2]):
        pen.oval(x, y, 0.1, fill=BRASS)
    pen.polygon([(0.47, 0.0), (0.53, 0.0), (0.53, 0.26), (0.47, 0.26)], BRASS)
    pen.polygon([(0.41, 0.07), (0.59, 0.07), (0.59, 0.14), (0.41, 0.14)], BRASS)
    pen.oval(0.5, 0.64, 0.14, fill=CLOTH)
    for x in (0.3, 0.7):
        pen.oval(x, 0.7, 0.1, fill=CLOTH)


def _coronet(pen: Pen) -> None:
    tips = [(0.07, 0.3), (0.28, 0.17), (0.5, 0.12), (0.72, 0.17), (0.93, 0.3)]
    valleys = [(0.22, 0.6), (0.4, 0.56), (0.6, 0.56), (0.78, 0.6)]
    outline: list[Point] = [(0.16, 0.84)]
    for tip, valley in zip(tips, [*valleys, (0.84, 0.84)], strict=True):
        outline += [tip, valley]
    pen.polygon(outline, BRASS)
    pen.polygon([(0.16, 0.88), (0.84, 0.88), (0.82, 0.99), (0.18, 0.99)], BRASS)
    for x, y in tips:
        pen.oval(x, y, 0.12, fill=CLOTH)
    pen.oval(0.5, 0.72, 0.1, fill=CLOTH)


def _cap(pen: Pen) -> None:
    dome: list[Point] = [
        (0.5 - 0.42 * math.cos(step * math.pi / 24), 0.74 - 0.46 * math.sin(step * math.pi / 24)) for step in range(25)
    ]
    pen.polygon(dome, CLOTH)
    pen.polygon([(0.02, 0.77), (0.98, 0.77), (0.9, 0.97), (0.1, 0.97)], BRASS)
    rib = [(0.56 + 0.36 * step / 12, 0.66 - 0.62 * math.sin(step * math.pi / 24)) for step in range(13)]
    feather: list[Point] = [
        (x + way * 0.085 * math.sin(math.pi * (0.12 + 0.86 * step / 12)), y + way * 0.05)
        for way, steps in ((-1, range(13)), (1, range(12, -1, -1)))
        for step in steps
        for x, y in (rib[step],)
    ]
    pen.polygon(feather, BRASS)


def _pyramid(pen: Pen) -> None:
    for row in range(4):
        for place in range(row + 1):
            x, y = 0.5 + (place - row / 2) * 0.26, 0.16 + row * 0.23
            pen.polygon([(x, y - 0.13), (x + 0.12, y + 0.08), (x - 0.12, y + 0.08)])


def _crescent(pen: Pen) -> None:
    pen.oval(0.47, 0.5, 0.94)
    pen.oval(0.62, 0.44, 0.72, fill=0)
    star = []
    for point in range(10):
        turn, reach = point * math.pi / 5 - math.pi / 2, 0.21 if point % 2 == 0 else 0.085
        star.append((0.68 + reach * math.cos(turn), 0.45 + reach * math.sin(turn)))
    pen.polygon(star)


def _sun(pen: Pen) -> None:
    pen.oval(0.5, 0.5, 0.46)
    for ray in range(12):
        turn = ray * math.tau / 12
        foot = [(0.5 + 0.29 * math.cos(turn + off), 0.5 + 0.29 * math.sin(turn + off)) for off in (-0.2, 0.2)]
        pen.polygon([*foot, (0.5 + 0.5 * math.cos(turn), 0.5 + 0.5 * math.sin(turn))])


_MOTIFS: Final[dict[str, Callable[[Pen], None]]] = {"pyramid": _pyramid, "crescent": _crescent, "sun": _sun}


def _on_wreath(side: int, share: float, radius: float) -> Point:
    turn = math.radians(90 - 145 * share)
    return 0.5 + side * radius * math.cos(turn), 0.5 + radius * math.sin(turn)


def _leaf(pen: Pen, side: int, share: float, out: int) -> None:
    x, y = _on_wreath(side, share, 0.4)
    ahead_x, ahead_y = _on_wreath(side, share + 0.02, 0.4)
    along = math.atan2(ahead_y - y, ahead_x - x) - side * out * 0.6
    length, half = 0.13, 0.028
    points = []
    for step in range(13):
        turn = step * math.pi / 12
        points.append((length / 2 - length / 2 * math.cos(turn), half * math.sin(turn)))
    points += [(forth, -away) for forth, away in reversed(points)]
    cos, sin = math.cos(along), math.sin(along)
    pen.polygon([(x + forth * cos - away * sin, y + forth * sin + away * cos) for forth, away in points])
