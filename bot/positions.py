"""A stored game, rebuilt: its rules, where its moves have led, and what can be done from there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.cards import parse_cards
from engine.deals import Deal
from engine.game import AnyGame, games
from engine.view import View
from engine.words import Phrase
from storage.rows import GameRow, StoredGame


class BrokenGame(Exception):
    """What is stored of a game does not lead to a position: another program wrote it, or the file was changed."""


@dataclass(frozen=True, slots=True)
class Line:
    """Where a line of moves leads, and its last request: the states from before it on, and what it did in words."""

    states: tuple[Any, ...]
    made: tuple[Phrase, ...] = ()

    @property
    def state(self) -> Any:
        """The state that the moves lead to."""
        return self.states[-1]

    def next_request(self) -> Line:
        """Return the line as it is before another request adds to it."""
        return Line((self.state,))

    def after(self, game: AnyGame, move: Any) -> Line:
        """Return the line with one more move of the request; raise IllegalMove, saying why, if it can't be made."""
        state = game.apply(self.state, move)
        return Line((*self.states, state), (*self.made, game.describe(self.state, move)))


@dataclass(frozen=True, slots=True)
class Position:
    """A stored game at its version.

    ``undone`` says what was taken back, if that is what led here. ``chose`` is whether the moves that led here were
    left to the bot, and it had to choose between plays that ruled each other out. ``secret`` is whether others may
    still play its deal ranked, as of all ranked games is taken for granted until it is known that they may not.
    """

    stored: StoredGame
    game: AnyGame
    options: Mapping[str, str | int]
    line: Line
    undone: tuple[Phrase, ...] = ()
    chose: bool = False
    secret: bool = False

    @property
    def id(self) -> int:
        """The number of the game."""
        return self.stored.id

    @property
    def state(self) -> Any:
        """The state that the moves lead to."""
        return self.line.state

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its moves or by being resigned."""
        return self.stored.status != "playing"

    @property
    def reopens(self) -> bool:
        """Whether it was lost by its moves, and Undo takes it up again: until its player has seen how to win it."""
        stored = self.stored
        return stored.status == "lost" and not stored.ranked and stored.move_count > 0 and not stored.proof_shown

    @property
    def deal_told(self) -> bool:
        """Whether the deal may be told."""
        return is_told(self.stored) and not self.secret

    def deal(self) -> Deal:
        """Return the deal, with all that lies face down."""
        return deal_of(self.game, self.stored)

    def view(self) -> View:
        """Return the position as its player may see it."""
        view = self.game.view(self.state)
        return view.resigned() if self.stored.status == "resigned" else view

    def view_before(self) -> View | None:
        """Return what its player saw before the last request; None at the start, and when moves were taken back."""
        if self.undone or not self.line.made:
            return None
        return self.game.view(self.line.states[0])

    def plays(self) -> list[tuple[str, Phrase]]:
        """Return the plays that can be made, as texts and in words; none when the game is over."""
        return [pair for move, pair in self._moves() if not self.game.is_advance(move)]

    def advance(self) -> tuple[str, Phrase] | None:
        """Return the advance that can be made, as text and in words."""
        return next((pair for move, pair in self._moves() if self.game.is_advance(move)), None)

    def _moves(self) -> list[tuple[Any, tuple[str, Phrase]]]:
        if self.over:
            return []
        return [
            (move, (self.game.format(move), self.game.describe(self.state, move)))
            for move in self.game.legal_moves(self.state)
        ]


def is_told(stored: GameRow) -> bool:
    """Say whether the deal of a game may be told: it is over, or its player knew the deal beforehand.

    That of a ranked game may be secret all the same: see ``Position.secret``.
    """
    return stored.status != "playing" or stored.origin != "bot"


def rebuilt(stored: StoredGame, line: Line | None = None) -> Position:
    """Return the position of a stored game, replaying its moves unless their line is given; raise BrokenGame."""
    game = games().get(stored.game)
    if game is None:
        raise BrokenGame(f"game {stored.id} is of a kind that is not played here: {stored.game}")
    try:
        options = options_of(game, stored.options)
        line = line or _replayed(game, options, stored)
        return Position(stored, game, options, line, secret=stored.ranked)
    except (ValueError, AttributeError) as error:
        raise BrokenGame(f"game {stored.id} can't be rebuilt: {error}") from error


@lru_cache
def options_of(game: AnyGame, text: str) -> Mapping[str, str | int]:
    """Return options from the text that is stored of them; raise OptionError if the game has none such."""
    return game.read_options({name: str(value) for name, value in json.loads(text).items()})


def deal_of(game: AnyGame, stored: GameRow) -> Deal:
    """Return the deal of a stored game; raise Refusal if what is stored is none."""
    if stored.seed is not None:
        return game.deal_from_seed(stored.seed)
    wind = None if stored.wind is None else parse_cards(stored.wind)
    return game.deal_from_cards(parse_cards(stored.cards or ""), wind)


def states_of(position: Position) -> tuple[Any, ...]:
    """Return all positions of a stored game, the first before any move."""
    game = position.game
    states = [game.deal(position.deal(), position.options)]
    for text in position.stored.moves:
        states.append(game.apply(states[-1], game.parse(text)))
    return tuple(states)


def _replayed(game: AnyGame, options: Mapping[str, str | int], stored: StoredGame) -> Line:
    state = game.deal(deal_of(game, stored), options)
    before = len(stored.moves) - stored.last_request
    for text in stored.moves[:before]:
        state = game.apply(state, game.parse(text))
    line = Line((state,))
    for text in stored.moves[before:]:
        line = line.after(game, game.parse(text))
    return line
