"""A file that can be used is opened; any other is refused in one sentence, and left as it was."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import StorageError
from storage.games import Games
from storage.rows import NewGame

NEW = NewGame(owner_id=1, game="sun", options="{}", rules=1, seed="s")


async def refusal(path: Path | str) -> str:
    """Return the sentence with which a database is refused."""
    with pytest.raises(StorageError) as refused:
        await Database.open(path, opening_timeout=0.05)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert ";" in sentence, "says what is wrong; and what to do"
    return sentence


async def test_missing_folders_are_created(tmp_path: Path) -> None:
    path = tmp_path / "one" / "two" / "patience.db"
    async with await Database.open(path):
        assert path.is_file()


async def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.touch()
    async with await Database.open(path) as database:
        assert (await Games(database).start(NEW, 1)).id == 1


async def test_a_path_may_be_text_and_relative(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    async with await Database.open("here.db") as database:
        await Games(database).start(NEW, 1)
    assert (path.parent / "here.db").is_file()


async def test_what_was_written_is_there_after_opening_again(path: Path) -> None:
    async with await Database.open(path) as database:
        stored = await Games(database).start(NEW, 1)
    async with await Database.open(path) as database:
        assert await Games(database).get(stored.id) == stored


async def test_the_file_keeps_a_write_ahead_log(database: Database) -> None:
    assert await database.read(lambda connection: connection.execute("PRAGMA journal_mode").fetchall()) == [("wal",)]


async def test_a_file_that_is_no_database_is_refused_and_kept(path: Path) -> None:
    text = "A shopping list: bread, tea, candles.\n" * 100
    path.write_text(text)
    assert "not a database" in await refusal(path)
    assert path.read_text() == text


async def test_another_programs_database_is_refused_and_kept(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    assert "another program's" in await refusal(path)
    assert path.read_bytes() == before


async def test_a_newer_database_is_refused_and_kept(path: Path) -> None:
    async with await Database.open(path):
        pass
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 9999")
    before = path.read_bytes()
    assert "newer version" in await refusal(path)
    assert path.read_bytes() == before


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert f"the folder {tmp_path / 'file'} can't be made" in await refusal(tmp_path / "file" / "patience.db")


async def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    assert "can't be opened" in await refusal(tmp_path)


async def test_a_disk_without_room_is_named() -> None:
    # A device on which every write fails, for every user: the disk is full.
    assert "make room" in await refusal("/dev/full")


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the write lock of a database, as another program may."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


async def test_a_fresh_file_that_another_program_holds_is_refused(path: Path) -> None:
    with held(path):
        assert "held by another program" in await refusal(path)


async def test_opening_waits_for_a_program_that_holds_the_file_for_a_while(path: Path) -> None:
    async with await Database.open(path):
        pass
    with held(path):
        opening = asyncio.create_task(Database.open(path, opening_timeout=60, busy_timeout=0.05))
        await asyncio.wait([opening], timeout=0.3)
        assert not opening.done()
    await (await opening).close()


async def test_a_damaged_file_is_named(path: Path) -> None:
    async with await Database.open(path) as database:
        await Games(database).start(NEW, 1)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(StorageError, match="damaged"):
        async with await Database.open(path) as database:
            await Games(database).get(1)
