"""What a person's results come to: by game and options, by day, in streaks and in a month."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from storage import tallies
from storage.database import Database
from storage.periods import begins, month_of
from storage.results import COLUMNS, Result, result_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A person's games that are over, of one game under the same options."""

    game: str
    options: str
    played: int
    won: int
    best: int
    total: int
    """The sum of all scores."""
    fewest_moves: int | None
    """Of the games that were won, as the time is; None where none was."""
    best_seconds: int | None
    won_in_row: int
    """How many of the last games were won, one after the other, and how many ever were."""
    longest_won: int


@dataclass(frozen=True, slots=True)
class Streaks:
    """Days in a row with a finished daily, and with a won one: those that run, and the longest ever."""

    played: int
    longest_played: int
    won: int
    longest_won: int


_OF_KIND: Final = "owner_id = :owner AND (:game IS NULL OR game = :game) AND (:options IS NULL OR options = :options)"


class Statistics:
    """The statistics of a database. Every method is one transaction, and reads along an index of the person's results.

    A kind is a game and the options it is played under, as results have them; without them it is all games, or all of
    that game.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def summaries(self, owner_id: int) -> tuple[Summary, ...]:
        """Return a person's games by kind, those played most first."""

        def run(connection: sqlite3.Connection) -> tuple[Summary, ...]:
            rows = _rows_of_wins(connection, owner_id)
            found = connection.execute(
                "SELECT game, options, COUNT(*), SUM(won), MAX(score), SUM(score),"
                " MIN(CASE WHEN won = 1 THEN moves END), MIN(CASE WHEN won = 1 THEN seconds END)"
                " FROM results WHERE owner_id = ? GROUP BY game, options ORDER BY COUNT(*) DESC, game, options",
                (owner_id,),
            )
            return tuple(
                Summary(
                    game=game,
                    options=options,
                    played=played,
                    won=won,
                    best=best,
                    total=total,
                    fewest_moves=moves,
                    best_seconds=seconds,
                    won_in_row=rows[game, options][-1],
                    longest_won=max(rows[game, options]),
                )
                for game, options, played, won, best, total, moves, seconds in found
            )

        return await self._database.read(run)

    async def by_day(
        self, owner_id: int, game: str | None = None, options: str | None = None
    ) -> tuple[tuple[str, int, int], ...]:
        """Return the days on which games of a kind count, each with the sum of the scores and how many they were."""

        def run(connection: sqlite3.Connection) -> tuple[tuple[str, int, int], ...]:
            found = connection.execute(
                f"SELECT counted_on, SUM(score), COUNT(*) FROM results WHERE {_OF_KIND}"
                " GROUP BY counted_on ORDER BY counted_on",
                {"owner": owner_id, "game": game, "options": options},
            )
            return tuple(found.fetchall())

        return await self._database.read(run)

    async def last(
        self, owner_id: int, limit: int, game: str | None = None, options: str | None = None
    ) -> tuple[Result, ...]:
        """Return a person's last results of a kind, at most so many, the very last first."""

        def run(connection: sqlite3.Connection) -> tuple[Result, ...]:
            found = connection.execute(
                f"SELECT {COLUMNS} FROM results WHERE {_OF_KIND} ORDER BY ended_at DESC, game_id DESC LIMIT :limit",
                {"owner": owner_id, "game": game, "options": options, "limit": limit},
            )
            return tuple(map(result_of, found))

        return await self._database.read(run)

    async def streaks(self, owner_id: int, today: date, game: str | None = None) -> Streaks:
        """Return a person's streaks of dailies, in a game or over all of them."""

        def run(connection: sqlite3.Connection) -> Streaks:
            found = connection.execute(
                "SELECT day, MAX(won) FROM results WHERE owner_id = ? AND day IS NOT NULL AND (? IS NULL OR game = ?)"
                " GROUP BY day ORDER BY day",
                (owner_id, game, game),
            ).fetchall()
            played = [date.fromisoformat(day) for day, _ in found]
            won = [date.fromisoformat(day) for day, won in found if won]
            return Streaks(
                tallies.running(played, today),
                max(tallies.runs(played), default=0),
                tallies.running(won, today),
                max(tallies.runs(won), default=0),
            )

        return await self._database.read(run)

    async def dailies(self, owner_id: int, month: date, game: str = tallies.ALL_GAMES) -> tuple[Result, ...]:
        """Return a person's results of the dailies in the month that holds a day, the earliest day first."""
        first, last = month_of(month)
        return await self._results(
            "day IS NOT NULL AND day BETWEEN ? AND ?", "day, game", owner_id, game, str(first), str(last)
        )

    async def solo(self, owner_id: int, month: date, game: str = tallies.ALL_GAMES) -> tuple[Result, ...]:
        """Return those of a person's solo games that count and ended in the month that holds a day, in their order."""
        first, last = month_of(month)
        return await self._results(
            "ended_at >= ? AND ended_at < ? AND counts = 1",
            "ended_at, game_id",
            owner_id,
            game,
            begins(first),
            begins(last + timedelta(days=1)),
        )

    async def _results(
        self, where: str, order: str, owner_id: int, game: str, *values: int | str
    ) -> tuple[Result, ...]:
        def run(connection: sqlite3.Connection) -> tuple[Result, ...]:
            found = connection.execute(
                f"SELECT {COLUMNS} FROM results WHERE owner_id = ? AND ? IN ('', game) AND {where} ORDER BY {order}",
                (owner_id, game, *values),
            )
            return tuple(map(result_of, found))

        return await self._database.read(run)


def _rows_of_wins(connection: sqlite3.Connection, owner_id: int) -> dict[tuple[str, str], Sequence[int]]:
    """Return by kind how many wins in a row there were at the end of each game, in the order in which they ended."""
    rows: dict[tuple[str, str], list[int]] = {}
    for game, options, won in connection.execute(
        "SELECT game, options, won FROM results WHERE owner_id = ? ORDER BY ended_at, game_id", (owner_id,)
    ):
        row = rows.setdefault((game, options), [])
        row.append((row[-1] if row else 0) + 1 if won else 0)
    return dict(rows)
