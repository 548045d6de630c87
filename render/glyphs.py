"""Figures and letters of our own, for ranks, tags and counts: strokes of one thickness with round ends.

Their openings are wide, so that 3, 5, 6, 8 and 9 differ when a board is a third of its size. A narrow one keeps the
thickness of its strokes as far as its openings allow.
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from render.curves import Point, curved

Stroke: TypeAlias = list[Point]
"""Points that a stroke goes through, in shares of the height of a capital; its middle runs from 0 to 1 downwards."""

WEIGHT: Final = 0.17
"""The thickness of strokes, as a share of the height of a capital."""
BREADTH: Final = 1.12
"""How broad they are drawn when there is room, as a multiple of what is written below."""
SPACE: Final = 0.12
"""What is left free between two figures."""


def strokes(sign: str) -> list[Stroke]:
    """Return the strokes of a figure or letter, its leftmost at 0; raise KeyError if there is none."""
    return _SIGNS[sign]


def known(text: str) -> bool:
    """Say whether there are strokes for all of a text."""
    return all(sign in _SIGNS for sign in text)


def _arc(x: float, y: float, across: float, down: float, start: float, end: float) -> Stroke:
    """Return a part of an ellipse around (x, y), from one angle in degrees to another, clockwise from the right."""
    steps = 24
    turns = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + across * math.cos(turn), y + down * math.sin(turn)) for turn in turns]


_SIX: Final = [
    _arc(0.25, 0.69, 0.25, 0.31, 0, 360),
    curved([(0.44, 0.0), (0.25, 0.12), (0.08, 0.38), (0.0, 0.69)]),
]

_SIGNS: Final[dict[str, list[Stroke]]] = {
    "0": [_arc(0.26, 0.5, 0.26, 0.5, 0, 360)],
    "1": [[(0.0, 0.2), (0.22, 0.0), (0.22, 1.0)]],
    "2": [[*_arc(0.24, 0.26, 0.24, 0.26, -170, 22), (0.0, 1.0), (0.5, 1.0)]],
    "3": [
        [*_arc(0.23, 0.23, 0.23, 0.23, -155, 78), *_arc(0.23, 0.73, 0.26, 0.27, -85, 155)],
        [(0.16, 0.46), (0.26, 0.46)],
    ],
    "4": [[(0.36, 0.0), (0.0, 0.72), (0.58, 0.72)], [(0.42, 0.42), (0.42, 1.0)]],
    "5": [[(0.46, 0.0), (0.07, 0.0), (0.04, 0.46), *_arc(0.22, 0.68, 0.27, 0.32, -128, 142)]],
    "6": _SIX,
    "7": [[(0.0, 0.0), (0.5, 0.0), (0.17, 1.0)]],
    "8": [_arc(0.26, 0.225, 0.21, 0.225, 0, 360), _arc(0.26, 0.725, 0.26, 0.275, 0, 360)],
    "9": [[(0.5 - x, 1 - y) for x, y in stroke] for stroke in _SIX],
    "A": [[(0.0, 1.0), (0.3, 0.0), (0.6, 1.0)], [(0.1, 0.68), (0.5, 0.68)]],
    "J": [[(0.38, 0.0), (0.38, 0.72), *_arc(0.19, 0.72, 0.19, 0.28, 10, 170)]],
    "Q": [_arc(0.32, 0.5, 0.32, 0.5, 0, 360), [(0.38, 0.68), (0.66, 1.0)]],
    "K": [[(0.0, 0.0), (0.0, 1.0)], [(0.52, 0.0), (0.0, 0.58)], [(0.2, 0.4), (0.56, 1.0)]],
    "C": [_arc(0.3, 0.5, 0.3, 0.5, -42, -318)],
    "D": [[(0.0, 1.0), (0.0, 0.0), (0.14, 0.0), *_arc(0.14, 0.5, 0.4, 0.5, -90, 90), (0.0, 1.0)]],
    "H": [[(0.0, 0.0), (0.0, 1.0)], [(0.52, 0.0), (0.52, 1.0)], [(0.0, 0.5), (0.52, 0.5)]],
    "S": [[*_arc(0.25, 0.25, 0.25, 0.25, -28, -270), *_arc(0.25, 0.75, 0.25, 0.25, -90, 152)]],
    "c": [_arc(0.24, 0.66, 0.24, 0.34, -48, -312)],
    "d": [_arc(0.23, 0.66, 0.23, 0.34, 0, 360), [(0.46, 0.0), (0.46, 1.0)]],
    "f": [[*_arc(0.34, 0.2, 0.2, 0.2, -70, -180), (0.14, 1.0)], [(0.0, 0.36), (0.36, 0.36)]],
    "l": [[(0.0, 0.0), (0.0, 0.76), *_arc(0.24, 0.76, 0.24, 0.24, 180, 78)]],
    "w": [[(0.0, 0.36), (0.15, 1.0), (0.33, 0.42), (0.51, 1.0), (0.66, 0.36)]],
    ".": [[(0.0, 1.0), (0.0, 1.0)]],
    ">": [[(0.0, 0.2), (0.4, 0.55), (0.0, 0.9)]],
    "/": [[(0.36, 0.0), (0.0, 1.0)]],
}
