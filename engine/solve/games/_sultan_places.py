"""Sultan seen without its foundations: which cards are *placed*, and which are still in the pack.

With all cards known, three things make this view exact.

A card of the divan that could be built need not be: left where it lies it is a free place, as good as an empty one,
for whenever the place is wanted the card is built and the wanted one comes by itself (the forced fill). So a card is
placed once it is in the divan or on a foundation, and which of the two does not matter: the foundations are as high as
the placed cards allow, and only those placed cards that lie higher still, the *locked* ones, take up the divan.

Turning the waste over does not change the order of the pack. So the waste is the cards before the place that the pass
has come to, less those placed, and the stock the cards after it.

Whatever is played takes the top of the waste along, and could as well wait. So there are two moves: place the top of
the waste, wherever it goes, or leave it and draw (at the end, turn the waste over). A card can be placed if after that
there are no more locked cards than the divan has places. The game is won when every card is placed.

A set of cards is an integer of eight fields of 13 bits, two a suit, a bit a rank (the kings' is never set): the first
copies in the lower field, the second copies in the other. Of such a set only the *ranks* matter to the foundations.
They are kept in the same shape: those of which a copy is there in the lower field, those with both in the other.
The higher foundation stands at the run of ones at the low end of the lower field, the lower foundation at that of the
other field, and the ones above the runs are locked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cards import KING, QUEEN, SUITS, Card, rank_of, suit_of
from engine.games.sultan import REDEALS, SultanState

FIELD: Final = KING
"""How many bits a field has."""
RANKS: Final = (1 << QUEEN) - 1
"""Every rank in a field."""
ACES: Final = sum(1 << number * FIELD for number in range(2 * len(SUITS)))
"""The lowest bit of every field."""
ALL: Final = RANKS * ACES
FIRST_COPIES: Final = sum(RANKS << suit * 2 * FIELD for suit in range(len(SUITS)))


def ranks_of(cards: int) -> int:
    """Return the ranks that a set of cards holds once, and twice."""
    first, second = cards & FIRST_COPIES, cards >> FIELD & FIRST_COPIES
    return first | second | (first & second) << FIELD


def locked(ranks: int) -> int:
    """Return how many of the placed cards cannot be built.

    Adding one to a field clears its run from the ace and sets the rank above that; no field overflows into the next.
    """
    return (ranks & ranks + ACES).bit_count()


@dataclass(frozen=True, slots=True)
class Places:
    """A position in this view. The lists have an item a card of the pack: the waste from the bottom, then the stock.

    ``drawn`` cards of the pack make the waste, ``redeals`` are left, ``placed`` are the cards of the divan and of the
    foundations; of two copies of which one is placed already, that is the first, otherwise the one that comes first.
    """

    divan: int
    drawn: int
    redeals: int
    placed: int
    copies: tuple[int, ...]
    """The set of this card alone."""
    twins: tuple[int, ...]
    """The set of its other copy."""
    twins_below: tuple[bool, ...]
    """Whether the other copy comes before this one in the pack, or is placed already."""
    shifts: tuple[int, ...]
    """Where the lower field of its suit begins."""
    bits: tuple[int, ...]
    """The bit of its rank in a field."""


def places_of(state: SultanState) -> Places:
    """Return a position of the game in this view."""
    pack = (*state.waste, *state.stock)
    seen = placed = _placed(state)
    copies, twins, twins_below = [], [], []
    for one in pack:
        first, second = _first(one), _first(one) << FIELD
        again = bool(seen & first)
        copies.append(second if again else first)
        twins.append(first if again else second)
        twins_below.append(again)
        seen |= copies[-1]
    return Places(
        divan=len(state.divan),
        drawn=len(state.waste),
        redeals=REDEALS - state.redealt,
        placed=placed,
        copies=tuple(copies),
        twins=tuple(twins),
        twins_below=tuple(twins_below),
        shifts=tuple(2 * FIELD * suit_of(one) for one in pack),
        bits=tuple(1 << rank_of(one) - 1 for one in pack),
    )


def _first(one: Card) -> int:
    return 1 << 2 * FIELD * suit_of(one) + rank_of(one) - 1


def _placed(state: SultanState) -> int:
    placed = 0
    for number, height in enumerate(state.heights):
        suit, which = divmod(number, 2)
        # The lower foundation comes first in a state: what it holds, is there twice.
        placed |= (1 << height) - 1 << (2 * suit + 1 - which) * FIELD
    for one in state.divan:
        if one is not None:
            placed |= _first(one) << FIELD if placed & _first(one) else _first(one)
    return placed
