"""Who was seen where, under which name, and whether they want to be shown to others."""

from __future__ import annotations

import sqlite3
from typing import Final

from storage.database import Database

SEEN_FOR: Final = 90 * 24 * 3600 * 1000
"""Milliseconds for which somebody who was seen in a server is on its boards."""

FRESH: Final = 24 * 3600 * 1000
"""Milliseconds for which it is enough to have noted somebody once."""


class People:
    """The people of a database. Every method is one transaction; ``at`` is in milliseconds since 1970 (UTC)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_noted(self, user_id: int, name: str, guild_id: int | None, at: int) -> bool:
        """Say whether somebody is known by this name, and to be in this server, from less than a day ago."""

        def run(connection: sqlite3.Connection) -> bool:
            known = connection.execute(
                "SELECT 1 FROM people WHERE user_id = ? AND name = ? AND seen_at > ?", (user_id, name, at - FRESH)
            ).fetchone()
            there = (
                guild_id is None
                or connection.execute(
                    "SELECT 1 FROM members WHERE guild_id = ? AND user_id = ? AND seen_at > ?",
                    (guild_id, user_id, at - FRESH),
                ).fetchone()
            )
            return bool(known and there)

        return await self._database.read(run)

    async def note(self, user_id: int, name: str, guild_id: int | None, at: int, *, only_known: bool = False) -> bool:
        """Note that somebody was seen by this name, in a server unless it was elsewhere; return whether it is noted.

        With ``only_known`` it is not for somebody of whom nothing is kept, not even a game or a seat at a table.
        """

        def run(connection: sqlite3.Connection) -> bool:
            if only_known:
                (known,) = connection.execute(
                    "SELECT EXISTS (SELECT 1 FROM people WHERE user_id = ?)"
                    " OR EXISTS (SELECT 1 FROM games WHERE owner_id = ?)"
                    " OR EXISTS (SELECT 1 FROM seats WHERE user_id = ?)",
                    (user_id, user_id, user_id),
                ).fetchone()
                if not known:
                    return False
            connection.execute(
                "INSERT INTO people (user_id, name, seen_at) VALUES (?, ?, ?)"
                " ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at",
                (user_id, name, at),
            )
            if guild_id is not None:
                connection.execute(
                    "INSERT INTO members (guild_id, user_id, seen_at) VALUES (?, ?, ?)"
                    " ON CONFLICT (guild_id, user_id) DO UPDATE SET seen_at = excluded.seen_at",
                    (guild_id, user_id, at),
                )
            return True

        return await self._database.write(run)

    async def left(self, guild_id: int, user_id: int) -> None:
        """Note that somebody is in a server no longer."""
        await self._database.write(
            lambda connection: (
                connection.execute(
                    "DELETE FROM members WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)
                ).rowcount
            )
        )

    async def hide(self, user_id: int, at: int, *, hidden: bool) -> None:
        """Show somebody to others no longer, or again."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO people (user_id, hidden, seen_at) VALUES (?, ?, ?)"
                " ON CONFLICT (user_id) DO UPDATE SET hidden = excluded.hidden",
                (user_id, hidden, at),
            )
            connection.execute("UPDATE tallies SET hidden = ? WHERE user_id = ?", (hidden, user_id))

        await self._database.write(run)

    async def is_hidden(self, user_id: int) -> bool:
        """Say whether somebody is not to be shown to others."""

        def run(connection: sqlite3.Connection) -> bool:
            found = connection.execute("SELECT hidden FROM people WHERE user_id = ?", (user_id,)).fetchone()
            return bool(found and found[0])

        return await self._database.read(run)

    async def name(self, user_id: int) -> str | None:
        """Return the name by which somebody was last seen; None if they never were."""

        def run(connection: sqlite3.Connection) -> str | None:
            found = connection.execute("SELECT name FROM people WHERE user_id = ?", (user_id,)).fetchone()
            return None if found is None else str(found[0])

        return await self._database.read(run)


def forget(connection: sqlite3.Connection, user_id: int) -> None:
    """Remove all that leaderboards keep of somebody, within the transaction that removes their games.

    What is kept of each game goes with the game.
    """
    for table in ("people", "members", "tallies"):
        connection.execute(f"DELETE FROM {table} WHERE user_id = ?", (user_id,))
