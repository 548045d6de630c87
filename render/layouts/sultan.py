"""Sultan: the square on its carpet, the divan at both sides, the stock at the left, the waste at the right."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from engine.cards import PACK, Card
from engine.view import Outcome, View
from engine.words import Translate
from render import faces, scenes, tokens
from render.canvas import Placed
from render.changes import Spot
from render.layouts import _sultan_words
from render.layouts._sultan_rules import RULES
from render.layouts._sultan_share import marks, progress, reached
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
_CAP: Final = 28
_TAG: Final = 3
"""How far above the lower edge of a card the middle of its tag is."""
_ASIDE: Final = 12
"""How far right and down the outline of a card lies that was taken from the top of others."""
_CARPET: Final = (_ACROSS[2] - 12, _DOWN[0] - 18, _ACROSS[4] + _WIDTH + 12, _DOWN[2] + _HEIGHT + 18)
_DAY: Final = {
    "felt": "6E2133",
    "edge": "3C101B",
    "shade": "16050A",
    "line": "2E1A20",
    "pill": "27080F",
    "place": "541826",
    "ghost": "C594A0",
    "back": "5A1030",
    "lattice": "E0A85C",
    "rug": "8A3138",
    "hem": "D9A441",
    "nook": "5E1F28",
}
_THEME: Final = theme(**_DAY)
_FEAST: Final = theme(
    **{**_DAY, "felt": "4A1B52", "haze": "351447", "edge": "1A0A2C", "shade": "0A0414", "pill": "1D0A2C"}
)
_NIGHT: Final = theme(
    **{
        **_DAY,
        "felt": "453A52",
        "edge": "1C1726",
        "shade": "0B0910",
        "pill": "15111D",
        "place": "2E2739",
        "rug": "5B3A4C",
    },
    card="F3F3F5",
)
_ENDED: Final = {Outcome.WON: _FEAST, Outcome.LOST: _NIGHT, Outcome.RESIGNED: _NIGHT}


class SultanLayout:
    """The table of Sultan."""

    name: Final = "sultan"
    size: Final = (1100, 700)
    rules: Final = RULES
    progress = staticmethod(progress)
    marks = staticmethod(marks)
    reached = staticmethod(reached)

    def theme(self, view: View, look: Look) -> Theme:
        """Return the colours of the felt, by the outcome, and those that a look chooses."""
        return suited(_ENDED[view.outcome] if view.outcome else _THEME, look)

    def scenery(self, look: Look) -> tuple[Placed, ...]:
        """Return the carpet under the square."""
        left, top, right, bottom = _CARPET
        gap = _DOWN[1] - _DOWN[0] - _HEIGHT
        braid = tokens.braid(right - left - 24, gap - 8)
        return (
            Placed(tokens.carpet(right - left, bottom - top, 16), left, top, "ornament"),
            *(Placed(braid, left + 12, y - gap + 4, "ornament") for y in _DOWN[1:]),
        )

    def place(self, view: View, look: Look, changed: Set[Spot]) -> list[Placed]:
        """Return the square, the divan with its tags, the stock and the waste; of a game that is won, the feast."""
        if view.outcome is Outcome.WON:
            return [*self._feast(view), *self._square(view, look, frozenset())]
        placed = self._square(view, look, changed)
        placed += self._divan(view, look, changed)
        placed += self._stock(view, look)
        placed += self._waste(view, look, changed)
        if view.outcome is not None:
            placed += scenes.night(view, 23, _ACROSS[6] + _WIDTH // 2, 322)
        return placed

    def prepare(self, look: Look) -> None:
        """Make all cards, as they can be played and as they cannot."""
        for one in PACK:
            for tag in (None, "w"):
                _card("waste", (one,), 0, 0, look, frozenset(), tag)

    def words(self, view: View, translate: Translate) -> list[str]:
        """Return the position in sentences."""
        return _sultan_words.sentences(view, translate)

    def lines(self, view: View, translate: Translate) -> list[str]:
        """Return the position in lines for letters of one width."""
        return _sultan_words.lines(view, translate)

    def _feast(self, view: View) -> list[Placed]:
        left, right = _CARPET[0], _CARPET[2]
        palace = scenes.palace(left - 20, 330)
        placed = [Placed(palace, x, self.size[1], "ornament") for x in (8, right + 12)]
        for cord, width, x in ((40, 46, 40), (110, 58, 282)):
            for at in (x, self.size[0] - x):
                placed.append(Placed(scenes.lantern(cord, width), at, 0, "ornament"))
        for size, x, y in _STARS:
            placed.append(Placed(scenes.star(size, "gold"), x, y, "ornament"))
        placed.append(Placed(scenes.crescent(120, "gold"), left // 2, 140, "ornament"))
        placed.append(Placed(tokens.laurel(str(view.score), 180), (right + self.size[0]) // 2 + 4, 156, "ornament"))
        return placed

    def _square(self, view: View, look: Look, changed: Set[Spot]) -> list[Placed]:
        placed = []
        for row, names in enumerate(_SQUARE):
            for column, name in enumerate(names):
                cards = view.cards(name)
                if name != "sultan":
                    placed += _card(name, cards, _ACROSS[2 + column], _DOWN[row], look, changed)
                elif cards[-1] is not None:
                    sprite = faces.sultan(cards[-1], _WIDTH, _HEIGHT, bold=look.contrast == "high")
                    placed.append(Placed(sprite, _ACROSS[2 + column], _DOWN[row], "card", name, len(cards) - 1))
        return placed

    def _divan(self, view: View, look: Look, changed: Set[Spot]) -> list[Placed]:
        tags = {mark.pile: mark.tag for mark in view.marks}
        piles = [pile for pile in view.piles if pile.role == "tableau"]
        placed = []
        for pile, (column, row) in zip(piles, _DIVANS[len(piles)], strict=True):
            x, y = _ACROSS[column], _DOWN[row]
            if not pile.cards:
                placed.append(Placed(tokens.place(_WIDTH, _HEIGHT, pile.name), x, y, "place", pile.name))
                if (pile.name, 0) in changed:
                    placed.append(Placed(tokens.gap(_WIDTH, _HEIGHT), x, y, "place", pile.name))
            placed += _card(pile.name, pile.cards, x, y, look, changed, tags.get(pile.name))
        return placed

    def _stock(self, view: View, look: Look) -> list[Placed]:
        count = len(view.cards("stock"))
        turn, turns = view.fact("pass") or 1, view.fact("passes") or 1
        x, y = _ACROSS[0], _DOWN[2]
        middle = x + _WIDTH // 2
        if count:
            back = faces.back(_WIDTH, _HEIGHT, "crescent", bold=look.contrast == "high")
            placed = [Placed(back, x, y, "card", "stock", count - 1)]
        else:
            sign = tokens.signed_place(_WIDTH, _HEIGHT, "end" if turn == turns else "again")
            placed = [Placed(sign, x, y, "place", "stock")]
        placed.append(Placed(tokens.pill(str(count), _CAP), middle, y - 32, "pill", says=str(count)))
        placed.append(Placed(tokens.dots(turn, turns, 16), middle, y - 78, "pill"))
        return placed

    def _waste(self, view: View, look: Look, changed: Set[Spot]) -> list[Placed]:
        cards = view.cards("waste")
        x, y = _ACROSS[6], _DOWN[2]
        tag = next((mark.tag for mark in view.marks if mark.pile == "waste"), None)
        placed = _card("waste", cards, x, y, look, changed, tag)
        if not cards:
            placed.append(Placed(tokens.signed_place(_WIDTH, _HEIGHT, "any"), x, y, "place", "waste"))
        if ("waste", len(cards)) in changed:
            aside = _ASIDE if cards else 0
            gap = Placed(tokens.gap(_WIDTH, _HEIGHT), x + aside, y + aside, "place", "waste", len(cards))
            placed = [gap, *placed] if cards else [*placed, gap]
        count = str(len(cards))
        return [*placed, Placed(tokens.pill(count, _CAP), x + _WIDTH // 2, y - 32, "pill", says=count)]


_STARS: Final = (
    *((26, 96, 64), (16, 60, 172), (20, 230, 60), (14, 214, 236), (18, 120, 268), (12, 26, 250), (22, 276, 272)),
    *((20, 880, 30), (14, 1000, 22), (22, 826, 262), (14, 890, 290), (18, 1000, 274), (12, 1070, 180), (24, 1064, 300)),
)
"""The size of each star over the feast, and where it stands."""


def _card(
    pile: str,
    cards: tuple[Card | None, ...],
    x: int,
    y: int,
    look: Look,
    changed: Set[Spot],
    tag: str | None = None,
) -> list[Placed]:
    """Return the top card of a pile, if there is one, with its tag, if it can be played."""
    if not cards or cards[-1] is None:
        return []
    index = len(cards) - 1
    face = faces.face(
        cards[-1],
        _WIDTH,
        _HEIGHT,
        rim=tag is not None,
        fresh=(pile, index) in changed,
        large=look.faces == "large",
        bold=look.contrast == "high",
    )
    placed = [Placed(face, x, y, "card", pile, index)]
    if tag is not None:
        at = x + _WIDTH // 2, y + _HEIGHT - _TAG
        placed.append(Placed(tokens.tag(tag, _CAP), *at, "tag", pile, index, tag))
    return placed


LAYOUT: Final = SultanLayout()
