"""What people do in a race: one deal, a board each. No Discord here.

A board of a race is a ranked game of its player's own; ``Service`` plays it as it does an attempt at a day. The race
ends in the transaction in which the last board does (see ``storage.table_ends``); here is what ends boards for it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.positions import BrokenGame, Position
from bot.refusals import NoGame
from bot.service import Service
from bot.tables import rules
from bot.tables.changes import Decide, changed
from bot.tables.checks import check_may_leave, check_may_stop, check_under_way
from bot.tables.refusals import not_seated
from storage.rows import Ending, GameChanged, NoSuchGame, RaceClosed, StaleBoard
from storage.table_rows import HowEnded, Seat, Step, Table
from storage.tables import Tables

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Racer:
    """Somebody in a race, and how far they are.

    ``position`` is None where their data was deleted. ``seconds`` are from their first move to the last.
    """

    seat: Seat
    position: Position | None
    seconds: int


class Races:
    """The use cases of races. ``now`` gives the time in milliseconds since 1970 (UTC).

    All of them raise NoSuchTable, and TableRefused where something can't be done, and say why.
    """

    def __init__(
        self, tables: Tables, service: Service, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    ) -> None:
        self.tables = tables
        self._service = service
        self._now = now

    async def board(self, user_id: int, table_id: int) -> Position:
        """Return somebody's own board, under way or over, for them alone."""
        table = await self.tables.get(table_id)
        if table.kind != "race" or table.state != "over":
            check_under_way(table, "race")
        seat = table.seat_of(user_id)
        if seat is None or seat.game_id is None:
            raise not_seated()
        return await self._service.owned(user_id, seat.game_id)

    async def racers(self, table: Table) -> tuple[Racer, ...]:
        """Return who races, in their order, and how far each is; nothing of it tells a card."""
        seconds = await self.tables.seconds(table.id)
        return tuple([Racer(seat, *await self._so_far(seat, seconds)) for seat in table.seats])

    async def leave(self, user_id: int, table_id: int) -> Table:
        """Give one's board up, if it is under way, and with it one's seat; the others race on."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            check_may_leave(table, "race", user_id)
            return rules.gone(table, user_id), await self._given_up(table, user_id)

        while True:
            try:
                return await self._change(table_id, decide)
            except (StaleBoard, NoSuchGame):
                # A move that was made in time came first, or the board was deleted.
                continue
            except RaceClosed:
                await self.time_up(table_id)

    async def stop(self, user_id: int, table_id: int, *, moderator: bool) -> Table:
        """End the race, every board as it stands: its host may, and a ``moderator``."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            check_may_stop(table, "race", user_id, moderator=moderator)
            # From now on nobody moves any more; what ends the boards is that their time is over.
            return replace(table, deadline=self._now(), ended_by=user_id), None

        await self._change(table_id, decide)
        return await self.time_up(table_id)

    async def time_up(self, table_id: int) -> Table:
        """End the race if its time is over, every board that is under way as it stands; else nothing is done."""
        table = await self.tables.get(table_id)
        if not self._overdue(table):
            return table
        for seat in table.seats:
            if seat.game_id is not None:
                await self._end(seat.game_id)

        async def decide(table: Table) -> tuple[Table, Step | None]:
            if not self._overdue(table):
                return table, None
            # No board has ended it: those that were left were deleted, or can't be read.
            how: HowEnded = "time" if table.ended_by is None else "stopped"
            return rules.ended(table, how, self._now(), table.ended_by), None

        return await self._change(table_id, decide)

    async def _given_up(self, table: Table, user_id: int) -> Step | None:
        """Return what ends somebody's board as it stands; None if it is over, or there is none that can be read."""
        seat = table.seat_of(user_id)
        if seat is None or seat.game_id is None:
            return None
        try:
            board = await self._service.position(seat.game_id)
        except NoGame:
            return None
        except BrokenGame as error:
            log.error("a board of a race can't be ended: %s", error)
            return None
        if board.over:
            return None
        game, state = board.game, board.state
        ending = Ending(status="resigned", score=game.score(state), progress=game.progress(state))
        return Step(ending=ending, board=(board.id, board.stored.version))

    async def _change(self, table_id: int, decide: Decide) -> Table:
        """Change a race, and with it until when its boards may be played."""
        table = await changed(self.tables, table_id, self._now, decide)
        self._service.read_again(table_id)
        return table

    def _overdue(self, table: Table) -> bool:
        over = table.deadline is not None and self._now() >= table.deadline
        return table.kind == "race" and table.state == "playing" and over

    async def _so_far(self, seat: Seat, seconds: dict[int, int]) -> tuple[Position | None, int]:
        if seat.game_id is None:
            return None, 0
        try:
            return await self._service.newest(seat.game_id), seconds.get(seat.game_id, 0)
        except (NoGame, BrokenGame):
            return None, 0

    async def _end(self, game_id: int) -> None:
        """End a board whose time is over as it stands, whatever else is done to it; one that is over stays so."""
        while True:
            try:
                stored = (await self._service.position(game_id)).stored
                if stored.status == "playing":
                    await self._service.resign(stored.owner_id, game_id, stored.version, overdue=True)
            except StaleBoard:
                # A move that was made in time came first.
                continue
            except GameChanged:
                log.info("game %d was ended otherwise", game_id)
            except (NoGame, NoSuchGame):
                log.info("game %d was deleted while it was to be ended", game_id)
            except BrokenGame as error:
                log.error("a board of a race can't be ended: %s", error)
            return
