"""How a game of Sultan went: the eight foundations as petals around the middle, as far as they were built."""

from __future__ import annotations

from fractions import Fraction

from engine.cards import KING, QUEEN, SUITS, SYMBOLS, rank_of
from engine.view import View
from render.beams import Beam, disc, fan
from render.marks import height


def progress(view: View) -> list[Beam]:
    """Return a petal for each foundation, the fullest at the top, and a disc as full as all of them together."""
    tops = [pile.cards[-1] for pile in view.piles if pile.role == "foundation" and pile.cards]
    # A bare king is where a foundation begins.
    heights = [Fraction(rank_of(top) % KING, QUEEN) for top in tops if top is not None]
    middle = 0.5, 0.5
    petals = fan(heights, middle, (0.17, 0.485), (247.5, -67.5))
    return [*petals, disc(middle, 0.12, Fraction(view.progress, view.total))]


def reached(view: View) -> int:
    """Return which pass through the stock it was."""
    return view.fact("pass") or 1


def marks(view: View) -> list[str]:
    """Return one line: each suit with its two foundations, as high as they were built."""
    suits = []
    for suit, symbol in zip(SUITS, SYMBOLS, strict=True):
        tops = [view.cards(f"{suit}{which}")[-1] for which in (1, 2)]
        suits.append(symbol + "".join(height(rank_of(top) % KING, QUEEN) for top in tops if top is not None))
    return [" ".join(suits)]
