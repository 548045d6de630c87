"""Several plays picked on one board: what is played of them, and what fits no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.positions import Line, Position
from engine.game import AnyGame
from engine.words import Phrase


def picked(before: Position, picks: Sequence[str]) -> tuple[Line, tuple[Any, ...], tuple[Phrase, ...]]:
    """Return where plays picked on a board lead, those that were made, and in words those that fitted no more.

    A pick means the cards that it takes on that board, wherever the picks before it have moved them. Raise InvalidMove
    or IllegalMove if one of them can't be made on that board.
    """
    game, line = before.game, before.line.next_request()
    moves, left = list[Any](), list[Phrase]()
    waiting = [game.parse(text) for text in picks]
    for move in waiting:
        game.apply(before.state, move)
    for words in [game.describe(before.state, move) for move in waiting]:
        move, *waiting = waiting
        if move not in game.legal_moves(line.state):
            left.append(words)
            continue
        waiting = [_followed(game, line.state, move, other) for other in waiting]
        line = line.after(game, move)
        moves.append(move)
    return line, tuple(moves), tuple(left)


def _followed(game: AnyGame, state: Any, made: Any, other: Any) -> Any:
    """Return how a picked move is written after another was made; None if it can't be any more.

    Nothing is picked behind an advance: what that turns could not be seen.
    """
    return None if other is None or game.is_advance(made) else game.follow(state, made, other)
