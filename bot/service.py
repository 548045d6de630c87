"""What a player can do with a game, whatever the chat: start, move, undo, resign. No Discord here.

A game is its deal and its moves, in the database; positions are a cache of them. Whoever asks, and the time, come in as
arguments.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias, cast

from bot.imports import Imports
from bot.new_games import Place, new_game
from bot.picking import picked
from bot.positions import Line, Position, is_told, rebuilt
from bot.ranked import check_open, check_told, check_undo, closed_at, is_secret, may_take_back
from bot.records import written
from bot.refusals import DealUntold, NoAdvance, NoGame, NoGameOver, NoGameYet, NotYours, NoWayOn
from engine.automatic import WAYS, Run, can_go_on, ways
from engine.game import MoveError, games
from engine.record import UNFINISHED, Record
from engine.view import Outcome, View
from engine.words import Phrase
from storage.games import Games
from storage.rows import NOBODY, BoardMessage, Ending, GameOver, GameRow, StaleBoard, StoredGame

CACHED_LINES: Final = 512
CACHED_GAMES: Final = 512

LONG: Final = 500
"""Moves that take some milliseconds to replay; a record from elsewhere may have many more."""


Expect: TypeAlias = Callable[[View, View], None]
"""Is told, before a request is saved, what its player will see and what they saw: work on showing it can begin."""


class Service:
    """The use cases, over the stored games. ``now`` gives the time in milliseconds since 1970 (UTC).

    What changes a game takes who asks and the version that they saw: it raises NotYours for anybody but the owner,
    and what ``Games`` raises when the board has moved on or the game is over. When a call returns, it is saved.
    """

    def __init__(self, stored: Games, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000) -> None:
        self._games = stored
        self._now = now
        self._imports = Imports(lambda new: stored.check_told(new, now()))
        self._lines: OrderedDict[tuple[int, int], Line] = OrderedDict()
        self._saved: OrderedDict[int, StoredGame] = OrderedDict()
        self.race_changed: Callable[[int], None] = lambda table_id: None
        """Is told the number of the table when a board of a race has changed."""

    async def start(
        self,
        owner_id: int,
        place: Place,
        name: str,
        options: Mapping[str, str],
        seed: str | None = None,
        *,
        wish: str | None = None,
    ) -> Position:
        """Deal a new game: of the player's ``seed`` or, without one, of any seed of the bot's, whatever the ``wish``.

        Raise KeyError for an unknown game, OptionError and DealError for what does not suit it.
        """
        game = games()[name]
        chosen = game.read_options(options)
        deal = game.deal_from_seed(secrets.token_hex(8) if seed is None else seed)
        new = new_game(owner_id, place, game, chosen, deal, "bot" if seed is None else "chosen", wish)
        return self._position(await self._games.start(new, self._now()))

    async def same_deal(self, owner_id: int, place: Place, game_id: int) -> Position:
        """Deal the cards of a game again that is over, whoever played it; raise DealUntold if it is not over yet.

        Raise DayUntold or RaceUntold while others may still play the deal ranked.
        """
        before = await self.position(game_id)
        if not before.over:
            raise DealUntold
        check_told(before)
        new = new_game(owner_id, place, before.game, before.options, before.deal(), "seen", before.stored.wish)
        return self._position(await self._games.start(new, self._now()))

    async def take_over(self, owner_id: int, place: Place, record: Record) -> Position:
        """Make a game from elsewhere the player's own, as far as it was played.

        Raise UntoldDeal or DealAtTable for a deal that others still play and, until they are done, ImportsClosed.
        """
        game, state = record.game, record.state
        new = new_game(owner_id, place, game, record.options, record.deal, "imported")
        ending = None
        if record.result != UNFINISHED:
            status = cast("Literal['won', 'lost', 'resigned']", record.result)
            ending = Ending(status=status, score=game.score(state), progress=game.progress(state))
        async with self._imports.turn(new):
            stored = await self._games.start(new, self._now(), record.moves, ending)
        return await self._replayed(stored)

    async def exported(self, owner_id: int, game_id: int) -> tuple[Position, str]:
        """Return the player's own game and its record; raise DealUntold while that would tell what lies face down.

        Raise DayUntold or RaceUntold while others may still play the deal ranked.
        """
        position = await self.owned(owner_id, game_id)
        check_told(position)
        if not position.deal_told:
            raise DealUntold
        return position, written(position)

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

    async def count_hint(self, owner_id: int, game_id: int, version: int) -> int:
        """Count a hint on the board of this version, once however often it is given; return how many there were."""
        await self.as_seen(owner_id, game_id, version)
        async with self._saving(game_id):
            given = await self._games.count_hint(game_id, version)
            self._saved.pop(game_id, None)
        return given

    async def move(self, owner_id: int, game_id: int, version: int, text: str) -> Position:
        """Make a move given by its text; raise InvalidMove or IllegalMove, saying why, if it can't be made."""
        return (await self.move_on(owner_id, game_id, version, [text]))[0]

    async def move_on(
        self, owner_id: int, game_id: int, version: int, texts: Sequence[str]
    ) -> tuple[Position, MoveError | None]:
        """Make moves given by their texts, up to the first that can't be made; return also why that one can't.

        If it is the first of all, raise its InvalidMove or IllegalMove: nothing has changed then.
        """
        before = await self.as_seen(owner_id, game_id, version)
        line, moves, refused = before.line.next_request(), list[Any](), None
        for text in texts:
            try:
                move = before.game.parse(text)
                line = line.after(before.game, move)
            except MoveError as error:
                if not moves:
                    raise
                refused = error
                break
            moves.append(move)
        return await self._append(before, line, moves), refused

    async def pick(
        self, owner_id: int, game_id: int, version: int, picks: Sequence[str], expect: Expect | None = None
    ) -> tuple[Position, tuple[Phrase, ...]]:
        """Make plays picked on the board of this version, in order; return also, in words, those that fitted no more.

        A pick means the cards that it takes on that board, wherever the picks before it have moved them. Raise
        InvalidMove or IllegalMove if one of them can't be made on that board: nothing has changed then.
        """
        before = await self.as_seen(owner_id, game_id, version)
        line, moves, left = picked(before, picks)
        return await self._append(before, line, moves, expect), left

    async def go_on(
        self, owner_id: int, game_id: int, version: int, way: str, expect: Expect | None = None
    ) -> Position:
        """Make many moves at once, in one of the ways that suit the game; raise NoWayOn if there is none to make."""
        before = await self.as_seen(owner_id, game_id, version)
        game, line = before.game, before.line.next_request()
        if way not in ways(game) or not can_go_on(game, before.state, way):
            raise NoWayOn
        run = WAYS[way](game, Run(before.state))
        for move in run.moves:
            line = line.after(game, move)
        return replace(await self._append(before, line, run.moves, expect), chose=run.chose)

    async def advance(self, owner_id: int, game_id: int, version: int) -> Position:
        """Make the advance that the position has; raise NoAdvance if it has none."""
        advance = (await self.as_seen(owner_id, game_id, version)).advance()
        if advance is None:
            raise NoAdvance
        return await self.move(owner_id, game_id, version, advance[0])

    async def undo(self, owner_id: int, game_id: int, version: int) -> Position:
        """Take back what the last request did; a game that this request lost goes on.

        Raise NothingToTakeBack at the start, and GameOver for a game that was won or resigned. Of a ranked game no look
        is taken back (LookTaken), nor anything after its end.
        """
        before = await self._own_seen(owner_id, game_id, version)
        lost = before.stored.status == "lost" and not before.stored.ranked
        check_open(before.stored, self._now())
        if before.stored.version == version and not before.over:
            check_undo(before)
        async with self._saving(game_id):
            peeked = not may_take_back(before)
            stored = await self._games.take_back(game_id, version, self._now(), reopen=lost, peeked=peeked)
            self._keep(stored)
        self._note_race(stored)
        return replace(await self._replayed(stored), undone=before.line.made)

    async def resign(self, owner_id: int, game_id: int, version: int, *, overdue: bool = False) -> Position:
        """Give the game up; only one that is ``overdue`` when its day or race is over."""
        before = await self.owned(owner_id, game_id)
        now = self._now()
        if not overdue:
            check_open(before.stored, now)
        game, state = before.game, before.state
        async with self._saving(game_id):
            stored = await self._games.resign(
                game_id,
                version,
                closed_at(before.stored, now) if overdue else now,
                score=game.score(state),
                progress=game.progress(state),
                overdue=overdue,
            )
            self._keep(stored)
        self._note_race(stored)
        return self._position(stored)

    async def note_shown(self, game_id: int) -> Position:
        """Note that the player of a game that is over sees how to win its deal.

        It can't be taken up again after that, nor any other game of theirs on the deal.
        """
        async with self._saving(game_id):
            stored = await self._games.show_proof(game_id)
            for other in [game.id for game in self._saved.values() if game.owner_id == stored.owner_id]:
                del self._saved[other]
            self._keep(stored)
        return self._position(stored)

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

    async def place_privately(self, game_id: int, place: Place) -> None:
        """Note where the game is played now, on messages that its player alone sees and nobody can find again."""
        async with self._saving(game_id):
            await self._games.touch(game_id, self._now(), guild_id=place.guild_id, channel_id=place.channel_id)
            self._saved.pop(game_id, None)

    async def place_board(self, game_id: int, place: Place, message_id: int) -> BoardMessage | None:
        """Note the message that shows the game now; return the one that does no longer."""
        async with self._saving(game_id):
            old = await self._games.place_board(
                game_id, self._now(), guild_id=place.guild_id, channel_id=place.channel_id, message_id=message_id
            )
            # What is known of the game says now where it was shown before.
            self._saved.pop(game_id, None)
        return old

    async def _append(
        self, before: Position, line: Line, moves: Sequence[Any], expect: Expect | None = None
    ) -> Position:
        """Save the moves of one request, which lead along this line."""
        game = before.game
        if expect is not None:
            expect(game.view(line.state), game.view(before.state))
        outcome = game.outcome(line.state)
        ending = None
        if outcome is not None:
            status: Literal["won", "lost"] = "won" if outcome is Outcome.WON else "lost"
            ending = Ending(status=status, score=game.score(line.state), progress=game.progress(line.state))
        texts = [game.format(move) for move in moves]
        # Since the position was looked at another request may have come: the store decides which of them counts.
        async with self._saving(before.id):
            stored = await self._games.append(before.id, before.stored.version, texts, ending, self._now())
            self._keep(stored)
        self._note_race(stored)
        return self._position(stored, line)

    def _note_race(self, stored: StoredGame) -> None:
        """Tell of a change if it is of a board of a race. With its end the race may be over, and secret no more."""
        if stored.table_id is None or stored.closes_at is None:
            return
        if stored.status != "playing":
            self.read_again(stored.table_id)
        self.race_changed(stored.table_id)

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
