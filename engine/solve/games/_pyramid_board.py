"""Pyramid in numbers: a bit a card, and what the shape that is left of the pyramid says of every line that wins.

Bits 0 to 27 are the places of the pyramid, as ``engine.games.pyramid`` numbers them; a search gives the cards outside
the pyramid the bits from 28 on, in an order of its own. A *mask* has the bits of the cards that are left.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import KING, Card, rank_of
from engine.games.pyramid import COVERED_BY, SIZE

PYRAMID: Final = (1 << SIZE) - 1
COVERS: Final = tuple(sum(1 << place for place in places) for places in COVERED_BY)
"""For each place the mask of the two places whose cards lie on its card."""

_LOW: Final = range(1, 7)
"""The ranks whose partners are higher; with its partners each makes a *family* of eight cards."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What can be discarded when just these cards of the pyramid are left, and no king of it is available.

    ``pairs``: for each pair of available cards of the pyramid, the mask of what goes with it: the two, and the kings
    that are available then, which go at once (a king pairs with nothing, so keeping one in the pyramid never helps).
    ``alone``: for each rank that goes with an available card of the pyramid, the same for each such card.
    """

    pairs: tuple[int, ...]
    alone: dict[int, list[int]]


@dataclass(frozen=True, slots=True)
class Family:
    """What every line that wins still does with the cards of a low rank and their partners, by those in the pyramid.

    ``low``, ``high``: how many cards of the rank, and of its partner, it takes from outside the pyramid at least;
    ``low_goes``, ``high_goes``: whether one from outside still has a partner in the pyramid; ``discards``: in how many
    discards the cards of the pyramid go at least.
    """

    low: int
    high: int
    low_goes: bool
    high_goes: bool
    discards: int


class Board:
    """The cards in the pyramid of a position."""

    def __init__(self, pyramid: Sequence[Card | None]) -> None:
        self.cards = tuple(pyramid)
        self._ranks = tuple(0 if card is None else rank_of(card) for card in pyramid)
        self._of_rank = [0] * (KING + 1)
        for place, rank in enumerate(self._ranks):
            if rank:
                self._of_rank[rank] |= 1 << place
        self.start = sum(self._of_rank)
        self.kings = self._of_rank[KING]
        self.families = tuple((rank, self._of_rank[rank] | self._of_rank[KING - rank]) for rank in _LOW)
        """Each low rank, and the mask of its family in the pyramid."""
        self._most_pairs: dict[int, int] = {}
        self._known: dict[tuple[int, int], Family] = {}

    def settled(self, pyramid: int) -> int:
        """Return what is left of the pyramid when the kings that are or become available have gone."""
        kings = pyramid & self.kings
        while kings:
            king = kings & -kings
            kings ^= king
            if not COVERS[king.bit_length() - 1] & pyramid:
                pyramid ^= king
                kings = pyramid & self.kings
        return pyramid

    def shape(self, pyramid: int) -> Shape:
        """Return what can be discarded from a settled pyramid."""
        ranks = self._ranks
        kings = self.kings & pyramid
        alone: dict[int, list[int]] = {}
        pairs = []
        places = _available(pyramid)
        for number, place in enumerate(places):
            bit = 1 << place
            partner = KING - ranks[place]
            gone = pyramid ^ self.settled(pyramid ^ bit) if kings else bit
            if partner in alone:
                alone[partner].append(gone)
            else:
                alone[partner] = [gone]
            for other in places[:number]:
                if ranks[other] == partner:
                    both = bit | 1 << other
                    pairs.append(pyramid ^ self.settled(pyramid ^ both) if kings else both)
        return Shape(tuple(pairs), alone)

    def family(self, rank: int, left: int) -> Family:
        """Return what is known of a family of which just these cards are left in the pyramid."""
        known = self._known.get((rank, left))
        if known is None:
            low = (left & self._of_rank[rank]).bit_count()
            high = left.bit_count() - low
            most = self._most(rank, left)
            known = self._known[rank, left] = Family(high - most, low - most, high > 0, low > 0, low + high - most)
        return known

    def discards(self, pyramid: int) -> int:
        """Return the fewest discards that can clear a pyramid."""
        kings = (pyramid & self.kings).bit_count()
        return kings + sum(self.family(rank, pyramid & family).discards for rank, family in self.families)

    def _most(self, rank: int, left: int) -> int:
        """Return how many pairs within the pyramid can go at most, of the cards of a family that are left there.

        Only what these cards bar each other from is looked at: a card goes after those of them that lie on it. So any
        line that wins takes the others with cards from outside, and at least so many of each rank.
        """
        known = self._most_pairs.get(left)
        if known is None:
            free = [bit for bit in _bits(left) if not _LIE_ON[bit.bit_length() - 1] & left]
            low = [bit for bit in free if bit & self._of_rank[rank]]
            high = [bit for bit in free if bit & self._of_rank[KING - rank]]
            known = max((self._most(rank, left ^ bit) for bit in free), default=0)
            for one in low:
                for two in high:
                    known = max(known, 1 + self._most(rank, left ^ one ^ two))
            self._most_pairs[left] = known
        return known


def _all_that_lie_on() -> tuple[int, ...]:
    lie_on = [0] * SIZE
    for place in reversed(range(SIZE)):
        for upper in COVERED_BY[place]:
            lie_on[place] |= 1 << upper | lie_on[upper]
    return tuple(lie_on)


_LIE_ON: Final = _all_that_lie_on()
"""For each place the mask of all places whose cards go before its card."""


@functools.lru_cache(maxsize=1430)
def _available(pyramid: int) -> tuple[int, ...]:
    """Return the places of the available cards; a pyramid has 1430 shapes."""
    return tuple(place for place in range(SIZE) if pyramid >> place & 1 and not COVERS[place] & pyramid)


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        bit = mask & -mask
        mask ^= bit
        found.append(bit)
    return found
