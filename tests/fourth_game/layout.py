"""Aces Up: the stock at the left, the four piles fanned downwards, what is out at the right."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from engine.cards import PACK
from engine.view import Outcome, View
from engine.words import Phrase, Translate, mark
from render import faces, scenes, tokens
from render.canvas import Placed
from render.changes import Spot
from render.guide import Arrow, Paragraph, Ring, Scene
from render.look import Look
from render.palette import Theme, suited, theme
from render.words import NOTHING, label, marked

_WIDTH: Final = 84
_HEIGHT: Final = 118
_LEFT: Final = 28
_PITCH: Final = 140
_TOP: Final = 20
_PILES: Final = ("p1", "p2", "p3", "p4")
_SHOWN: Final = ("stock", *_PILES)
"""What the boards of the rules are cut down to."""
_OUT: Final = _LEFT + 5 * _PITCH
_CAP: Final = 24
_WON: Final = (
    "p4 deal p2 p1 deal p3 p4 p4 p1>4 p1 p2>1 deal p4 p3 p2 deal p4 p2 p3 deal p1 p2 p3 deal p1 p2 p2 "
    "p1>2 p2 p1>2 p1 p3>1 p1 p3>1 deal p2 p4 p1 p3 deal p2 p4 p4 deal p1 p2 p3 deal p1 p1 p2 p3 p3 deal "
    "p2 p4 p3 p3 p4>3 p4 p4 p1 deal p2 p4 p1 p3"
)
_THEME: Final = theme(
    felt="2B4C7E",
    edge="14263F",
    shade="081019",
    line="1C2634",
    pill="0D1A2B",
    place="203A61",
    ghost="9DB8DD",
    back="6E2133",
    lattice="E0A85C",
    rug="7A5312",
    hem="C68E24",
    nook="203A61",
)


class AcesUpLayout:
    """The table of Aces Up. Thirteen cards, the most a pile can have, reach its lower edge with large faces."""

    name: Final = "acesup"
    size: Final = (840, 840)
    rules: Final = (
        Paragraph(
            mark("The aim"),
            mark(
                "Discard all cards but the four aces. Where the top cards of two piles are of one suit, the lower one "
                "can go: `p1` discards the top card of the first pile. Aces are highest."
            ),
            mark("the start of a game; the card that can go is ringed"),
            Scene("acesup", "rules 1"),
            (Ring("p3"),),
            _SHOWN,
        ),
        Paragraph(
            mark("The deal"),
            mark("`deal` (the button below the board) lays a card of the stock on each pile."),
            mark("an arrow leads from the stock to the first pile, which has two cards"),
            Scene("acesup", "rules 1", moves="deal"),
            (Arrow("stock", "p1"),),
            _SHOWN,
        ),
        Paragraph(
            mark("Empty piles"),
            mark(
                "The top card of a pile of two cards or more can be put on an empty pile: `p1>3` puts that of the "
                "first pile on the third. `deal` fills empty piles as well."
            ),
            mark("a game under way"),
            Scene("acesup", "rules 1", eager=6),
            show=_SHOWN,
        ),
        Paragraph(
            mark("The end"),
            mark(
                "The game is won when only the four aces are left. It is lost when no card can be discarded, put on an "
                "empty pile or dealt before that."
            ),
            mark("a game that is won: the four aces lie side by side"),
            Scene("acesup", "8", moves=_WON),
        ),
    )

    def theme(self, view: View, look: Look) -> Theme:
        """Return the colours of the felt, the same to the end."""
        return suited(_THEME, look)

    def scenery(self, look: Look) -> tuple[Placed, ...]:
        """Return the place of what is out."""
        return (Placed(tokens.place(_WIDTH, _HEIGHT), _OUT, _TOP, "place", "discard"),)

    def place(self, view: View, look: Look, changed: Set[Spot]) -> list[Placed]:
        """Return the stock, the piles and the count of what is out."""
        placed = [_count(len(view.cards("discard")), _OUT), *_stock(view, look)]
        for column, pile in enumerate(_PILES, 1):
            placed += _pile(view, pile, _LEFT + column * _PITCH, look, changed)
        middle = self.size[0] // 2, 640
        if view.outcome is Outcome.WON:
            placed.append(Placed(tokens.laurel(str(view.score), 260), *middle, "ornament"))
        elif view.outcome is not None:
            placed += scenes.night(view, _CAP, _OUT + _WIDTH // 2, 280)
        return placed

    def prepare(self, look: Look) -> None:
        """Make all cards as they lie on top of piles."""
        for card in PACK:
            faces.face(card, _WIDTH, _HEIGHT, large=look.faces == "large", bold=look.contrast == "high")

    def words(self, view: View, translate: Translate) -> list[str]:
        """Return the piles, a sentence each, and how many cards are out."""
        return _told(view, translate, brackets=False)

    def lines(self, view: View, translate: Translate) -> list[str]:
        """Return the same, with the cards that can go in brackets."""
        return _told(view, translate, brackets=True)


def _stock(view: View, look: Look) -> list[Placed]:
    count = len(view.cards("stock"))
    if not count:
        return [Placed(tokens.signed_place(_WIDTH, _HEIGHT, "end"), _LEFT, _TOP, "place", "stock"), _count(0, _LEFT)]
    back = faces.back(_WIDTH, _HEIGHT, bold=look.contrast == "high")
    return [Placed(back, _LEFT, _TOP, "card", "stock", count - 1), _count(count, _LEFT)]


def _count(number: int, left: int) -> Placed:
    at = left + _WIDTH // 2, _TOP + _HEIGHT + 26
    return Placed(tokens.pill(str(number), _CAP), *at, "pill", says=str(number))


def _pile(view: View, name: str, left: int, look: Look, changed: Set[Spot]) -> list[Placed]:
    cards, large = view.cards(name), look.faces == "large"
    down = faces.strip(_WIDTH, large=large)
    tag = next((one.tag for one in view.marks if one.pile == name), None)
    top = len(cards) - 1
    placed = [] if cards else [Placed(tokens.place(_WIDTH, _HEIGHT, name), left, _TOP, "place", name)]
    if (name, len(cards)) in changed:
        gap = tokens.gap(_WIDTH, _HEIGHT)
        placed.append(Placed(gap, left, _TOP + len(cards) * down, "place", name, len(cards)))
    for index, card in enumerate(cards):
        if card is not None:
            face = faces.face(
                card,
                _WIDTH,
                _HEIGHT,
                rim=tag is not None and index == top,
                fresh=(name, index) in changed,
                under=((0, down),) if index < top else (),
                large=large,
                bold=look.contrast == "high",
            )
            placed.append(Placed(face, left, _TOP + index * down, "card", name, index))
    if tag is not None:
        at = left + _WIDTH // 2, _TOP + top * down + _HEIGHT - 3
        placed.append(Placed(tokens.tag(tag, _CAP), *at, "tag", name, top, tag))
    return placed


def _told(view: View, translate: Translate, *, brackets: bool) -> list[str]:
    said = []
    for number, pile in enumerate((pile for pile in view.piles if pile.role == "tableau"), 1):
        shown = marked(view, pile, tags=True) if brackets else [label(card) for card in pile.cards]
        values: dict[str, str | int] = {"number": number, "cards": " ".join(reversed(shown)) or NOTHING}
        said.append(Phrase("Pile {number}, top first: {cards}.", values).text(translate))
    return [*said, Phrase("Out: {count}.", {"count": len(view.cards("discard"))}).text(translate)]


LAYOUT: Final = AcesUpLayout()
