"""How a game of Sun went: the eight foundations as beams of a sun above the horizon."""

from __future__ import annotations

from fractions import Fraction

from engine.cards import KING
from engine.view import View
from render.beams import Beam, disc, fan


def progress(view: View) -> list[Beam]:
    """Return a beam for each foundation, the fullest in the middle, and a sun as full as all of them together."""
    heights = [Fraction(len(pile.cards), KING) for pile in view.piles if pile.role == "foundation"]
    middle = 0.5, 0.72
    beams = fan(heights, middle, (0.21, 0.49), (169.0, 11.0))
    return [*beams, disc(middle, 0.16, Fraction(view.progress, view.total), risen=True)]
