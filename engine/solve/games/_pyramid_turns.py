"""How the stock is turned in Pyramid, and how often: the rules that the search for the shortest line asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.cards import KING, Card
from engine.games.pyramid import SIZE
from engine.solve.games._pyramid_board import PYRAMID, Board
from engine.solve.games._pyramid_fewest import Position
from engine.solve.games._pyramid_outside import Outside, Plan
from engine.solve.games._pyramid_three import Layout


class OneWaste:
    """One waste: its layout never changes; the clock is the pass and the place of the next card to be turned.

    ``waste`` from its bottom, ``stock`` its next card first; ``redeals`` are still left.
    """

    def __init__(
        self, board: Board, waste: Sequence[Card], stock: Sequence[Card], redeals: int, *, open_stock: bool
    ) -> None:
        self.board = board
        self._open = open_stock
        self._outside = Outside(board, (*waste, *stock))
        self._a_pass = len(self._outside.cards) + 1
        self._last = redeals * self._a_pass
        self.start: Position = (0, board.settled(board.start) | self._outside.all, len(waste))

    def look_at(self, position: Position) -> tuple[Position, int] | None:
        """See Rules."""
        _, mask, clock = position
        plan = self._outside.plan(mask & PYRAMID)
        turned = (1 << SIZE + clock % self._a_pass) - 1
        if clock >= self._last:
            unwanted = mask & plan.unwanted & turned
            if unwanted and self._open:
                unwanted = self._outside.without_partners(mask, unwanted)
            if unwanted:
                mask &= -1 << unwanted.bit_length() | PYRAMID
        passed = mask & ~turned & ~PYRAMID
        if self._open:
            # A wanted card may go straight from the stock in a discard that the pyramid needs anyway.
            passed &= plan.unwanted | self._outside.of_rank[KING]
        draws = 0
        for cards, need in plan.needs:
            to_come = _reach(mask & cards, need, turned)
            if to_come is None:
                return None
            if to_come:
                draws = max(draws, (passed & (to_come - 1 if self._open else to_come | to_come - 1)).bit_count())
        return (0, mask, clock), draws

    def turns(self, position: Position, clock: int) -> int:
        """See Rules."""
        _, mask, before = position
        passes = clock // self._a_pass - before // self._a_pass
        outside = mask & ~PYRAMID
        turned = [(outside & (1 << SIZE + at % self._a_pass) - 1).bit_count() for at in (before, clock)]
        return passes * (outside.bit_count() + 1) + turned[1] - turned[0]

    def discards(self, position: Position) -> Iterator[tuple[int, int, Position]]:
        """See Rules."""
        _, mask, clock = position
        outside = mask & ~PYRAMID
        place = clock % self._a_pass
        waste = outside & (1 << SIZE + place) - 1
        plan = self._outside.plan(mask & PYRAMID)
        passes = [(clock - place, outside ^ waste)]
        if clock < self._last:
            passes.append((clock - place + self._a_pass, waste))
        for begin, cards in reversed(passes):
            while cards:
                at = cards.bit_length() - 1
                cards ^= 1 << at
                then = begin + at - SIZE + (not self._open)
                for gone in self._with(plan, outside, at, paired_outside=self._open):
                    yield self.turns(position, then), gone, (0, mask ^ gone, then)
        if waste:
            for gone in self._with(plan, outside, waste.bit_length() - 1, paired_outside=False):
                yield 0, gone, (0, mask ^ gone, clock)
        for gone in plan.pairs:
            yield 0, gone, (0, mask ^ gone, clock)

    def cards(self, layout: int, mask: int) -> tuple[Card, ...]:
        """See Rules."""
        return self._outside.of_mask(mask)

    def _with(self, plan: Plan, outside: int, at: int, *, paired_outside: bool) -> Iterator[int]:
        bit = 1 << at
        ranks = self._outside.ranks
        if ranks[at - SIZE] == KING:
            yield bit
            return
        if bit & plan.match:
            for gone in plan.alone[bit]:
                yield bit | gone
        under = (outside & bit - 1).bit_length() - 1
        if paired_outside and under >= SIZE and ranks[at - SIZE] + ranks[under - SIZE] == KING:
            yield bit | 1 << under


class ThreeWastes:
    """Three wastes: each redeal makes a layout of its own; the clock is how often was drawn since."""

    def __init__(self, board: Board, wastes: Sequence[Sequence[Card]], stock: Sequence[Card], redeals: int) -> None:
        self.board = board
        self._layouts: list[tuple[Layout, int]] = []
        self._numbers: dict[tuple[tuple[Card, ...], int], int] = {}
        first = Layout(board, wastes, stock, kings=True)
        self._layouts.append((first, redeals))
        self.start: Position = (0, board.settled(board.start) | first.start, 0)

    def look_at(self, position: Position) -> tuple[Position, int] | None:
        """See Rules."""
        number, mask, drawn = position
        layout, redeals = self._layouts[number]
        plan = layout.outside.plan(mask & PYRAMID)
        turned = layout.turned[drawn]
        if redeals == 0:
            unwanted = mask & plan.unwanted & turned
            if unwanted:
                mask = layout.sealed(mask, unwanted)
        draws = 0
        for cards, need in plan.needs:
            to_come = _reach(mask & cards, need, turned)
            if to_come is None:
                return None
            if to_come:
                draws = max(draws, layout.draw_of[to_come.bit_length() - 1 - SIZE] - drawn)
        return (number, mask, drawn), draws

    def turns(self, position: Position, clock: int) -> int:
        """See Rules."""
        return clock - position[2]

    def discards(self, position: Position) -> Iterator[tuple[int, int, Position]]:
        """See Rules; a redeal comes as a position in which nothing was discarded."""
        number, mask, drawn = position
        layout, redeals = self._layouts[number]
        if redeals and mask & ~PYRAMID:
            to_end = len(layout.turned) - 1 - drawn
            again = self._redealt(layout.turned_over(mask), redeals - 1)
            yield to_end + 1, 0, (again, mask & PYRAMID | self._layouts[again][0].start, 0)
        plan = layout.outside.plan(mask & PYRAMID)
        for gone, after in layout.discards(plan, mask, drawn):
            yield after - drawn, gone, (number, mask ^ gone, after)

    def cards(self, layout: int, mask: int) -> tuple[Card, ...]:
        """See Rules."""
        return self._layouts[layout][0].outside.of_mask(mask)

    def _redealt(self, stock: tuple[Card, ...], redeals: int) -> int:
        number = self._numbers.get((stock, redeals))
        if number is None:
            number = self._numbers[stock, redeals] = len(self._layouts)
            self._layouts.append((Layout(self.board, ((), (), ()), stock, kings=True), redeals))
        return number


def _reach(cards: int, need: int, turned: int) -> int | None:
    """Return the bit of the card up to which the stock has to be turned to have met so many of the cards.

    0 if enough are turned, None if there are too few.
    """
    missing = need - (cards & turned).bit_count()
    cards &= ~turned
    bit = 0
    for _ in range(missing):
        if not cards:
            return None
        bit = cards & -cards
        cards ^= bit
    return bit
