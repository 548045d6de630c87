"""Sultan in words: sentences for alt text, lines for a text board."""

from __future__ import annotations

from typing import Final

from engine.view import Pile, View
from engine.words import Phrase, Translate
from render.words import NOTHING, label, labels, marked, passes

SQUARE: Final = (("D1", "H2", "D2"), ("C1", "sultan", "C2"), ("S1", "H1", "S2"))
_CELL: Final = 6


def sentences(view: View, translate: Translate) -> list[str]:
    """Return the foundations, the divan, the waste and the pass."""
    tops = [pile.cards[-1] for pile in view.piles if pile.role == "foundation"]
    divan = [f"{pile.name} {labels(pile.cards) or NOTHING}" for pile in _divan(view)]
    said = [
        Phrase("Foundations: {cards}.", {"cards": labels(tops)}).text(translate),
        Phrase("Divan: {cards}.", {"cards": ", ".join(divan)}).text(translate),
    ]
    waste = [label(one) for one in view.cards("waste")]
    return said + _waste(waste, translate) + passes(view, translate)


def lines(view: View, translate: Translate) -> list[str]:
    """Return the square with half of the divan at each side, then the waste and the pass."""
    divan = [f"{pile.name} {(marked(view, pile) or [NOTHING])[0].center(_CELL)}" for pile in _divan(view)]
    half = len(divan) // 2
    square = ["".join(label(view.cards(name)[-1]).center(_CELL) for name in row) for row in SQUARE]
    above = [" " * len(square[0])] * (half - len(square))
    said = [
        f"{left}  {middle}  {right}".rstrip()
        for left, middle, right in zip(divan[:half], above + square, divan[half:], strict=True)
    ]
    waste = next(marked(view, pile, tags=True) for pile in view.piles if pile.role == "waste")
    return said + _waste(waste, translate) + passes(view, translate)


def _divan(view: View) -> list[Pile]:
    return [pile for pile in view.piles if pile.role == "tableau"]


def _waste(waste: list[str], translate: Translate) -> list[str]:
    """Return what lies on the waste, given by its labels, if anything does."""
    if not waste:
        return []
    return [Phrase("Waste, top first: {cards}.", {"cards": " ".join(reversed(waste))}).text(translate)]
