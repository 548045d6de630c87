"""Finding games and where they stand, whatever the chat; what is known of them is kept for a while. No Discord here."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

from bot.new_games import Place
from bot.positions import Line, Position, is_told, rebuilt
from bot.ranked import check_open, is_secret
from bot.refusals import NoGame, NoGameOver, NoGameYet, NotYours
from storage.games import Games
from storage.rows import NOBODY, GameOver, GameRow, StaleBoard, StoredGame

CACHED_LINES: Final = 512
CACHED_GAMES: Final = 512

LONG: Final = 500
"""Moves that take some milliseconds to replay; a record from elsewhere may have many more."""


class Lookup:
    """The stored games, and the positions that they are at. ``now`` gives the time in milliseconds since 1970 (UTC)."""

    def __init__(self, stored: Games, now: Callable[[], int]) -> None:
        self._games = stored
        self._now = now
        self._lines: OrderedDict[tuple[int, int], Line] = OrderedDict()
        self._saved: OrderedDict[int, StoredGame] = OrderedDict()

    async def newest(self, game_id: int) -> Position:
        """Return a game as it was last saved here or, if that is not known any more, as it stands; raise NoGame.

        When fifty people press at once, reading what was written a moment ago would hold them all up.
        """
        saved = self._saved.get(game_id)
        return await self.position(game_id) if saved is None else self._position(saved)

    async def position(self, game_id: int) -> Position:
        """Return a game as it stands; raise NoGame if there is none of this number."""
        stored = await self._games.get(game_id)
        if stored is None:
            raise NoGame(game_id)
        return await self._replayed(stored)

    async def owned(self, owner_id: int, game_id: int) -> Position:
        """Return the player's own game as it stands; raise NotYours, or NoGame, also for one that a table plays."""
        position = await self.position(game_id)
        if position.stored.owner_id == NOBODY:
            raise NoGame(game_id)
        if position.stored.owner_id != owner_id:
            raise NotYours(position.stored.owner_id)
        return position

    async def as_seen(self, owner_id: int, game_id: int, version: int) -> Position:
        """Return the player's own game if it is under way and still at the version they saw.

        Raise NotYours, NoGame, StaleBoard, GameOver, DayClosed or RaceClosed.
        """
        position = await self._own_seen(owner_id, game_id, version)
        if position.stored.version != version:
            raise StaleBoard(game_id, position.stored.version)
        if position.over:
            raise GameOver(game_id, version, position.stored.status)
        check_open(position.stored, self._now())
        return position

    async def over_as_seen(self, owner_id: int, game_id: int, version: int) -> Position:
        """Return the player's own game, seen to be over at this version; raise NotYours, NoGame or StaleBoard."""
        position = await self.owned(owner_id, game_id)
        if position.stored.version != version:
            raise StaleBoard(game_id, position.stored.version)
        return position

    async def _own_seen(self, owner_id: int, game_id: int, version: int) -> Position:
        """Return the player's own game; it is read again unless it was saved here at the version that they saw."""
        saved = self._saved.get(game_id)
        if saved is None or saved.version != version or saved.owner_id != owner_id:
            return await self.owned(owner_id, game_id)
        return self._position(saved)

    async def current(self, owner_id: int, place: Place) -> Position:
        """Return the player's unfinished game last touched in this channel, else anywhere; raise NoGame."""
        stored = await self._games.current(owner_id, place.channel_id)
        if stored is None:
            raise NoGame
        return await self._replayed(stored)

    async def last(self, owner_id: int, place: Place) -> Position:
        """Return the player's game, finished or not, last touched in this channel, else anywhere; raise NoGameYet."""
        stored = await self._games.current(owner_id, place.channel_id, finished=True)
        if stored is None:
            raise NoGameYet
        return await self._replayed(stored)

    async def last_over(self, owner_id: int, place: Place) -> Position:
        """Return the player's game that is over, last touched in this channel, else anywhere; raise NoGameOver."""
        stored = await self._games.last_over(owner_id, place.channel_id)
        if stored is None:
            raise NoGameOver
        return await self._replayed(stored)

    async def unfinished(self, owner_id: int, limit: int) -> tuple[GameRow, ...]:
        """Return the player's unfinished games, the last touched first."""
        return await self._games.unfinished(owner_id, limit)

    async def recent(self, owner_id: int, limit: int) -> tuple[GameRow, ...]:
        """Return the player's games, finished or not, the last touched first."""
        return await self._games.recent(owner_id, limit)

    def may_tell(self, row: GameRow) -> bool:
        """Say whether the deal of a game may be told to its player now."""
        return is_told(row) and not is_secret(row, self._now())

    def is_secret(self, row: GameRow) -> bool:
        """Say whether others may still play the deal of a ranked game."""
        return is_secret(row, self._now())

    def read_again(self, table_id: int) -> None:
        """Go by what is stored of the boards of a table: their race may be over."""
        for game_id in [game.id for game in self._saved.values() if game.table_id == table_id]:
            del self._saved[game_id]

    def forget(self, game_ids: Collection[int]) -> None:
        """Know nothing more of games that have been deleted."""
        for game_id in game_ids:
            self._saved.pop(game_id, None)
        for key in [key for key in self._lines if key[0] in game_ids]:
            del self._lines[key]

    @asynccontextmanager
    async def _saving(self, game_id: int) -> AsyncIterator[None]:
        """Know nothing more of a game when saving it fails: another program may have gone on with it."""
        try:
            yield
        except BaseException:
            self._saved.pop(game_id, None)
            raise

    def _keep(self, stored: StoredGame) -> None:
        """Keep what was written. Writes return in the order in which they were done; reads do not, and are not kept."""
        self._saved[stored.id] = stored
        self._saved.move_to_end(stored.id)
        while len(self._saved) > CACHED_GAMES:
            self._saved.popitem(last=False)

    async def _replayed(self, stored: StoredGame) -> Position:
        """Return the position of a game as it was read; a long one is replayed beside what others ask for."""
        if len(stored.moves) > LONG and (stored.id, stored.version) not in self._lines:
            return self._position(stored, (await asyncio.to_thread(rebuilt, stored)).line)
        return self._position(stored)

    def _position(self, stored: StoredGame, line: Line | None = None) -> Position:
        """Return the game's position, and keep its line: a version never names another."""
        key = stored.id, stored.version
        position = replace(rebuilt(stored, line or self._lines.get(key)), secret=is_secret(stored, self._now()))
        self._lines[key] = position.line
        self._lines.move_to_end(key)
        while len(self._lines) > CACHED_LINES:
            self._lines.popitem(last=False)
        return position
