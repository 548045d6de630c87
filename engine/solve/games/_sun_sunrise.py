"""Every way to play Sun's sunrise alone (``stages = 1``), where it never hurts to uncover cards.

A ray's cards come as they come, whatever was played: without other stages a card that is gone is in no other's way.
So just this is to be chosen: which of two copies goes first, and which card closes a suit whose rows have met. With
that chosen, all that can be played is best played at once.

The search plays with nothing chosen, and lets a card go whenever some choice might let it. If cards are left even so,
nothing wins; if no two choices were mixed, that is a line; else it tries each choice where they were mixed first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.cards import ACE, KING
from engine.solve.games._sun_piles import BITS
from engine.solve.games._sun_table import Table
from engine.solve.solution import Limit, Status

OPEN: Final = 0
"""In place of a rank: which card closes the suit is not chosen."""


@dataclass(frozen=True, slots=True)
class _Choices:
    """What is chosen: the sets of cards that go before, and after, their other copies; the ranks that close suits."""

    firsts: int
    seconds: int
    closers: tuple[int, ...]


def search(table: Table, limit: Limit, most: int) -> tuple[Status, list[int], int]:
    """Return what is known after playing at most ``most`` times, the line if it is won, and how often it played."""
    waiting = [_start(table)]
    nodes = 0
    while waiting:
        nodes += 1
        choices = waiting.pop()
        sunrise: _Sunrise | None = _Sunrise(table, choices)
        # Where one of two choices leaves cards, the other is made without branching.
        forced, branch, fewest = True, 0, 1000
        while forced and sunrise is not None and sunrise.ends:
            if nodes > most or limit.reached():
                return Status.UNKNOWN, [], nodes
            forced, fewest = False, 1000
            for number in sunrise.mixed:
                both = [_Sunrise(table, _first(sunrise.choices, one)) for one in (number, number ^ 1)]
                nodes += 2
                ending = [one for one in both if one.ends]
                if len(ending) < 2:
                    forced, sunrise = True, (ending[0] if ending else None)
                    break
                open_after = sum(len(one.mixed) for one in both)
                if open_after < fewest:
                    branch, fewest = number, open_after
        if sunrise is None or not sunrise.ends:
            continue
        if sunrise.mixed:
            waiting.extend(_first(sunrise.choices, one) for one in (branch, branch ^ 1))
        elif sunrise.closers_mixed:
            waiting.extend(sunrise.closers_mixed)
        else:
            return Status.WON, sunrise.line, nodes
    return Status.LOST, [], nodes


def _start(table: Table) -> _Choices:
    """Return what the position leaves no choice about."""
    left = sum(BITS[number] for cards in (*table.rays, *table.arcs) for number in cards)
    seconds = sum(BITS[number] for number in range(104) if left & BITS[number] and not left & BITS[number ^ 1])
    closers = [OPEN] * 4
    for (suit, ace, king), standing in table.piles.numbers.items():
        if table.standings[suit] != standing:
            continue
        if ace + king > KING or ace == KING:
            closers[suit] = ace
        elif king == KING:
            closers[suit] = ACE
    return _Choices(0, seconds, tuple(closers))


class _Sunrise:
    """One sunrise, played as the choices let it; a card may go whenever a choice that is open might let it."""

    def __init__(self, table: Table, choices: _Choices) -> None:
        self._table = table
        self.choices = choices
        self._closers = list(choices.closers)
        # How many copies of each card are built; beyond the last card there is a place for its neighbour.
        self._built = [2] * 52 + [0]
        for cards in (*table.rays, *table.arcs):
            for number in cards:
                self._built[number // 2] -= 1
        self.line: list[int] = []
        self.mixed: list[int] = []
        """Cards that went as the first of two when their other copy had done so."""
        self.closers_mixed: list[_Choices] = []
        self.ends = self._play()

    def _play(self) -> bool:
        """Play; say whether no card is left."""
        step, piles = self._table.step, [list(ray) for ray in self._table.rays]
        while True:
            moved = True
            while moved:
                moved = False
                for pile in piles:
                    while pile and self._goes(pile[-1]):
                        pile.pop()
                        moved = True
            if step == self._table.last:
                return not any(piles)
            step += 1
            self.line.append(~step)
            for pile, number in zip(piles, self._table.arcs[step], strict=True):
                pile.append(number)

    def _goes(self, number: int) -> bool:
        one, bit = number // 2, BITS[number]
        choices = self.choices
        if self._built[one] and not bit & choices.firsts and self._may_be_second(number):
            self._note_closing(number)
        elif bit & choices.seconds or not self._may_be_first(number):
            return False
        elif self._built[one]:
            # Both copies as the first: one of them was let go too soon.
            self.mixed.append(number)
        self._built[one] += 1
        self.line.append(number)
        return True

    def _may_be_first(self, number: int) -> bool:
        one, built = number // 2, self._built
        rank = one % KING + 1
        if rank == ACE or built[one - 1]:
            return True
        return self._table.kings and (rank == KING or built[one + 1] > 0)

    def _may_be_second(self, number: int) -> bool:
        one, built = number // 2, self._built
        rank = one % KING + 1
        if not self._table.kings:
            return rank == ACE or built[one - 1] > 1
        ace = one - rank + 1
        if not all(built[ace : ace + KING]):
            return False
        closer = self.choices.closers[number // 26]
        if closer in (OPEN, rank):
            return True
        return built[one - 1 if rank > closer else one + 1] > 1

    def _note_closing(self, number: int) -> None:
        """Note the card that closes a suit first, and whether a later one goes as if another had."""
        suit, one = number // 26, number // 2
        rank, closer = one % KING + 1, self._closers[suit]
        if not self._table.kings:
            return
        if closer == OPEN:
            self._closers[suit] = rank
        elif rank != closer and self._built[one - 1 if rank > closer else one + 1] < 2 and not self.closers_mixed:
            ranks = sorted(range(ACE, KING + 1), key=lambda other: other == closer)
            self.closers_mixed = [self._closed(suit, other) for other in ranks]

    def _closed(self, suit: int, rank: int) -> _Choices:
        closers = self.choices.closers
        return replace(self.choices, closers=(*closers[:suit], rank, *closers[suit + 1 :]))


def _first(choices: _Choices, number: int) -> _Choices:
    return replace(choices, firsts=choices.firsts | BITS[number], seconds=choices.seconds | BITS[number ^ 1])
