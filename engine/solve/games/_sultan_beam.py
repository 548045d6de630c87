"""Placing the cards of Sultan's pack: a beam search, exact where it never had to cut.

A level is a card of the pack come to in a pass. Positions of a level differ in the placed cards alone, and the same
cards make the same position. If there are too many, the worthiest are kept (``_worth``, a guess).

Two arguments keep levels small, and both are exact.

*Some cards are placed at once.* Say that the top of the waste, X, could be built, and would leave no more cards locked
than there are without it, whatever else is placed before X is. Then a line that wins without placing X now wins too if
X is placed now and that step left out later: all else lies in the same order, and can be placed as before. This holds
where both foundations of the suit want X; where the other copy is built, and the lower foundation wants X; and in the
last pass where the other copy lies below X in the waste, as it comes out after X. It does not hold where just the
higher foundation wants X and the other copy may be had first: then X may lock when that copy has taken its place.

*In the last pass every card left in the waste has a latest moment.* When it is placed at last, no other cards are in
the waste than those below it now: all else that was drawn is placed. So what is placed after each further draw, if the
card is placed right then, is known beforehand, and it can be then only if no more cards are locked than the divan has
places, with that card and without. A card that is left must find such a moment, not after the one of the card below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from operator import itemgetter, or_
from typing import Final, NamedTuple, TypeAlias

from engine.cards import QUEEN
from engine.solve.games._sultan_places import ACES, ALL, FIELD, FIRST_COPIES, RANKS, Places, ranks_of
from engine.solve.solution import Limit

_Waste: TypeAlias = "tuple[int, _Waste, int] | None"
"""The top card, the waste below it, and the latest moment of the card below.

Cards are their places in the pack, and a moment is the card of the pack that was drawn last.
"""
_Line: TypeAlias = "tuple[_Line, int] | None"
"""The line before, and the card placed last."""
_Node: TypeAlias = tuple[int, int, int, _Waste, _Line]
"""The placed cards, their ranks, their worth, the waste and the line."""

_EVERY: Final = 128
"""So many positions of a level are gone through before the time is asked for: some milliseconds."""


class Beam(NamedTuple):
    """What a search has found: ``line`` has the cards in the order they are placed, None if it found no win."""

    line: tuple[int, ...] | None
    complete: bool
    """Whether all lines were tried, but for such as win only if others do: without a win, there is none."""
    nodes: int


def _worth(mask: int, *, lower: bool) -> int:
    """Return what the placed ranks of a field are worth, ``lower`` being the one of the lower foundation.

    Cards that can be built count most. Locked ones count too, for they are out of the pack, and the more the nearer
    they are to being built. A lower foundation that keeps up with the higher one wants either copy of a card.
    """
    height = (~mask & mask + 1).bit_length() - 1
    above = [rank - height for rank in range(height, QUEEN) if mask >> rank & 1]
    return (133 if lower else 100) * height + 36 * len(above) - 12 * sum(above)


_WORTH: Final = tuple(_worth(mask, lower=False) for mask in range(RANKS + 1))
_WORTH_OF_LOWER: Final = tuple(_worth(mask, lower=True) for mask in range(RANKS + 1))


class _TimeIsUp(Exception):
    """The limit was reached."""


def search(places: Places, width: int, limit: Limit, *, quick: bool = False) -> Beam:
    """Search with at most ``width`` positions a level.

    ``quick`` places at once every card that could be built: that wins often, and proves nothing.
    """
    one = _Search(places, width, limit, quick=quick)
    try:
        line = one.run()
    except _TimeIsUp:
        return Beam(None, False, one.nodes)
    return Beam(line, one.complete, one.nodes)


class _Search:
    def __init__(self, places: Places, width: int, limit: Limit, *, quick: bool) -> None:
        self._places = places
        self._width = width
        self._limit = limit
        self._quick = quick
        self._last_card = len(places.copies) - 1
        # The cards of the pack before each place.
        self._before = tuple(accumulate(places.copies, or_, initial=0))
        self.complete = not quick
        self.nodes = 0

    def run(self) -> tuple[int, ...] | None:
        """Go through the pack, pass by pass; return the line that wins, if one was found."""
        first = self._first()
        # The waste may be played before anything is drawn.
        level, line = self._settle([] if first is None else [first], {}, last=not self._places.redeals)
        start = self._places.drawn
        for redeals in range(self._places.redeals, -1, -1):
            for drawn in range(start, self._last_card + 1):
                if line is not None or not level:
                    return line
                level, line = self._draw(level, drawn, last=not redeals)
            start = 0
            level = [(placed, ranks, worth, None, moves) for placed, ranks, worth, _, moves in level]
        return line

    def _first(self) -> _Node | None:
        """Return the position asked about, or None if a card of its waste has no moment any more."""
        places = self._places
        waste: _Waste = None
        latest = self._last_card
        for card in range(places.drawn):
            waste = (card, waste, latest)
            if not places.redeals:
                latest = self._latest(card, places.placed, places.drawn - 1, latest)
                if latest < places.drawn - 1:
                    return None
        ranks = ranks_of(places.placed)
        fields = [ranks >> number * FIELD & RANKS for number in range(8)]
        worth = sum(_WORTH[field] for field in fields[::2]) + sum(_WORTH_OF_LOWER[field] for field in fields[1::2])
        return places.placed, ranks, worth, waste, None

    def _draw(self, level: list[_Node], drawn: int, *, last: bool) -> tuple[list[_Node], tuple[int, ...] | None]:
        """Draw a card in every position of a level, and return the next."""
        copy = self._places.copies[drawn]
        carried: dict[int, _Node] = {}
        waiting: list[_Node] = []
        for node in self._watched(level):
            placed, ranks, worth, waste, line = node
            if placed & copy:
                carried[placed] = node
                continue
            latest = self._last_card
            if last and waste is not None:
                latest = self._latest(waste[0], placed, drawn, waste[2])
                if latest < drawn:
                    continue
            waiting.append((placed, ranks, worth, (drawn, waste, latest), line))
        return self._settle(waiting, carried, last=last)

    def _settle(
        self, waiting: list[_Node], found: dict[int, _Node], *, last: bool
    ) -> tuple[list[_Node], tuple[int, ...] | None]:
        """Place tops of the waste, one, two … or none, and return the next level with the ``found``; or the win."""
        places = self._places
        copies, twins, twins_below = places.copies, places.twins, places.twins_below
        shifts, bits, divan, quick = places.shifts, places.bits, places.divan, self._quick
        for placed, ranks, worth, waste, line in self._watched(waiting):
            while placed not in found:
                self.nodes += 1
                if waste is None:
                    if placed == ALL:
                        return [], _cards(line)
                    found[placed] = placed, ranks, worth, None, line
                    break
                card = waste[0]
                bit, shift, values = bits[card], shifts[card], _WORTH
                below = bit - 1
                if placed & twins[card]:
                    shift, values = shift + FIELD, _WORTH_OF_LOWER
                    field = ranks >> shift & RANKS
                    at_once = field & below == below
                else:
                    field = ranks >> shift & RANKS
                    at_once = field & below == below and (
                        quick or ranks >> shift + FIELD & below == below or (last and twins_below[card])
                    )
                if not at_once:
                    found[placed] = placed, ranks, worth, waste, line
                ranks |= bit << shift
                if (ranks & ranks + ACES).bit_count() > divan:
                    break
                placed |= copies[card]
                worth += values[field | bit] - values[field]
                waste, line = waste[1], (line, card)
        level = list(found.values())
        if len(level) > self._width:
            self.complete = False
            level.sort(key=itemgetter(2), reverse=True)
            del level[self._width :]
        return level, None

    def _latest(self, card: int, placed: int, earliest: int, latest: int) -> int:
        """Return the latest moment at which a card left in the waste can be placed, or one before the earliest.

        ``placed`` holds no card of the waste below it; what lies above it there counts as placed.
        """
        before, divan, copy = self._before, self._places.divan, self._places.copies[card]
        not_above = ~before[card + 1]
        while latest >= earliest:
            cards = placed | before[latest + 1] & not_above
            # As in ``ranks_of`` and ``locked``, without and with the card: most of the last pass is spent here.
            first, second = cards & FIRST_COPIES, cards >> FIELD & FIRST_COPIES
            ranks = first | second | (first & second) << FIELD
            if (ranks & ranks + ACES).bit_count() <= divan:
                cards |= copy
                first, second = cards & FIRST_COPIES, cards >> FIELD & FIRST_COPIES
                ranks = first | second | (first & second) << FIELD
                if (ranks & ranks + ACES).bit_count() <= divan:
                    break
            latest -= 1
        return latest

    def _watched(self, nodes: Iterable[_Node]) -> Iterator[_Node]:
        """Yield positions, and stop all when the time is up."""
        for number, node in enumerate(nodes):
            if not number % _EVERY and self._limit.reached():
                raise _TimeIsUp
            yield node


def _cards(line: _Line) -> tuple[int, ...]:
    cards = []
    while line is not None:
        line, card = line
        cards.append(card)
    return tuple(reversed(cards))
