"""How a game went, as signs in a line or a few: for texts that are shared. They tell how far it went, and no card.

A layout may have ``marks``, which draws what its game is about; a game without it gets a bar. It may also have
``reached``: the row or stage that a game came to, as a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.view import View
from render.layout import layout_of

FULL: Final = "\N{BLACK SQUARE}"
EMPTY: Final = "\N{WHITE SQUARE}"
HEIGHTS: Final = "▁▂▃▄▅▆▇█"
BAR: Final = 10


def marks(view: View) -> Sequence[str]:
    """Return the signs, line by line; raise LookupError if the game has no layout."""
    drawn: Callable[[View], Sequence[str]] = getattr(layout_of(view.game), "marks", bar)
    return drawn(view)


def reached(view: View) -> int:
    """Return how far a game came, in rows or stages of its own; in tenths of its cards, if it has neither.

    Raise LookupError if the game has no layout.
    """
    found: Callable[[View], int] = getattr(layout_of(view.game), "reached", _tenths)
    return found(view)


def _tenths(view: View) -> int:
    return view.progress * 10 // max(1, view.total)


def bar(view: View) -> list[str]:
    """Return one line, full as far as the cards are done."""
    full = view.progress * BAR // max(1, view.total)
    return [FULL * full + EMPTY * (BAR - full)]


def height(done: int, most: int) -> str:
    """Return a sign that is the higher the more is done, and highest only where all is."""
    return HEIGHTS[done * (len(HEIGHTS) - 1) // most]
