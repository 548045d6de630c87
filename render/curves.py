"""Points of outlines: smooth curves, and halves made whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


def curved(points: Sequence[Point], *, closed: bool = False) -> list[Point]:
    """Return points along a smooth curve through those given (a Catmull-Rom spline)."""
    count = len(points)

    def at(place: int) -> Point:
        return points[place % count] if closed else points[min(max(place, 0), count - 1)]

    curve = []
    for first in range(count if closed else count - 1):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (at(first + step) for step in (-1, 0, 1, 2))
        for step in range(8):
            t = step / 8
            weights = (2 * t**2 - t - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
            x = sum(weight * value for weight, value in zip(weights, (x0, x1, x2, x3), strict=True)) / 2
            y = sum(weight * value for weight, value in zip(weights, (y0, y1, y2, y3), strict=True)) / 2
            curve.append((x, y))
    return curve if closed else [*curve, points[-1]]


def mirrored(points: Sequence[Point]) -> list[Point]:
    """Return an outline whose left half is given, from the top down or from the bottom up."""
    return [*points, *((1 - x, y) for x, y in reversed(points))]
