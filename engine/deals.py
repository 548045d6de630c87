"""Deals: from a seed, by a shuffle that is the same everywhere and for ever, or by their cards."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import Card, card_text
from engine.words import Phrase, Refusal

SEED_LENGTH: Final = 64


class DealError(Refusal):
    """A seed that can't name a deal, or cards that are not the game's; the message says what is wrong."""


class WindError(DealError):
    """The same, where it is the wind that is wrong, missing, or there is none in this game."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of a game in the order in which they are dealt.

    ``wind`` is a second shuffle of the same cards, which Sun needs; it is empty for other games. ``seed`` is the text
    the cards come from, in NFC, or None when the deal was given by its cards.
    """

    cards: tuple[Card, ...]
    wind: tuple[Card, ...] = ()
    seed: str | None = None


def deal_from_seed(game: str, pack: Sequence[Card], seed: str, *, wind: bool = False) -> Deal:
    """Return the deal that ``seed`` names in ``game``; raise DealError if it is not a seed.

    The options of a game do not enter: with one seed, all its variants have the same cards.
    """
    seed = normal_seed(seed)
    cards = shuffled(pack, f"{game}/deal/{seed}")
    return Deal(cards, shuffled(pack, f"{game}/wind/{seed}") if wind else (), seed)


def deal_from_cards(game: str, pack: Sequence[Card], cards: Sequence[Card], wind: Sequence[Card] | None = None) -> Deal:
    """Return the deal of the given cards, and wind where the game has one; raise DealError if they do not fit."""
    _check_cards(game, pack, cards)
    if wind is not None:
        try:
            _check_cards(game, pack, wind)
        except DealError as error:
            raise WindError(error.why) from None
    return Deal(tuple(cards), tuple(wind or ()))


def normal_seed(seed: str) -> str:
    """Return the seed in NFC, the form that is hashed; raise DealError if it is not a seed."""
    if any(0xD800 <= ord(letter) <= 0xDFFF for letter in seed):
        raise DealError(Phrase("a seed must be text that UTF-8 can hold"))
    seed = unicodedata.normalize("NFC", seed)
    if not 1 <= len(seed) <= SEED_LENGTH:
        raise DealError(
            Phrase("a seed has 1 to {most} characters, this one has {count}", {"most": SEED_LENGTH, "count": len(seed)})
        )
    if any(unicodedata.category(letter) == "Cc" for letter in seed):
        raise DealError(Phrase("a seed holds no control characters"))
    return seed


def shuffled(cards: Sequence[Card], key: str) -> tuple[Card, ...]:
    """Return the cards in the order that ``key`` fixes: Fisher-Yates from the last card down, without bias.

    Never change a line here: every deal that anybody ever played would become another.
    """
    laid = list(cards)
    numbers = _stream(key)
    for last in range(len(laid) - 1, 0, -1):
        size = last + 1
        # Numbers from the incomplete last stretch of the 2**32 would favour the first cards: take another.
        limit = 2**32 - 2**32 % size
        number = next(numbers)
        while number >= limit:
            number = next(numbers)
        chosen = number % size
        laid[last], laid[chosen] = laid[chosen], laid[last]
    return tuple(laid)


def _stream(key: str) -> Iterator[int]:
    """Yield 32-bit numbers: SHA-256 of the key, a zero byte and a counter, eight big-endian numbers a hash."""
    start = hashlib.sha256(f"patience/1/{key}".encode() + b"\0")
    counter = 0
    while True:
        block = start.copy()
        block.update(counter.to_bytes(8, "big"))
        digest = block.digest()
        for place in range(0, 32, 4):
            yield int.from_bytes(digest[place : place + 4], "big")
        counter += 1


def _check_cards(game: str, pack: Sequence[Card], cards: Sequence[Card]) -> None:
    if len(cards) != len(pack):
        raise DealError(
            Phrase("{game} needs {wanted} cards, not {count}", {"game": game, "wanted": len(pack), "count": len(cards)})
        )
    wanted, given = Counter(pack), Counter(cards)
    if extra := given - wanted:
        over, missing = card_text(min(extra)), card_text(min(wanted - given))
        raise DealError(
            Phrase("the cards hold {over} too often, and {missing} is missing", {"over": over, "missing": missing})
        )
