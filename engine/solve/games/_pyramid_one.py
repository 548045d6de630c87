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

from engine.cards import KING, Card
from engine.games.pyramid import SIZE
from engine.solve.games._pyramid_board import PYRAMID, Board
from engine.solve.games._pyramid_outside import Outside, Plan
from engine.solve.solution import Found, Limit, Status

_OFTEN = 255
"""The limit is asked once in so many positions, plus one."""

_DEPTH = 64
"""More discards than any line has."""


def search(board: Board, cards: Sequence[Card], turned: int, redeals: int, open_stock: bool, limit: Limit) -> Found:
    """Look for a line that wins; its moves are masks of what is discarded, kings outside the pyramid left out.

    ``cards``: the waste from its bottom, then the stock, next card first, without kings; ``turned``: how many of them
    are the waste; ``redeals``: how many are left. Bit 28 + i is ``cards[i]``.
    """
    outside = Outside(board, cards)
    a_pass = len(cards) + 1
    last = redeals * a_pass
    plans: dict[int, Plan] = {}
    seen: dict[int, int] = {}
    line = [0] * _DEPTH
    left = [0] * _DEPTH
    nodes = 0
    waiting = [(board.settled(board.start) | outside.all, turned, 0)]
    push = waiting.append
    while waiting:
        mask, clock, depth = waiting.pop()
        line[depth] = mask
        pyramid = mask & PYRAMID
        if not pyramid:
            return Found(Status.WON, tuple(left[step] ^ line[step + 1] for step in range(depth)), nodes)
        plan = plans.get(pyramid)
        if plan is None:
            plan = plans[pyramid] = Plan(outside, pyramid)
        place = clock % a_pass
        turned_cards = (1 << SIZE + place) - (1 << SIZE)
        if clock >= last:
            useless = mask & plan.unwanted & turned_cards
            if useless and open_stock:
                useless = outside.without_partners(mask, useless)
            if useless:
                # What stays on the waste for good bars what lies under it, once no redeal is left.
                mask &= -1 << useless.bit_length() | PYRAMID
        known = seen.get(mask)
        if known is not None and known <= clock:
            continue
        seen[mask] = clock
        for needed, need in plan.needs:
            if (mask & needed).bit_count() < need:
                break
        else:
            nodes += 1
            if not nodes & _OFTEN and limit.reached():
                return Found(Status.UNKNOWN, nodes=nodes)
            left[depth] = mask
            depth += 1
            match = mask & plan.match
            waste = mask & turned_cards
            stock = mask & ~turned_cards & ~PYRAMID
            alone = plan.alone
            top = 1 << waste.bit_length() >> 1
            start = clock - place - SIZE + (0 if open_stock else 1)
            if clock < last:
                if open_stock:
                    _pairs_outside(outside, mask, waste, start + a_pass, depth, waiting)
                again = match & (waste ^ top)
                while again:
                    at = again.bit_length() - 1
                    bit = 1 << at
                    again ^= bit
                    for gone in alone[bit]:
                        push((mask ^ bit ^ gone, start + a_pass + at, depth))
            if open_stock:
                _pairs_outside(outside, mask, stock, start, depth, waiting)
            later = match & stock
            while later:
                at = later.bit_length() - 1
                bit = 1 << at
                later ^= bit
                for gone in alone[bit]:
                    push((mask ^ bit ^ gone, start + at, depth))
            if top & match:
                for gone in alone[top]:
                    push((mask ^ top ^ gone, clock, depth))
            for gone in plan.pairs:
                push((mask ^ gone, clock, depth))
    return Found(Status.LOST, nodes=nodes)


def _pairs_outside(
    outside: Outside, mask: int, cards: int, start: int, depth: int, waiting: list[tuple[int, int, int]]
) -> None:
    """Add the discards of each of the cards, when it is next in the open stock, with the top the waste has then."""
    ranks = outside.ranks
    others = mask & ~PYRAMID
    while cards:
        at = cards.bit_length() - 1
        bit = 1 << at
        cards ^= bit
        top = (others & bit - 1).bit_length() - 1
        if top >= 0 and ranks[at - SIZE] + ranks[top - SIZE] == KING:
            waiting.append((mask ^ bit ^ 1 << top, start + at, depth))
