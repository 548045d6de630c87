"""Sun's foundations as tables: what a suit takes, and what it takes after that.

The 104 cards are told apart here: number ``2 * card + copy``. A set of cards is an integer with a bit a number.
How the piles of one suit stand is a number too, and moves between the rows never change it: where the rows have met
they are taken as one pile that any rank can close.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

from engine.cards import ACE, KING, card

ALL: Final = (1 << 104) - 1
BITS: Final = tuple(1 << number for number in range(104))
IN_SUIT: Final = 26
SUIT_SETS: Final = tuple(((1 << IN_SUIT) - 1) << IN_SUIT * suit for suit in range(4))

MET: Final = -1
"""Stands for both heights of a suit whose rows have met."""


@dataclass(frozen=True, slots=True)
class Piles:
    """The tables under one choice of bases. A standing is an index into all of them."""

    numbers: dict[tuple[int, int, int], int]
    """The standing by suit and the heights of its two piles (MET, MET where the rows have met)."""
    fits: tuple[int, ...]
    """The cards that fit; those of the whole suit where its rows have met."""
    after: tuple[dict[int, tuple[int, int, int]], ...]
    """By a card that fits: the standing after it, and the changes (xor) of the sets ``wanted`` and ``met``.

    ``wanted`` holds what fits in the suits whose rows have not met, ``met`` the suits whose rows have.
    """
    closed: tuple[bool, ...]
    """Whether 14 or more cards of a suit with a king row are built: a copy of each rank, and each card left fits one
    place only."""

    def standing(self, suit: int, first: int, second: int, *, kings: bool) -> int:
        """Return how a suit stands whose piles have these heights."""
        return self.numbers[_standing(suit, first, second, kings=kings)]


@functools.cache
def piles(*, kings: bool) -> Piles:
    """Return the tables for an ace row and a king row, or for eight aces."""
    heights = range(KING + 1)
    standings = sorted({_standing(suit, a, b, kings=kings) for suit in range(4) for a in heights for b in heights})
    numbers = {standing: number for number, standing in enumerate(standings)}
    fits = tuple(_fits(*standing, kings=kings) for standing in standings)
    after: list[dict[int, tuple[int, int, int]]] = []
    for place, standing in enumerate(standings):
        suit = standing[0]
        row = {}
        for number in range(IN_SUIT * suit, IN_SUIT * (suit + 1)):
            if not fits[place] & BITS[number]:
                continue
            then = _placed(*standing, number // 2 % KING + 1, kings=kings)
            was_met, is_met = standing[1] == MET, then[1] == MET
            wanted = (0 if was_met else fits[place]) ^ (0 if is_met else fits[numbers[then]])
            row[number] = (numbers[then], wanted, SUIT_SETS[suit] if was_met != is_met else 0)
        after.append(row)
    return Piles(numbers, fits, tuple(after), tuple(kings and a + b > KING for _, a, b in standings))


def _standing(suit: int, first: int, second: int, *, kings: bool) -> tuple[int, int, int]:
    if kings:
        return (suit, MET, MET) if first > 0 and second > 0 and first + second == KING else (suit, first, second)
    return suit, max(first, second), min(first, second)


def _copies(rank: int, suit: int) -> int:
    return 3 << 2 * card(rank, suit)


def _fits(suit: int, first: int, second: int, *, kings: bool) -> int:
    if first == MET:
        return SUIT_SETS[suit]
    ups = (first,) if kings else (first, second)
    ranks = {height + 1 for height in ups if height < KING}
    if kings and second < KING:
        ranks.add(KING - second)
    return sum(_copies(rank, suit) for rank in ranks)


def _placed(suit: int, first: int, second: int, rank: int, *, kings: bool) -> tuple[int, int, int]:
    """Return how a suit stands after a card that fits; of two rows the one that is not begun yet takes it.

    (An ace row at the queen takes the king as well, but then the rows never meet, and just a king can follow.)
    """
    if not kings:
        raised = (first + 1, second) if rank == first + 1 else (first, second + 1)
        return _standing(suit, *raised, kings=False)
    if first == MET:
        return suit, rank, KING + 1 - rank
    begins_kings, begins_aces = rank == KING and second == 0, rank == ACE and first == 0
    if begins_aces or (rank == first + 1 and not begins_kings):
        return _standing(suit, first + 1, second, kings=True)
    return _standing(suit, first, second + 1, kings=True)
