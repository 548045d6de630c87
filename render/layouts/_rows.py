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
APART: Final = CARD[0] + 5
"""From a cloud's first card to its second, and to its last: both stand apart, as they can be played."""
_CLOSE: Final = 26
"""In narrower steps than this the last card has no room to stand apart."""
_ASIDE: Final = 4
"""How much further than others it lies there from the one before it: so much its rim stands out."""
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

    They lie in the panel as long as they fit there with steps that can be read, then in the rows of free sky as well:
    in their order if they can, else where each fits best. Raise ValueError if there is no room.
    """
    order = range(len(sizes))
    largest_first = sorted(order, key=lambda place: -sizes[place])
    for lines, steps, sequence in (
        ([panel], range(46, 37, -2), order),
        ([panel, *sky], range(46, 25, -2), order),
        ([panel, *sky], range(46, 25, -2), largest_first),
        ([panel, *sky], range(24, 13, -2), largest_first),
    ):
        for step in steps:
            found = _flow(sizes, sequence, lines, step)
            if found is not None:
                return _centred(found, panel) if len(lines) == 1 else found
    raise ValueError(f"clouds of {sizes} cards do not fit into {sky}")


def wind(count: int, lines: Sequence[Row]) -> list[Spot]:
    """Return where the cards of one great cloud lie that fills whole rows."""
    full = math.ceil(count / len(lines))
    room = lines[0].right - lines[0].left
    ends = 2 if len(lines) == 1 else 1
    step = min(52, (room - CARD[0] - ends * APART) // max(1, full - 1 - ends))
    spots = []
    for row, line in enumerate(lines):
        here = min(full, count - row * full)
        seen = _seen(here, step, first=row == 0, last=row == len(lines) - 1)
        x = line.left + (room - sum(seen)) // 2
        for one in seen:
            spots.append(Spot(x, line.top, one))
            x += one
    return spots


def _centred(placed: list[list[Spot]], panel: Row) -> list[list[Spot]]:
    right = max((spots[-1].x + CARD[0] for spots in placed if spots), default=panel.left)
    shift = (panel.right - right) // 2
    return [[Spot(spot.x + shift, spot.y, spot.seen) for spot in spots] for spots in placed]


def _flow(sizes: Sequence[int], sequence: Sequence[int], lines: Sequence[Row], step: int) -> list[list[Spot]] | None:
    """Lay clouds, one after the other, each in the first row that has room for it; return None if one has no room."""
    placed: list[list[Spot]] = [[] for _ in sizes]
    lefts = [line.left for line in lines]
    for place in sequence:
        width = _width(sizes[place], step)
        row = next((row for row, line in enumerate(lines) if lefts[row] + width <= line.right), None)
        if row is None:
            return None
        placed[place] = _cloud(sizes[place], step, lefts[row], lines[row].top)
        lefts[row] += width + _GAP if sizes[place] else 0
    return placed


def _cloud(size: int, step: int, x: int, y: int) -> list[Spot]:
    spots = []
    for seen in _seen(size, step):
        spots.append(Spot(x, y, seen))
        x += seen
    return spots


def _width(size: int, step: int) -> int:
    return sum(_seen(size, step))


def _seen(size: int, step: int, *, first: bool = True, last: bool = True) -> list[int]:
    """Return how far it is from each card of a row to the next, and how wide the last is.

    ``first`` and ``last`` say whether the first card of the row is the cloud's first, the last one its last.
    """
    seen = [step] * (size - 1) + [CARD[0]] * (size > 0)
    if last and size > 1:
        seen[-2] = APART if step >= _CLOSE else step + _ASIDE
    if first and size > 1:
        seen[0] = APART
    return seen
