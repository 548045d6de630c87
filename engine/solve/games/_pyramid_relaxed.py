"""Pyramid made easier: every card outside the pyramid is at hand at any time. What cannot be won so cannot be won."""

from __future__ import annotations

from engine.solve.games._pyramid_board import PYRAMID
from engine.solve.games._pyramid_outside import Outside
from engine.solve.solution import Limit

_OFTEN = 255
"""The limit is asked once in so many positions, plus one."""


def hopeless(outside: Outside, limit: Limit) -> bool:
    """Say whether it is proved that a pyramid cannot be cleared with the cards outside it; False if the time runs out.

    Cards of a rank are interchangeable then, so of each just the first one left is looked at.
    """
    start = outside.board.settled(outside.board.start) | outside.all
    seen = {start}
    waiting = [start]
    nodes = 0
    while waiting:
        mask = waiting.pop()
        pyramid = mask & PYRAMID
        if not pyramid:
            return False
        nodes += 1
        if not nodes & _OFTEN and limit.reached():
            return False
        plan = outside.plan(pyramid)
        if any((mask & cards).bit_count() < need for cards, need in plan.needs):
            continue
        after = [mask ^ gone for gone in plan.pairs]
        for rank, all_gone in plan.alone_of_rank.items():
            cards = mask & outside.of_rank[rank]
            if cards:
                after.extend(mask ^ (cards & -cards) ^ gone for gone in all_gone)
        for position in after:
            if position not in seen:
                seen.add(position)
                waiting.append(position)
    return True
