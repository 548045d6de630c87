"""Hand-made deals of Sun: arcs of thirteen cards, and the moves that take them home."""

from __future__ import annotations

from engine.cards import TWO_PACKS, cards_text
from tests.engine.tables import filled_up

RANKS = "A23456789TJQK"
CLUBS, DIAMONDS, HEARTS, SPADES = (" ".join(rank + suit for rank in RANKS) for suit in "CDHS")

RISE = [f"r{ray}>A" for ray in range(1, 14)]
"""Take an arc from ace to king on to the ace row."""
FALL = [f"r{ray}>K" for ray in range(13, 0, -1)]
"""Take an arc from ace to king on to the king row."""

PLAIN = "2C 3D 4H 5S 6C 7D 8H 9S TC JD QH 2S 3C"
"""An arc of which nothing can be built while no row is begun."""


def arcs(*laid: str) -> str:
    return " ".join(laid)


def others(*laid: str) -> list[str]:
    """Return the cards of two packs but those of some arcs."""
    cards = arcs(*laid)
    return cards_text(filled_up(TWO_PACKS, cards)).split()[len(cards.split()) :]


def column(ray: int) -> str:
    """Return eight arcs that deal the clubs from ace to eight to one ray; of the others, no ace or king ends a ray."""
    rest = others("AC 2C 3C 4C 5C 6C 7C 8C")
    # Aces and kings lie innermost, so that nothing else can be built on the way.
    rest.sort(key=lambda card: card[0] not in "AK")
    dealt = []
    for arc in range(8):
        row = rest[12 * arc : 12 * arc + 12]
        row.insert(ray - 1, f"{RANKS[arc]}C")
        dealt.extend(row)
    return " ".join(dealt)
