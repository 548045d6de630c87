"""Every way to play Sun from a position, each position once: for positions with few ways left.

Moves between the rows are not tried: a suit whose rows have met takes any rank (see ``_sun_piles``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from engine.solve.games._sun_playout import Path, after_wind, line_of
from engine.solve.games._sun_table import CARDS, FIRST_GATHERING, WIND, Table, advanced, available
from engine.solve.solution import Limit, Status

Piled: TypeAlias = tuple[bytes, ...]


def search(table: Table, limit: Limit, most: int) -> tuple[Status, list[int], int]:
    """Return what is known after at most ``most`` positions, the line if it is won, and how many were seen."""
    piles = table.piles
    fits, after = piles.fits, piles.after
    # What is left outside the foundations tells how these stand: it need not be part of what was seen.
    seen = {_key(table.step, table.rays, table.clouds)}
    waiting: list[tuple[int, Piled, Piled, tuple[int, ...], Path]] = [
        (table.step, table.rays, table.clouds, table.standings, None)
    ]
    nodes = 0
    while waiting:
        if nodes >= most or (nodes % 256 == 255 and limit.reached()):
            return Status.UNKNOWN, [], nodes
        nodes += 1
        step, rays, clouds, standings, path = waiting.pop()
        ready = available(step, rays, clouds)
        playable = [number for suit, standing in enumerate(standings) for number in numbers(ready & fits[standing])]
        sure = _sure(table, step, rays, clouds, standings, playable)
        if sure is not None:
            playable = [sure]
        else:
            following = advanced(table, step, rays, clouds)
            if following is not None and following[0] == WIND:
                left, line = after_wind(piles, list(standings), list(following[2][-1]))
                if not left:
                    return Status.WON, [*line_of(path), ~WIND, *line], nodes
            elif following is not None and (key := _key(*following)) not in seen:
                seen.add(key)
                waiting.append((*following, standings, (~following[0], path)))
        for number in playable:
            rays_after, clouds_after = without(number, rays), without(number, clouds)
            if not any(rays_after) and not any(clouds_after) and not any(table.arcs[step + 1 :]):
                return Status.WON, [*line_of(path), number], nodes
            if (key := _key(step, rays_after, clouds_after)) not in seen:
                seen.add(key)
                suit = number // 26
                built = (*standings[:suit], after[standings[suit]][number][0], *standings[suit + 1 :])
                waiting.append((step, rays_after, clouds_after, built, (number, path)))
    return Status.LOST, [], nodes


def _sure(
    table: Table, step: int, rays: Piled, clouds: Piled, standings: tuple[int, ...], playable: list[int]
) -> int | None:
    """Return a card that can be played at once without harm; None if none is known.

    With nothing but clouds left, a card that is gone is in no other's way, before the wind or after it (which lays the
    rest in the same order). A card whose other copy is built has no other time to be played instead of, unless it can
    close a suit whose rows have met.
    """
    if step < FIRST_GATHERING or any(rays):
        return None
    for number in playable:
        if (
            table.piles.closed[standings[number // 26]]
            if table.kings
            else not any(number ^ 1 in pile for pile in clouds)
        ):
            return number
    return None


def _key(step: int, rays: Piled, clouds: Piled) -> bytes:
    """Return a position as bytes; copies of a card are alike, and so are clouds in any order."""
    laid = b"\xff".join((*rays, *sorted(cloud for cloud in clouds if cloud)))
    return laid.translate(CARDS) + bytes((step,))


def numbers(cards: int) -> Iterator[int]:
    """Yield the numbers of the cards of a set."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1


def _lies_in(piles: Piled, number: int) -> bool:
    return any(number in pile for pile in piles)


def without(number: int, piles: Piled) -> Piled:
    """Return the piles without a card."""
    one = bytes((number,))
    return tuple(pile.replace(one, b"") for pile in piles)
