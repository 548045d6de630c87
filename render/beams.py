"""How far a game went, as a drawing without a card: beams that are filled as foundations grow.

A layout that exports ``progress``, a function from a view to beams, has its own drawing; other games get columns. A
beam says how much lies somewhere, never which card: two games that went alike are drawn alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from engine.cards import KING
from engine.view import View

Point: TypeAlias = tuple[float, float]
"""In shares of a square, from its top left corner."""

WHOLE: Final = Fraction(1)
COLUMNS: Final = 10
"""How many columns a game without foundations has."""


@dataclass(frozen=True, slots=True)
class Beam:
    """A shape between two edges of as many points each, which fills from the first to the second.

    ``share`` is how much of it is full, from 0 to 1. The edges run in the same direction.
    """

    near: tuple[Point, ...]
    far: tuple[Point, ...]
    share: Fraction

    def outline(self, share: Fraction = WHOLE) -> list[Point]:
        """Return the corners of so large a share of the shape."""
        part = float(share)
        pairs = zip(self.near, self.far, strict=True)
        ends = [(x + (to_x - x) * part, y + (to_y - y) * part) for (x, y), (to_x, to_y) in pairs]
        return [*self.near, *reversed(ends)]


def bar(left: float, right: float, bottom: float, top: float, share: Fraction) -> Beam:
    """Return an upright bar that fills from its bottom."""
    return Beam(((left, bottom), (right, bottom)), ((left, top), (right, top)), share)


def disc(middle: Point, radius: float, share: Fraction, *, risen: bool = False) -> Beam:
    """Return a disc that fills from its lowest point or, ``risen``, its upper half that fills from the horizon."""
    turns = [math.pi * step / 32 for step in range(33)]
    upper = tuple((middle[0] - radius * math.cos(turn), middle[1] - radius * math.sin(turn)) for turn in turns)
    lower = tuple((x, middle[1] if risen else 2 * middle[1] - y) for x, y in upper)
    return Beam(lower, upper, share)


def fan(
    shares: Sequence[Fraction], middle: Point, reach: tuple[float, float], turns: tuple[float, float]
) -> list[Beam]:
    """Return beams that go out from a middle, the fullest in the centre of the fan.

    ``reach`` is how far from the middle they begin and end; ``turns`` are the directions of the fan's first and last
    beam in degrees, counterclockwise from the right.
    """
    step = (turns[1] - turns[0]) / max(1, len(shares) - 1)
    half = math.radians(abs(step)) * 0.39
    beams = []
    for place, share in enumerate(_peaked(shares)):
        turn = math.radians(turns[0] + place * step)
        edges = [tuple(_out(middle, turn + half * side / 4, radius) for side in range(4, -5, -1)) for radius in reach]
        beams.append(Beam(edges[0], edges[1], share))
    return beams


def columns(view: View) -> list[Beam]:
    """Return a column for each foundation or, without any, ten that fill one by one as the cards get done."""
    heights = [Fraction(min(len(pile.cards), KING), KING) for pile in view.piles if pile.role == "foundation"]
    done = Fraction(view.progress * COLUMNS, max(1, view.total))
    shares = heights or [min(WHOLE, max(Fraction(0), done - place)) for place in range(COLUMNS)]
    pitch = 0.92 / max(1, len(shares))
    beams = []
    for place, share in enumerate(_peaked(shares)):
        left = 0.04 + place * pitch
        beams.append(bar(left, left + pitch * 0.78, 0.92, 0.08, share))
    return beams


def _peaked(shares: Sequence[Fraction]) -> list[Fraction]:
    """Return the shares with the largest in the middle, falling to both sides: their order would tell of suits."""
    falling = sorted(shares, reverse=True)
    return falling[1::2][::-1] + falling[::2]


def _out(middle: Point, turn: float, radius: float) -> Point:
    return middle[0] + radius * math.cos(turn), middle[1] - radius * math.sin(turn)
