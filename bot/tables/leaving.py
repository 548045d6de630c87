"""Leaving every table at once, as who has their data deleted does."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from bot.tables.refusals import TableRefused
from storage.table_rows import NoSuchTable, Table

if TYPE_CHECKING:
    from bot.client import PatienceClient

AT_ONCE: Final = 100


async def leave_all(client: PatienceClient, user_id: int) -> None:
    """Leave all tables that are not over and at which somebody sits; a board of a race is given up by that.

    What has ended meanwhile is left as it is. The tables' messages follow a moment later.
    """
    while tables := await client.rooms.stored.of_user(user_id, AT_ONCE):
        for table in tables:
            with suppress(TableRefused, NoSuchTable):
                await _leave(client, user_id, table)
            # The keeper of the tables shows them, and calls whoever is in turn now.
            client.rooms.behind.add(table.id)


async def _leave(client: PatienceClient, user_id: int, table: Table) -> None:
    rooms = client.rooms
    if table.state == "lobby":
        # One that has expired can't be left any more, and may not be closed yet.
        await rooms.lobbies.expire(table.id)
        await rooms.lobbies.leave(user_id, table.id)
    elif table.kind == "race":
        await rooms.races.leave(user_id, table.id)
    else:
        await rooms.turns.leave(user_id, table.id)
