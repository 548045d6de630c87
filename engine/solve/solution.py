"""What a search finds, and how long it may look."""

from __future__ import annotations

import enum
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


class Status(enum.StrEnum):
    """What is known of a position when all cards are known."""

    WON = "won"
    """It can be won, and a line shows how."""
    LOST = "lost"
    """It is proved that no line wins."""
    UNKNOWN = "unknown"
    """The time ran out, or the method proves nothing."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a method has found: ``moves`` lead from the position asked about to a win; empty unless it is won."""

    status: Status
    moves: tuple[Any, ...] = ()
    nodes: int = 0
    """How many positions were looked at, as the method counts them."""


@dataclass(frozen=True, slots=True)
class Solution:
    """An answer with its proof: ``moves`` were replayed to a win, and are empty unless the status is won."""

    status: Status
    moves: tuple[Any, ...]
    nodes: int
    seconds: float


class Limit:
    """How long a search may go on; it asks every so often, and stops when told."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.perf_counter) -> None:
        self._now = now
        self._end = now() + seconds

    def reached(self) -> bool:
        """Say whether the time is up."""
        return self._now() >= self._end

    def left(self) -> float:
        """Return how many seconds are left, none being 0."""
        return max(0.0, self._end - self._now())


class NoShortestLine(ValueError):
    """A method that finds lines, but cannot tell the shortest; the message is for programs' users, in English."""

    def __init__(self, game: str) -> None:
        super().__init__(f"no shortest lines are known for {game}: ask without")


class Method(Protocol):
    """A game's method of search. ``state`` is any position that play can reach and in which the game is not over.

    With ``shortest`` a line that is found has the fewest moves (advances count); a method that cannot tell raises
    NoShortestLine. It goes on until it knows, has tried all it can, or ``limit`` is reached.
    """

    def __call__(self, state: Any, limit: Limit, *, shortest: bool) -> Found:
        """Search from a position."""
