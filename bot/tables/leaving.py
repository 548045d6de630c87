"""Leaving every table at once, as who has their data deleted does."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.positions import BrokenGame
from bot.tables import rules
from bot.tables.changes import changed
from bot.tables.refusals import TableRefused
from storage.table_rows import NoSuchTable, Step, Table

if TYPE_CHECKING:
    from bot.client import PatienceClient
    from bot.tables.rooms import Rooms

log = logging.getLogger(__name__)

MOST: Final = 1000
"""How many tables are left at once."""


async def leave_all(client: PatienceClient, user_id: int) -> None:
    """Leave all tables that are not over and at which somebody sits; a board of a race is given up by that.

    What has ended meanwhile is left as it is. The tables' messages follow a moment later.
    """
    rooms = client.rooms
    for table in await rooms.stored.of_user(user_id, MOST):
        with suppress(TableRefused, NoSuchTable):
            await _leave(rooms, user_id, table)
        # The keeper of the tables shows them, and calls whoever is in turn now.
        rooms.behind.add(table.id)


async def _leave(rooms: Rooms, user_id: int, table: Table) -> None:
    if table.state == "lobby":
        # One that has expired can't be left any more, and may not be closed yet.
        await rooms.lobbies.expire(table.id)
        await rooms.lobbies.leave(user_id, table.id)
    elif table.kind == "race":
        await rooms.races.leave(user_id, table.id)
    else:
        try:
            await rooms.turns.leave(user_id, table.id)
        except BrokenGame as error:
            log.error("table %d is ended, for its game can't be read: %s", table.id, error)
            await _end_unread(rooms, table.id)


async def _end_unread(rooms: Rooms, table_id: int) -> None:
    """End a table in turns at which nobody can do anything; its game stays as it is kept."""

    async def decide(table: Table) -> tuple[Table, Step | None]:
        if table.state != "playing":
            return table, None
        return replace(rules.ended(table, "stopped", rooms.now()), mover_id=None), None

    await changed(rooms.stored, table_id, rooms.now, decide)
