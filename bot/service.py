"""What a player can do with a game, whatever the chat: start, move, undo, resign. No Discord here.

A game is its deal and its moves, in the database; positions are a cache of them. Whoever asks, and the time, come in as
arguments.
"""

from __future__ import annotations

import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.cards import parse_cards
from engine.game import RULES, AnyGame, games
from engine.view import Outcome, View
from engine.words import Phrase
from storage.games import Games
from storage.rows import BoardMessage, Ending, GameOver, GameRow, NewGame, StaleBoard, StoredGame

CACHED_POSITIONS: Final = 512


class NotYours(Exception):
    """The game belongs to somebody else: ``owner_id``."""

    def __init__(self, owner_id: int) -> None:
        super().__init__(f"the game belongs to {owner_id}")
        self.owner_id = owner_id


class NoGame(LookupError):
    """The player has no unfinished game."""


class NoAdvance(Exception):
    """Nothing is left to turn or deal; plays are."""


class BrokenGame(Exception):
    """What is stored of a game does not lead to a position: another program wrote it, or the file was changed."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game is played: ids of the channel and, unless it is a private one, of the guild."""

    channel_id: int | None
    guild_id: int | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A stored game, its rules, and the state that its moves lead to. ``told`` says what the last change did."""

    stored: StoredGame
    game: AnyGame
    options: Mapping[str, str | int]
    state: Any
    told: Phrase | None = None

    @property
    def id(self) -> int:
        """The number of the game."""
        return self.stored.id

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its moves or by being resigned."""
        return self.stored.status != "playing"

    def view(self) -> View:
        """Return the position as its player may see it."""
        return self.game.view(self.state)

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


class Service:
    """The use cases, over the stored games. ``now`` gives the time in milliseconds since 1970 (UTC).

    What changes a game takes who asks and the version that they saw: it raises NotYours for anybody but the owner,
    and what ``Games`` raises when the board has moved on or the game is over. When a call returns, it is saved.
    """

    def __init__(self, stored: Games, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000) -> None:
        self._games = stored
        self._now = now
        self._states: OrderedDict[tuple[int, int], Any] = OrderedDict()

    async def start(
        self, owner_id: int, place: Place, name: str, options: Mapping[str, str], seed: str | None = None
    ) -> Position:
        """Deal a new game: of the player's ``seed`` or, without one, of a seed of the bot's.

        Raise KeyError for an unknown game, OptionError and DealError for what does not suit it.
        """
        game = games()[name]
        chosen = game.read_options(options)
        deal = game.deal_from_seed(secrets.token_hex(8) if seed is None else seed)
        stored = await self._games.start(
            NewGame(
                owner_id=owner_id,
                game=name,
                options=json.dumps(dict(chosen)),
                rules=RULES,
                seed=deal.seed,
                chosen=seed is not None,
                guild_id=place.guild_id,
                channel_id=place.channel_id,
            ),
            self._now(),
        )
        return self._position(stored)

    async def again(self, owner_id: int, place: Place, game_id: int) -> Position:
        """Deal a new game of the same kind and options as another, whoever played that."""
        before = (await self.position(game_id)).stored
        options = {name: str(value) for name, value in json.loads(before.options).items()}
        return await self.start(owner_id, place, before.game, options)

    async def position(self, game_id: int) -> Position:
        """Return a game as it stands; raise NoGame if there is none of this number."""
        stored = await self._games.get(game_id)
        if stored is None:
            raise NoGame
        return self._position(stored)

    async def owned(self, owner_id: int, game_id: int) -> Position:
        """Return the player's own game as it stands; raise NotYours, or NoGame."""
        position = await self.position(game_id)
        if position.stored.owner_id != owner_id:
            raise NotYours(position.stored.owner_id)
        return position

    async def as_seen(self, owner_id: int, game_id: int, version: int) -> Position:
        """Return the player's own game if it is under way and still at the version they saw.

        Raise NotYours, NoGame, StaleBoard or GameOver.
        """
        position = await self.owned(owner_id, game_id)
        if position.stored.version != version:
            raise StaleBoard(game_id, position.stored.version)
        if position.over:
            raise GameOver(game_id, version, position.stored.status)
        return position

    async def current(self, owner_id: int, place: Place) -> Position:
        """Return the player's unfinished game last touched in this channel, else anywhere; raise NoGame."""
        stored = await self._games.current(owner_id, place.channel_id)
        if stored is None:
            raise NoGame
        return self._position(stored)

    async def move(self, owner_id: int, game_id: int, version: int, text: str) -> Position:
        """Make a move given by its text; raise InvalidMove or IllegalMove, saying why, if it can't be made."""
        before = await self.as_seen(owner_id, game_id, version)
        game = before.game
        move = game.parse(text)
        state = game.apply(before.state, move)
        outcome = game.outcome(state)
        ending = _ending(outcome, game.score(state), game.progress(state)) if outcome is not None else None
        # Between the look above and this write another request may have come: the store decides which of them counts.
        stored = await self._games.append(game_id, version, [game.format(move)], ending, self._now())
        self._remember(stored, state)
        return Position(stored, game, before.options, state, game.describe(before.state, move))

    async def advance(self, owner_id: int, game_id: int, version: int) -> Position:
        """Make the advance that the position has; raise NoAdvance if it has none."""
        advance = (await self.as_seen(owner_id, game_id, version)).advance()
        if advance is None:
            raise NoAdvance
        return await self.move(owner_id, game_id, version, advance[0])

    async def undo(self, owner_id: int, game_id: int, version: int) -> Position:
        """Take back what the last request did; a game that this request lost goes on.

        Raise NothingToTakeBack at the start, and GameOver for a game that was won or resigned.
        """
        before = await self.owned(owner_id, game_id)
        lost = before.stored.status == "lost"
        return self._position(await self._games.take_back(game_id, version, self._now(), reopen=lost))

    async def resign(self, owner_id: int, game_id: int, version: int) -> Position:
        """Give the game up."""
        before = await self.owned(owner_id, game_id)
        game, state = before.game, before.state
        return self._position(
            await self._games.resign(
                game_id, version, self._now(), score=game.score(state), progress=game.progress(state)
            )
        )

    async def unfinished(self, owner_id: int, limit: int) -> tuple[GameRow, ...]:
        """Return the player's unfinished games, the last touched first."""
        return await self._games.unfinished(owner_id, limit)

    async def place_board(self, game_id: int, place: Place, message_id: int) -> BoardMessage | None:
        """Note the message that shows the game now; return the one that does no longer."""
        return await self._games.place_board(
            game_id, self._now(), guild_id=place.guild_id, channel_id=place.channel_id, message_id=message_id
        )

    def _position(self, stored: StoredGame) -> Position:
        game = games().get(stored.game)
        if game is None:
            raise BrokenGame(f"game {stored.id} is of a kind that is not played here: {stored.game}")
        try:
            options = game.read_options({name: str(value) for name, value in json.loads(stored.options).items()})
            state = self._states.get((stored.id, stored.version))
            if state is None:
                state = _replay(game, options, stored)
        except (ValueError, AttributeError) as error:
            raise BrokenGame(f"game {stored.id} can't be rebuilt: {error}") from error
        self._remember(stored, state)
        return Position(stored, game, options, state)

    def _remember(self, stored: StoredGame, state: Any) -> None:
        """Keep a state for its version, which never names another; drop those not asked for longest."""
        self._states[stored.id, stored.version] = state
        self._states.move_to_end((stored.id, stored.version))
        while len(self._states) > CACHED_POSITIONS:
            self._states.popitem(last=False)


def _replay(game: AnyGame, options: Mapping[str, str | int], stored: StoredGame) -> Any:
    if stored.seed is not None:
        deal = game.deal_from_seed(stored.seed)
    else:
        wind = None if stored.wind is None else parse_cards(stored.wind)
        deal = game.deal_from_cards(parse_cards(stored.cards or ""), wind)
    state = game.deal(deal, options)
    for text in stored.moves:
        state = game.apply(state, game.parse(text))
    return state


def _ending(outcome: Outcome, score: int, progress: int) -> Ending:
    return Ending(status="won" if outcome is Outcome.WON else "lost", score=score, progress=progress)
