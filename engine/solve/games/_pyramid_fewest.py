"""Pyramid's shortest lines: the search known as A*, over discards with the draws that lead to each.

Positions are looked at in the order of the moves made plus an estimate of those to come, which is never too high: the
fewest discards that can clear the pyramid, and the fewest draws that can bring the cards it needs from outside.
A king of the pyramid goes at once here too, as it has to go; one outside is left where it lies unless it is in the way.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeAlias

from engine.cards import Card
from engine.solve.games._pyramid_board import PYRAMID, Board
from engine.solve.solution import Found, Limit, Status

_OFTEN = 127
"""The limit is asked once in so many positions, plus one."""

Position: TypeAlias = tuple[int, int, int]
"""The number of a layout of the cards outside, the mask of the cards left, and a clock that never goes back."""


_Way: TypeAlias = "tuple[_Way, int, int, int] | None"
"""How a position came about: that of the one before, the layout's number, turns, and the mask of what was discarded."""

Step: TypeAlias = tuple[int, tuple[Card, ...]]
"""How often the stock is turned (redeals too), and what is discarded then: a king or a pair, and available kings."""


class Rules(Protocol):
    """What holds outside the pyramid."""

    board: Board
    start: Position

    def look_at(self, position: Position) -> tuple[Position, int] | None:
        """Return the position without cards that are of no use, and the draws to come at least; None if it is lost."""

    def turns(self, position: Position, clock: int) -> int:
        """Return how many draws and redeals lead from a position to a later clock with the same cards left."""

    def discards(self, position: Position) -> Iterable[tuple[int, int, Position]]:
        """Return each discard that can be made now or after turning: how many turns, the cards' mask, the position."""

    def cards(self, layout: int, mask: int) -> tuple[Card, ...]:
        """Return the cards of a mask."""


def search(rules: Rules, limit: Limit) -> Found:
    """Look for a line of the fewest moves; the ``moves`` found are its steps."""
    board = rules.board
    kings = board.kings
    best: dict[tuple[int, int], list[tuple[int, int]]] = {}
    waiting: list[list[tuple[Position, int, _Way]]] = []
    nodes = total = 0

    def add(position: Position, made: int, way: _Way) -> None:
        looked_at = rules.look_at(position)
        if looked_at is not None:
            # Where an estimate falls behind that of the position before, the position before still vouches for it.
            estimate = max(total, made + looked_at[1] + board.discards(position[1] & PYRAMID))
            waiting.extend([] for _ in range(len(waiting), estimate + 1))
            waiting[estimate].append((looked_at[0], made, way))

    add(rules.start, (board.start ^ rules.start[1] & PYRAMID).bit_count(), None)
    while total < len(waiting):
        if not waiting[total]:
            total += 1
            continue
        position, made, way = waiting[total].pop()
        layout, mask, clock = position
        if not mask & PYRAMID:
            return Found(Status.WON, _line(rules, way), nodes)
        known = best.setdefault((layout, mask), [])
        if any(at <= clock and cost + rules.turns((layout, mask, at), clock) <= made for at, cost in known):
            continue
        known.append((clock, made))
        nodes += 1
        if not nodes & _OFTEN and limit.reached():
            return Found(Status.UNKNOWN, nodes=nodes)
        for turns, gone, after in rules.discards(position):
            # The kings of the pyramid that go with it go one by one.
            discards = 1 + (gone & kings).bit_count() if gone else 0
            add(after, made + turns + discards, (way, layout, turns, gone))
    return Found(Status.LOST, nodes=nodes)


def _line(rules: Rules, way: _Way) -> tuple[Step, ...]:
    steps: list[Step] = []
    while way is not None:
        way, layout, turns, gone = way
        steps.append((turns, rules.cards(layout, gone)))
    return tuple(reversed(steps))
