"""Sultan: the square on its carpet, the divan at both sides, the stock at the left, the waste at the right."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from engine.cards import Card
from engine.view import Outcome, View
from engine.words import Translate
from render import faces, tokens
from render.canvas import Placed
from render.changes import Spot
from render.layouts import _sultan_words
from render.layouts._sultan_rules import RULES
from render.look import Look
from render.palette import Theme, suited, theme

_WIDTH: Final = 138
_HEIGHT: Final = 196
_ACROSS: Final = (21, 171, 331, 481, 631, 791, 941)
"""The left edges of the seven columns; the square is in the middle three, a little apart."""
_DOWN: Final = (32, 250, 468)
_SQUARE: Final = (("D1", "H2", "D2"), ("C1", "sultan", "C2"), ("S1", "H1", "S2"))
_DIVANS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    6: ((1, 0), (1, 1), (1, 2), (5, 0), (5, 1), (5, 2)),
    8: ((0, 0), (1, 0), (1, 1), (1, 2), (5, 0), (5, 1), (5, 2), (6, 0)),
}
"""Column and row of each place; the eighth and the first are the upper corners."""
_CAP: Final = 26
_THEME: Final = theme(
    felt="64202F",
    edge="43131F",
    shade="330D17",
    line="3A2128",
    pill="2E0C14",
    place="561A28",
    ghost="A2707C",
    back="23408E",
    lattice="5C7FD0",
    rug="7B2B34",
    hem="B98A3A",
    nook="5E1F28",
)


class SultanLayout:
    """The table of Sultan."""

    name: Final = "sultan"
    size: Final = (1100, 700)
    rules: Final = RULES

    def theme(self, view: View, look: Look) -> Theme:
        """Return the colours of the felt, and those that a look chooses."""
        return suited(_THEME, look)

    def scenery(self, look: Look) -> tuple[Placed, ...]:
        """Return the carpet under the square."""
        left, right = _ACROSS[2] - 12, _ACROSS[4] + _WIDTH + 12
        top, bottom = _DOWN[0] - 18, _DOWN[2] + _HEIGHT + 18
        return (Placed(tokens.carpet(right - left, bottom - top, 16), left, top, "ornament"),)

    def place(self, view: View, look: Look, changed: Set[Spot]) -> list[Placed]:
        """Return the square, the divan with its tags, the stock and the waste."""
        placed = self._square(view)
        if view.outcome is Outcome.WON:
            for x in (_ACROSS[0] + _ACROSS[1] + _WIDTH, _ACROSS[5] + _ACROSS[6] + _WIDTH):
                placed.append(Placed(tokens.laurel(str(view.score), 270), x // 2, 350, "ornament"))
            return placed
        placed += self._divan(view)
        placed += self._stock(view)
        placed += self._waste(view)
        if view.outcome is Outcome.LOST:
            lost = tokens.ribbon(f"{view.progress}/{view.total}", 20)
            placed.append(Placed(lost, _ACROSS[6] + _WIDTH // 2, 330, "ornament"))
        return placed

    def words(self, view: View, translate: Translate) -> list[str]:
        """Return the position in sentences."""
        return _sultan_words.sentences(view, translate)

    def lines(self, view: View, translate: Translate) -> list[str]:
        """Return the position in lines for letters of one width."""
        return _sultan_words.lines(view, translate)

    def _square(self, view: View) -> list[Placed]:
        placed = []
        for row, names in enumerate(_SQUARE):
            for column, name in enumerate(names):
                cards = view.cards(name)
                top = cards[-1]
                if top is None:
                    continue
                make = faces.sultan if name == "sultan" else faces.face
                at = _ACROSS[2 + column], _DOWN[row]
                placed.append(Placed(make(top, _WIDTH, _HEIGHT), *at, "card", name, len(cards) - 1))
        return placed

    def _divan(self, view: View) -> list[Placed]:
        tags = {mark.pile: mark.tag for mark in view.marks}
        piles = [pile for pile in view.piles if pile.role == "tableau"]
        placed = []
        for pile, (column, row) in zip(piles, _DIVANS[len(piles)], strict=True):
            x, y = _ACROSS[column], _DOWN[row]
            placed += _card(pile.name, pile.cards, x, y, tags.get(pile.name))
            if not pile.cards:
                place = tokens.place(_WIDTH, _HEIGHT, pile.name.removeprefix("d"))
                placed.append(Placed(place, x, y, "place", pile.name))
        return placed

    def _stock(self, view: View) -> list[Placed]:
        count = len(view.cards("stock"))
        turn, turns = view.fact("pass") or 1, view.fact("passes") or 1
        x, y = _ACROSS[0], _DOWN[2]
        middle = x + _WIDTH // 2
        if count:
            placed = [Placed(faces.back(_WIDTH, _HEIGHT), x, y, "card", "stock", count - 1)]
        else:
            sign = tokens.signed_place(_WIDTH, _HEIGHT, "end" if turn == turns else "again")
            placed = [Placed(sign, x, y, "place", "stock")]
        placed.append(Placed(tokens.pill(str(count), _CAP), middle, y - 32, "pill", says=str(count)))
        placed.append(Placed(tokens.dots(turn, turns, 16), middle, y - 78, "pill"))
        return placed

    def _waste(self, view: View) -> list[Placed]:
        cards = view.cards("waste")
        x, y = _ACROSS[6], _DOWN[2]
        tag = next((mark.tag for mark in view.marks if mark.pile == "waste"), None)
        if cards:
            placed = _card("waste", cards, x, y, tag)
        else:
            placed = [Placed(tokens.signed_place(_WIDTH, _HEIGHT, "any"), x, y, "place", "waste")]
        count = str(len(cards))
        return [*placed, Placed(tokens.pill(count, _CAP), x + _WIDTH // 2, y - 32, "pill", says=count)]


def _card(pile: str, cards: tuple[Card | None, ...], x: int, y: int, tag: str | None) -> list[Placed]:
    if not cards or cards[-1] is None:
        return []
    face = faces.face(cards[-1], _WIDTH, _HEIGHT, rim=tag is not None)
    placed = [Placed(face, x, y, "card", pile, len(cards) - 1)]
    if tag is not None:
        at = x + _WIDTH // 2, y + _HEIGHT - 18
        placed.append(Placed(tokens.tag(tag, _CAP), *at, "tag", pile, len(cards) - 1, tag))
    return placed


LAYOUT: Final = SultanLayout()
