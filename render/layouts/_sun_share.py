"""How a game of Sun went: the eight foundations as beams of a sun above the horizon."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from engine.cards import KING, SUITS, SYMBOLS
from engine.view import View
from render.beams import Beam, disc, fan
from render.marks import height

_SUNRISE: Final = "🌅"
_SUN: Final = "☀️"
_SUNSET: Final = "🌇"
_WIND: Final = "💨"


def progress(view: View) -> list[Beam]:
    """Return a beam for each foundation, the fullest in the middle, and a sun as full as all of them together."""
    heights = [Fraction(len(pile.cards), KING) for pile in view.piles if pile.role == "foundation"]
    middle = 0.5, 0.72
    beams = fan(heights, middle, (0.21, 0.49), (169.0, 11.0))
    return [*beams, disc(middle, 0.16, Fraction(view.progress, view.total), risen=True)]


def reached(view: View) -> int:
    """Return which stage it was: the sunrise, the sun, the sunset; and the wind after them."""
    return (view.fact("stage") or 1) + (view.fact("wind") or 0)


def marks(view: View) -> list[str]:
    """Return the stages that were reached, and each suit with its two foundations, as high as they were built."""
    stage = view.fact("stage") or 1
    reached = _SUNRISE
    if stage > 1 and view.option("stages") == "1-2-3":
        reached += _SUN
    if stage > 2:
        reached += _SUNSET
    if view.fact("wind"):
        reached += _WIND
    suits = []
    for suit, symbol in zip(SUITS, SYMBOLS, strict=True):
        piles = [pile for pile in view.piles if pile.role == "foundation" and pile.name.partition("-")[2][:1] == suit]
        suits.append(symbol + "".join(height(len(pile.cards), KING) for pile in piles))
    return [reached, " ".join(suits)]
