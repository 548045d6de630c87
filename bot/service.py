"""What a player can do with a game, whatever the chat: start, move, undo, resign. No Discord here.

A game is its deal and its moves, in the database; positions are a cache of them. Whoever asks, and the time, come in as
arguments.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias, cast

from bot.imports import Imports
from bot.lookup import Lookup
from bot.new_games import Place, new_game
from bot.picking import picked
from bot.positions import Line, Position
from bot.ranked import check_open, check_told, check_undo, closed_at, may_take_back
from bot.records import written
from bot.refusals import DealUntold, NoAdvance, NoWayOn
from engine.automatic import WAYS, Run, can_go_on, ways
from engine.game import MoveError, games
from engine.record import UNFINISHED, Record
from engine.view import Outcome, View
from engine.words import Phrase
from storage.games import Games
from storage.rows import BoardMessage, Ending, StoredGame

Expect: TypeAlias = Callable[[View, View], None]
"""Is told, before a request is saved, what its player will see and what they saw: work on showing it can begin."""


class Service(Lookup):
    """The use cases, over the stored games: those of ``Lookup``, and these.

    What changes a game takes who asks and the version that they saw: it raises NotYours for anybody but the owner,
    and what ``Games`` raises when the board has moved on or the game is over. When a call returns, it is saved.
    """

    def __init__(self, stored: Games, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000) -> None:
        super().__init__(stored, now)
        self._imports = Imports(lambda new: stored.check_told(new, now()))
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
