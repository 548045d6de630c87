"""Where the rays and clouds of Sun lie: geometry alone, without pictures."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from render import rays

Row: TypeAlias = tuple[int, int, int]
"""The left and the right end of a row of clouds, and its upper edge."""

WIDTH: Final = 1200
HEIGHT: Final = 800
CENTRE: Final = (600, 588)
HORIZON: Final = 664
RAYS: Final = 13
FIRST_DEGREES: Final = 184.0
LAST_DEGREES: Final = -4.0
DISC: Final = 198

_OUTER: Final = 570
"""Where the outermost card of a full ray ends."""
_AIRY: Final = 244
"""Where a short ray begins: there neighbours and their rims do not touch."""
_INNER: Final = 212
"""Where a long ray begins, there is no room further in."""
_STEP: Final = 40

CLOUD_WIDTH: Final = 64
CLOUD_HEIGHT: Final = 96
FIRST_SEEN: Final = 60
"""How much of a cloud's first card stays uncovered: its tag has to be read."""
_GAP: Final = 16
_EDGE: Final = 18
_PANEL: Final = HORIZON + 19
_SKY: Final = (64, 171, 278, 388, 498)
_WIND: Final = (*_SKY[:3], _PANEL)
_PANEL_ROW: Final[Row] = (_EDGE, WIDTH - _EDGE, _PANEL)


@dataclass(frozen=True, slots=True)
class Spot:
    """A card of a cloud: its upper left corner, and how much of it the next one leaves to be seen."""

    x: int
    y: int
    seen: int


def degrees(ray: int) -> float:
    """Return the direction of a ray from 1 to 13, counterclockwise from the right."""
    return FIRST_DEGREES + (LAST_DEGREES - FIRST_DEGREES) * (ray - 1) / (RAYS - 1)


def along(ray: int, radius: float) -> tuple[int, int]:
    """Return the pixel on a ray at a distance from the centre."""
    turn = math.radians(degrees(ray))
    return round(CENTRE[0] + radius * math.cos(turn)), round(CENTRE[1] - radius * math.sin(turn))


def radii(count: int) -> tuple[float, float]:
    """Return where the first card of a ray of so many begins, and the step from card to card.

    A short ray leaves air around the sun; as it grows it first slides inwards, then its cards move closer together.
    """
    reach = _OUTER - rays.LENGTH
    start = float(max(_INNER, min(_AIRY, reach - (count - 1) * _STEP)))
    return start, min(float(_STEP), (reach - start) / (count - 1)) if count > 1 else float(_STEP)


def clouds(sizes: Sequence[int], held: Mapping[int, int]) -> list[list[Spot]]:
    """Return where the cards of clouds of these sizes lie; ``held`` are the rays with cards, and how many.

    The clouds lie in the panel as long as they fit there with steps that can be read, then in the sky that the
    gathered rays have left as well.
    """
    for rows, steps in (
        ([_PANEL_ROW], range(46, 37, -2)),
        ([_PANEL_ROW, *_free_rows(held)], range(46, 19, -2)),
        ([_PANEL_ROW], range(36, 23, -2)),
    ):
        for step in steps:
            found = _flow(sizes, rows, step)
            if found is not None:
                return _centred(found) if len(rows) == 1 else found
    raise ValueError(f"clouds of {sizes} cards do not fit beside rays of {dict(held)}")


def wind(count: int) -> list[Spot]:
    """Return where the cards of the wind's cloud lie: rows across the empty sky, and the panel if there are many."""
    rows = min(len(_WIND), math.ceil(count / 22))
    full = math.ceil(count / rows)
    step = min(54, (WIDTH - 2 * _EDGE - CLOUD_WIDTH) // max(1, full - 1))
    left = (WIDTH - (full - 1) * step - CLOUD_WIDTH) // 2
    spots = []
    for index in range(count):
        row, column = divmod(index, full)
        last = column == full - 1 or index == count - 1
        spots.append(Spot(left + column * step, _WIND[row], CLOUD_WIDTH if last else step))
    return spots


def _centred(row: list[list[Spot]]) -> list[list[Spot]]:
    right = max((spots[-1].x + CLOUD_WIDTH for spots in row if spots), default=_EDGE)
    shift = (WIDTH - _EDGE - right) // 2
    return [[Spot(spot.x + shift, spot.y, spot.seen) for spot in spots] for spots in row]


def _flow(sizes: Sequence[int], rows: Sequence[Row], step: int) -> list[list[Spot]] | None:
    """Lay each cloud in the first row that has room for it; return None if one has no room."""
    placed = []
    lefts = [left for left, _, _ in rows]
    for size in sizes:
        width = _cloud_width(size, step)
        row = next((row for row, (_, right, _) in enumerate(rows) if lefts[row] + width <= right), None)
        if row is None:
            return None
        placed.append(_cloud(size, step, lefts[row], rows[row][2]))
        lefts[row] += width + _GAP if size else 0
    return placed


def _cloud(size: int, step: int, x: int, y: int) -> list[Spot]:
    spots = []
    for index in range(size):
        seen = CLOUD_WIDTH if index == size - 1 else FIRST_SEEN if index == 0 else step
        spots.append(Spot(x, y, seen))
        x += seen
    return spots


def _cloud_width(size: int, step: int) -> int:
    return 0 if size == 0 else CLOUD_WIDTH if size == 1 else FIRST_SEEN + (size - 2) * step + CLOUD_WIDTH


def _free_rows(held: Mapping[int, int]) -> list[Row]:
    """Return the rows of sky, from the top down, that the rays with cards leave free.

    The last rays are gathered last, so that the sky is free from its left; beside the sun, at its right too in the end.
    """
    rows = []
    for top in _SKY:
        bottom = top + CLOUD_HEIGHT + 8
        edges = [WIDTH - _EDGE, *(_left_of_ray(ray, count, top - 8, bottom) for ray, count in held.items())]
        beside = _half_of_sun(bottom)
        if not beside:
            rows.append((_EDGE, min(edges), top))
            continue
        rows.append((_EDGE, min(*edges, CENTRE[0] - beside), top))
        rows.append((CENTRE[0] + beside, min(edges), top))
    return rows


def _half_of_sun(bottom: int) -> int:
    """Return half the width of the sun down to a height, 0 above them."""
    above = max(0, CENTRE[1] - bottom)
    radius = DISC + 16
    return 0 if above >= radius else round(math.sqrt(radius**2 - above**2))


def _left_of_ray(ray: int, count: int, top: int, bottom: int) -> int:
    """Return how far to the right the sky is free of a ray between two heights."""
    start, step = radii(count)
    half = rays.WIDTH / 2 + rays.RIM + 6
    turn = math.radians(degrees(ray))
    end = start + (count - 1) * step + rays.LENGTH + 18
    left = float(WIDTH)
    radius = start - 4
    while radius <= end:
        for side in (-half, half):
            x = CENTRE[0] + radius * math.cos(turn) + side * math.sin(turn)
            y = CENTRE[1] - radius * math.sin(turn) + side * math.cos(turn)
            if top - 8 <= y <= bottom + 8:
                left = min(left, x)
        radius += 6
    return int(left) - 6
