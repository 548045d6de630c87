"""Pyramid, or Solitaire 13: discard pairs of cards that add up to 13, and kings, until the pyramid is gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeAlias

from engine.cards import KING, PACK, Card, card_label, card_text, parse_card, rank_of
from engine.deals import Deal
from engine.game import Advance, Choice, Game, IllegalMove, InvalidMove, Option, OptionError, texts
from engine.view import Mark, Outcome, Pile, View
from engine.words import Phrase, mark

ROWS: Final = 7
SIZE: Final = ROWS * (ROWS + 1) // 2
FIRST_OF_ROW: Final = tuple(row * (row + 1) // 2 for row in range(ROWS))
COVERED_BY: Final[tuple[tuple[int, ...], ...]] = tuple(
    (first + place + row + 1, first + place + row + 2) if row < ROWS - 1 else ()
    for row, first in enumerate(FIRST_OF_ROW)
    for place in range(row + 1)
)
"""For each of the 28 places, row by row from the top, the two places whose cards lie on its card."""

PLACE_NAMES: Final = tuple(f"p{row + 1}.{place + 1}" for row in range(ROWS) for place in range(row + 1))

DRAW: Final = Advance("draw")
REDEAL: Final = Advance("redeal")


@dataclass(frozen=True, slots=True)
class Discard:
    """A king, or two cards that add up to 13, in the order in which the move is written."""

    cards: tuple[Card, ...]


PyramidMove: TypeAlias = Discard | Advance


def _discards() -> dict[frozenset[Card], Discard]:
    kings = [frozenset([card]) for card in PACK if rank_of(card) == KING]
    pairs = [frozenset([one, two]) for one in PACK for two in PACK if rank_of(one) + rank_of(two) == KING]
    return {cards: Discard(tuple(sorted(cards, key=card_text))) for cards in kings + pairs}


_DISCARDS: Final = _discards()
_TEXTS: Final = {discard: "+".join(map(card_text, discard.cards)) for discard in _DISCARDS.values()}
_PARTNERS: Final[tuple[tuple[Card, ...], ...]] = tuple(
    tuple(other for other in PACK if rank_of(card) + rank_of(other) == KING) for card in PACK
)


@dataclass(frozen=True, slots=True)
class PyramidOptions:
    """``piles``: wastes, 1 or 3. ``stock``: closed or open. ``redeals``: how often the waste is turned over."""

    piles: int = 1
    stock: str = "closed"
    redeals: int = 0


@dataclass(frozen=True, slots=True)
class PyramidState:
    """A position. ``pyramid`` has 28 places, row by row; ``stock`` has its next card first, wastes their top last."""

    options: PyramidOptions
    pyramid: tuple[Card | None, ...]
    stock: tuple[Card, ...]
    wastes: tuple[tuple[Card, ...], ...]
    redealt: int = 0
    advances: int = 0
    plays: int = 0


class Pyramid(Game[PyramidState, PyramidMove]):
    """The rules of Pyramid."""

    name = "pyramid"
    title = mark("Pyramid")
    summary = mark("Discard kings, and pairs that add up to 13, until the pyramid is gone")
    options = (
        Option("piles", mark("Wastes"), (Choice(1, mark("one waste")), Choice(3, mark("three wastes")))),
        Option(
            "stock",
            mark("Stock"),
            (Choice("closed", mark("closed stock")), Choice("open", mark("open stock"))),
        ),
        Option(
            "redeals",
            mark("Redeals"),
            (
                Choice(0, mark("no redeal")),
                Choice(1, mark("one redeal")),
                Choice(2, mark("two redeals")),
                Choice(3, mark("three redeals")),
            ),
        ),
    )
    pack = PACK
    total = SIZE
    draws_on = True

    def check_options(self, options: Mapping[str, str | int]) -> None:
        """Raise OptionError for an open stock beside three wastes."""
        if options["stock"] == "open" and options["piles"] != 1:
            raise OptionError(Phrase("an open stock goes with one waste only: piles 1"))

    def deal(self, deal: Deal, options: Mapping[str, Any]) -> PyramidState:
        """Return the first position: 28 cards lie in the pyramid, 24 are the stock."""
        chosen = PyramidOptions(**options)
        return PyramidState(chosen, deal.cards[:SIZE], deal.cards[SIZE:], ((),) * chosen.piles)

    def options_of(self, state: PyramidState) -> Mapping[str, str | int]:
        """Return the options of the position."""
        return asdict(state.options)

    def legal_moves(self, state: PyramidState) -> tuple[PyramidMove, ...]:
        """Return the discards, then the advance."""
        if not _standing(state):
            return ()
        advance = _advance(state)
        return _plays(state) if advance is None else (*_plays(state), advance)

    def apply(self, state: PyramidState, move: PyramidMove) -> PyramidState:
        """Return the position after a discard, a draw or a redeal."""
        why = _why_not(state, move)
        if why is not None:
            raise IllegalMove(self.format(move), why)
        if isinstance(move, Discard):
            return _discard(state, move)
        return _draw(state) if move == DRAW else _redeal(state)

    def outcome(self, state: PyramidState) -> Outcome | None:
        """Won when the pyramid is gone; lost when no card can be discarded and none is left to turn."""
        if not _standing(state):
            return Outcome.WON
        return None if _advance(state) or _plays(state) else Outcome.LOST

    def progress(self, state: PyramidState) -> int:
        """Return how many of the pyramid's cards are gone."""
        return state.pyramid.count(None)

    def most_advances(self, state: PyramidState) -> int:
        """Return the draws of every pass through 24 stock cards, and the redeals between them."""
        return (state.options.redeals + 1) * (24 // state.options.piles) + state.options.redeals

    def parse(self, text: str) -> PyramidMove:
        """Read ``KS``, ``4H+9C`` (in either order), ``draw`` or ``redeal``."""
        word = text.strip()
        for advance in (DRAW, REDEAL):
            if word.lower() == advance.name:
                return advance
        try:
            cards = [parse_card(part.strip()) for part in word.split("+")]
        except ValueError:
            raise InvalidMove(
                text, Phrase("A move is a king (KS), two cards that add up to 13 (4H+9C), draw or redeal")
            ) from None
        discard = _DISCARDS.get(frozenset(cards))
        if discard is None or len(cards) != len(discard.cards):
            raise InvalidMove(text, _no_discard(cards))
        return discard

    def format(self, move: PyramidMove) -> str:
        """Write a move: the cards of a pair in the order of their texts."""
        return move.name if isinstance(move, Advance) else _TEXTS[move]

    def describe(self, state: PyramidState, move: PyramidMove) -> Phrase:
        """Say in words what a move does."""
        if isinstance(move, Discard):
            labels = [card_label(card) for card in move.cards]
            if len(labels) == 1:
                return Phrase("Discard {card}", {"card": labels[0]})
            return Phrase("Discard {first} and {second}", {"first": labels[0], "second": labels[1]})
        if move == REDEAL:
            return Phrase("Turn the waste over to be the stock again")
        if state.options.piles == 3 and len(state.stock) > 1:
            return Phrase("Turn {count} stock cards", {"count": min(3, len(state.stock))})
        return Phrase("Turn a stock card")

    def view(self, state: PyramidState) -> View:
        """Return the position with the stock face down, but for the next card of an open one."""
        stock: tuple[Card | None, ...] = (None,) * len(state.stock)
        if state.options.stock == "open" and state.stock:
            stock = (*stock[1:], state.stock[0])
        on_table = Counter(card for pile in (state.pyramid, state.stock, *state.wastes) for card in pile)
        piles = [
            Pile(name, "tableau", () if card is None else (card,))
            for name, card in zip(PLACE_NAMES, state.pyramid, strict=True)
        ]
        piles.append(Pile("stock", "stock", stock))
        piles.extend(Pile(f"waste{n}", "waste", waste) for n, waste in enumerate(state.wastes, 1))
        piles.append(Pile("discard", "discard", tuple(card for card in PACK if card not in on_table)))
        advance = _advance(state) if _standing(state) else None
        return View(
            game=self.name,
            options=tuple(asdict(state.options).items()),
            piles=tuple(piles),
            marks=self._marks(state, piles),
            facts=(("pass", state.redealt + 1), ("passes", state.options.redeals + 1)),
            advance=None if advance is None else advance.name,
            outcome=self.outcome(state),
            progress=self.progress(state),
            total=self.total,
            score=self.score(state),
        )

    def fields(self, state: PyramidState) -> dict[str, object]:
        """Return the rows of the pyramid, the stock (next first) and the wastes (bottom first)."""
        places = [None if card is None else card_text(card) for card in state.pyramid]
        return {
            "pyramid": [places[first : first + row + 1] for row, first in enumerate(FIRST_OF_ROW)],
            "stock": texts(state.stock),
            "wastes": [texts(waste) for waste in state.wastes],
        }

    def _marks(self, state: PyramidState, piles: list[Pile]) -> tuple[Mark, ...]:
        moves: dict[Card, list[str]] = {}
        for move in self.legal_moves(state):
            if isinstance(move, Discard):
                for card in move.cards:
                    moves.setdefault(card, []).append(_TEXTS[move])
        return tuple(
            Mark(pile.name, len(pile.cards) - 1, "", tuple(moves[pile.cards[-1]]))
            for pile in piles
            if pile.role != "discard" and pile.cards and pile.cards[-1] in moves
        )


def _standing(state: PyramidState) -> bool:
    """Say whether a card of the pyramid is left. A card goes after those that lie on it, the topmost last of all."""
    return state.pyramid[0] is not None


def _advance(state: PyramidState) -> Advance | None:
    """Return the draw or redeal that can be made, the game not being over."""
    if state.stock:
        return DRAW
    return REDEAL if state.redealt < state.options.redeals and any(state.wastes) else None


def _available(state: PyramidState) -> list[Card]:
    pyramid = state.pyramid
    bottom = FIRST_OF_ROW[-1]
    cards = [card for card in pyramid[bottom:] if card is not None]
    cards.extend(
        card
        for card, (left, right) in zip(pyramid[:bottom], COVERED_BY[:bottom], strict=True)
        if card is not None and pyramid[left] is None and pyramid[right] is None
    )
    cards.extend(waste[-1] for waste in state.wastes if waste)
    if state.stock and state.options.stock == "open":
        cards.append(state.stock[0])
    return cards


def _plays(state: PyramidState) -> tuple[Discard, ...]:
    """Return what may be discarded, in the order of the texts, the game not being over."""
    cards = _available(state)
    found = [_DISCARDS[frozenset((card,))] for card in cards if rank_of(card) == KING]
    for place, card in enumerate(cards):
        partners = _PARTNERS[card]
        found.extend(_DISCARDS[frozenset((card, other))] for other in cards[:place] if other in partners)
    found.sort(key=_TEXTS.__getitem__)
    return tuple(found)


def _why_not(state: PyramidState, move: PyramidMove) -> Phrase | None:
    """Return why the move cannot be made now, or None if it can."""
    if not _standing(state) or (_advance(state) is None and not _plays(state)):
        return Phrase("The game is over")
    if isinstance(move, Discard):
        available = _available(state)
        return next((_why_no_card(state, card) for card in move.cards if card not in available), None)
    if move == _advance(state):
        return None
    if move == DRAW:
        return Phrase("The stock is empty")
    if state.options.redeals == 0:
        return Phrase("This game has no redeals")
    if state.stock:
        return Phrase("The stock must be empty before the waste is turned over")
    if state.redealt == state.options.redeals:
        return Phrase("No redeal is left")
    return Phrase("There is no card on a waste to turn over")


def _why_no_card(state: PyramidState, card: Card) -> Phrase:
    label = {"card": card_label(card)}
    if card in state.pyramid:
        return Phrase("{card} is still covered in the pyramid", label)
    if any(card in waste for waste in state.wastes):
        return Phrase("{card} is covered on its waste", label)
    # A card that is out and one in the stock get one answer: it tells nothing of the stock.
    return Phrase("{card} is not on the table", label)


def _no_discard(cards: list[Card]) -> Phrase:
    labels = [card_label(card) for card in cards]
    if len(cards) == 1:
        return Phrase("{card} is no king: it goes only with a card that makes 13 with it", {"card": labels[0]})
    if len(cards) == 2:
        return Phrase("{first} and {second} do not add up to 13", {"first": labels[0], "second": labels[1]})
    return Phrase("A king goes alone, other cards in pairs: never more than two")


def _discard(state: PyramidState, move: Discard) -> PyramidState:
    pyramid = state.pyramid
    stock = state.stock
    wastes = state.wastes
    for card in move.cards:
        if card in pyramid:
            place = pyramid.index(card)
            pyramid = (*pyramid[:place], None, *pyramid[place + 1 :])
        elif stock and stock[0] == card:
            stock = stock[1:]
        else:
            wastes = tuple(waste[:-1] if waste and waste[-1] == card else waste for waste in wastes)
    return PyramidState(state.options, pyramid, stock, wastes, state.redealt, state.advances, state.plays + 1)


def _draw(state: PyramidState) -> PyramidState:
    """Turn one card on to each waste from left to right; the leftmost get them when there are too few."""
    turned = state.stock[: len(state.wastes)]
    wastes = tuple(
        (*waste, turned[place]) if place < len(turned) else waste for place, waste in enumerate(state.wastes)
    )
    stock = state.stock[len(turned) :]
    return PyramidState(state.options, state.pyramid, stock, wastes, state.redealt, state.advances + 1, state.plays)


def _redeal(state: PyramidState) -> PyramidState:
    """Turn the wastes over: the earliest turned card comes first; waste 1 from bottom to top, then 2, then 3."""
    stock = tuple(card for waste in state.wastes for card in waste)
    wastes = ((),) * len(state.wastes)
    return PyramidState(state.options, state.pyramid, stock, wastes, state.redealt + 1, state.advances + 1, state.plays)


GAME: Final = Pyramid()
