"""Where a game was still to be won, and where it was lost: found by halving over its positions.

Along a game that turns once at most: a position from which one that can be won is reached can be won itself, and what
follows a lost one is lost. So the last position proved winnable and the first proved lost tell all that is known; what
lies between them is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.game import AnyGame
from engine.solve import Limit, Status, solve
from engine.view import Outcome

RETRIES: Final = 6
"""How many positions are looked at once more, with what time is left."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of the positions of a game, counted from 0, the one before any move.

    ``won`` is the last that is proved winnable, and ``line`` the moves from there to a win; ``lost`` is the first that
    is proved lost. Either is None where nothing was proved.
    """

    positions: int
    won: int | None
    lost: int | None
    line: tuple[Any, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether it is known of every position whether it could be won."""
        return (-1 if self.won is None else self.won) + 1 == (self.positions if self.lost is None else self.lost)

    def status(self, position: int) -> Status:
        """Return what is known of a position."""
        if self.won is not None and position <= self.won:
            return Status.WON
        if self.lost is not None and position >= self.lost:
            return Status.LOST
        return Status.UNKNOWN


def last_winnable(game: AnyGame, states: Sequence[Any], seconds: float, *, ends_lost: bool = False) -> Analysis:
    """Return where a game could be won, looking for about ``seconds`` at most.

    ``states`` are its positions in order, at least one. Each was reached from the one before by moves of the game.
    ``ends_lost`` says that the last is known to be lost.
    """
    if not states:
        raise ValueError("a game has at least one position")
    search = _Halving(game, states, Limit(seconds))
    if ends_lost:
        search.lost -= 1
    search.find_first_lost()
    search.find_last_won()
    search.look_between()
    won = search.won if search.won >= 0 else None
    return Analysis(len(states), won, search.lost if search.lost < len(states) else None, search.line)


class _Halving:
    """What was found so far: every position up to ``won`` can be won, every one from ``lost`` on is lost."""

    def __init__(self, game: AnyGame, states: Sequence[Any], limit: Limit) -> None:
        self._game, self._states, self._limit = game, states, limit
        self.won, self.lost = -1, len(states)
        self.line: tuple[Any, ...] = ()
        self._open: set[int] = set()
        if game.outcome(states[-1]) is Outcome.WON:
            self.won = len(states) - 1

    def find_first_lost(self) -> None:
        """Halve as if what is not proved lost were not lost."""
        low, high = self.won, self.lost
        while high - low > 1:
            middle = (low + high) // 2
            # As many may be to come in the other search.
            self._ask(middle, 2 * (high - low).bit_length())
            if middle >= self.lost:
                high = middle
            else:
                low = middle

    def find_last_won(self) -> None:
        """Halve as if what is not proved winnable were not to be won."""
        low, high = self.won, self.lost
        while high - low > 1:
            middle = (low + high) // 2
            if middle not in self._open:
                self._ask(middle, (high - low).bit_length())
            if middle <= self.won:
                low = middle
            else:
                high = middle

    def look_between(self) -> None:
        """Spend the time that is left on what is still open, half of it on each position."""
        again: set[int] = set()
        for _ in range(RETRIES):
            # In the middle an answer tells most; near the end it is found most easily.
            places = ((self.won + self.lost) // 2, self.lost - 1, self.won + 1)
            index = next((place for place in places if self.won < place < self.lost and place not in again), None)
            if index is None or self._limit.reached():
                return
            again.add(index)
            self._ask(index, 2)

    def _ask(self, index: int, share: int) -> None:
        """Look at a position, for its share of the time that is left."""
        solution = solve(self._game, self._states[index], seconds=self._limit.left() / share)
        if solution.status is Status.WON:
            self._take(index, solution.moves)
        elif solution.status is Status.LOST:
            self.lost = index
        else:
            self._open.add(index)

    def _take(self, index: int, line: tuple[Any, ...]) -> None:
        """Note a way to win; where the game has come along it, also later positions can be won."""
        self.won, self.line = index, line
        on_line = {self._states[index]: 0}
        state = self._states[index]
        for number, move in enumerate(line, 1):
            state = self._game.apply(state, move)
            on_line[state] = number
        for later in range(self.lost - 1, index, -1):
            if (made := on_line.get(self._states[later])) is not None:
                self.won, self.line = later, line[made:]
                return
