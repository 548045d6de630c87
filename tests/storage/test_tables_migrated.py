"""A database from before there were tables keeps its games, their results and all that is counted from them."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from storage.database import Database
from storage.games import Games
from storage.people import People
from storage.privacy import Privacy
from storage.rows import Ending, NewGame
from storage.schema import migrations, upgrade
from storage.table_history import TableHistory
from storage.tables import Tables
from tests.storage.tables_kept import NEW, begun, ended, played

BEFORE_TABLES = 7
"""The last schema without them."""
NOW = 1_774_440_000_000
KEPT = ("games", "moves", "results", "tallies", "people", "members")
"""Tables of the database with rows in them."""


def columns_of(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


async def filled(path: Path, older: Path) -> dict[str, tuple[str, list[tuple[object, ...]]]]:
    """Make a database of today's without tables, copy it to one of before; return columns and rows of each table."""
    async with await Database.open(path) as database:
        games = Games(database)
        await People(database).note(1, "Ana", 5, NOW)
        for owner in (1, 2):
            for day in (None, "2026-03-25"):
                new = NewGame(owner_id=owner, game="sun", options="{}", rules=1, seed=f"{owner} {day}", day=day)
                game = await games.start(new, NOW)
                await games.append(game.id, 1, ["a", "b"], Ending(status="won", score=900, progress=9), NOW + 5000)
        await games.append((await games.start(replace(new, day=None, seed="on"), NOW)).id, 1, ["a"], None, NOW)
    with closing(sqlite3.connect(path)) as new_one, closing(sqlite3.connect(older, isolation_level=None)) as old:
        upgrade(old, migrations()[:BEFORE_TABLES])
        found = {}
        for table in KEPT:
            names = ", ".join(columns_of(old, table))
            rows = new_one.execute(f"SELECT {names} FROM {table} ORDER BY 1, 2, 3").fetchall()
            old.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
            found[table] = names, rows
        return found


async def test_games_results_and_numbers_of_before_stay_and_tables_are_played_beside_them(
    path: Path, tmp_path: Path
) -> None:
    older = tmp_path / "older.db"
    before = await filled(path, older)
    assert len(before["results"][1]) == 4
    assert {row[1] for row in before["tallies"][1]} >= {"daily", "wins"}
    async with await Database.open(older) as database:
        with closing(sqlite3.connect(older)) as connection:
            for name, (names, rows) in before.items():
                assert connection.execute(f"SELECT {names} FROM {name} ORDER BY 1, 2, 3").fetchall() == rows
            assert connection.execute("SELECT COUNT(*) FROM games WHERE table_id IS NOT NULL").fetchone() == (0,)
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert await Tables(database).unsettled(2**60, 10) == ()
        assert await TableHistory(database).summaries(1) == ()
        table = await begun(database, NEW, (1, 2), "at a table", NOW)
        for user in (1, 2):
            table = await played(database, table, user, ("a",), 2, NOW)
        assert (await ended(database, table, "lost", NOW)).counts
        assert (await Privacy(database).delete(1, "2026-03-25", NOW)).moves == 4
        assert [seat.user_id for seat in (await Tables(database).get(table.id)).seats] == [-1, 2]
