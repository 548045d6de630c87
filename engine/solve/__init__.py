"""Whether a position can be won when all cards are known, and how. It sees what lies face down: for no player's eyes.

A game's method stands in ``engine/solve/games``, in a file named as the game is; a game without one is searched
literally, so that every game can be asked about.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import time
from typing import Any

from engine.game import AnyGame
from engine.solve import games as methods
from engine.solve import literal
from engine.solve.solution import Found, Limit, Method, NoShortestLine, Solution, Status
from engine.view import Outcome

__all__ = ["Limit", "NoShortestLine", "Solution", "Status", "solve"]


def solve(game: AnyGame, state: Any, *, seconds: float = 10.0, shortest: bool = False) -> Solution:
    """Say whether a position can be won, looking for at most about ``seconds``.

    A solution that is won carries the moves from there to the win, as few as can be where ``shortest`` is asked for;
    they were replayed. Raises NoShortestLine where the game's method cannot tell the shortest.
    """
    started = time.perf_counter()
    found = _search(game, state, Limit(seconds), shortest=shortest)
    if found.status is Status.WON:
        _replay(game, state, found.moves)
    return Solution(found.status, found.moves, found.nodes, time.perf_counter() - started)


def _search(game: AnyGame, state: Any, limit: Limit, *, shortest: bool) -> Found:
    outcome = game.outcome(state)
    if outcome is not None:
        return Found(Status.WON if outcome is Outcome.WON else Status.LOST)
    return _method(game)(state, limit, shortest=shortest)


@functools.cache
def _method(game: AnyGame) -> Method:
    if game.name in {module.name for module in pkgutil.iter_modules(methods.__path__)}:
        method: Method = importlib.import_module(f"{methods.__name__}.{game.name}").search
        return method
    return functools.partial(literal.search, game)


def _replay(game: AnyGame, state: Any, moves: tuple[Any, ...]) -> None:
    """Raise if a line does not lead to a win: a proof that does not hold is an error of ours, whoever asked."""
    for move in moves:
        state = game.apply(state, move)
    if game.outcome(state) is not Outcome.WON:
        raise AssertionError(f"a line of {len(moves)} moves in {game.name} does not win")
