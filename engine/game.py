"""What a game is to the rest of the house, the errors of play, and the registry of games.

A game is one file in ``engine/games`` that exports ``GAME``; nothing else has to name it.
"""

from __future__ import annotations

import importlib
import itertools
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from engine.cards import Card, cards_text
from engine.deals import Deal, WindError, deal_from_cards, deal_from_seed
from engine.view import Outcome, View
from engine.words import Phrase, Refusal, quoted

RULES = 1
"""The version of the rules that records are written under."""


class OptionError(Refusal):
    """A value that an option does not have, or options that do not go together; the message says which."""


class MoveError(ValueError):
    """A move that cannot be made. ``move`` is its text, ``why`` says the reason and tells nothing hidden."""

    def __init__(self, move: str, why: Phrase) -> None:
        super().__init__(f"{move}: {why}")
        self.move = move
        self.why = why


class InvalidMove(MoveError):
    """No such move exists in this game."""


class IllegalMove(MoveError):
    """The move exists, but not in this position."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of an option and what people call it (a message id)."""

    value: str | int
    label: str


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game, its first choice being the default; ``label`` is a message id, ``name`` is for programs."""

    name: str
    label: str
    choices: tuple[Choice, ...]

    @property
    def default(self) -> str | int:
        """The value that holds when nothing is said."""
        return self.choices[0].value

    def read(self, text: str) -> str | int:
        """Return the value written as ``text``; raise OptionError if there is none."""
        for choice in self.choices:
            if str(choice.value) == text:
                return choice.value
        values = ", ".join(str(choice.value) for choice in self.choices)
        raise OptionError(
            Phrase(
                "{option} is one of {values}, not {given}",
                {"option": self.name, "values": values, "given": quoted(text)},
            )
        )


@dataclass(frozen=True, slots=True)
class Advance:
    """A move that turns or deals cards, or takes the game to its next step; every other move is a play."""

    name: str


class State(Protocol):
    """What every game's position has: frozen, comparable by value, and with these counts."""

    @property
    def advances(self) -> int:
        """How many advances were made."""

    @property
    def plays(self) -> int:
        """How many plays were made."""


S = TypeVar("S", bound=State)
M = TypeVar("M")


class Game(ABC, Generic[S, M]):
    """One game's rules. It holds nothing: positions (``S``) and moves (``M``) are immutable values."""

    name: ClassVar[str]
    """For programs: lower case, the name of its file."""
    title: ClassVar[str]
    """For people: a message id."""
    summary: ClassVar[str]
    """For people, the aim in a sentence: a message id."""
    options: ClassVar[tuple[Option, ...]]
    pack: ClassVar[tuple[Card, ...]]
    """The cards that a deal orders."""
    fixed: ClassVar[tuple[Card, ...]] = ()
    """The cards that lie on the table before the deal."""
    has_wind: ClassVar[bool] = False
    """Whether a deal carries a second shuffle."""
    total: ClassVar[int]
    """How many cards are to be cleared or built."""
    draws_on: ClassVar[bool] = False
    """Whether a player may want to advance until a play appears, for nothing else can be done on the way."""
    plays_all: ClassVar[bool] = False
    """Whether a player may want all that fits to be played, for plays seldom stand in each other's way."""

    @abstractmethod
    def deal(self, deal: Deal, options: Mapping[str, str | int]) -> S:
        """Return the first position. ``options`` come from ``read_options``."""

    @abstractmethod
    def options_of(self, state: S) -> Mapping[str, str | int]:
        """Return every option of the game that this position is played under."""

    @abstractmethod
    def legal_moves(self, state: S) -> tuple[M, ...]:
        """Return the moves that can be made now; none when the game is over."""

    @abstractmethod
    def apply(self, state: S, move: M) -> S:
        """Return the position after a move; raise IllegalMove, saying why, if it cannot be made."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    @abstractmethod
    def progress(self, state: S) -> int:
        """Return how many of the ``total`` cards are cleared or built."""

    @abstractmethod
    def most_advances(self, state: S) -> int:
        """Return how many advances a game under these options has when nothing is ever played."""

    @abstractmethod
    def parse(self, text: str) -> M:
        """Read a move in its one text form (in either case); raise InvalidMove if there is no such move."""

    @abstractmethod
    def format(self, move: M) -> str:
        """Write a move: ``parse(format(move)) == move``."""

    @abstractmethod
    def describe(self, state: S, move: M) -> Phrase:
        """Say in words what a legal move does. It names no card that lies face down."""

    @abstractmethod
    def view(self, state: S) -> View:
        """Return the position as its player may see it."""

    @abstractmethod
    def fields(self, state: S) -> dict[str, object]:
        """Return what a position prints as beside the fields common to all games (for programs; hides nothing)."""

    def next_play(self, state: S) -> M | None:
        """Return the play that a player makes next who plays all that fits: the first there is, unless overridden.

        Made again and again, these plays come to an end. What lies face down has no part in the choice.
        """
        return next((move for move in self.legal_moves(state) if not self.is_advance(move)), None)

    def follow(self, state: S, made: M, play: M) -> M | None:
        """Return how a play of this position is written once another was made; None if that took a card of it.

        It still takes the same cards, wherever they lie by then, but need not be legal any more. Unless overridden,
        cards stay where they are and plays keep their names.
        """
        marks = self.view(state).marks
        taken = {(mark.pile, mark.index) for mark in marks if self.format(made) in mark.moves}
        wanted = {(mark.pile, mark.index) for mark in marks if self.format(play) in mark.moves}
        return None if taken & wanted else play

    def check_options(self, options: Mapping[str, str | int]) -> None:
        """Raise OptionError if values that are right one by one do not go together."""

    def is_advance(self, move: M) -> bool:
        """Say whether a move is an advance; every other move is a play."""
        return isinstance(move, Advance)

    def advance(self, state: S) -> M | None:
        """Return the legal advance; there is never more than one."""
        return next((move for move in self.legal_moves(state) if self.is_advance(move)), None)

    def score(self, state: S) -> int:
        """Return the score from 0 to 1000: 700 for progress, 200 for the win, 100 for thrift in it, rounded down."""
        won = self.outcome(state) is Outcome.WON
        thrift = 1 - Fraction(state.advances, self.most_advances(state)) if won else 0
        return int(700 * Fraction(self.progress(state), self.total) + 200 * won + 100 * thrift)

    def read_options(self, given: Mapping[str, str]) -> Mapping[str, str | int]:
        """Return every option, defaults filled in, from texts; raise OptionError for a wrong name or value."""
        known = {option.name: option for option in self.options}
        for name in given:
            if not known:
                raise OptionError(
                    Phrase("{game} has no options, so no {given} either", {"game": self.name, "given": quoted(name)})
                )
            if name not in known:
                raise OptionError(
                    Phrase(
                        "{game} has no option {given}; it has {options}",
                        {"game": self.name, "given": quoted(name), "options": ", ".join(known)},
                    )
                )
        options = {
            name: option.read(given[name]) if name in given else option.default for name, option in known.items()
        }
        self.check_options(options)
        return MappingProxyType(options)

    def option_sets(self) -> tuple[Mapping[str, str | int], ...]:
        """Return every combination of options that goes together, the defaults first."""
        names = [option.name for option in self.options]
        sets = []
        for values in itertools.product(*(option.choices for option in self.options)):
            options = dict(zip(names, (choice.value for choice in values), strict=True))
            try:
                self.check_options(options)
            except OptionError:
                continue
            sets.append(MappingProxyType(options))
        return tuple(sets)

    def deal_from_seed(self, seed: str) -> Deal:
        """Return the deal that a seed names; raise DealError if the text is not a seed."""
        return deal_from_seed(self.name, self.pack, seed, wind=self.has_wind)

    def deal_from_cards(self, cards: Sequence[Card], wind: Sequence[Card] | None = None) -> Deal:
        """Return the deal of given cards, and wind if the game has one; raise DealError if they are not this game's."""
        if wind is not None and not self.has_wind:
            raise WindError(Phrase("{game} has no wind", {"game": self.name}))
        if wind is None and self.has_wind:
            raise WindError(Phrase("the Wind is missing: where the Cards are given, it has to be given too"))
        return deal_from_cards(self.name, self.pack, cards, wind)

    def printed(self, state: S) -> dict[str, object]:
        """Return the whole printed state but its result (RULES: what a state prints as, for programs)."""
        return {
            "game": self.name,
            "options": dict(sorted(self.options_of(state).items())),
            "moves": sorted(self.format(move) for move in self.legal_moves(state)),
            "score": self.score(state),
            "progress": self.progress(state),
            "advances": state.advances,
            "plays": state.plays,
            **self.fields(state),
        }


AnyGame: TypeAlias = Game[Any, Any]


@cache
def games() -> Mapping[str, AnyGame]:
    """Return every game by its name, found in ``engine/games``; a file there with a leading ``_`` belongs to a game."""
    package = importlib.import_module("engine.games")
    found: dict[str, AnyGame] = {}
    for module in pkgutil.iter_modules(package.__path__):
        if module.name.startswith("_"):
            continue
        game = importlib.import_module(f"engine.games.{module.name}").GAME
        found[game.name] = game
    return MappingProxyType(found)


def texts(cards: Sequence[Card]) -> list[str]:
    """Return cards as printed states list them."""
    return cards_text(cards).split()
