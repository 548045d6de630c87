"""Sultan: a beam search over what is placed in the divan and on the foundations, wider and wider."""

from __future__ import annotations

from typing import Final

from engine.games.sultan import GAME, SultanState
from engine.solve.games import _sultan_beam
from engine.solve.games._sultan_line import moves_of
from engine.solve.games._sultan_places import places_of
from engine.solve.solution import Found, Limit, NoShortestLine, Status

_QUICK: Final = 3
"""The width of the first search, which places all that could be built: it wins nine deals in ten."""
_WIDTHS: Final = (10, 100, 1_000, 10_000, 100_000)


def search(state: SultanState, limit: Limit, *, shortest: bool) -> Found:
    """Search wider and wider for a win, or for the proof that there is none; see ``_sultan_beam`` for why it is one."""
    if shortest:
        raise NoShortestLine(GAME.name)
    places = places_of(state)
    nodes = 0
    for quick, width in ((True, _QUICK), *((False, width) for width in _WIDTHS)):
        found = _sultan_beam.search(places, width, limit, quick=quick)
        nodes += found.nodes
        if found.line is not None:
            return Found(Status.WON, moves_of(state, found.line), nodes)
        if found.complete:
            return Found(Status.LOST, nodes=nodes)
        if limit.reached():
            break
    return Found(Status.UNKNOWN, nodes=nodes)
