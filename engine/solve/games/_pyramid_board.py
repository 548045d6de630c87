"""Pyramid in numbers: a bit a card, and what the shape that is left of the pyramid says of every line that wins.

Bits 0 to 27 are the places of the pyramid, as ``engine.games.pyramid`` numbers them; a search gives the cards outside
the pyramid the bits from 28 on, in an order of its own. A *mask* has the bits of the cards that are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import KING, Card, rank_of
from engine.games.pyramid import COVERED_BY, SIZE

PYRAMID: Final = (1 << SIZE) - 1
COVERS: Final = tuple(sum(1 << place for place in places) for places in COVERED_BY)
"""For each place the mask of the two places whose cards lie on its card."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What holds whenever just these cards of the pyramid are left, and no king of it is available.

    ``pairs``: for each pair of available cards of the pyramid, the mask of what goes with it: the two, and the kings
    that are available then, which go at once (a king pairs with nothing, so keeping one in the pyramid never helps).
    ``alone``: for each rank outside the pyramid, the same for each available card of the pyramid it pairs with.
    ``count``: how many cards of each rank the pyramid holds.
    ``need``: for each rank, how many cards of it from outside the pyramid every line that wins still takes.
    ``discards``: the fewest discards that can clear the pyramid.
    """

    pairs: tuple[int, ...]
    alone: tuple[tuple[int, ...], ...]
    count: tuple[int, ...]
    need: tuple[int, ...]
    discards: int


class Board:
    """The cards in the pyramid of a position, and the shapes met so far."""

    def __init__(self, pyramid: Sequence[Card | None]) -> None:
        self.cards = tuple(pyramid)
        self.ranks = tuple(0 if card is None else rank_of(card) for card in pyramid)
        self.of_rank = [0] * (KING + 1)
        self.start = 0
        for place, rank in enumerate(self.ranks):
            if rank:
                self.of_rank[rank] |= 1 << place
                self.start |= 1 << place
        self.kings = self.of_rank[KING]
        self._lie_on = [0] * SIZE
        for place in reversed(range(SIZE)):
            for upper in COVERED_BY[place]:
                self._lie_on[place] |= 1 << upper | self._lie_on[upper]
        self._most_pairs: dict[int, int] = {}
        self._shapes: dict[int, Shape] = {}

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
        """Return what is known of a settled pyramid."""
        shape = self._shapes.get(pyramid)
        if shape is None:
            shape = self._shapes[pyramid] = self._look_at(pyramid)
        return shape

    def _look_at(self, pyramid: int) -> Shape:
        available: list[list[int]] = [[] for _ in range(KING + 1)]
        left = pyramid
        while left:
            bit = left & -left
            left ^= bit
            place = bit.bit_length() - 1
            if not COVERS[place] & pyramid:
                available[self.ranks[place]].append(bit)
        pairs = tuple(
            pyramid ^ self.settled(pyramid ^ one ^ two)
            for rank in range(1, 7)
            for one in available[rank]
            for two in available[KING - rank]
        )
        alone = tuple(
            tuple(pyramid ^ self.settled(pyramid ^ one) for one in available[KING - rank]) if 0 < rank < KING else ()
            for rank in range(KING + 1)
        )
        count = tuple((pyramid & self.of_rank[rank]).bit_count() for rank in range(KING + 1))
        need = [0] * (KING + 1)
        discards = count[KING]
        for rank in range(1, 7):
            most = self._most(rank, pyramid & (self.of_rank[rank] | self.of_rank[KING - rank]))
            need[rank] = count[KING - rank] - most
            need[KING - rank] = count[rank] - most
            discards += count[rank] + count[KING - rank] - most
        return Shape(pairs, alone, count, tuple(need), discards)

    def _most(self, rank: int, left: int) -> int:
        """Return how many pairs within the pyramid can go at most, of cards of a rank and its partners.

        Only what these cards bar each other from is looked at: a card goes after those of them that lie on it. So any
        line that wins takes the others with cards from outside, and at least so many of each rank.
        """
        known = self._most_pairs.get(left)
        if known is None:
            free = [bit for bit in _bits(left) if not self._lie_on[bit.bit_length() - 1] & left]
            low = [bit for bit in free if bit & self.of_rank[rank]]
            high = [bit for bit in free if bit & self.of_rank[KING - rank]]
            known = max((self._most(rank, left ^ bit) for bit in free), default=0)
            for one in low:
                for two in high:
                    known = max(known, 1 + self._most(rank, left ^ one ^ two))
            self._most_pairs[left] = known
        return known


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        bit = mask & -mask
        mask ^= bit
        found.append(bit)
    return found
