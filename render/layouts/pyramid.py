"""Pyramid: the rows in the middle, the stock and what is out at the left, the wastes at the right."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from engine.cards import PACK
from engine.view import Outcome, View
from engine.words import Translate
from render import faces, scenes, tokens
from render.canvas import Placed
from render.changes import Spot
from render.layouts import _pyramid_words
from render.layouts._pyramid_rules import RULES
from render.layouts._pyramid_share import marks, progress, reached
from render.look import Look
from render.palette import Theme, suited, theme

_WIDTH: Final = 116
_HEIGHT: Final = 162
_PITCH: Final = _WIDTH + 12
_DOWN: Final = 82
_ROWS: Final = 7
_BELOW: Final = {0: (-_PITCH // 2, _DOWN), 1: (_PITCH // 2, _DOWN)}
"""How far from a card the two lie that cover it, by how much further on in their row."""
_TOP: Final = 24
_EDGE: Final = 14
_UNDER: Final = _EDGE + _HEIGHT + 26
"""Where counts stand under the piles along the upper edge."""
_FAN: Final = {"normal": 5, "large": 4}
"""How many cards of a single waste are shown, by the faces of the look."""
_ASIDE: Final = 12
"""How far right and down the outline of a card lies that was taken from the top of others."""
_CAP: Final = 24
_DAY: Final = {
    "felt": "1F6A48",
    "edge": "0E3B28",
    "shade": "06190F",
    "line": "1C2A23",
    "pill": "08241A",
    "place": "164F37",
    "ghost": "96C6AF",
    "back": "1F3F8F",
    "lattice": "8FB0F0",
    "rug": "7A5312",
    "hem": "C68E24",
    "nook": "174F36",
}
_THEME: Final = theme(**_DAY)
_DAWN: Final = theme(**{**_DAY, "felt": "F2B84B", "haze": "1D6549", "edge": "04180F"})
_NIGHT: Final = theme(
    **{**_DAY, "felt": "33505A", "edge": "13222B", "shade": "081015", "pill": "0D1A21", "place": "21363F"},
    card="F2F4F4",
)
_ENDED: Final = {Outcome.WON: _DAWN, Outcome.LOST: _NIGHT, Outcome.RESIGNED: _NIGHT}


class PyramidLayout:
    """The table of Pyramid."""

    name: Final = "pyramid"
    size: Final = (1100, 700)
    rules: Final = RULES
    progress = staticmethod(progress)
    marks = staticmethod(marks)
    reached = staticmethod(reached)

    def theme(self, view: View, look: Look) -> Theme:
        """Return the colours of the felt, by the outcome, and those that a look chooses."""
        return suited(_ENDED[view.outcome] if view.outcome else _THEME, look)

    def scenery(self, look: Look) -> tuple[Placed, ...]:
        """Return nothing: every place is drawn with its position."""
        return ()

    def place(self, view: View, look: Look, changed: Set[Spot]) -> list[Placed]:
        """Return the pyramid from its top down, so that lower rows lie on higher ones, then the piles."""
        if view.outcome is Outcome.WON:
            return self._won(view)
        marked = {(mark.pile, mark.index) for mark in view.marks}
        placed = [*self._gaps(view, changed), *self._rows(view, look, marked)]
        placed += self._stock(view, look, marked, changed)
        placed += self._wastes(view, look, marked, changed)
        if view.outcome is not None:
            placed += scenes.night(view, _CAP + 4, _EDGE + _PITCH - 6, 346)
        return placed

    def prepare(self, look: Look) -> None:
        """Make all cards, playable or not, and covered by two others."""
        large, bold = look.faces == "large", look.contrast == "high"
        for one in PACK:
            for rim, under in ((False, ()), (True, ()), (False, tuple(_BELOW.values()))):
                faces.face(one, _WIDTH, _HEIGHT, rim=rim, under=under, large=large, bold=bold)

    def words(self, view: View, translate: Translate) -> list[str]:
        """Return the position in sentences."""
        return _pyramid_words.sentences(view, translate)

    def lines(self, view: View, translate: Translate) -> list[str]:
        """Return the position in lines for letters of one width."""
        return _pyramid_words.lines(view, translate)

    def _won(self, view: View) -> list[Placed]:
        middle = self.size[0] // 2
        return [
            Placed(scenes.dawn(*self.size, middle, 150, 110), 0, 0, "ornament"),
            Placed(scenes.bricks(), middle, 148, "ornament"),
            Placed(scenes.praised(str(view.score), 60), middle, 616, "ornament"),
        ]

    def _gaps(self, view: View, changed: Set[Spot]) -> list[Placed]:
        """Return the outlines of cards that the last move took; what the cards above them leave to be seen."""
        gap = tokens.gap(_WIDTH, _HEIGHT)
        return [
            Placed(gap, *self._spot(row, place), "place", f"p{row}.{place}")
            for row in range(1, _ROWS + 1)
            for place in range(1, row + 1)
            if (f"p{row}.{place}", 0) in changed and not view.cards(f"p{row}.{place}")
        ]

    def _rows(self, view: View, look: Look, marked: Set[Spot]) -> list[Placed]:
        large, bold = look.faces == "large", look.contrast == "high"
        placed = []
        for row in range(1, _ROWS + 1):
            for place in range(1, row + 1):
                pile = f"p{row}.{place}"
                for one in view.cards(pile):
                    if one is not None:
                        rim = (pile, 0) in marked
                        below = _BELOW if row < _ROWS else {}
                        under = tuple(at for n, at in below.items() if view.cards(f"p{row + 1}.{place + n}"))
                        sprite = faces.face(one, _WIDTH, _HEIGHT, rim=rim, under=under, large=large, bold=bold)
                        placed.append(Placed(sprite, *self._spot(row, place), "card", pile))
        return placed

    def _spot(self, row: int, place: int) -> tuple[int, int]:
        left = (self.size[0] - row * _PITCH + _PITCH - _WIDTH) // 2
        return left + (place - 1) * _PITCH, _TOP + (row - 1) * _DOWN

    def _stock(self, view: View, look: Look, marked: Set[Spot], changed: Set[Spot]) -> list[Placed]:
        stock = view.cards("stock")
        here = "stock", max(0, len(stock) - 1)
        turn, turns = view.fact("pass"), view.fact("passes")
        large, bold = look.faces == "large", look.contrast == "high"
        top = stock[-1] if stock else None
        if top is not None:
            rim, fresh = here in marked, here in changed
            sprite = faces.face(top, _WIDTH, _HEIGHT, rim=rim, fresh=fresh, large=large, bold=bold)
        elif stock:
            sprite = faces.back(_WIDTH, _HEIGHT, "pyramid", bold=bold)
        else:
            sprite = tokens.signed_place(_WIDTH, _HEIGHT, "end" if turn == turns else "again")
        middle = _EDGE + _WIDTH // 2
        out = len(view.cards("discard"))
        placed = [
            Placed(sprite, _EDGE, _EDGE, "card" if stock else "place", *here),
            _count(len(stock), middle, _UNDER),
            Placed(tokens.place(_WIDTH, _HEIGHT, "13"), _EDGE + _PITCH, _EDGE, "place", "discard"),
            _count(out, middle + _PITCH, _UNDER),
        ]
        if turn is not None and turns is not None and turns > 1:
            placed.append(Placed(tokens.dots(turn, turns, 14), middle, _UNDER + 42, "pill"))
        return placed

    def _wastes(self, view: View, look: Look, marked: Set[Spot], changed: Set[Spot]) -> list[Placed]:
        large, bold = look.faces == "large", look.contrast == "high"
        fan_down = faces.strip(_WIDTH, large=large)
        count = self._piles(view)
        placed = []
        for number in range(1, count + 1):
            pile = f"waste{number}"
            cards = view.cards(pile)
            left = self.size[0] - _EDGE - _WIDTH - (count - number) * _PITCH
            shown = min(len(cards), _FAN[look.faces] if count == 1 else 1)
            if not shown:
                placed.append(Placed(tokens.signed_place(_WIDTH, _HEIGHT, "any"), left, _EDGE, "place", pile))
            missing = (pile, len(cards)) in changed
            if missing:
                # Below the last card that is fanned out or, of what lies squared up, a little aside.
                aside = (0, shown * fan_down) if count == 1 else (_ASIDE, _ASIDE) if shown else (0, 0)
                gap = tokens.gap(_WIDTH, _HEIGHT)
                placed.append(Placed(gap, left + aside[0], _EDGE + aside[1], "place", pile, len(cards)))
            for down, index in enumerate(range(len(cards) - shown, len(cards))):
                one = cards[index]
                if one is not None:
                    sprite = faces.face(
                        one,
                        _WIDTH,
                        _HEIGHT,
                        rim=(pile, index) in marked,
                        fresh=(pile, index) in changed,
                        under=((0, fan_down),) if index < len(cards) - 1 else (),
                        large=large,
                        bold=bold,
                    )
                    placed.append(Placed(sprite, left, _EDGE + down * fan_down, "card", pile, index))
            fanned = shown - 1 + (missing and count == 1)
            below = _UNDER + max(0, fanned) * fan_down
            placed.append(_count(len(cards), left + _WIDTH // 2, below))
        return placed

    @staticmethod
    def _piles(view: View) -> int:
        return sum(pile.role == "waste" for pile in view.piles)


def _count(number: int, x: int, y: int) -> Placed:
    return Placed(tokens.pill(str(number), _CAP), x, y, "pill", says=str(number))


LAYOUT: Final = PyramidLayout()
