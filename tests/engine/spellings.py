"""Every move that RULES of the games know, by its text, and the other ways in which it may be written."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RANKS = "A23456789TJQK"


def moves(game: str) -> Iterator[str]:
    """Yield the text of every move of the game of that name; nothing for a game not known here."""
    if game == "pyramid":
        yield from ("draw", "redeal")
        cards = sorted(rank + suit for rank in RANKS for suit in SYMBOLS)
        yield from (card for card in cards if card[0] == "K")
        for one, two in itertools.combinations(cards, 2):
            if RANKS.index(one[0]) + RANKS.index(two[0]) + 2 == 13:
                yield f"{one}+{two}"
    elif game == "sultan":
        yield from ("draw", "redeal", "w", *(f"d{place}" for place in range(1, 9)))
    elif game == "sun":
        yield "next"
        for row in "AK":
            yield from (f"{suit}>{row}" for suit in SYMBOLS)
            yield from (f"r{ray}>{row}" for ray in range(1, 14))
            yield from (f"r{ray}.{place}>{row}" for ray in range(1, 14) for place in range(1, 10))
            yield from (f"c{cloud}{end}>{row}" for cloud in range(1, 16) for end in "fl")


def others(game: str, text: str) -> Iterator[str]:
    """Yield other spellings of a move: in either case, and with cards as people write them, in either order."""
    yield from (text.lower(), text.upper(), text.swapcase(), f" {text}\t")
    if game == "pyramid" and text[0] in RANKS:
        cards = text.split("+")
        yield "+".join(reversed(cards))
        for ten in ("10", "T", "t"):
            yield "+".join(card[0].replace("T", ten) + SYMBOLS[card[1]] for card in cards)
            yield "+".join(card[0].replace("T", ten) + card[1].lower() for card in reversed(cards))
