"""A database moved, removed or replaced while it is open is noticed: nothing is saved where nobody will find it."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import StorageError
from storage.games import Games
from storage.rows import NewGame

NEW = NewGame(owner_id=1, game="sun", options="{}", rules=1, seed="s")


def log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def move_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


def remove(path: Path) -> None:
    path.unlink()


def remove_all(path: Path) -> None:
    shutil.rmtree(path.parent)


def replace(path: Path) -> None:
    shutil.copy(path, path.with_name("backup.db"))
    path.with_name("backup.db").replace(path)


def remove_log(path: Path) -> None:
    log(path).unlink()


def replace_log(path: Path) -> None:
    log(path).unlink()
    log(path).touch()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "patience.db"


@pytest.mark.parametrize("meddle", [move, move_folder, remove, remove_all, replace, remove_log, replace_log])
async def test_a_database_meddled_with_answers_neither_writes_nor_reads(
    path: Path, meddle: Callable[[Path], None]
) -> None:
    async with await Database.open(path) as database:
        games = Games(database)
        game = await games.start(NEW, 1)
        meddle(path)
        with pytest.raises(StorageError, match=r"was moved, removed or replaced .*; stop the program"):
            await games.append(game.id, game.version, ["a"], None, 2)
        with pytest.raises(StorageError, match="was moved, removed or replaced"):
            await games.get(game.id)


async def test_a_database_put_back_goes_on(path: Path) -> None:
    async with await Database.open(path) as database:
        games = Games(database)
        game = await games.start(NEW, 1)
        move_folder(path)
        with pytest.raises(StorageError):
            await games.append(game.id, game.version, ["a"], None, 2)
        path.parent.with_name("elsewhere").rename(path.parent)
        assert await games.get(game.id) == game
        assert (await games.append(game.id, game.version, ["b"], None, 3)).moves == ("b",)


@pytest.mark.parametrize("meddle", [remove_log, replace_log])
async def test_a_database_whose_log_was_removed_is_whole_after_closing(
    path: Path, meddle: Callable[[Path], None]
) -> None:
    async with await Database.open(path) as database:
        game = await Games(database).start(NEW, 1)
        meddle(path)
    async with await Database.open(path) as database:
        assert await Games(database).get(game.id) == game


async def test_a_file_put_in_the_place_of_the_database_is_kept_as_it_is(path: Path) -> None:
    async with await Database.open(path) as database:
        await Games(database).start(NEW, 1)
    backup = path.read_bytes()
    async with await Database.open(path) as database:
        games = Games(database)
        await games.start(NEW, 2)
        replace(path)
        path.write_bytes(backup)
        with pytest.raises(StorageError):
            await games.start(NEW, 3)
    assert path.read_bytes() == backup


async def test_a_database_is_used_through_a_link_until_that_leads_elsewhere(path: Path, tmp_path: Path) -> None:
    async with await Database.open(path):
        pass
    link = tmp_path / "link.db"
    link.symlink_to(path)
    async with await Database.open(link) as database:
        games = Games(database)
        game = await games.start(NEW, 1)
        assert await games.get(game.id) == game
        link.unlink()
        link.symlink_to(tmp_path / "other.db")
        (tmp_path / "other.db").touch()
        with pytest.raises(StorageError, match=r"link\.db was moved, removed or replaced"):
            await games.start(NEW, 2)


UPKEEP = """
import sqlite3, sys

connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("VACUUM")
connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
connection.execute("VACUUM INTO ?", (sys.argv[1] + ".backup",))
connection.close()
"""


async def test_a_backup_or_a_vacuum_by_another_program_disturbs_nobody(path: Path) -> None:
    async with await Database.open(path) as database:
        games = Games(database)
        game = await games.start(NEW, 1)
        await asyncio.to_thread(subprocess.run, [sys.executable, "-c", UPKEEP, str(path)], check=True)
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert (await games.append(game.id, game.version, ["a"], None, 2)).moves == ("a",)
        assert (await games.recent(1, 10))[0].move_count == 1
