"""Who was asked to a table, and what became of it. Times are in milliseconds since 1970 (UTC)."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypeAlias

from storage.database import Database
from storage.table_rows import Table, TableChanged
from storage.tables import the_table

InvitationState: TypeAlias = Literal["open", "accepted", "declined", "expired"]
WhyNot: TypeAlias = Literal["open", "declined", "many", "often"]
"""Why somebody is not asked: there is an open invitation; they have declined one to this table; so many were asked to
it already; or the same person has asked them often enough of late."""

MOST: Final = 20
"""So many people are asked to one table."""

OFTEN: Final = 3
OF_LATE: Final = 60 * 60 * 1000
"""So often, within so many milliseconds, one person may ask another, and not at all after they have declined."""

LOST: Final = 60 * 1000
"""After so many milliseconds an invitation without a message is one that was never posted."""


class NotAsked(Exception):
    """Somebody is not asked to a table: ``why``; ``until`` when, for what ends by itself."""

    def __init__(self, why: WhyNot, until: int | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.until = until


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """Somebody's invitation to a table; of the messages that asked them, the last."""

    table_id: int
    user_id: int
    invited_by: int
    state: InvitationState
    channel_id: int | None
    message_id: int | None
    """The message that asks; None before it is posted, and once nothing is left to be changed in it."""
    created_at: int


_COLUMNS: Final = tuple(field.name for field in fields(Invitation))


class Invitations:
    """The invitations of a database. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ask(self, table: Table, user_id: int, invited_by: int, at: int) -> None:
        """Note that somebody is asked to a lobby.

        Raise NotAsked; and TableChanged if the table is not at the version that the caller saw any more.
        """

        def run(connection: sqlite3.Connection) -> None:
            if the_table(connection, table.id).version != table.version:
                raise TableChanged(table.id)
            _check(connection, table.id, user_id, invited_by, at)
            connection.execute(
                "INSERT OR REPLACE INTO invitations (table_id, user_id, invited_by, state, created_at)"
                " VALUES (?, ?, ?, 'open', ?)",
                (table.id, user_id, invited_by, at),
            )

        await self._database.write(run)

    async def place(self, table_id: int, user_id: int, channel_id: int, message_id: int) -> None:
        """Note which message asks somebody, though the invitation may have expired by then."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE invitations SET channel_id = ?, message_id = ? WHERE table_id = ? AND user_id = ?",
                (channel_id, message_id, table_id, user_id),
            )

        return await self._database.write(run)

    async def take_back(self, table_id: int, user_id: int) -> None:
        """Forget an open invitation that could not be posted."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute(
                "DELETE FROM invitations WHERE table_id = ? AND user_id = ? AND state = 'open' AND message_id IS NULL",
                (table_id, user_id),
            )

        await self._database.write(run)

    async def get(self, table_id: int, user_id: int) -> Invitation | None:
        """Return somebody's invitation to a table; None if they were not asked."""
        return await self._database.read(lambda connection: _the_invitation(connection, table_id, user_id))

    async def change(
        self, table_id: int, user_id: int, before: InvitationState, after: InvitationState
    ) -> Invitation | None:
        """Put an invitation from one state into another; return it, or None if it was not in the first."""

        def run(connection: sqlite3.Connection) -> Invitation | None:
            changed = connection.execute(
                "UPDATE invitations SET state = ? WHERE table_id = ? AND user_id = ? AND state = ?",
                (after, table_id, user_id, before),
            ).rowcount
            return _the_invitation(connection, table_id, user_id) if changed else None

        return await self._database.write(run)

    async def reopen(self, table_id: int, user_id: int) -> None:
        """Let somebody whose seat came to nothing answer again, if the lobby is still there."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE invitations SET state = CASE (SELECT state FROM tables WHERE id = table_id)"
                " WHEN 'lobby' THEN 'open' ELSE 'expired' END"
                " WHERE table_id = ? AND user_id = ? AND state = 'accepted'",
                (table_id, user_id),
            )

        await self._database.write(run)

    async def standing(self, limit: int) -> tuple[Invitation, ...]:
        """Return invitations that have expired, and whose messages don't say so yet."""

        def run(connection: sqlite3.Connection) -> tuple[Invitation, ...]:
            found = connection.execute(
                f"SELECT {', '.join(_COLUMNS)} FROM invitations WHERE state = 'expired' AND message_id IS NOT NULL"
                " ORDER BY table_id LIMIT ?",
                (limit,),
            )
            return tuple(_invitation(row) for row in found)

        return await self._database.read(run)

    async def settle(self, invitation: Invitation) -> None:
        """Note that the message of an invitation that has expired says so, or that nothing can be done about it."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE invitations SET message_id = NULL WHERE table_id = ? AND user_id = ? AND message_id = ?",
                (invitation.table_id, invitation.user_id, invitation.message_id),
            )

        await self._database.write(run)


def _check(connection: sqlite3.Connection, table_id: int, user_id: int, invited_by: int, at: int) -> None:
    """Raise NotAsked if somebody is not to be asked by this person to this table."""
    before = _the_invitation(connection, table_id, user_id)
    if before is not None and before.state == "declined":
        raise NotAsked("declined")
    if before is not None and before.state == "open" and (before.message_id or at - before.created_at < LOST):
        raise NotAsked("open")
    (asked,) = connection.execute("SELECT COUNT(*) FROM invitations WHERE table_id = ?", (table_id,)).fetchone()
    if before is None and asked >= MOST:
        raise NotAsked("many")
    of_late = connection.execute(
        "SELECT state, created_at FROM invitations WHERE user_id = ? AND invited_by = ? AND created_at > ?"
        " AND table_id <> ? ORDER BY created_at DESC",
        (user_id, invited_by, at - OF_LATE, table_id),
    ).fetchall()
    declined = [created for state, created in of_late if state == "declined"]
    if declined:
        raise NotAsked("often", declined[0] + OF_LATE)
    if len(of_late) >= OFTEN:
        raise NotAsked("often", of_late[OFTEN - 1][1] + OF_LATE)


def _the_invitation(connection: sqlite3.Connection, table_id: int, user_id: int) -> Invitation | None:
    row = connection.execute(
        f"SELECT {', '.join(_COLUMNS)} FROM invitations WHERE table_id = ? AND user_id = ?", (table_id, user_id)
    ).fetchone()
    return None if row is None else _invitation(row)


def _invitation(row: Sequence[Any]) -> Invitation:
    return Invitation(**dict(zip(_COLUMNS, row, strict=True)))
