"""Every way to play Sun's sunrise alone (``stages = 1``), where it never hurts to uncover cards.

A ray's cards come as they come, whatever was played: without other stages a card that is gone is in no other's way.
So just this is to be chosen: which of two copies goes first, and which card closes a suit whose rows have met. With
that chosen, all that can be played is best played at once. A card that fits and is left lying at ``next`` is *held*:
it goes after its other copy or, where the rows of its suit have met, after another has closed it.
"""

from __future__ import annotations

from engine.cards import ACE, KING
from engine.solve.games._sun_exact import Piled, numbers, without
from engine.solve.games._sun_piles import BITS, IN_SUIT, SUIT_SETS
from engine.solve.games._sun_playout import Path, line_of
from engine.solve.games._sun_table import Table, advanced, available
from engine.solve.solution import Limit, Status


def search(table: Table, limit: Limit, most: int) -> tuple[Status, list[int], int]:
    """Return what is known after at most ``most`` positions, the line if it is won, and how many were seen."""
    fits, after = table.piles.fits, table.piles.after
    if not _may_end(table, table.step, table.rays, 0):
        return Status.LOST, [], 1
    seen = set()
    waiting: list[tuple[int, Piled, int, tuple[int, ...], Path]] = [(table.step, table.rays, 0, table.standings, None)]
    nodes = 0
    while waiting:
        if nodes >= most or (nodes % 64 == 63 and limit.reached()):
            return Status.UNKNOWN, [], nodes
        nodes += 1
        step, rays, held, standings, path = waiting.pop()
        if not any(rays) and step == table.last:
            return Status.WON, line_of(path), nodes
        ready = available(step, rays, ()) & ~held
        playable = [number for standing in standings for number in numbers(ready & fits[standing])]
        sure = next((number for number in playable if _is_sure(table, step, rays, standings, number)), None)
        if sure is not None:
            playable = [sure]
        elif step < table.last:
            following = advanced(table, step, rays, ())
            holding = held | sum(BITS[number] for number in playable)
            if following is not None and _may_end(table, following[0], following[1], holding):
                key = (*following[:2], holding)
                if key not in seen:
                    seen.add(key)
                    waiting.append((*following[:2], holding, standings, (~following[0], path)))
        for number in playable:
            suit = number // IN_SUIT
            then, _, met_change = after[standings[suit]][number]
            # Where the rows have just met, or the suit was just closed, what was held is free again.
            still = held & ~(SUIT_SETS[suit] if met_change else BITS[number ^ 1])
            key = (step, without(number, rays), still)
            if key not in seen:
                seen.add(key)
                waiting.append((*key, (*standings[:suit], then, *standings[suit + 1 :]), (number, path)))
    return Status.LOST, [], nodes


def _is_sure(table: Table, step: int, rays: Piled, standings: tuple[int, ...], number: int) -> bool:
    """Say whether a card that fits has nothing to wait for: its other copy is built, or lies below it."""
    standing = standings[number // IN_SUIT]
    if table.kings and table.piles.fits[standing] in SUIT_SETS:
        return False
    other = number ^ 1
    if table.kings and table.piles.closed[standing]:
        return True
    below = any(number in ray and other in ray for ray in rays)
    return below or not any(other in cards for cards in (*rays, *table.arcs[step + 1 :]))


def _may_end(table: Table, step: int, rays: Piled, held: int) -> bool:
    """Say whether all could be built if both copies of a card could go where one can: if not, nothing wins."""
    piles = [list(ray) for ray in rays]
    # A card that is held, or under its other copy, goes second.
    seconds = held
    for ray in rays:
        for place, number in enumerate(ray):
            if number ^ 1 in ray[place + 1 :]:
                seconds |= BITS[number]
    built = [2] * (52 + 2)
    for number in (number for pile in (*rays, *table.arcs[step + 1 :]) for number in pile):
        built[number // 2] -= 1
    while True:
        moved = True
        while moved:
            moved = False
            for pile in piles:
                while pile and _may_go(table.kings, built, pile[-1], second=bool(seconds & BITS[pile[-1]])):
                    built[pile.pop() // 2] += 1
                    moved = True
        if step == table.last:
            return not any(piles)
        step += 1
        for pile, number in zip(piles, table.arcs[step], strict=True):
            pile.append(number)


def _may_go(kings: bool, built: list[int], number: int, *, second: bool) -> bool:
    """Say whether a card may fit, by how many copies of its suit's cards are built at most."""
    one = number // 2
    rank = one % KING + 1
    if kings:
        suit = one - rank + 1
        if all(built[suit : suit + KING]):
            return True
        return not second and (rank in (ACE, KING) or built[one - 1] > 0 or built[one + 1] > 0)
    return rank == ACE or built[one - 1] > (1 if second else 0)
