"""The clock of the tables: lobbies expire, turns run out and races close when their time has come.

Deadlines are rows: what came due while the bot was away is done when it is back. Then, too, every table is shown and
called anew that is under way, or whose end was never shown: the bot may have gone between saving and showing.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from bot.tables import rules
from bot.tables.calls import call
from bot.tables.changes import changed
from bot.tables.invitation_messages import close_invitations
from bot.tables.lobbies import WAITING
from bot.tables.showing import show
from bot.tables.threads import take_up_thread
from storage.errors import StorageError
from storage.table_rows import NoSuchTable, Step, Table

if TYPE_CHECKING:
    from bot.client import PatienceClient

log = logging.getLogger(__name__)

LOOKING: Final = 1.0
"""The most seconds between looks at the clock: no long timer, which a clock that is set would lead astray."""
LEAST: Final = 0.05
AT_ONCE: Final = 100
"""How many tables are looked after at the same time."""
AGAIN: Final = 10.0
"""Seconds after which it is tried again what did not get through, to Discord or to the database."""
FAILED: Final = 60.0
"""Seconds after which a table is looked at again at which anything else has failed."""
SET_BACK: Final = 60_000
"""By so many milliseconds the clock may be set back, and no table minds."""
AT_START: Final = 10
"""So many are at the start."""
MOST_UNSETTLED: Final = 1000
"""How many tables are shown anew at the start: the newest."""


class Keeper:
    """Looks after the tables until it is closed; ``async with`` begins and ends that. No table waits for another."""

    def __init__(self, client: PatienceClient) -> None:
        self._client = client
        self._rooms = client.rooms
        self._task: asyncio.Task[None] | None = None
        self._inviting: asyncio.Task[None] | None = None
        self._unsettled: dict[int, None] | None = None
        """The ids of tables that stood so at the start that they may not be shown as they stand; None before it."""
        self._busy: dict[int, asyncio.Task[None]] = {}
        """By its id, what is being done at a table; or has failed, and waits to be tried again."""
        self._again: dict[int, float] = {}
        """When a table's messages are tried again that have not got through once more, by the loop's time."""

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._go_on(), name="tables")
        self._inviting = asyncio.create_task(self._close_invitations(), name="invitations")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task is not None
        assert self._inviting is not None
        for task in (self._task, self._inviting, *self._busy.values()):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _go_on(self) -> None:
        newest: int | None = None
        while True:
            pause = LOOKING
            try:
                if newest is None:
                    # Those that are opened from now on are shown by whoever opens them. Numbers tell, not the clock.
                    newest = await self._rooms.stored.newest()
                if self._unsettled is None and self._client.is_ready():
                    self._unsettled = dict.fromkeys(await self._rooms.stored.unsettled(newest, MOST_UNSETTLED))
                    self._rooms.doubtful.update(self._unsettled)
                if self._unsettled is None:
                    pause = LEAST
                else:
                    await self._look(self._unsettled)
                    pause = LEAST if self._unsettled else await self._wait()
            except StorageError as error:
                log.warning("the tables can't be looked after just now: %s", error)
            except Exception:
                log.exception("the tables are not looked after")
            await asyncio.sleep(pause)

    async def _close_invitations(self) -> None:
        """See to it that the messages of invitations that have expired say so."""
        while True:
            closed = True
            try:
                if self._client.is_ready():
                    closed = await close_invitations(self._client)
            except StorageError as error:
                log.warning("the invitations can't be looked after just now: %s", error)
            except Exception:
                log.exception("the invitations are not looked after")
                closed = False
            await asyncio.sleep(LOOKING if closed else AGAIN)

    async def _look(self, unsettled: dict[int, None]) -> None:
        """Begin with whatever has come due, with what has not got through before, and with what stood so at the start.

        Of these so many at once that Discord's limits do not hold up the others.
        """
        now = asyncio.get_running_loop().time()
        waiting = {table_id for table_id, again in self._again.items() if again > now} | self._busy.keys()
        wall = self._rooms.now()
        due = await self._rooms.stored.due(wall, AT_ONCE)
        for table in (*due, *await self._rooms.stored.beyond(wall + SET_BACK, WAITING, AT_ONCE)):
            self._begin(table.id)
        for table_id in self._rooms.behind - waiting:
            self._begin(table_id)
        at_start = [table_id for table_id in unsettled if table_id not in waiting]
        for table_id in at_start[: max(0, AT_START - len(self._busy))]:
            self._begin(table_id)

    async def _wait(self) -> float:
        """Return how many seconds there are until the next look."""
        deadline = await self._rooms.stored.next_deadline()
        if deadline is not None and deadline > (now := self._rooms.now()):
            return min(LOOKING, max(LEAST, (deadline - now) / 1000))
        # What is due already is being looked after, or is to be tried again later.
        return LOOKING

    def _begin(self, table_id: int) -> None:
        if table_id in self._busy:
            return
        self._rooms.behind.discard(table_id)
        self._again.pop(table_id, None)
        task = asyncio.create_task(self._look_after(table_id), name="table")
        self._busy[table_id] = task
        task.add_done_callback(lambda _: self._busy.pop(table_id, None))

    async def _look_after(self, table_id: int) -> None:
        """Do what is due at a table, show it and call whoever is in turn; should that fail, wait for a while."""
        unsettled = self._unsettled or {}
        try:
            await self._end_time(await self._hold_time(table_id))
            if table_id in unsettled:
                await take_up_thread(self._client, table_id)
            await show(self._client, table_id)
            await call(self._client, table_id)
        except NoSuchTable:
            log.info("table %d was deleted while it was to be looked after", table_id)
        except StorageError as error:
            log.warning("table %d can't be looked after just now: %s", table_id, error)
            self._rooms.behind.add(table_id)
        except Exception:
            log.exception("table %d is not looked after", table_id)
            await asyncio.sleep(FAILED)
        if table_id in self._rooms.behind:
            self._again[table_id] = asyncio.get_running_loop().time() + AGAIN
        else:
            unsettled.pop(table_id, None)

    async def _hold_time(self, table_id: int) -> Table:
        """Let the time of a table last no longer than it may, where the clock was set back; return the table."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            now = self._rooms.now()
            bounded = rules.no_later(table, now, WAITING)
            far = table.state in ("lobby", "playing") and (table.deadline or 0) > (bounded.deadline or 0) + SET_BACK
            return (bounded if far else table), None

        return await changed(self._rooms.stored, table_id, self._rooms.now, decide)

    async def _end_time(self, table: Table) -> None:
        """End the time of a lobby, a turn or a race if it has come."""
        if table.state == "lobby":
            await self._rooms.lobbies.expire(table.id)
        elif table.state == "playing" and table.kind == "turns":
            await self._rooms.turns.run_out(table.id)
        elif table.state == "playing":
            await self._rooms.races.time_up(table.id)
