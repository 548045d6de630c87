"""What a player may see of a position: all that pictures, alt text and controls are made from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, TypeAlias

from engine.cards import Card

Role: TypeAlias = Literal["tableau", "foundation", "stock", "waste", "discard", "ornament", "fate"]
"""What a pile is for. ``ornament`` takes no part in play; ``fate`` is the unknown order of cards that lie elsewhere."""


class Outcome(StrEnum):
    """How a game ended: by play, won or lost, or because its player has given it up."""

    WON = "won"
    LOST = "lost"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Pile:
    """A named place on the table and its cards, the bottom (innermost, first) card first; face-down cards are None."""

    name: str
    role: Role
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A card that has a legal play now: where it lies, the tag to show on it, and the moves that take it."""

    pile: str
    index: int
    tag: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A position as its player may see it. Two positions that differ in hidden cards alone have equal views.

    ``options`` and ``facts`` are pairs of name and value, in the game's order. ``advance`` is the legal advance, if
    there is one; ``marks`` are the cards with a legal play. ``progress`` of ``total`` cards are cleared or built.
    """

    game: str
    options: tuple[tuple[str, str | int], ...]
    piles: tuple[Pile, ...]
    marks: tuple[Mark, ...]
    facts: tuple[tuple[str, int | None], ...]
    advance: str | None
    outcome: Outcome | None
    progress: int
    total: int
    score: int

    def cards(self, pile: str) -> tuple[Card | None, ...]:
        """Return the cards of the pile of that name; raise KeyError if there is no such pile."""
        for one in self.piles:
            if one.name == pile:
                return one.cards
        raise KeyError(pile)

    def fact(self, name: str) -> int | None:
        """Return the fact of that name; raise KeyError if there is no such fact."""
        return dict(self.facts)[name]

    def option(self, name: str) -> str | int:
        """Return the value of that option; raise KeyError if the game has no such option."""
        return dict(self.options)[name]

    def resigned(self) -> View:
        """Return the position of a game that was given up here, before its end: nothing can be played any more."""
        return replace(self, marks=(), advance=None, outcome=Outcome.RESIGNED)

    @property
    def hidden(self) -> int:
        """How many cards lie face down."""
        return sum(pile.cards.count(None) for pile in self.piles)


def reveals(before: View, after: View) -> bool:
    """Say whether the move from one view to the next turned a card face up: a look that cannot be taken back."""
    return after.hidden < before.hidden
