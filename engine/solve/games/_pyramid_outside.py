"""Pyramid's cards outside the pyramid, and what a shape of the pyramid means for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from engine.cards import KING, Card, rank_of
from engine.games.pyramid import SIZE
from engine.solve.games._pyramid_board import Board

Needs: TypeAlias = tuple[tuple[int, int], ...]
"""Masks of cards outside the pyramid, and how many of each a line that wins still takes at least."""


class Outside:
    """The cards outside the pyramid: bit 28 + i is ``cards[i]``, in the order of a search's own."""

    def __init__(self, board: Board, cards: Sequence[Card]) -> None:
        self.board = board
        self.cards = tuple(cards)
        self.ranks = tuple(map(rank_of, cards))
        self.of_rank = [0] * (KING + 1)
        for place, rank in enumerate(self.ranks):
            self.of_rank[rank] |= 1 << SIZE + place
        self.all = (1 << SIZE + len(cards)) - (1 << SIZE)
        self._plans: dict[int, Plan] = {}
        self._needs: dict[tuple[int, int], tuple[Needs, int]] = {}

    def of_mask(self, mask: int) -> tuple[Card, ...]:
        """Return the cards of a mask, those of the pyramid first."""
        cards = (*self.board.cards, *self.cards)
        return tuple(card for bit, card in enumerate(cards) if mask >> bit & 1 and card is not None)

    def plan(self, pyramid: int) -> Plan:
        """Return what a settled pyramid means for these cards."""
        plan = self._plans.get(pyramid)
        if plan is None:
            plan = self._plans[pyramid] = Plan(self, pyramid)
        return plan

    def needs(self, rank: int, family: int) -> tuple[Needs, int]:
        """Return what the cards of a family that are left in the pyramid need, and the mask of those they don't want.

        The mask has the cards of the family outside that have no partner in the pyramid.
        """
        known = self._needs.get((rank, family))
        if known is None:
            low, high = self.of_rank[rank], self.of_rank[KING - rank]
            facts = self.board.family(rank, family)
            needs = tuple(need for need in ((low, facts.low), (high, facts.high)) if need[1])
            unwanted = (0 if facts.low_goes else low) | (0 if facts.high_goes else high)
            known = self._needs[rank, family] = (needs, unwanted)
        return known

    def without_partners(self, mask: int, unwanted: int) -> int:
        """Return those of the cards, unwanted in the pyramid, that have no partner outside it either."""
        for rank in range(1, KING):
            if unwanted & self.of_rank[rank] and mask & self.of_rank[KING - rank]:
                unwanted &= ~self.of_rank[rank]
        return unwanted


class Plan:
    """What a shape of the pyramid means for the cards outside it. ``pairs`` and ``alone_of_rank``: see Shape.

    ``alone``: for the bit of each card outside that goes with an available card of the pyramid, what goes on its side
    (see Shape); ``match``: all those bits. ``needs``: see Needs. ``unwanted``: the cards without a partner in the
    pyramid.
    """

    def __init__(self, outside: Outside, pyramid: int) -> None:
        shape = outside.board.shape(pyramid)
        self.pairs = shape.pairs
        self.alone_of_rank = shape.alone
        self.match = 0
        self.alone: dict[int, list[int]] = {}
        for rank, gone in shape.alone.items():
            cards = outside.of_rank[rank]
            self.match |= cards
            while cards:
                bit = cards & -cards
                cards ^= bit
                self.alone[bit] = gone
        self.needs: Needs = ()
        self.unwanted = 0
        for rank, family in outside.board.families:
            needs, unwanted = outside.needs(rank, pyramid & family)
            self.needs += needs
            self.unwanted |= unwanted
