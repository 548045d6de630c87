"""How hard a deal is: from how far a plain player comes in it, who looks at nothing that lies face down.

The player plays a random one of what fits, now and then goes on with plays left, and is the same on every machine: the
chance of a playout hangs on its number alone, not on the cards, so that what is face down has no part in a choice.
What such players reach is held against what they reach in other deals under the same options (``engine.solve.cuts``).
"""

from __future__ import annotations

import enum
import functools
import importlib
import pkgutil
import random
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from engine.game import AnyGame
from engine.solve import cuts

PLAYOUTS: Final = 200

GOES_ON: Final = (0.0, 0.02, 0.05, 0.1)
"""How often a player advances with plays left: the players take turns. One plays all that fits, which wins most often
in Sultan and Sun; the others win some deals that this one never wins, by leaving a card where it is.
"""


class Difficulty(enum.StrEnum):
    """A quarter each of the deals under the same options."""

    GENTLE = "gentle"
    FAIR = "fair"
    HARD = "hard"
    FIENDISH = "fiendish"


def difficulty(game: AnyGame, state: Any) -> Difficulty | None:
    """Return how hard a deal is, given by its first position; None where its options have no known quarters.

    It takes some tenths of a second.
    """
    bounds = _cuts(game).get(options_text(game.options_of(state)))
    if bounds is None:
        return None
    return tuple(Difficulty)[::-1][bisect_left(bounds, measure(game, state))]


def measure(game: AnyGame, state: Any, playouts: int = PLAYOUTS) -> Fraction:
    """Return how easy a position is: how many playouts are won, plus the mean share of progress that all reach.

    So wins come first, and progress tells apart where they are equal: where none is won the number is below 1.
    Of several ways to make one number of the two, this foretells best how often other playouts win.
    """
    reached = [
        playout(game, state, random.Random(number), GOES_ON[number % len(GOES_ON)]) for number in range(playouts)
    ]
    return sum(progress == game.total for progress in reached) + Fraction(sum(reached), game.total * playouts)


def playout(game: AnyGame, state: Any, chance: random.Random, goes_on: float) -> int:
    """Return the progress that a plain player reaches. Of ``chance`` only ``random()`` is used, which never changes.

    Plays that bring the game on come first, a random one of them; one that does not is made where there is no
    other and the game says that it makes sense, so that no player goes round in circles.
    """
    is_advance = game.is_advance
    progress = game.progress(state)
    while moves := game.legal_moves(state):
        advance = None
        plays = []
        for move in moves:
            if is_advance(move):
                advance = move
            else:
                plays.append(move)
        after = None
        if plays and (advance is None or chance.random() >= goes_on):
            after = _played(game, state, plays, progress, chance)
        if after is None:
            if advance is None:
                break
            after = game.apply(state, advance)
        state = after
        progress = game.progress(state)
    return progress


def _played(game: AnyGame, state: Any, plays: list[Any], progress: int, chance: random.Random) -> Any | None:
    """Return a position after one of the plays, which are used up, or None if none of them makes sense."""
    while plays:
        place = int(chance.random() * len(plays))
        plays[place], plays[-1] = plays[-1], plays[place]
        after = game.apply(state, plays.pop())
        if game.progress(after) > progress:
            return after
    play = game.next_play(state)
    return None if play is None else game.apply(state, play)


def options_text(options: Mapping[str, str | int]) -> str:
    """Return the options as tables of cuts name them: ``piles 1, stock closed, redeals 0``."""
    return ", ".join(f"{name} {value}" for name, value in options.items())


@functools.cache
def _cuts(game: AnyGame) -> Mapping[str, Sequence[Fraction]]:
    """Return by options the three measures at which a game's quarters part, the lowest first."""
    if game.name in {module.name for module in pkgutil.iter_modules(cuts.__path__)}:
        table = importlib.import_module(f"{cuts.__name__}.{game.name}").CUTS
        return {options: tuple(map(Fraction, bounds)) for options, bounds in table.items()}
    return {}
