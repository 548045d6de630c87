"""Pyramid with one waste: a depth-first search over the discards.

A position is a mask of the cards left and a *clock*: the pass, and the place in the stock, of the next card to be
turned. Draws are no steps of the search; a discard is looked for at every place where the stock can be turned to, and
made at the earliest at which it can be, for nothing is lost by turning later. For the same reason one position is as
good as any with the same cards and a later clock.

Kings outside the pyramid count as gone: they go as soon as they appear, since they pair with nothing and the order of
the other cards stays as it is in every pass.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import KING, Card, rank_of
from engine.games.pyramid import SIZE
from engine.solve.games._pyramid_board import PYRAMID, Board
from engine.solve.solution import Found, Limit, Status

_OFTEN = 255
"""The limit is asked once in so many positions, plus one."""


def search(board: Board, cards: Sequence[Card], turned: int, redeals: int, open_stock: bool, limit: Limit) -> Found:
    """Look for a line that wins; its moves are masks of what is discarded, kings outside the pyramid left out.

    ``cards``: the waste from its bottom, then the stock, next card first, without kings; ``turned``: how many of them
    are the waste; ``redeals``: how many are left. Bit 28 + i is ``cards[i]``.
    """
    return _Search(board, cards, open_stock).run(turned, redeals, limit)


class _Search:
    def __init__(self, board: Board, cards: Sequence[Card], open_stock: bool) -> None:
        self.board = board
        self.open = open_stock
        self.ranks = [rank_of(card) for card in cards]
        self.of_rank = [0] * (KING + 1)
        for place, rank in enumerate(self.ranks):
            self.of_rank[rank] |= 1 << SIZE + place
        self.start = board.settled(board.start) | (1 << SIZE + len(cards)) - (1 << SIZE)

    def run(self, turned: int, redeals: int, limit: Limit) -> Found:
        pass_length = len(self.ranks) + 1
        last = redeals * pass_length
        plans: dict[int, _Plan] = {}
        seen: dict[int, int] = {}
        line = [0] * 64
        left = [0] * 64
        nodes = 0
        waiting = [(self.start, turned, 0)]
        while waiting:
            mask, clock, depth = waiting.pop()
            pyramid = mask & PYRAMID
            line[depth] = mask
            if not pyramid:
                gone = tuple(left[step] ^ line[step + 1] for step in range(depth))
                return Found(Status.WON, gone, nodes)
            plan = plans.get(pyramid)
            if plan is None:
                plan = plans[pyramid] = _Plan(self, pyramid)
            place = clock % pass_length
            below = (1 << SIZE + place) - 1
            if clock >= last:
                mask = plan.sealed(mask, below)
            if not all((mask & cards).bit_count() >= need for cards, need in plan.needs):
                continue
            known = seen.get(mask)
            if known is not None and known <= clock:
                continue
            seen[mask] = clock
            nodes += 1
            if not nodes & _OFTEN and limit.reached():
                return Found(Status.UNKNOWN, nodes=nodes)
            left[depth] = mask
            depth += 1
            self._discards(plan, mask, clock, place, last, depth, waiting)
        return Found(Status.LOST, nodes=nodes)

    def _discards(
        self, plan: _Plan, mask: int, clock: int, place: int, last: int, depth: int, waiting: list[tuple[int, int, int]]
    ) -> None:
        """Add what can be reached by one discard, the earliest last: it is looked at first."""
        below = (1 << SIZE + place) - 1
        outside = mask & ~PYRAMID
        start = clock - place
        later = 0 if self.open else 1
        wastes = outside & below
        top = 1 << wastes.bit_length() - 1 if wastes else 0
        passes = [(start, outside & ~below)]
        if clock < last:
            passes.append((start + len(self.ranks) + 1, wastes ^ top))
        for begin, cards in reversed(passes):
            if self.open:
                self._pairs_outside(mask, outside, cards, begin, depth, waiting)
            cards &= plan.match
            while cards:
                bit = 1 << cards.bit_length() - 1
                cards ^= bit
                at = bit.bit_length() - 1 - SIZE
                for gone in plan.partners[at]:
                    waiting.append((mask ^ bit ^ gone, begin + at + later, depth))
        if top & plan.match:
            for gone in plan.partners[top.bit_length() - 1 - SIZE]:
                waiting.append((mask ^ top ^ gone, clock, depth))
        for gone in plan.pairs:
            waiting.append((mask ^ gone, clock, depth))

    def _pairs_outside(
        self, mask: int, outside: int, cards: int, begin: int, depth: int, waiting: list[tuple[int, int, int]]
    ) -> None:
        """Add the discards of a card, next in the open stock, with the top that the waste has then."""
        while cards:
            bit = 1 << cards.bit_length() - 1
            cards ^= bit
            at = bit.bit_length() - 1 - SIZE
            before = outside & bit - 1
            if before:
                top = before.bit_length() - 1 - SIZE
                if self.ranks[at] + self.ranks[top] == KING:
                    waiting.append((mask ^ bit ^ 1 << SIZE + top, begin + at, depth))


class _Plan:
    """What a shape of the pyramid means for the cards outside it."""

    def __init__(self, search: _Search, pyramid: int) -> None:
        shape = search.board.shape(pyramid)
        self.pairs = shape.pairs
        self.partners = [shape.alone[rank] for rank in search.ranks]
        self.match = sum(1 << SIZE + place for place, gone in enumerate(self.partners) if gone)
        self.needs = tuple((search.of_rank[rank], shape.need[rank]) for rank in range(1, KING) if shape.need[rank])
        self.useless = sum(search.of_rank[rank] for rank in range(1, KING) if not shape.count[KING - rank])
        self.of_rank = search.of_rank
        self.shape = shape
        self.open = search.open

    def sealed(self, mask: int, below: int) -> int:
        """Return the mask without the cards on the waste that no line can use any more, and those under them.

        For the last pass: a card that stays on the waste for good bars what lies under it.
        """
        useless = self.useless & mask & below
        if self.open and useless:
            of_rank = self.of_rank
            for rank in range(1, KING):
                # Without a partner in the pyramid it may still go with one from outside.
                if useless & of_rank[rank] and mask & of_rank[KING - rank]:
                    useless &= ~of_rank[rank]
        if useless:
            mask &= -1 << useless.bit_length() | PYRAMID
        return mask
