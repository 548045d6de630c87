"""Pyramid with three wastes: a depth-first search over the discards of a pass, and a search like it for each redeal.

A position within a pass is a mask of the cards left and how often was drawn. As with one waste, a discard is made at
the first draw at which it can be, and with the same cards left fewer draws are as good as more.

How the cards lie in the next pass depends on which of them are left when the wastes are turned over, a king on a waste
too; so each redeal is a layout of its own. A king on a waste counts as gone in the last pass alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TypeAlias

from engine.cards import KING, Card
from engine.games.pyramid import SIZE
from engine.solve.games._pyramid_board import PYRAMID, Board
from engine.solve.games._pyramid_outside import Outside, Plan
from engine.solve.solution import Limit

_OFTEN = 255
"""The limit is asked once in so many positions, plus one."""

_FIRST_ATTEMPT = 1000
"""How many positions the first attempt looks at, all passes together."""

_LONGER = 4
"""How many times as many the next attempts look at."""

_SHARE_OF_A_PASS = 10
"""Of the positions of an attempt, one in so many is the most for each single pass."""

_REDEAL = -1
"""Stands for a number of draws in a position that is to be redealt."""

Wastes: TypeAlias = Sequence[Sequence[Card]]
"""Three wastes, each from its bottom."""

Step: TypeAlias = tuple[int, tuple[Card, ...]]
"""How many redeals were left, and the cards that were discarded (kings of the pyramid may go with them)."""


class Search:
    """The search from one position.

    With redeals, the later passes are many and long. So they are searched in attempts that look at ever more
    positions, in each pass a small share of them, and at first with fewer redeals than there are; the attempt that
    allows all of them and is not cut short tells that there is no win.
    """

    def __init__(self, board: Board, limit: Limit) -> None:
        self.board = board
        self.nodes = 0
        self.stopped = False
        """Whether the time ran out."""
        self.spare = 0
        """How many redeals a win that was found leaves unused; the pass before them counts as the last in it."""
        self._limit = limit
        self._cut = False
        self._most = sys.maxsize
        self._most_in_a_pass = sys.maxsize
        self._redealt: dict[tuple[int, tuple[Card, ...]], int] = {}

    def run(self, wastes: Wastes, stock: Sequence[Card], redeals: int) -> tuple[Step, ...] | None:
        """Return the steps to a win, None if there is none or the time ran out; ``redeals`` are still left."""
        pyramid = self.board.settled(self.board.start)
        if redeals == 0:
            return self._pass(pyramid, wastes, stock, 0)
        nodes = _FIRST_ATTEMPT
        while True:
            for allowed in range(1, redeals + 1):
                self._cut = False
                self._most = self.nodes + nodes
                self._most_in_a_pass = nodes // _SHARE_OF_A_PASS
                self._redealt.clear()
                steps = self._pass(pyramid, wastes, stock, allowed)
                if steps is not None:
                    self.spare = redeals - allowed
                    return tuple((left + self.spare, cards) for left, cards in steps)
                if self.stopped or (allowed == redeals and not self._cut):
                    return None
            nodes *= _LONGER

    def _pass(self, pyramid: int, wastes: Wastes, stock: Sequence[Card], redeals: int) -> tuple[Step, ...] | None:
        layout = Layout(self.board, wastes, stock, kings=redeals > 0)
        seen: dict[int, int] = {}
        looked_at = 0
        line = [0] * 64
        waiting = [(pyramid | layout.start, 0, 0, 0)]
        while waiting:
            mask, drawn, depth, gone = waiting.pop()
            if drawn == _REDEAL:
                won = self._redeal(layout, mask, redeals)
                if won is not None:
                    return (*self._steps(layout, line[1 : depth + 1], redeals), *won)
                if self.stopped or self.nodes > self._most:
                    return None
                continue
            line[depth] = gone
            pyramid = mask & PYRAMID
            if not pyramid:
                return self._steps(layout, line[1 : depth + 1], redeals)
            plan = layout.outside.plan(pyramid)
            if redeals == 0:
                unwanted = mask & plan.unwanted & layout.turned[drawn]
                if unwanted:
                    mask = layout.sealed(mask, unwanted)
            known = seen.get(mask)
            if known is not None and known <= drawn:
                continue
            seen[mask] = drawn
            if any((mask & cards).bit_count() < need for cards, need in plan.needs):
                continue
            self.nodes += 1
            looked_at += 1
            if looked_at > self._most_in_a_pass or self.nodes > self._most:
                self._cut = True
                return None
            if not self.nodes & _OFTEN and self._limit.reached():
                self.stopped = True
                return None
            if known is None and redeals and mask & ~PYRAMID:
                waiting.append((mask, _REDEAL, depth, 0))
            depth += 1
            for gone, after in layout.discards(plan, mask, drawn):
                waiting.append((mask ^ gone, after, depth, gone))
        return None

    def _steps(self, layout: Layout, line: Sequence[int], redeals: int) -> tuple[Step, ...]:
        return tuple((redeals, layout.outside.of_mask(gone)) for gone in line)

    def _redeal(self, layout: Layout, mask: int, redeals: int) -> tuple[Step, ...] | None:
        stock = layout.turned_over(mask)
        pyramid = mask & PYRAMID
        known = self._redealt.get((pyramid, stock), -1)
        if known >= redeals:
            return None
        self._redealt[pyramid, stock] = redeals
        return self._pass(pyramid, ((), (), ()), stock, redeals - 1)


class Layout:
    """How the cards outside the pyramid lie in one pass; those of a waste have higher bits the higher they lie.

    ``columns``: for each waste the mask of the cards that are or come on to it. ``turned[d]``: the mask of the cards
    that have been turned after ``d`` more draws; ``fresh[d]``: of those that the last of these draws turns. Without
    ``kings`` the kings outside are in none of these two, nor in ``start``, the mask of all cards outside.
    """

    def __init__(self, board: Board, wastes: Wastes, stock: Sequence[Card], *, kings: bool) -> None:
        cards = (*(card for waste in wastes for card in waste), *stock)
        self.outside = Outside(board, cards)
        self.start = self.outside.all if kings else self.outside.all & ~self.outside.of_rank[KING]
        columns = []
        at = SIZE
        for waste in wastes:
            columns.append((1 << at + len(waste)) - (1 << at))
            at += len(waste)
        self.fresh = [0]
        self.turned = [self.start & (1 << at) - 1]
        self.draw_of = [0] * (at - SIZE)
        """For each card the number of draws after which it is turned."""
        for first in range(0, len(stock), 3):
            size = min(3, len(stock) - first)
            for column in range(size):
                columns[column] |= 1 << at + column
            self.draw_of += [len(self.fresh)] * size
            self.fresh.append(self.start & (1 << at + size) - (1 << at))
            self.turned.append(self.turned[-1] | self.fresh[-1])
            at += size
        self.columns = tuple(columns)

    def turned_over(self, mask: int) -> tuple[Card, ...]:
        """Return the stock after a redeal: waste 1 from bottom to top, then 2, then 3."""
        cards = self.outside.cards
        return tuple(card for column in self.columns for at, card in enumerate(cards, SIZE) if mask & column & 1 << at)

    def sealed(self, mask: int, unwanted: int) -> int:
        """Return the mask without the cards on wastes that no line can use any more, and those under them.

        ``unwanted``: cards on wastes without a partner in the pyramid. For the last pass: a card that stays on its
        waste for good bars what lies under it.
        """
        ranks, of_rank = self.outside.ranks, self.outside.of_rank
        unwanted &= mask
        while unwanted:
            at = unwanted.bit_length() - 1
            bit = 1 << at
            unwanted ^= bit
            for column in self.columns:
                # It can still go with a card of another waste, or of the stock.
                if column & bit and not mask & of_rank[KING - ranks[at - SIZE]] & ~column:
                    mask &= ~(column & (bit | bit - 1))
                    unwanted &= mask
        return mask

    def discards(self, plan: Plan, mask: int, drawn: int) -> list[tuple[int, int]]:
        """Return the discards that can be made after so many draws or more, the latest first.

        Each is the mask of what goes, and the number of draws after which it first can.
        """
        found: list[tuple[int, int]] = []
        for later in range(len(self.turned) - 1, drawn, -1):
            fresh = self.fresh[later] & mask
            if fresh:
                self._add_discards(plan, mask, later, fresh, found)
        self._add_discards(plan, mask, drawn, mask, found)
        for gone in plan.pairs:
            found.append((gone, drawn))
        return found

    def _add_discards(self, plan: Plan, mask: int, drawn: int, fresh: int, found: list[tuple[int, int]]) -> None:
        """Add the discards of tops of wastes in which a fresh card takes part."""
        turned = mask & self.turned[drawn]
        ranks = self.outside.ranks
        tops = [(turned & column).bit_length() - 1 for column in self.columns if turned & column]
        for number, top in enumerate(tops):
            rank = ranks[top - SIZE]
            bit = 1 << top
            for other in tops[:number]:
                if rank + ranks[other - SIZE] == KING and (bit | 1 << other) & fresh:
                    found.append((bit | 1 << other, drawn))
            if bit & fresh:
                if rank == KING:
                    found.append((bit, drawn))
                elif bit & plan.match:
                    found.extend((bit | gone, drawn) for gone in plan.alone[bit])
