"""Pyramid in words: sentences for alt text, lines for a text board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.cards import Card
from engine.view import Pile, View
from engine.words import Phrase, Translate
from render.words import NOTHING, label, labels, marked, passes

_ROWS: Final = 7
_CELL: Final = 6
"""Columns a card takes in a row: ``[10♥]`` and a space. It is even, so that rows lie half over rows."""


def sentences(view: View, translate: Translate) -> list[str]:
    """Return which cards are free, what they cover, the rows from the bottom up, then wastes and stock."""
    said = _free_and_next(view, translate)
    for row in range(_ROWS, 0, -1):
        cards = [_card(view, row, place) for place in range(1, row + 1)]
        if any(one is not None for one in cards):
            said.append(Phrase("Row {row}: {cards}.", {"row": row, "cards": labels(cards)}).text(translate))
    return said + _piles(view, _plain, translate)


def lines(view: View, translate: Translate) -> list[str]:
    """Return the pyramid as it lies, row under row, then the same as the sentences say."""
    said = []
    for row in range(1, _ROWS + 1):
        if any(_card(view, row, place) is not None for place in range(1, row + 1)):
            cells = [_cell(view, f"p{row}.{place}") for place in range(1, row + 1)]
            said.append((" " * ((_ROWS - row) * _CELL // 2) + "".join(cells)).rstrip())
    return said + _free_and_next(view, translate) + _piles(view, marked, translate)


def _card(view: View, row: int, place: int) -> Card | None:
    cards = view.cards(f"p{row}.{place}")
    return cards[0] if cards else None


def _cell(view: View, name: str) -> str:
    pile = next(pile for pile in view.piles if pile.name == name)
    return (marked(view, pile) or [NOTHING])[0].center(_CELL)


def _free_and_next(view: View, translate: Translate) -> list[str]:
    """Return which cards of the pyramid nothing lies on, and which ones would be free if some of these went."""
    free: list[Card] = []
    covered: list[str] = []
    for row in range(_ROWS, 0, -1):
        for place in range(1, row + 1):
            one = _card(view, row, place)
            if one is None:
                continue
            over = [] if row == _ROWS else [_card(view, row + 1, place), _card(view, row + 1, place + 1)]
            lying = [other for other in over if other is not None]
            if not lying:
                free.append(one)
            elif all(other in free for other in lying):
                covered.append(_under(one, lying).text(translate))
    said = []
    if free:
        said.append(Phrase("Free in the pyramid: {cards}.", {"cards": labels(free)}).text(translate))
    if covered:
        said.append(Phrase("Next to come free: {cards}.", {"cards": ", ".join(covered)}).text(translate))
    return said


def _under(one: Card, over: Sequence[Card]) -> Phrase:
    if len(over) == 1:
        return Phrase("{card} under {first}", {"card": label(one), "first": label(over[0])})
    return Phrase(
        "{card} under {first} and {second}",
        {"card": label(one), "first": label(over[0]), "second": label(over[1])},
    )


def _plain(view: View, pile: Pile) -> list[str]:
    return [label(one) for one in pile.cards]


def _piles(view: View, show: Callable[[View, Pile], list[str]], translate: Translate) -> list[str]:
    """Return what lies on the wastes and open on the stock, as ``show`` gives the cards of a pile, and the pass."""
    wastes = [show(view, pile) for pile in view.piles if pile.role == "waste"]
    said = []
    for number, waste in enumerate(wastes, 1):
        values: dict[str, str | int] = {"number": number, "cards": " ".join(reversed(waste)) or NOTHING}
        if len(wastes) > 1:
            said.append(Phrase("Waste {number}, top first: {cards}.", values).text(translate))
        elif waste:
            said.append(Phrase("Waste, top first: {cards}.", values).text(translate))
    stock = next(pile for pile in view.piles if pile.role == "stock")
    if stock.cards and stock.cards[-1] is not None:
        said.append(Phrase("Open on the stock: {card}.", {"card": show(view, stock)[-1]}).text(translate))
    return said + passes(view, translate)
