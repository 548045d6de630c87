"""How a game of Pyramid went: the pyramid, bright where its cards are gone."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from engine.view import View
from render.beams import Beam, bar

_ROWS: Final = 7
_ACROSS: Final = 0.125
_DOWN: Final = 0.132
"""The pitch of the cards, which stand clear of each other here."""
_WIDTH: Final = 0.092
_HEIGHT: Final = 0.115


def progress(view: View) -> list[Beam]:
    """Return the 28 places of the pyramid, full where the card is gone."""
    beams = []
    for row in range(1, _ROWS + 1):
        left = 0.5 - row * _ACROSS / 2 + (_ACROSS - _WIDTH) / 2
        top = 0.04 + (row - 1) * _DOWN
        for place in range(row):
            x = left + place * _ACROSS
            gone = Fraction(not view.cards(f"p{row}.{place + 1}"))
            beams.append(bar(x, x + _WIDTH, top + _HEIGHT, top, gone))
    return beams
