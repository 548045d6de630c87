"""How clouds are laid in rows: the cards of a cloud lie over each other from left to right, clouds side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

CARD: Final = (64, 90)
ABOVE: Final = 20
"""How far a cloud rises above its cards: there is its number."""
BELOW: Final = 9
SIDE: Final = 9
"""How far a cloud reaches beyond its cards to each side."""
FIRST_SEEN: Final = CARD[0] + 5
"""From a cloud's first card to its second: its rim and its tag stay uncovered."""
_GAP: Final = 2 * SIDE + 6


@dataclass(frozen=True, slots=True)
class Row:
    """The left and the right end of a row of clouds, and the upper edge of its cards."""

    left: int
    right: int
    top: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A card of a cloud: its upper left corner, and how much of it the next one leaves to be seen."""

    x: int
    y: int
    seen: int


def clouds(sizes: Sequence[int], panel: Row, sky: Sequence[Row]) -> list[list[Spot]]:
    """Return where the cards of clouds of these sizes lie.

    They lie in the panel as long as they fit there with steps that can be read, then in the rows of free sky as well.
    Raise ValueError if there is no room.
    """
    for lines, steps in (
        ([panel], range(46, 37, -2)),
        ([panel, *sky], range(46, 19, -2)),
        ([panel], range(36, 21, -2)),
    ):
        for step in steps:
            found = _flow(sizes, lines, step)
            if found is not None:
                return _centred(found, panel) if len(lines) == 1 else found
    raise ValueError(f"clouds of {sizes} cards do not fit into {sky}")


def wind(count: int, lines: Sequence[Row]) -> list[Spot]:
    """Return where the cards of one great cloud lie that fills whole rows."""
    full = math.ceil(count / len(lines))
    room = lines[0].right - lines[0].left
    step = min(52, (room - CARD[0] - FIRST_SEEN) // max(1, full - 2))
    spots = []
    for row, line in enumerate(lines):
        here = min(full, count - row * full)
        seen = [FIRST_SEEN if row == 0 else step, *[step] * (here - 2), CARD[0]][-here:]
        x = line.left + (room - sum(seen)) // 2
        for one in seen:
            spots.append(Spot(x, line.top, one))
            x += one
    return spots


def _centred(placed: list[list[Spot]], panel: Row) -> list[list[Spot]]:
    right = max((spots[-1].x + CARD[0] for spots in placed if spots), default=panel.left)
    shift = (panel.right - right) // 2
    return [[Spot(spot.x + shift, spot.y, spot.seen) for spot in spots] for spots in placed]


def _flow(sizes: Sequence[int], lines: Sequence[Row], step: int) -> list[list[Spot]] | None:
    """Lay each cloud in the first row that has room for it; return None if one has no room."""
    placed = []
    lefts = [line.left for line in lines]
    for size in sizes:
        width = _width(size, step)
        row = next((row for row, line in enumerate(lines) if lefts[row] + width <= line.right), None)
        if row is None:
            return None
        placed.append(_cloud(size, step, lefts[row], lines[row].top))
        lefts[row] += width + _GAP if size else 0
    return placed


def _cloud(size: int, step: int, x: int, y: int) -> list[Spot]:
    spots = []
    for index in range(size):
        seen = CARD[0] if index == size - 1 else FIRST_SEEN if index == 0 else step
        spots.append(Spot(x, y, seen))
        x += seen
    return spots


def _width(size: int, step: int) -> int:
    return 0 if size == 0 else CARD[0] if size == 1 else FIRST_SEEN + (size - 2) * step + CARD[0]
