"""Whether a position of Sun can be won, the wind known: plans are tried by playing them out, and every way where few
are left.

With a plan, all that fits is played as soon as the plan lets it (``_sun_playout``); plans are improved by annealing
(``_sun_anneal``). In turn with it, and for ever longer, every way is tried, which alone can prove a loss
(``_sun_exact``; ``_sun_sunrise`` where the sunrise is all there is).
"""

from __future__ import annotations

from typing import Final

from engine.games._sun import SunState
from engine.solve.games import _sun_exact, _sun_sunrise
from engine.solve.games._sun_anneal import Annealer
from engine.solve.games._sun_line import moves_of
from engine.solve.games._sun_playout import after_wind
from engine.solve.games._sun_table import FIRST_GATHERING, LAST_ARC, WIND, Table, table_of
from engine.solve.solution import Found, Limit, NoShortestLine, Status

FIRST_PLAYOUTS: Final = 100
MOST_POSITIONS: Final = 600_000
"""Of an exact search: they are kept in memory, some 200 bytes each."""


def search(state: SunState, limit: Limit, *, shortest: bool) -> Found:
    """Search from a position; nodes are playouts and positions. Raises NoShortestLine if the shortest is asked for."""
    if shortest:
        raise NoShortestLine("sun")
    table = table_of(state)
    if table.step == WIND:
        left, line = after_wind(table.piles, list(table.standings), list(table.clouds[-1]))
        return Found(Status.LOST, nodes=1) if left else Found(Status.WON, moves_of(state, table, line), 1)
    status, line, nodes = _searched(table, limit)
    return Found(status, moves_of(state, table, line), nodes)


def _searched(table: Table, limit: Limit) -> tuple[Status, list[int], int]:
    alone = table.last == LAST_ARC
    every_way = _sun_sunrise.search if alone else _sun_exact.search
    # Before the sunset few games are small enough to be searched through.
    late = alone or table.step >= FIRST_GATHERING
    a_playout = 4 if alone else 8 if late else 1
    annealer = Annealer(table)
    playouts, nodes, proving = FIRST_PLAYOUTS, 0, late
    while not limit.reached():
        if proving:
            status, line, seen = every_way(table, limit, a_playout * playouts)
            nodes += seen
            if status is not Status.UNKNOWN:
                return status, line, nodes
        # A sunrise alone is hardly ever won, and then the other search finds it as well.
        found, played = annealer.search(limit, FIRST_PLAYOUTS if alone else playouts)
        nodes += played
        if found is not None:
            return Status.WON, found, nodes
        playouts *= 4
        proving = alone or ((late or playouts > 10 * FIRST_PLAYOUTS) and a_playout * playouts < MOST_POSITIONS)
    return Status.UNKNOWN, [], nodes
