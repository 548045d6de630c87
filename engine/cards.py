"""Cards and packs, and the two ways they are written: for programs (``TD``) and for people (``10♦``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from engine.words import Phrase, Refusal, quoted

Card: TypeAlias = int
"""A card is ``suit * 13 + rank - 1``: clubs are 0 to 12, then diamonds, hearts, spades, each from ace to king.

The copies of a card in a game of two packs are the same number: they are interchangeable.
"""

SUITS: Final = "CDHS"
RANKS: Final = "A23456789TJQK"
SYMBOLS: Final = "♣♦♥♠"

ACE: Final = 1
QUEEN: Final = 12
KING: Final = 13

CLUBS: Final = 0
DIAMONDS: Final = 1
HEARTS: Final = 2
SPADES: Final = 3

PACK: Final[tuple[Card, ...]] = tuple(range(52))
TWO_PACKS: Final[tuple[Card, ...]] = PACK * 2

_TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_LABELS: Final = tuple(rank.replace("T", "10") + symbol for symbol in SYMBOLS for rank in RANKS)
_BY_TEXT: Final[dict[str, Card]] = {
    (rank + suit): number * 13 + place
    for number, suits in enumerate(zip(SUITS, SYMBOLS, strict=True))
    for suit in suits
    for place, ranks in enumerate(RANKS)
    for rank in ((ranks, "10") if ranks == "T" else (ranks,))
}


class CardError(Refusal):
    """A text that is no card."""


def card(rank: int, suit: int) -> Card:
    """Return the card of a rank from 1 (ace) to 13 (king) and a suit from 0 (clubs) to 3 (spades)."""
    return suit * 13 + rank - 1


def rank_of(card: Card) -> int:
    """Return the rank, from 1 (ace) to 13 (king)."""
    return card % 13 + 1


def suit_of(card: Card) -> int:
    """Return the suit, from 0 (clubs) to 3 (spades)."""
    return card // 13


def card_text(card: Card) -> str:
    """Return the card as programs write it: ``AS``, ``TD``."""
    return _TEXTS[card]


def card_label(card: Card) -> str:
    """Return the card as people read it: ``A♠``, ``10♦``."""
    return _LABELS[card]


def parse_card(text: str) -> Card:
    """Read a card in any of its spellings (``TD``, ``10d``, ``a♠``); raise CardError if it is none."""
    # ASCII alone is put in upper case: "ſ".upper() is "S", and would be read as spades.
    found = _BY_TEXT.get(text.upper() if text.isascii() else _upper_ascii(text))
    if found is None:
        raise CardError(
            Phrase("{given} is not a card: a rank (A 2 … 9 T J Q K), then a suit (C D H S)", {"given": quoted(text)})
        )
    return found


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by white space; raise CardError at the first word that is none."""
    return tuple(parse_card(word) for word in text.split())


def cards_text(cards: Iterable[Card]) -> str:
    """Return the cards as programs write them, separated by spaces."""
    return " ".join(_TEXTS[card] for card in cards)


def _upper_ascii(text: str) -> str:
    return "".join(letter.upper() if letter.isascii() else letter for letter in text)
