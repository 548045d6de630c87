"""Where the rays of Sun lie around their disc, and clouds in the sky that they leave: geometry, without pictures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from render import rays
from render.layouts import _rows as rows
from render.layouts._rows import Row
from render.rays import Size

WIDTH: Final = 1200
HEIGHT: Final = 800
CENTRE: Final = (600, 590)
HORIZON: Final = 662
RAYS: Final = 13
DISC: Final = 199
DIAL: Final = 171
"""Where the dial around the disc, with the numbers of the rays on it, begins; it ends with the disc."""
NUMBERS: Final = 185

FIRST_DEGREES: Final = 183.0
LAST_DEGREES: Final = -3.0
_FARTHEST: Final = 640
"""Where a ray ends at most: the slanting ones have the corners of the picture before them."""
_ROOMS: Final = {
    rays.GRAND: (288.0, 316.0, 56.0),
    rays.LARGE: (260.0, 286.0, 50.0),
    rays.USUAL: (205.0, 246.0, 40.0),
    rays.SHORT: (205.0, 246.0, 40.0),
}
"""Where rays of cards of a size begin at least and at most, and the widest step from card to card.

At most is where neighbours with rims do not touch, at least where those without do not.
"""
_LONGEST: Final = {rays.GRAND: 3, rays.LARGE: 7}
"""How many cards the longest ray has at most for all rays to have cards of that size."""
_CROWDED: Final = 10
"""How many cards a ray has at most whose outermost card is shown in its full length."""
_MARGIN: Final = 7
_TAG: Final = (20, 15)
"""Half the width and half the height that a tag may have."""

SKY_TOPS: Final = (77, 194, 311, 428, 545)
PANEL_TOP: Final = HORIZON + 28
WIND_TOPS: Final = (74, 174, 274)
_EDGE: Final = 22


@dataclass(frozen=True, slots=True)
class Ray:
    """How the cards of a ray lie: where the first begins, the step from card to card, their size."""

    start: float
    step: float
    size: Size


def degrees(ray: int) -> float:
    """Return the direction of a ray from 1 to 13, counterclockwise from the right."""
    return FIRST_DEGREES + (LAST_DEGREES - FIRST_DEGREES) * (ray - 1) / (RAYS - 1)


@lru_cache(4096)
def along(ray: float, radius: float) -> tuple[int, int]:
    """Return the pixel on a ray at a distance from the centre; half a ray is a direction between two."""
    turn = math.radians(FIRST_DEGREES + (LAST_DEGREES - FIRST_DEGREES) * (ray - 1) / (RAYS - 1))
    return round(CENTRE[0] + radius * math.cos(turn)), round(CENTRE[1] - radius * math.sin(turn))


def size(longest: int) -> Size:
    """Return how large the cards of all rays can be, when the longest has so many cards."""
    return next((size for size, most in _LONGEST.items() if longest <= most), rays.USUAL)


@cache
def lie(ray: int, count: int, size: Size = rays.USUAL) -> Ray:
    """Return how a ray of so many cards lies, with cards of that size; see ``size``.

    A short ray leaves air around the sun; as it grows it first slides inwards, then its cards move closer together, at
    last the outermost is cut shorter.
    """
    if count > _CROWDED:
        size = rays.SHORT
    inner, airy, widest = _ROOMS[size]
    reach = end(ray, size) - rays.RIM - size.length
    start = max(inner, min(airy, reach - (count - 1) * widest))
    return Ray(start, min(widest, (reach - start) / (count - 1)) if count > 1 else widest, size)


@cache
def end(ray: int, size: Size) -> int:
    """Return how far from the centre a ray may reach, rims and tags included."""
    return next(radius for radius in range(_FARTHEST, 0, -1) if _inside(ray, radius, size))


def tag(ray: int, radius: float) -> tuple[int, int]:
    """Return where the tag of a card lies that ends at a distance from the centre."""
    return along(ray, radius + 1)


def free_rows(held: Mapping[int, int]) -> list[Row]:
    """Return the rows of sky, from the top down, that the rays with cards leave free; ``held`` says how many.

    The last rays are gathered last, so that the sky is free from its left; beside the sun, at its right too in the end.
    """
    found = []
    for top in SKY_TOPS:
        upper, lower = top - rows.ABOVE, top + rows.CARD[1] + rows.BELOW
        edges = [WIDTH - _EDGE, *(_left_of_ray(ray, count, upper, lower) for ray, count in held.items())]
        beside = _half_of_sun(lower)
        if not beside:
            found.append(Row(_EDGE, min(edges), top))
            continue
        found.append(Row(_EDGE, min(*edges, CENTRE[0] - beside), top))
        found.append(Row(CENTRE[0] + beside, min(edges), top))
    return found


def panel_row() -> Row:
    """Return the row of clouds below the horizon."""
    return Row(_EDGE, WIDTH - _EDGE, PANEL_TOP)


def wind_rows(count: int) -> list[Row]:
    """Return the rows of sky in which so many cards of the wind's cloud lie: few of them hang in its middle."""
    lines = min(len(WIND_TOPS), math.ceil(count / 22))
    if count > 3 * 22:
        return [*(Row(_EDGE, WIDTH - _EDGE, top) for top in WIND_TOPS), panel_row()]
    down = (len(WIND_TOPS) - lines) * (WIND_TOPS[1] - WIND_TOPS[0]) // 2
    return [Row(_EDGE, WIDTH - _EDGE, top + down) for top in WIND_TOPS[:lines]]


def _inside(ray: int, radius: int, size: Size) -> bool:
    turn = math.radians(degrees(ray))
    half = size.width / 2 + rays.RIM
    cos, sin = math.cos(turn), math.sin(turn)
    places = [(radius * cos + side * half * sin, radius * sin - side * half * cos, 0, 0) for side in (-1, 1)]
    places.append(((radius + 1) * cos, (radius + 1) * sin, *_TAG))
    return all(
        CENTRE[0] + x - wide >= _MARGIN
        and CENTRE[0] + x + wide <= WIDTH - _MARGIN
        and CENTRE[1] - y - high >= _MARGIN
        and CENTRE[1] - y + high <= HORIZON - 1
        for x, y, wide, high in places
    )


def _half_of_sun(bottom: int) -> int:
    """Return half the width of the sun down to a height, 0 above it."""
    above = max(0, CENTRE[1] - bottom)
    radius = DISC + 20
    return 0 if above >= radius else round(math.sqrt(radius**2 - above**2))


@cache
def _left_of_ray(ray: int, count: int, top: int, bottom: int) -> int:
    """Return how far to the right the sky is free of a ray between two heights."""
    how = lie(ray, count)
    half = how.size.width / 2 + rays.RIM + 6
    turn = math.radians(degrees(ray))
    last = how.start + (count - 1) * how.step + how.size.length + 22
    left = float(WIDTH)
    radius = how.start - 4
    while radius <= last:
        for side in (-half, half):
            x = CENTRE[0] + radius * math.cos(turn) + side * math.sin(turn)
            y = CENTRE[1] - radius * math.sin(turn) + side * math.cos(turn)
            if top - 4 <= y <= bottom + 4:
                left = min(left, x)
        radius += 6
    return int(left) - 12
