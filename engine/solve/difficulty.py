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

GOES_ON: Final = 0.1
"""How often the player advances with plays left: some deals are won by waiting alone, and no player sees all plays."""


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
    """Return from 0 to 2 how easy a position is: the share of playouts won, plus the mean share of progress reached.

    Wins count most, as only they bring both to the full; where hardly any are won, progress tells deals apart.
    """
    reached = [playout(game, state, random.Random(number)) for number in range(playouts)]
    won = sum(progress == game.total for progress in reached)
    return Fraction(won * game.total + sum(reached), game.total * playouts)


def playout(game: AnyGame, state: Any, chance: random.Random) -> int:
    """Return the progress that a plain player reaches. Of ``chance`` only ``random()`` is used, which never changes.

    Plays that bring the game on come first, a random one of them; one that does not is made where there is no
    other and the game says that it makes sense, so that no player goes round in circles.
    """
    progress = game.progress(state)
    while moves := game.legal_moves(state):
        plays = [move for move in moves if not game.is_advance(move)]
        advance = moves[-1] if len(plays) < len(moves) else None
        after = None
        if advance is None or chance.random() >= GOES_ON:
            after = _played(game, state, plays, progress, chance)
        state = game.apply(state, advance) if after is None else after
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
        table: Mapping[str, Sequence[Fraction]] = importlib.import_module(f"{cuts.__name__}.{game.name}").CUTS
        return table
    return {}
