"""All that is kept of a person: counted, given to them, and deleted at their wish."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import dataclass

from storage.daily import count_marks, mark_attempts
from storage.database import Database
from storage.errors import StorageError
from storage.people import forget
from storage.results import COLUMNS as RESULT_COLUMNS
from storage.results import Result, result_of
from storage.rows import GameRow
from storage.statements import find_all
from storage.table_privacy import (
    KeptInvitation,
    KeptSeat,
    count_seats,
    forget_seats,
    invitations,
    kept_seats,
    refuse_seated,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What is kept of a person, but their games one by one. Ids are Discord's, times milliseconds since 1970 (UTC)."""

    name: str | None
    """As they were last seen; None if nothing is kept of them but, perhaps, games."""
    hidden: bool
    seen_at: int | None
    servers: tuple[tuple[int, int], ...]
    """Where they were seen, and when last."""
    games: int
    under_way: int
    moves: int
    results: int
    tallies: tuple[tuple[str, str, str, int], ...]
    """Period, board, game and value of each: see ``storage.tallies``."""
    marks: int
    """How many hashes there are of attempts that were deleted."""
    seats: int
    """How many tables they have or had a seat at."""
    invitations: int
    """How many invitations to tables they got or sent."""

    @property
    def nothing(self) -> bool:
        """Whether nothing is kept, but such hashes perhaps."""
        return self.name is None and not (self.servers or self.games or self.tallies or self.seats or self.invitations)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptGame:
    """A game with all that belongs to it."""

    row: GameRow
    peeks: int
    """How often an undo went back past a card that had been turned."""
    hint_version: int | None
    """At which version the last hint was given."""
    moves: tuple[tuple[int, int, str, int], ...]
    """Ply, the version that its request led to, move and time of each."""
    result: Result | None


@dataclass(frozen=True, slots=True)
class Deleted:
    """What was deleted: the numbers of games, which no other game ever has, and how many moves they had."""

    games: tuple[int, ...]
    moves: int


class Privacy:
    """What a database keeps of people. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def kept(self, user_id: int) -> Kept:
        """Return what is kept of somebody."""

        def run(connection: sqlite3.Connection) -> Kept:
            person = connection.execute(
                "SELECT name, hidden, seen_at FROM people WHERE user_id = ?", (user_id,)
            ).fetchone()
            games, under_way, moves = connection.execute(
                "SELECT COUNT(*), COALESCE(SUM(status = 'playing'), 0), COALESCE(SUM(move_count), 0)"
                " FROM games WHERE owner_id = ?",
                (user_id,),
            ).fetchone()
            (results,) = connection.execute("SELECT COUNT(*) FROM results WHERE owner_id = ?", (user_id,)).fetchone()
            servers = connection.execute(
                "SELECT guild_id, seen_at FROM members WHERE user_id = ? ORDER BY guild_id", (user_id,)
            )
            tallies = connection.execute(
                "SELECT period, board, game, value FROM tallies WHERE user_id = ? ORDER BY period, board, game",
                (user_id,),
            )
            seats, invited = count_seats(connection, user_id)
            return Kept(
                name=person and person[0],
                hidden=bool(person and person[1]),
                seen_at=person and person[2],
                servers=tuple(servers.fetchall()),
                games=games,
                under_way=under_way,
                moves=moves,
                results=results,
                tallies=tuple(tallies.fetchall()),
                marks=count_marks(connection, user_id),
                seats=seats,
                invitations=invited,
            )

        return await self._database.read(run)

    async def games(self, user_id: int, limit: int, offset: int = 0) -> tuple[KeptGame, ...]:
        """Return a page of somebody's games with all that belongs to them, the last touched first."""

        def run(connection: sqlite3.Connection) -> tuple[KeptGame, ...]:
            rows = find_all(
                connection,
                "owner_id = ? ORDER BY touched_at DESC, id DESC LIMIT ? OFFSET ?",
                user_id,
                limit,
                offset,
            )
            found = []
            for row in rows:
                moves = connection.execute(
                    "SELECT ply, press, move, made_at FROM moves WHERE game_id = ? ORDER BY ply", (row.id,)
                ).fetchall()
                result = connection.execute(
                    f"SELECT {RESULT_COLUMNS} FROM results WHERE game_id = ?", (row.id,)
                ).fetchone()
                peeks, hinted = connection.execute(
                    "SELECT peeks, hint_version FROM games WHERE id = ?", (row.id,)
                ).fetchone()
                found.append(
                    KeptGame(
                        row=row,
                        peeks=peeks,
                        hint_version=hinted,
                        moves=tuple(moves),
                        result=result and result_of(result),
                    )
                )
            return tuple(found)

        return await self._database.read(run)

    async def seats(self, user_id: int, limit: int, offset: int = 0) -> tuple[KeptSeat, ...]:
        """Return a page of somebody's seats at tables, with their moves there; at the newest tables first."""
        return await self._database.read(lambda connection: kept_seats(connection, user_id, limit, offset))

    async def invitations(self, user_id: int) -> tuple[KeptInvitation, ...]:
        """Return the invitations to tables that somebody got or sent, the first ones first."""
        return await self._database.read(lambda connection: invitations(connection, user_id))

    async def delete(self, user_id: int, since: str, at: int) -> Deleted:
        """Delete all that is kept of somebody, at once or, should anything fail, not at all.

        Of their attempts at a day and those after it a keyed hash each stays, which names nobody: see
        ``Dailies.mark_attempts``. What is kept of others does not change: at tables their seats become nobody's. Raise
        SeatedAtTables if they sit at some that are not over.
        """

        def run(connection: sqlite3.Connection) -> Deleted:
            refuse_seated(connection, user_id)
            found = connection.execute(
                "SELECT id, move_count FROM games WHERE owner_id = ? ORDER BY id", (user_id,)
            ).fetchall()
            mark_attempts(connection, user_id, since)
            # Moves and results go with their games.
            connection.execute("DELETE FROM games WHERE owner_id = ?", (user_id,))
            forget_seats(connection, user_id, at)
            forget(connection, user_id)
            return Deleted(tuple(game_id for game_id, _ in found), sum(moves for _, moves in found))

        deleted = await self._database.write(run)
        # It is deleted whatever comes of this.
        with suppress(StorageError):
            await self._database.empty_log()
        return deleted
