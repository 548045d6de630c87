"""Every older schema leads to the newest, each step whole or not at all."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib import resources
from pathlib import Path

import pytest

from storage.database import Database
from storage.schema import migrations, upgrade

STEPS = migrations()


def schema(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Return everything that a schema consists of: tables, indices, version and mark."""
    return [
        *connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"),
        *connection.execute("PRAGMA user_version"),
        *connection.execute("PRAGMA application_id"),
    ]


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        yield connection


def test_the_files_are_numbered_without_gaps() -> None:
    names = sorted(file.name for file in (resources.files("storage") / "migrations").iterdir())
    assert [name[:5] for name in names] == [f"{number:04}_" for number in range(1, len(STEPS) + 1)]


@pytest.mark.parametrize("had", range(len(STEPS) + 1))
async def test_every_older_database_is_upgraded_to_the_newest_schema(
    path: Path, connection: sqlite3.Connection, had: int
) -> None:
    upgrade(connection, STEPS)
    if had:
        with closing(sqlite3.connect(path, isolation_level=None)) as older:
            upgrade(older, STEPS[:had])
    async with await Database.open(path) as database:
        assert await database.read(schema) == schema(connection)


async def test_opening_again_changes_nothing(path: Path) -> None:
    async with await Database.open(path):
        pass
    before = path.read_bytes()
    async with await Database.open(path):
        pass
    assert path.read_bytes() == before


def test_a_step_that_fails_leaves_the_steps_before_it_and_nothing_of_its_own(connection: sqlite3.Connection) -> None:
    upgrade(connection, STEPS)
    before = schema(connection)
    with pytest.raises(sqlite3.OperationalError):
        upgrade(connection, [*STEPS, "CREATE TABLE daily (day TEXT) STRICT; ALTER TABLE nowhere RENAME TO somewhere;"])
    assert schema(connection) == before
    assert not connection.in_transaction


def test_a_step_may_hold_several_statements_and_comments(connection: sqlite3.Connection) -> None:
    step = """
        -- Two tables; one semicolon in a comment.
        CREATE TABLE one (text TEXT DEFAULT 'a;b'
        ) STRICT;
        CREATE TABLE two (text TEXT) STRICT; CREATE TABLE three (text TEXT) STRICT;
        -- The end.
    """
    upgrade(connection, [step])
    tables = connection.execute("SELECT name FROM sqlite_master ORDER BY rootpage").fetchall()
    assert tables == [("one",), ("two",), ("three",)]


REBUILD = """
    CREATE TABLE new_games (id INTEGER PRIMARY KEY, name TEXT) STRICT;
    INSERT INTO new_games SELECT id, 'a game' FROM games{which};
    DROP TABLE games;
    ALTER TABLE new_games RENAME TO games;
"""


@pytest.fixture
def played(connection: sqlite3.Connection) -> sqlite3.Connection:
    """A small database with games and moves that would go with them."""
    upgrade(
        connection,
        [
            "CREATE TABLE games (id INTEGER PRIMARY KEY) STRICT;"
            "CREATE TABLE moves (game_id INTEGER REFERENCES games (id) ON DELETE CASCADE) STRICT;"
            "INSERT INTO games VALUES (1), (2);"
            "INSERT INTO moves VALUES (1), (2), (2);"
        ],
    )
    return connection


def test_rebuilding_a_table_keeps_the_rows_that_refer_to_it(played: sqlite3.Connection) -> None:
    upgrade(played, ["", REBUILD.format(which="")])
    assert played.execute("SELECT game_id FROM moves ORDER BY game_id").fetchall() == [(1,), (2,), (2,)]


def test_a_step_that_loses_what_other_rows_refer_to_is_rolled_back(played: sqlite3.Connection) -> None:
    before = schema(played)
    with pytest.raises(sqlite3.IntegrityError, match="migration 2"):
        upgrade(played, ["", REBUILD.format(which=" WHERE id = 1")])
    assert schema(played) == before
    assert played.execute("SELECT id FROM games").fetchall() == [(1,), (2,)]
