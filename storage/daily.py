"""The deals of the days, and the ranked attempts at them: of each person, game and day one, whoever asks twice."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from storage.database import Database
from storage.deals import fingerprint
from storage.pool import Kind, Proved
from storage.rows import COLUMNS, GameRow, NewGame, StoredGame, row_of
from storage.statements import find, insert

_MARKS: Final = "marks"
"""The name of the secret with which the attempts of people are marked whose data was deleted."""


class AttemptUsed(Exception):
    """The person had their attempt at this day, and has deleted what was kept of it."""


@dataclass(frozen=True, slots=True)
class Daily:
    """The deal of a game on a day: ``seed`` is the ``k``-th that belongs to them, and ``cards`` what it stands for.

    ``proof`` is empty where there is none. Until ``told_at`` nobody plays the deal but in their attempt.
    """

    game: str
    day: str
    number: int
    k: int
    seed: str
    cards: str
    proof: tuple[str, ...]
    told_at: int


class Dailies:
    """The dailies of a database. Every method is one transaction; ``at`` is in milliseconds since 1970 (UTC).

    Days are UTC dates, written as 2026-11-28.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def secret(self, name: str) -> str:
        """Return the secret of this name, made the first time it is asked for: 64 hexadecimal digits."""
        return await self._database.write(lambda connection: _secret(connection, name))

    async def keep(self, daily: Daily, kind: Kind, difficulty: str | None, at: int) -> Daily:
        """Store the deal of a day, and return the one that counts: another may have been stored before, and stays.

        Its proof is put with those of the pool, which never deals it.
        """

        def run(connection: sqlite3.Connection) -> Daily:
            connection.execute(
                f"INSERT INTO dailies ({_DAILY}, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (
                    daily.game,
                    daily.day,
                    daily.number,
                    daily.k,
                    daily.seed,
                    daily.cards,
                    " ".join(daily.proof) or None,
                    daily.told_at,
                    at,
                ),
            )
            kept = _daily(connection, daily.game, daily.day)
            assert kept is not None
            if kept.seed == daily.seed and daily.proof:
                proved = Proved(daily.seed, daily.proof, difficulty)
                connection.execute(
                    "INSERT INTO pool (game, options, rules, seed, proof, difficulty, retired, found_at)"
                    " VALUES (?, ?, ?, ?, ?, ?, 1, ?) ON CONFLICT DO NOTHING",
                    (kind.game, kind.options, kind.rules, proved.seed, " ".join(proved.proof), difficulty, at),
                )
            return kept

        return await self._database.write(run)

    async def of(self, game: str, day: str) -> Daily | None:
        """Return the deal of a game on a day; None if none was stored."""
        return await self._database.read(lambda connection: _daily(connection, game, day))

    async def since(self, day: str) -> tuple[Daily, ...]:
        """Return the deals of a day and all after it, the earliest first."""

        def run(connection: sqlite3.Connection) -> tuple[Daily, ...]:
            found = connection.execute(f"SELECT {_DAILY} FROM dailies WHERE day >= ? ORDER BY day, game", (day,))
            return tuple(_read(row) for row in found)

        return await self._database.read(run)

    async def attempt(self, owner_id: int, game: str, day: str) -> StoredGame | None:
        """Return a person's ranked attempt; None if they have none."""
        return await self._database.read(lambda connection: _attempt(connection, owner_id, game, day))

    async def start(self, new: NewGame, day: str, at: int) -> StoredGame:
        """Start a person's ranked attempt, or return the one they have, wherever they began it.

        The new game comes without a deal. Raise LookupError if no deal is stored for the day, and AttemptUsed.
        """

        def run(connection: sqlite3.Connection) -> StoredGame:
            begun = _attempt(connection, new.owner_id, new.game, day)
            if begun is not None:
                return begun
            daily = _daily(connection, new.game, day)
            if daily is None:
                raise LookupError(f"there is no deal of {new.game} for {day}")
            if _is_marked(connection, new.owner_id, new.game, day):
                raise AttemptUsed
            deal = fingerprint(daily.game, daily.cards)
            return insert(connection, replace(new, seed=daily.seed, deal=deal, origin="bot", day=day), at)

        return await self._database.write(run)

    async def past(self, owner_id: int, game: str, day: str) -> StoredGame | None:
        """Return a person's unranked game under way on the deal of a day, the last touched; None if there is none."""

        def run(connection: sqlite3.Connection) -> StoredGame | None:
            row = connection.execute(
                "SELECT games.id FROM games JOIN dailies USING (game, seed) WHERE owner_id = ? AND games.game = ?"
                " AND dailies.day = ? AND games.day IS NULL AND status = 'playing' ORDER BY touched_at DESC LIMIT 1",
                (owner_id, game, day),
            ).fetchone()
            return None if row is None else find(connection, "id = ?", row[0])

        return await self._database.read(run)

    async def mark_attempts(self, owner_id: int, since: str) -> int:
        """Mark a person's attempts at a day and those after it, so that each stays the only one when they are deleted.

        Return how many there are. What is kept of them is a keyed hash each, which names nobody.
        """
        return await self._database.write(lambda connection: mark_attempts(connection, owner_id, since))

    async def used(self, owner_id: int, day: str) -> frozenset[str]:
        """Return the games whose attempt at a day a person has had, and has deleted what was kept of it."""

        def run(connection: sqlite3.Connection) -> frozenset[str]:
            found = connection.execute(
                "SELECT game FROM dailies WHERE day = ? AND day IN (SELECT day FROM daily_marks)", (day,)
            ).fetchall()
            return frozenset(game for (game,) in found if _is_marked(connection, owner_id, game, day))

        return await self._database.read(run)

    async def forget_marks(self, before: str) -> None:
        """Remove the marks of days before this one: they can't be attempted any more."""
        await self._database.write(
            lambda connection: connection.execute("DELETE FROM daily_marks WHERE day < ?", (before,)).rowcount
        )

    async def unfinished(self, before: str, limit: int, offset: int = 0) -> tuple[GameRow, ...]:
        """Return a page of the ranked attempts under way at days before this one, the earliest first."""

        def run(connection: sqlite3.Connection) -> tuple[GameRow, ...]:
            found = connection.execute(
                f"SELECT {COLUMNS} FROM games WHERE day < ? AND status = 'playing' ORDER BY day, id LIMIT ? OFFSET ?",
                (before, limit, offset),
            ).fetchall()
            return tuple(row_of(values) for values in found)

        return await self._database.read(run)


def all_dailies(connection: sqlite3.Connection) -> tuple[Daily, ...]:
    """Return the deals of all days, the earliest first."""
    return tuple(_read(row) for row in connection.execute(f"SELECT {_DAILY} FROM dailies ORDER BY day, game"))


def mark_attempts(connection: sqlite3.Connection, owner_id: int, since: str) -> int:
    """Mark attempts as ``Dailies.mark_attempts`` says, within the transaction that deletes them."""
    found = connection.execute(
        "SELECT game, day FROM games WHERE owner_id = ? AND day >= ?", (owner_id, since)
    ).fetchall()
    connection.executemany(
        "INSERT INTO daily_marks (mark, day) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(_mark(connection, owner_id, game, day), day) for game, day in found],
    )
    return len(found)


def count_marks(connection: sqlite3.Connection, owner_id: int) -> int:
    """Return how many attempts are marked of a person whose data was deleted: only by trying that can be found out."""
    found = connection.execute("SELECT game, day FROM dailies WHERE day IN (SELECT day FROM daily_marks)").fetchall()
    return sum(_is_marked(connection, owner_id, game, day) for game, day in found)


_DAILY: Final = "game, day, number, k, seed, cards, proof, told_at"


def _read(row: Sequence[Any]) -> Daily:
    game, day, number, k, seed, cards, proof, told_at = row
    return Daily(game, day, number, k, seed, cards, tuple((proof or "").split()), told_at)


def _daily(connection: sqlite3.Connection, game: str, day: str) -> Daily | None:
    row = connection.execute(f"SELECT {_DAILY} FROM dailies WHERE game = ? AND day = ?", (game, day)).fetchone()
    return None if row is None else _read(row)


def _attempt(connection: sqlite3.Connection, owner_id: int, game: str, day: str) -> StoredGame | None:
    row = connection.execute(
        "SELECT id FROM games WHERE owner_id = ? AND game = ? AND day = ?", (owner_id, game, day)
    ).fetchone()
    return None if row is None else find(connection, "id = ?", row[0])


def _secret(connection: sqlite3.Connection, name: str) -> str:
    found = connection.execute("SELECT value FROM secrets WHERE name = ?", (name,)).fetchone()
    if found is None:
        found = (secrets.token_hex(32),)
        connection.execute("INSERT INTO secrets (name, value) VALUES (?, ?)", (name, *found))
    return str(found[0])


def _is_marked(connection: sqlite3.Connection, owner_id: int, game: str, day: str) -> bool:
    mark = _mark(connection, owner_id, game, day)
    return connection.execute("SELECT 1 FROM daily_marks WHERE mark = ?", (mark,)).fetchone() is not None


def _mark(connection: sqlite3.Connection, owner_id: int, game: str, day: str) -> str:
    key = bytes.fromhex(_secret(connection, _MARKS))
    return hmac.new(key, f"{day}\n{game}\n{owner_id}".encode(), hashlib.sha256).hexdigest()
