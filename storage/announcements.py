"""Where servers want the day announced, and what was posted there: once a day, whatever happens in between."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from storage.database import Database

LAST_KEPT: Final = 7
"""How many announcements of a server are kept however long past they are."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A server that wants the days announced in a channel, and the locale that it had when it said so."""

    guild_id: int
    channel_id: int
    locale: str


@dataclass(frozen=True, slots=True)
class Claim:
    """An announcement that somebody has begun to post: from then on it is theirs, and is not begun again.

    ``nonce`` goes with the message; ``claimed_at`` is in milliseconds since 1970 (UTC).
    """

    guild_id: int
    day: str
    channel_id: int
    nonce: str
    claimed_at: int
    locale: str


class Announcements:
    """The announcements of a database. Every method is one transaction; ``at`` is in milliseconds since 1970 (UTC)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def choose(self, guild_id: int, channel_id: int | None, locale: str, today: str, at: int) -> None:
        """Note in which channel a server wants the days announced, from tomorrow on; None is in none."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO guild_settings (guild_id, daily_channel_id, locale) VALUES (?, ?, ?)"
                " ON CONFLICT (guild_id) DO UPDATE SET daily_channel_id = excluded.daily_channel_id,"
                " locale = excluded.locale",
                (guild_id, channel_id, locale),
            )
            if channel_id is not None:
                # The day has begun without it: what was not posted then is not made up for.
                connection.execute(
                    f"INSERT INTO announcements ({_COLUMNS}, state) VALUES (?, ?, ?, '', ?, 'skipped')"
                    " ON CONFLICT DO NOTHING",
                    (guild_id, today, channel_id, at),
                )

        await self._database.write(run)

    async def channel(self, guild_id: int) -> int | None:
        """Return the channel in which a server wants the days announced."""

        def run(connection: sqlite3.Connection) -> int | None:
            row = connection.execute(
                "SELECT daily_channel_id FROM guild_settings WHERE guild_id = ?", (guild_id,)
            ).fetchone()
            return None if row is None or row[0] is None else int(row[0])

        return await self._database.read(run)

    async def due(self, day: str, limit: int) -> tuple[Wanted, ...]:
        """Return servers for which nobody has begun to announce a day."""

        def run(connection: sqlite3.Connection) -> tuple[Wanted, ...]:
            found = connection.execute(
                "SELECT guild_id, daily_channel_id, locale FROM guild_settings AS own"
                " WHERE daily_channel_id IS NOT NULL AND NOT EXISTS ("
                "SELECT 1 FROM announcements WHERE announcements.guild_id = own.guild_id AND day = ?)"
                " ORDER BY guild_id LIMIT ?",
                (day, limit),
            ).fetchall()
            return tuple(Wanted(*row) for row in found)

        return await self._database.read(run)

    async def claim(self, wanted: Wanted, day: str, nonce: str, at: int) -> Claim | None:
        """Begin an announcement; None if somebody has already."""

        def run(connection: sqlite3.Connection) -> Claim | None:
            claimed = connection.execute(
                f"INSERT INTO announcements ({_COLUMNS}, state) VALUES (?, ?, ?, ?, ?, 'claimed')"
                " ON CONFLICT DO NOTHING RETURNING 1",
                (wanted.guild_id, day, wanted.channel_id, nonce, at),
            ).fetchone()
            return None if claimed is None else Claim(wanted.guild_id, day, wanted.channel_id, nonce, at, wanted.locale)

        return await self._database.write(run)

    async def claimed(self) -> tuple[Claim, ...]:
        """Return the announcements of which it is not known whether they were posted."""

        def run(connection: sqlite3.Connection) -> tuple[Claim, ...]:
            found = connection.execute(
                f"SELECT {_COLUMNS}, COALESCE((SELECT locale FROM guild_settings AS own"
                " WHERE own.guild_id = announcements.guild_id), 'en-US')"
                " FROM announcements WHERE state = 'claimed' ORDER BY claimed_at"
            ).fetchall()
            return tuple(Claim(*row) for row in found)

        return await self._database.read(run)

    async def sent(self, claim: Claim, message_id: int) -> None:
        """Note the message that an announcement is."""
        await self._end(claim, "sent", message_id)

    async def failed(self, claim: Claim) -> None:
        """Note that an announcement can't be posted, and is not tried again."""
        await self._end(claim, "failed", None)

    async def forget(self, before: str) -> None:
        """Remove what was noted of days before this one, but what was noted last for each server.

        Where the clock was ahead for a while, the day that it is again is known to be announced.
        """
        await self._database.write(
            lambda connection: (
                connection.execute(
                    "DELETE FROM announcements WHERE day < ? AND (SELECT COUNT(*) FROM announcements AS later"
                    " WHERE later.guild_id = announcements.guild_id AND later.rowid > announcements.rowid) >= ?",
                    (before, LAST_KEPT),
                ).rowcount
            )
        )

    async def _end(self, claim: Claim, state: str, message_id: int | None) -> None:
        values: Sequence[object] = (state, message_id, claim.guild_id, claim.day)
        await self._database.write(
            lambda connection: (
                connection.execute(
                    "UPDATE announcements SET state = ?, message_id = ?"
                    " WHERE guild_id = ? AND day = ? AND state = 'claimed'",
                    values,
                ).rowcount
            )
        )


_COLUMNS: Final = "guild_id, day, channel_id, nonce, claimed_at"
