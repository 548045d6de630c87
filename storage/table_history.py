"""What has become of somebody's tables: how they ended for them, one by one and in sum."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

from storage.database import Database
from storage.rows import COLUMNS as GAME_COLUMNS
from storage.rows import GameRow, row_of
from storage.table_rows import Kind, Table
from storage.tables import the_table


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """How a table ended for somebody who had a seat. ``ended_at`` is in milliseconds since 1970 (UTC)."""

    table_id: int
    kind: Kind
    game: str
    options: str
    """As in GameRow."""
    game_id: int | None
    """What was played in turns or, in a race, their own board."""
    place: int
    """Ties share one."""
    seats: int
    """How many people had a seat."""
    gained: int
    """Cards that they have cleared or built."""
    bonus: int
    ended_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSummary:
    """Somebody's tables of a kind that are over."""

    kind: Kind
    played: int
    won: int
    """Those at which nobody was better, and they gained something."""
    places: int
    """The sum of their places."""


class TableHistory:
    """The tables of a database that are over. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: int, limit: int, offset: int = 0, kind: Kind | None = None) -> tuple[TableResult, ...]:
        """Return a page of how somebody's tables ended, of a kind or of both, the last ones first."""

        def run(connection: sqlite3.Connection) -> tuple[TableResult, ...]:
            found = connection.execute(_RESULTS, {"user": user_id, "kind": kind, "limit": limit, "offset": offset})
            names = [field.name for field in fields(TableResult)]
            return tuple(TableResult(**dict(zip(names, row, strict=True))) for row in found)

        return await self._database.read(run)

    async def summaries(self, user_id: int) -> tuple[TableSummary, ...]:
        """Return somebody's tables in sum: those in turns first, none of a kind that they never played."""

        def run(connection: sqlite3.Connection) -> tuple[TableSummary, ...]:
            found = connection.execute(
                "SELECT kind, COUNT(*), SUM(place = 1 AND gained > 0), SUM(place)"
                f" FROM {_OVER} GROUP BY kind ORDER BY kind DESC",
                {"user": user_id},
            )
            return tuple(TableSummary(kind=kind, played=n, won=won, places=places) for kind, n, won, places in found)

        return await self._database.read(run)

    async def of_game(self, game_id: int) -> Table | None:
        """Return the table at which a game is or was played, in turns or as a board of a race; None for all others."""

        def run(connection: sqlite3.Connection) -> Table | None:
            found = connection.execute("SELECT table_id FROM games WHERE id = ?", (game_id,)).fetchone()
            return None if found is None or found[0] is None else the_table(connection, found[0])

        return await self._database.read(run)

    async def races(self, game_ids: Sequence[int]) -> dict[int, int]:
        """Return by their numbers those of some games that are boards of a race, and at which table that is."""

        def run(connection: sqlite3.Connection) -> dict[int, int]:
            return dict(
                connection.execute(
                    f"SELECT id, table_id FROM games WHERE id IN ({', '.join('?' * len(game_ids))})"
                    " AND table_id IS NOT NULL AND closes_at IS NOT NULL",
                    game_ids,
                ).fetchall()
            )

        return await self._database.read(run)

    async def shared_games(self, user_id: int, limit: int) -> tuple[GameRow, ...]:
        """Return the games that somebody has played in turns, at tables that are over, the last ones first."""

        def run(connection: sqlite3.Connection) -> tuple[GameRow, ...]:
            columns = ", ".join(f"games.{name}" for name in GAME_COLUMNS.split(", "))
            found = connection.execute(
                f"SELECT {columns} FROM {_OVER} JOIN games ON games.id = tables.game_id"
                " ORDER BY tables.ended_at DESC, tables.id DESC LIMIT :limit",
                {"user": user_id, "limit": limit},
            )
            return tuple(map(row_of, found))

        return await self._database.read(run)

    async def names(self, table: Table) -> dict[int, str]:
        """Return the names of those who have a seat, as they were last seen; nobody's who is not known."""

        def run(connection: sqlite3.Connection) -> dict[int, str]:
            return dict(
                connection.execute(
                    "SELECT user_id, name FROM seats JOIN people USING (user_id) WHERE table_id = ? AND name <> ''",
                    (table.id,),
                )
            )

        return await self._database.read(run)


_OVER: Final = (
    "(SELECT * FROM seats WHERE user_id = :user) AS own"
    " CROSS JOIN tables ON tables.id = own.table_id AND tables.state = 'over'"
)
"""The tables that are over of somebody; from their seats, of which there are few, to the tables."""

_RESULTS: Final = (
    "SELECT tables.id, tables.kind, tables.game, tables.options, COALESCE(tables.game_id, own.game_id), own.place,"
    " (SELECT COUNT(*) FROM seats WHERE seats.table_id = tables.id), own.gained, own.bonus, tables.ended_at"
    f" FROM {_OVER} WHERE :kind IS NULL OR tables.kind = :kind"
    " ORDER BY tables.ended_at DESC, tables.id DESC LIMIT :limit OFFSET :offset"
)
