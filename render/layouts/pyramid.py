"""Pyramid: the rows in the middle, the stock and what is out at the left, the wastes at the right."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from engine.view import Outcome, View
from engine.words import Translate
from render import faces, tokens
from render.canvas import Placed
from render.changes import Spot
from render.layouts import _pyramid_words
from render.layouts._pyramid_rules import RULES
from render.look import Look
from render.palette import Theme, suited, theme

_WIDTH: Final = 116
_HEIGHT: Final = 162
_PITCH: Final = _WIDTH + 12
_DOWN: Final = 82
_ROWS: Final = 7
_TOP: Final = 24
_EDGE: Final = 14
_UNDER: Final = _EDGE + _HEIGHT + 26
"""Where counts stand under the piles along the upper edge."""
_FAN: Final = 5
"""How many cards of a single waste are shown."""
_FAN_DOWN: Final = faces.strip(_WIDTH)
_CAP: Final = 23
_THEME: Final = theme(
    felt="1B5E40",
    edge="103B29",
    shade="0C2C1E",
    line="2B3A33",
    pill="0B2A1C",
    place="174F36",
    ghost="5B917A",
    back="23408E",
    lattice="5C7FD0",
    rug="174F36",
    hem="5B917A",
    nook="174F36",
)


class PyramidLayout:
    """The table of Pyramid."""

    name: Final = "pyramid"
    size: Final = (1100, 700)
    rules: Final = RULES

    def theme(self, view: View, look: Look) -> Theme:
        """Return the colours of the felt, and those that a look chooses."""
        return suited(_THEME, look)

    def scenery(self, look: Look) -> tuple[Placed, ...]:
        """Return nothing: every place is drawn with its position."""
        return ()

    def place(self, view: View, look: Look, changed: Set[Spot]) -> list[Placed]:
        """Return the pyramid from its top down, so that lower rows lie on higher ones, then the piles."""
        marked = {(mark.pile, mark.index) for mark in view.marks}
        placed = []
        for row in range(1, _ROWS + 1):
            left = (self.size[0] - row * _PITCH + _PITCH - _WIDTH) // 2
            for place in range(row):
                pile = f"p{row}.{place + 1}"
                for one in view.cards(pile):
                    if one is not None:
                        covered = row < _ROWS and any(view.cards(f"p{row + 1}.{place + n}") for n in (1, 2))
                        sprite = faces.face(one, _WIDTH, _HEIGHT, rim=(pile, 0) in marked, covered=covered)
                        at = left + place * _PITCH, _TOP + (row - 1) * _DOWN
                        placed.append(Placed(sprite, *at, "card", pile))
        placed += self._stock(view, rim=("stock", len(view.cards("stock")) - 1) in marked)
        placed += self._wastes(view, marked)
        if view.outcome is Outcome.WON:
            placed.append(Placed(tokens.laurel(str(view.score), 400), 550, 360, "ornament"))
        elif view.outcome is Outcome.LOST:
            lost = tokens.ribbon(f"{view.progress}/{view.total}", 30)
            placed.append(Placed(lost, _EDGE + _PITCH, 304, "ornament"))
        return placed

    def words(self, view: View, translate: Translate) -> list[str]:
        """Return the position in sentences."""
        return _pyramid_words.sentences(view, translate)

    def lines(self, view: View, translate: Translate) -> list[str]:
        """Return the position in lines for letters of one width."""
        return _pyramid_words.lines(view, translate)

    def _stock(self, view: View, *, rim: bool) -> list[Placed]:
        stock = view.cards("stock")
        turn, turns = view.fact("pass"), view.fact("passes")
        top = stock[-1] if stock else None
        if top is not None:
            sprite = faces.face(top, _WIDTH, _HEIGHT, rim=rim)
        elif stock:
            sprite = faces.back(_WIDTH, _HEIGHT)
        else:
            sprite = tokens.signed_place(_WIDTH, _HEIGHT, "end" if turn == turns else "again")
        index = max(0, len(stock) - 1)
        middle = _EDGE + _WIDTH // 2
        out = len(view.cards("discard"))
        placed = [
            Placed(sprite, _EDGE, _EDGE, "card" if stock else "place", "stock", index),
            _count(len(stock), middle, _UNDER),
            Placed(tokens.place(_WIDTH, _HEIGHT, "13"), _EDGE + _PITCH, _EDGE, "place", "discard"),
            _count(out, middle + _PITCH, _UNDER),
        ]
        if turn is not None and turns is not None and turns > 1:
            placed.append(Placed(tokens.dots(turn, turns, 14), middle, _UNDER + 42, "pill"))
        return placed

    def _wastes(self, view: View, marked: set[tuple[str, int]]) -> list[Placed]:
        count = self._piles(view)
        placed = []
        for number in range(1, count + 1):
            pile = f"waste{number}"
            cards = view.cards(pile)
            left = self.size[0] - _EDGE - _WIDTH - (count - number) * _PITCH
            shown = min(len(cards), _FAN if count == 1 else 1)
            if not shown:
                placed.append(Placed(tokens.signed_place(_WIDTH, _HEIGHT, "any"), left, _EDGE, "place", pile))
            for down, index in enumerate(range(len(cards) - shown, len(cards))):
                one = cards[index]
                if one is not None:
                    covered = index < len(cards) - 1
                    sprite = faces.face(one, _WIDTH, _HEIGHT, rim=(pile, index) in marked, covered=covered)
                    placed.append(Placed(sprite, left, _EDGE + down * _FAN_DOWN, "card", pile, index))
            below = _UNDER + max(0, shown - 1) * _FAN_DOWN
            placed.append(_count(len(cards), left + _WIDTH // 2, below))
        return placed

    @staticmethod
    def _piles(view: View) -> int:
        return sum(pile.role == "waste" for pile in view.piles)


def _count(number: int, x: int, y: int) -> Placed:
    return Placed(tokens.pill(str(number), _CAP), x, y, "pill", says=str(number))


LAYOUT: Final = PyramidLayout()
