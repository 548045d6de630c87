"""Sultan: build eight foundations around the king of hearts until eight queens stand about him."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeAlias

from engine.cards import (
    ACE,
    HEARTS,
    KING,
    QUEEN,
    SUITS,
    TWO_PACKS,
    Card,
    card,
    card_label,
    card_text,
    rank_of,
    suit_of,
)
from engine.deals import Deal
from engine.game import Advance, Choice, Game, IllegalMove, InvalidMove, Option, texts
from engine.view import Mark, Outcome, Pile, View
from engine.words import Phrase, mark

REDEALS: Final = 2
ACE_OF_HEARTS: Final = card(ACE, HEARTS)
SULTAN: Final = card(KING, HEARTS)

DRAW: Final = Advance("draw")
REDEAL: Final = Advance("redeal")


@dataclass(frozen=True, slots=True)
class FromDivan:
    """Build the card of a divan place, numbered from 1."""

    place: int


@dataclass(frozen=True, slots=True)
class FromWaste:
    """Build the top of the waste."""


SultanMove: TypeAlias = FromDivan | FromWaste | Advance

_DIVAN_MOVES: Final = tuple(FromDivan(place) for place in range(1, 9))
_FROM_WASTE: Final = FromWaste()


@dataclass(frozen=True, slots=True)
class SultanOptions:
    """``divan``: how many places it has, 6 or 8."""

    divan: int = 6


@dataclass(frozen=True, slots=True)
class SultanState:
    """A position. ``stock`` has its next card first, ``waste`` its top last.

    ``heights`` has two numbers a suit, the lower first: the rank that the foundation's top card has, 0 for a bare
    king. With equal heights it is the second that grows, so that the two never change places.
    """

    options: SultanOptions
    divan: tuple[Card | None, ...]
    stock: tuple[Card, ...]
    waste: tuple[Card, ...] = ()
    heights: tuple[int, ...] = (0, 0, 0, 0, 0, 1, 0, 0)
    redealt: int = 0
    advances: int = 0
    plays: int = 0


class Sultan(Game[SultanState, SultanMove]):
    """The rules of Sultan."""

    name = "sultan"
    title = mark("Sultan")
    summary = mark("Build every suit up to its queens, until eight of them stand around the sultan")
    options = (
        Option(
            "divan",
            mark("Divan"),
            (Choice(6, mark("a divan of six")), Choice(8, mark("a divan of eight"))),
        ),
    )
    pack = (*(one for one in TWO_PACKS if rank_of(one) != KING and one != ACE_OF_HEARTS), ACE_OF_HEARTS)
    fixed = (*(one for one in TWO_PACKS if rank_of(one) == KING), ACE_OF_HEARTS)
    total = 95
    draws_on = True
    plays_all = True

    def deal(self, deal: Deal, options: Mapping[str, Any]) -> SultanState:
        """Return the first position: the divan is filled, the rest is the stock."""
        chosen = SultanOptions(**options)
        return SultanState(chosen, deal.cards[: chosen.divan], deal.cards[chosen.divan :])

    def options_of(self, state: SultanState) -> Mapping[str, str | int]:
        """Return the options of the position."""
        return asdict(state.options)

    def legal_moves(self, state: SultanState) -> tuple[SultanMove, ...]:
        """Return the plays from the divan, then the waste, then the advance."""
        plays = _plays(state)
        advance = _advance(state)
        return plays if advance is None or _won(state) else (*plays, advance)

    def apply(self, state: SultanState, move: SultanMove) -> SultanState:
        """Return the position after building a card, a draw or a redeal; a divan place left empty is filled."""
        why = _why_not(state, move)
        if why is not None:
            raise IllegalMove(self.format(move), why)
        match move:
            case FromDivan(place):
                return _build_from_divan(state, place - 1)
            case FromWaste():
                return _build_from_waste(state)
            case Advance("draw"):
                return _draw(state)
        return _redeal(state)

    def outcome(self, state: SultanState) -> Outcome | None:
        """Won when the eight foundations end in queens; lost when nothing can be built, drawn or turned over."""
        if _won(state):
            return Outcome.WON
        return None if _advance(state) or _plays(state) else Outcome.LOST

    def progress(self, state: SultanState) -> int:
        """Return how many cards were built on the nine that were laid out before."""
        return sum(state.heights) - 1

    def most_advances(self, state: SultanState) -> int:
        """Return the draws of three passes through the stock, and the two redeals."""
        return (REDEALS + 1) * (self.total - state.options.divan) + REDEALS

    def follow(self, state: SultanState, made: SultanMove, play: SultanMove) -> SultanMove | None:
        """Return the play as it is after another: the top of the waste moves to a divan place that was left empty."""
        if made == play:
            return None
        return made if isinstance(made, FromDivan) and isinstance(play, FromWaste) else play

    def parse(self, text: str) -> SultanMove:
        """Read ``d1`` to ``d8``, ``w``, ``draw`` or ``redeal``."""
        word = text.strip().lower()
        for advance in (DRAW, REDEAL):
            if word == advance.name:
                return advance
        if word == "w":
            return _FROM_WASTE
        if re.fullmatch("d[1-8]", word):
            return _DIVAN_MOVES[int(word[1]) - 1]
        raise InvalidMove(text, Phrase("A move is a divan place (d1, d2 …), w for the waste, draw or redeal"))

    def format(self, move: SultanMove) -> str:
        """Write a move."""
        match move:
            case FromDivan(place):
                return f"d{place}"
            case FromWaste():
                return "w"
            case Advance(name):
                return name

    def describe(self, state: SultanState, move: SultanMove) -> Phrase:
        """Say in words what a move does."""
        match move:
            case FromDivan(place):
                label = card_label(_present(state.divan[place - 1]))
                return Phrase("Build {card} from divan {place}", {"card": label, "place": place})
            case FromWaste():
                return Phrase("Build {card} from the waste", {"card": card_label(state.waste[-1])})
            case Advance("draw"):
                return Phrase("Turn a stock card")
        return Phrase("Turn the waste over to be the stock again")

    def view(self, state: SultanState) -> View:
        """Return the position with the stock face down."""
        advance = None if _won(state) else _advance(state)
        piles = [
            Pile(f"d{place}", "tableau", () if one is None else (one,)) for place, one in enumerate(state.divan, 1)
        ]
        piles.append(Pile("stock", "stock", (None,) * len(state.stock)))
        piles.append(Pile("waste", "waste", state.waste))
        for number, height in enumerate(state.heights):
            suit, which = divmod(number, 2)
            piles.append(Pile(f"{SUITS[suit]}{which + 1}", "foundation", _foundation(suit, which, height)))
        piles.append(Pile("sultan", "ornament", (SULTAN,)))
        return View(
            game=self.name,
            options=tuple(asdict(state.options).items()),
            piles=tuple(piles),
            marks=self._marks(state),
            facts=(("pass", state.redealt + 1), ("passes", REDEALS + 1)),
            advance=None if advance is None else advance.name,
            outcome=self.outcome(state),
            progress=self.progress(state),
            total=self.total,
            score=self.score(state),
        )

    def fields(self, state: SultanState) -> dict[str, object]:
        """Return the divan, the waste (bottom first), the stock (next first) and the foundations' top cards."""
        return {
            "divan": [None if one is None else card_text(one) for one in state.divan],
            "waste": texts(state.waste),
            "stock": texts(state.stock),
            "foundations": {
                letter: [card_text(card(height or KING, suit)) for height in state.heights[2 * suit :][:2]]
                for suit, letter in enumerate(SUITS)
            },
        }

    def _marks(self, state: SultanState) -> tuple[Mark, ...]:
        marks = []
        for move in _plays(state):
            name = self.format(move)
            in_waste = isinstance(move, FromWaste)
            marks.append(Mark("waste" if in_waste else name, len(state.waste) - 1 if in_waste else 0, name, (name,)))
        return tuple(marks)


def _present(one: Card | None) -> Card:
    if one is None:
        raise ValueError("a move from an empty place has no description")
    return one


def _won(state: SultanState) -> bool:
    return state.heights == (QUEEN,) * 8


def _advance(state: SultanState) -> Advance | None:
    """Return the draw or redeal that can be made, the game not being won."""
    if state.stock:
        return DRAW
    return REDEAL if state.waste and state.redealt < REDEALS else None


def _fits(state: SultanState, one: Card) -> bool:
    first, below = 2 * suit_of(one), rank_of(one) - 1
    return state.heights[first] == below or state.heights[first + 1] == below


def _plays(state: SultanState) -> tuple[FromDivan | FromWaste, ...]:
    plays: list[FromDivan | FromWaste] = [
        move for one, move in zip(state.divan, _DIVAN_MOVES, strict=False) if one is not None and _fits(state, one)
    ]
    if state.waste and _fits(state, state.waste[-1]):
        plays.append(_FROM_WASTE)
    return tuple(plays)


def _why_not(state: SultanState, move: SultanMove) -> Phrase | None:
    """Return why the move cannot be made now, or None if it can."""
    if _won(state) or (_advance(state) is None and not _plays(state)):
        return Phrase("The game is over")
    match move:
        case FromDivan(place):
            if place > len(state.divan):
                return Phrase("The divan of this game has {count} places", {"count": len(state.divan)})
            one = state.divan[place - 1]
            if one is None:
                return Phrase("Divan {place} is empty", {"place": place})
            return None if _fits(state, one) else _no_foundation(one)
        case FromWaste():
            if not state.waste:
                return Phrase("The waste is empty")
            return None if _fits(state, state.waste[-1]) else _no_foundation(state.waste[-1])
    if move == _advance(state):
        return None
    if move == DRAW:
        return Phrase("The stock is empty")
    if state.stock:
        return Phrase("The stock must be empty before the waste is turned over")
    if state.redealt == REDEALS:
        return Phrase("Both redeals are used up")
    return Phrase("There is no card on the waste to turn over")


def _no_foundation(one: Card) -> Phrase:
    return Phrase("No foundation wants {card} yet", {"card": card_label(one)})


def _built(heights: tuple[int, ...], one: Card) -> tuple[int, ...]:
    """Return the heights after building a card that fits; where both piles want it, the second takes it."""
    second = 2 * suit_of(one) + 1
    grows = second if heights[second] == rank_of(one) - 1 else second - 1
    return (*heights[:grows], heights[grows] + 1, *heights[grows + 1 :])


def _build_from_divan(state: SultanState, place: int) -> SultanState:
    heights = _built(state.heights, _present(state.divan[place]))
    filling: Card | None = None
    waste, stock = state.waste, state.stock
    if waste:
        filling, waste = waste[-1], waste[:-1]
    elif stock:
        filling, stock = stock[0], stock[1:]
    divan = (*state.divan[:place], filling, *state.divan[place + 1 :])
    return SultanState(state.options, divan, stock, waste, heights, state.redealt, state.advances, state.plays + 1)


def _build_from_waste(state: SultanState) -> SultanState:
    heights = _built(state.heights, state.waste[-1])
    return SultanState(
        state.options,
        state.divan,
        state.stock,
        state.waste[:-1],
        heights,
        state.redealt,
        state.advances,
        state.plays + 1,
    )


def _draw(state: SultanState) -> SultanState:
    return SultanState(
        state.options,
        state.divan,
        state.stock[1:],
        (*state.waste, state.stock[0]),
        state.heights,
        state.redealt,
        state.advances + 1,
        state.plays,
    )


def _redeal(state: SultanState) -> SultanState:
    """Turn the waste over: the first card discarded is the first to come."""
    return SultanState(
        state.options,
        state.divan,
        state.waste,
        (),
        state.heights,
        state.redealt + 1,
        state.advances + 1,
        state.plays,
    )


def _foundation(suit: int, which: int, height: int) -> tuple[Card, ...]:
    """Return the cards of a foundation from its base up; the second of hearts begins with the ace."""
    base = () if (suit, which) == (HEARTS, 1) else (card(KING, suit),)
    return base + tuple(card(rank, suit) for rank in range(ACE, height + 1))


GAME: Final = Sultan()
