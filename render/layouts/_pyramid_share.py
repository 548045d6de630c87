"""How a game of Pyramid went: the pyramid, bright where its cards are gone."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from engine.view import View
from render.beams import Beam, bar
from render.marks import EMPTY, FULL

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


def reached(view: View) -> int:
    """Return how many rows of the pyramid are gone."""
    rows = range(1, _ROWS + 1)
    return sum(not any(view.cards(f"p{row}.{place + 1}") for place in range(row)) for row in rows)


def marks(view: View) -> list[str]:
    """Return the rows of the pyramid, a line each, full where the card is gone."""
    return [
        "".join(EMPTY if view.cards(f"p{row}.{place + 1}") else FULL for place in range(row))
        for row in range(1, _ROWS + 1)
    ]
