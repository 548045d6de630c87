"""How games have ended: a row each, written in the transaction that ends the game and taken back with the ending."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Final

from storage import deals, tallies
from storage.database import Database
from storage.people import SEEN_FOR
from storage.periods import begins, day_of
from storage.rows import NOBODY
from storage.tallies import Earned


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a game has ended. Ids are Discord's; ``ended_at`` is in milliseconds since 1970 (UTC)."""

    game_id: int
    owner_id: int
    game: str
    options: str
    """As in GameRow."""
    day: str | None
    """The daily that this was the ranked attempt at, as 2026-11-28; None for a solo game."""
    guild_id: int | None
    won: int
    score: int
    moves: int
    seconds: int
    """From the first move to the last, in whole seconds."""
    ended_at: int
    counted_on: str
    """The UTC day that it belongs to: its daily's, else that of its end."""
    counts: int
    """1 for a solo game, at no table, on a deal of the bot's that its player had met in no other; else 0.

    There were no hints in it, no look was undone, and it was not taken up again once it was over.
    """


COLUMNS: Final = ", ".join(field.name for field in fields(Result))


def note(connection: sqlite3.Connection, game_id: int) -> None:
    """Keep the result of a game that has just ended, within its transaction."""
    row = connection.execute(
        "SELECT owner_id, game, options, day, guild_id, status, score, move_count, first_move_at, ended_at, origin,"
        " hints, peeks, table_id, (SELECT made_at FROM moves WHERE game_id = games.id ORDER BY ply DESC LIMIT 1)"
        " FROM games WHERE id = ?",
        (game_id,),
    ).fetchone()
    (
        owner_id,
        game,
        options,
        day,
        guild_id,
        status,
        score,
        moves,
        first,
        ended_at,
        origin,
        hints,
        peeks,
        table_id,
        last,
    ) = row
    if owner_id == NOBODY:
        # What a table has played in turns is its table's result.
        return
    today = day_of(ended_at)
    result = Result(
        game_id=game_id,
        owner_id=owner_id,
        game=game,
        options=options,
        day=day,
        guild_id=guild_id,
        won=int(status == "won"),
        score=score or 0,
        moves=moves,
        seconds=0 if last is None or first is None else max(0, last - first) // 1000,
        ended_at=ended_at,
        counted_on=day or str(today),
        counts=int(
            origin == "bot"
            and day is None
            and table_id is None
            and not hints
            and not peeks
            and not deals.has_another(connection, game_id)
        ),
    )
    insert(connection, result)
    if day is not None or result.counts:
        tallies.add(connection, _earned(result), today)


def insert(connection: sqlite3.Connection, result: Result) -> None:
    """Store a result alone, without what follows from it."""
    names = COLUMNS.split(", ")
    connection.execute(
        f"INSERT INTO results ({COLUMNS}) VALUES ({', '.join('?' * len(names))})",
        [getattr(result, name) for name in names],
    )


def take_back(connection: sqlite3.Connection, game_id: int, at: int) -> None:
    """Forget the result of a game that goes on again, within its transaction; nothing is done where there is none."""
    found = connection.execute(f"DELETE FROM results WHERE game_id = ? RETURNING {COLUMNS}", (game_id,)).fetchone()
    if found is None:
        return
    result = result_of(found)
    if result.day is not None or result.counts:
        tallies.take_away(connection, _earned(result), max(day_of(at), day_of(result.ended_at)))


def result_of(values: Sequence[object]) -> Result:
    """Return the result that the values of its columns stand for."""
    return Result(**dict(zip(COLUMNS.split(", "), values, strict=True)))  # type: ignore[arg-type]  # as in the table


def merit_of(result: Result) -> int:
    """Return a result as one number: see ``tallies.merit``."""
    return tallies.merit(result.score, result.moves, result.seconds)


def _earned(result: Result) -> Earned:
    return Earned(
        owner_id=result.owner_id,
        game=result.game,
        day=result.day,
        counted_on=result.counted_on,
        won=bool(result.won),
        merit=merit_of(result),
        score=result.score,
    )


class Results:
    """The results of a database. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, game_id: int) -> Result | None:
        """Return the result of a game; None if it is not over."""

        def run(connection: sqlite3.Connection) -> Result | None:
            found = connection.execute(f"SELECT {COLUMNS} FROM results WHERE game_id = ?", (game_id,)).fetchone()
            return None if found is None else result_of(found)

        return await self._database.read(run)

    async def of(self, owner_id: int, limit: int, offset: int = 0) -> tuple[Result, ...]:
        """Return a page of a person's results, the last ones first."""

        def run(connection: sqlite3.Connection) -> tuple[Result, ...]:
            found = connection.execute(
                f"SELECT {COLUMNS} FROM results WHERE owner_id = ? ORDER BY ended_at DESC, game_id DESC"
                " LIMIT ? OFFSET ?",
                (owner_id, limit, offset),
            )
            return tuple(map(result_of, found))

        return await self._database.read(run)

    async def standings(
        self, game: str, day: str, limit: int, guild_id: int | None = None
    ) -> tuple[tuple[int, str, Result], ...]:
        """Return the first results of a daily, each with its rank and the person's name; equal ones share a rank.

        Hidden people are left out and, with a ``guild_id``, those who were not seen in that server for 90 days before
        the day. Equal ones stand in the order in which they ended.
        """
        since = begins(date.fromisoformat(day)) - SEEN_FOR

        def run(connection: sqlite3.Connection) -> tuple[tuple[int, str, Result], ...]:
            columns = ", ".join(f"results.{name}" for name in COLUMNS.split(", "))
            found = connection.execute(
                f"SELECT COALESCE(people.name, ''), {columns} FROM results LEFT JOIN people ON user_id = owner_id"
                " WHERE day = ? AND game = ? AND COALESCE(hidden, 0) = 0 AND (? IS NULL OR EXISTS (SELECT 1"
                " FROM members WHERE members.guild_id = ? AND members.user_id = owner_id AND members.seen_at >= ?))"
                " ORDER BY score DESC, moves, seconds, ended_at, game_id LIMIT ?",
                (day, game, guild_id, guild_id, since, limit),
            )
            ranked: list[tuple[int, str, Result]] = []
            for place, (name, *values) in enumerate(found, 1):
                result = result_of(values)
                alike = bool(ranked) and merit_of(ranked[-1][2]) == merit_of(result)
                ranked.append((ranked[-1][0] if alike else place, name, result))
            return tuple(ranked)

        return await self._database.read(run)
