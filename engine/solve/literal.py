"""The literal search: every move of every position, each position once. Right for every game, quick for small ones.

It is what a game without a method of its own is searched by, and what the methods are held against.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from engine.game import AnyGame
from engine.solve.solution import Found, Limit, Status
from engine.view import Outcome


def search(game: AnyGame, state: Any, limit: Limit, *, shortest: bool = False) -> Found:
    """Search depth first or, for a shortest line, breadth first; lost when every position was seen and none is won."""
    came_from: dict[Any, tuple[Any, Any] | None] = {state: None}
    waiting = deque([state])
    nodes = 0
    while waiting:
        if limit.reached():
            return Found(Status.UNKNOWN, nodes=nodes)
        position = waiting.popleft() if shortest else waiting.pop()
        nodes += 1
        if game.outcome(position) is Outcome.WON:
            return Found(Status.WON, _line_to(came_from, position), nodes)
        moves = game.legal_moves(position)
        # What is put on the pile last is looked at first: plays, since advances come last among the legal moves.
        for move in moves if shortest else reversed(moves):
            after = game.apply(position, move)
            if after not in came_from:
                came_from[after] = (position, move)
                waiting.append(after)
    return Found(Status.LOST, nodes=nodes)


def _line_to(came_from: dict[Any, tuple[Any, Any] | None], position: Any) -> tuple[Any, ...]:
    line = []
    while (step := came_from[position]) is not None:
        position, move = step
        line.append(move)
    return tuple(reversed(line))
