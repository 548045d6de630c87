"""The people on court cards: king, queen, jack and the sultan as busts in four colours."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from PIL import Image

from engine.cards import KING, QUEEN
from render.curves import Point, curved, mirrored
from render.shapes import Pen

BRASS: Final = 1
CLOTH: Final = 2
SKIN: Final = 3
LINEN: Final = 4


@cache
def court(rank: int, width: int) -> tuple[Image.Image, ...]:
    """Return a jack, queen or king as masks of brass, cloth, skin and linen, nearly as high as wide."""
    return _figure({KING: _king, QUEEN: _queen}.get(rank, _jack), width)


@cache
def sultan(width: int) -> tuple[Image.Image, ...]:
    """Return the sultan as masks of brass, cloth, skin and linen, nearly as high as wide."""
    return _figure(_sultan, width)


def _figure(draw: Callable[[Pen], None], width: int) -> tuple[Image.Image, ...]:
    pen = Pen(width, width * 32 // 33)
    draw(pen)
    return pen.covers(LINEN)


def _king(pen: Pen) -> None:
    _shoulders(pen)
    pen.polygon(mirrored([(0.5, 1.02), (0.4, 1.02), (0.22, 0.75), (0.33, 0.7)]), LINEN)
    for x, y in ((0.31, 0.79), (0.38, 0.9), (0.69, 0.79), (0.62, 0.9)):  # ermine
        pen.oval(x, y, 0.035, 0.05, CLOTH)
    pen.polygon(mirrored([(0.26, 0.3), (0.245, 0.5), (0.27, 0.66), (0.36, 0.7)]), CLOTH)
    pen.polygon(curved(mirrored([(0.335, 0.3), (0.335, 0.5), (0.4, 0.68)]), closed=True), SKIN)
    _beard(pen, 0.93)
    _features(pen, 0.44)
    band = curved([(0.23, 0.335), (0.5, 0.37), (0.77, 0.335)]) + curved([(0.77, 0.25), (0.5, 0.285), (0.23, 0.25)])
    pen.polygon(band, BRASS)
    left: list[Point] = [(0.5, 0.275), (0.23, 0.24), (0.14, 0.04), (0.335, 0.16), (0.5, 0.03)]
    pen.polygon(mirrored(left), BRASS)
    for x, y in ((0.14, 0.045), (0.5, 0.045), (0.86, 0.045)):
        pen.oval(x, y, 0.085, fill=BRASS)
    pen.oval(0.5, 0.185, 0.1, fill=CLOTH)
    for x in (0.33, 0.67):
        pen.oval(x, 0.205, 0.065, fill=CLOTH)


def _queen(pen: Pen) -> None:
    _shoulders(pen)
    hair: list[Point] = [
        (0.5, 0.2),
        (0.3, 0.24),
        (0.2, 0.42),
        (0.22, 0.6),
        (0.13, 0.78),
        (0.24, 0.9),
        (0.36, 0.86),
    ]
    pen.polygon(curved(mirrored(hair), closed=True), BRASS)
    pen.polygon(mirrored([(0.43, 0.62), (0.43, 0.74), (0.3, 0.79), (0.42, 0.93), (0.5, 0.95)]), SKIN)
    pen.polygon(curved(mirrored([(0.335, 0.28), (0.325, 0.46), (0.39, 0.63), (0.46, 0.69)]), closed=True), SKIN)
    _features(pen, 0.455)
    pen.oval(0.5, 0.61, 0.1, 0.04, CLOTH)
    for x, y in ((0.37, 0.788), (0.43, 0.828), (0.5, 0.842), (0.57, 0.828), (0.63, 0.788)):  # a necklace
        pen.oval(x, y, 0.042, fill=BRASS)
    pen.oval(0.5, 0.88, 0.06, fill=CLOTH)
    parting: list[Point] = [(0.32, 0.44), (0.34, 0.3), (0.5, 0.26), (0.66, 0.3), (0.68, 0.44)]
    pen.polygon(curved([*parting, (0.62, 0.35), (0.5, 0.31), (0.38, 0.35)], closed=True), BRASS)
    left: list[Point] = [(0.5, 0.3), (0.27, 0.27), (0.19, 0.11), (0.33, 0.19), (0.37, 0.07), (0.455, 0.17), (0.5, 0.05)]
    pen.polygon(mirrored(left), BRASS)
    pen.line(curved([(0.28, 0.265), (0.5, 0.3), (0.72, 0.265)]), 0.035, CLOTH)
    for x, y in ((0.19, 0.1), (0.37, 0.06), (0.5, 0.042), (0.63, 0.06), (0.81, 0.1)):
        pen.oval(x, y, 0.078, fill=CLOTH)


def _jack(pen: Pen) -> None:
    _shoulders(pen)
    pen.polygon(mirrored([(0.5, 0.99), (0.4, 0.86), (0.28, 0.78), (0.36, 0.7)]), BRASS)
    bob: list[Point] = [(0.3, 0.28), (0.23, 0.4), (0.22, 0.6), (0.25, 0.7), (0.36, 0.7), (0.38, 0.5)]
    pen.polygon(curved(mirrored(bob), closed=True), BRASS)
    pen.polygon(mirrored([(0.43, 0.6), (0.43, 0.72), (0.5, 0.8)]), SKIN)
    pen.polygon(curved(mirrored([(0.335, 0.26), (0.33, 0.46), (0.4, 0.64), (0.46, 0.69)]), closed=True), SKIN)
    fringe: list[Point] = [(0.31, 0.5), (0.32, 0.32), (0.5, 0.3), (0.68, 0.32), (0.69, 0.5)]
    pen.polygon(curved([*fringe, (0.63, 0.39), (0.5, 0.375), (0.37, 0.39)], closed=True), BRASS)
    _features(pen, 0.47)
    pen.line([(0.45, 0.615), (0.55, 0.615)], 0.022, CLOTH)
    pen.polygon(curved([(0.2, 0.3), (0.18, 0.14), (0.36, 0.05), (0.62, 0.04), (0.8, 0.14), (0.82, 0.28)]), CLOTH)
    brim = curved([(0.17, 0.31), (0.36, 0.25), (0.55, 0.24), (0.7, 0.27)])
    pen.line(brim, 0.085, LINEN)
    pen.line(brim, 0.06, BRASS)
    edge: list[Point] = [(0.66, 0.3), (0.73, 0.11), (0.88, 0.0), (1.0, 0.0), (1.0, 0.18), (0.88, 0.3), (0.72, 0.34)]
    pen.polygon(curved(edge), LINEN)
    pen.polygon(
        curved([(0.68, 0.28), (0.76, 0.13), (0.89, 0.03), (0.98, 0.03), (0.97, 0.16), (0.86, 0.25), (0.72, 0.3)]), BRASS
    )
    pen.line(curved([(0.68, 0.28), (0.8, 0.16), (0.92, 0.08)]), 0.016, LINEN)
    pen.oval(0.68, 0.28, 0.075, fill=CLOTH)


def _sultan(pen: Pen) -> None:
    _shoulders(pen)
    pen.polygon(mirrored([(0.5, 1.02), (0.43, 1.02), (0.24, 0.75), (0.34, 0.7)]), BRASS)
    pen.polygon(curved(mirrored([(0.335, 0.36), (0.33, 0.52), (0.4, 0.7)]), closed=True), SKIN)
    _beard(pen, 1.0)
    _features(pen, 0.46)
    wound: list[Point] = [(0.5, 0.06), (0.34, 0.08), (0.2, 0.16), (0.13, 0.28), (0.2, 0.38), (0.34, 0.39), (0.5, 0.37)]
    pen.polygon(curved(mirrored(wound), closed=True), LINEN)
    pen.polygon(curved(mirrored([(0.5, 0.02), (0.43, 0.03), (0.38, 0.09), (0.5, 0.11)]), closed=True), CLOTH)
    for side in (-1, 1):  # the folds rise from the brooch
        for ends in (((0.1, 0.33), (0.24, 0.385)), ((0.13, 0.25), (0.33, 0.31)), ((0.1, 0.17), (0.27, 0.16))):
            fold: list[Point] = [(0.5, 0.25), *((0.5 + side * x, y) for x, y in ends)]
            pen.line(curved(fold), 0.02, BRASS)
    edge = curved(mirrored(wound), closed=True)
    pen.line([*edge, edge[0]], 0.02, BRASS)
    plume: list[Point] = [(0.5, 0.24), (0.455, 0.16), (0.43, 0.06), (0.5, 0.0)]
    pen.polygon(curved(mirrored(plume)), BRASS)
    pen.oval(0.5, 0.25, 0.16, fill=BRASS)
    pen.oval(0.5, 0.25, 0.095, fill=CLOTH)


def _shoulders(pen: Pen) -> None:
    left: list[Point] = [(0.02, 1.06), (0.06, 0.86), (0.2, 0.76), (0.36, 0.72)]
    pen.polygon(curved(mirrored(left)), CLOTH)


def _features(pen: Pen, y: float) -> None:
    """Draw brows, eyes and nose, the eyes at a height."""
    for x in (0.425, 0.575):
        pen.oval(x, y, 0.045, 0.05, CLOTH)
        pen.line([(x - 0.045, y - 0.055), (x + 0.045, y - 0.055)], 0.02, CLOTH)
    pen.line([(0.5, y + 0.01), (0.485, y + 0.09), (0.515, y + 0.09)], 0.018, CLOTH)


def _beard(pen: Pen, tip: float) -> None:
    moustache = curved([(0.3, 0.46), (0.35, 0.54), (0.42, 0.545), (0.49, 0.52)])
    outline: list[Point] = [(0.7, 0.46), (0.71, 0.64), (0.62, tip - 0.11), (0.5, tip)]
    outline += [(1 - x, y) for x, y in reversed(outline[:-1])]
    pen.polygon(mirrored(moustache) + curved(outline), CLOTH)
    pen.oval(0.5, 0.615, 0.13, 0.035, SKIN)
