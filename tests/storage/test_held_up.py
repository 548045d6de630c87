"""Whoever is held up, by another program or by those before them, is told in time and can try again."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import StorageError
from storage.games import Games
from storage.rows import GameRow, NewGame

NEW = NewGame(owner_id=1, game="sun", options="{}", rules=1, seed="s")
DISCORDS_PATIENCE = 3.0
"""How many seconds Discord waits for an answer."""

HOLDER = """
import sqlite3, sys

connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
connection.execute("ROLLBACK")
"""


@contextmanager
def held_by_another_program(path: Path) -> Iterator[None]:
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield
        holder.communicate()
    assert holder.returncode == 0


async def test_writes_while_another_program_holds_the_file_are_refused_in_time_and_can_be_tried_again(
    path: Path,
) -> None:
    async with await Database.open(path) as database:
        games = Games(database)
        with held_by_another_program(path):
            writes = [asyncio.create_task(games.start(NEW, at)) for at in range(3)]
            answered, waiting = await asyncio.wait(writes, timeout=DISCORDS_PATIENCE)
            assert not waiting
            for write in answered:
                assert isinstance(write.exception(), StorageError)
            assert await games.recent(1, 10) == ()
        assert (await games.start(NEW, 1)).id == 1
        assert len(await games.recent(1, 10)) == 1


async def test_a_write_refused_for_another_program_says_so(path: Path) -> None:
    async with await Database.open(path, busy_timeout=0.05) as database:
        with held_by_another_program(path), pytest.raises(StorageError, match="held by another program; stop"):
            await Games(database).start(NEW, 1)


async def test_a_write_waits_for_a_program_that_holds_the_file_for_a_moment(path: Path) -> None:
    async with await Database.open(path, busy_timeout=60) as database:
        with held_by_another_program(path):
            writing = asyncio.create_task(Games(database).start(NEW, 1))
            await asyncio.wait([writing], timeout=0.1)
        assert (await writing).id == 1


async def test_a_database_that_another_program_holds_can_be_closed(path: Path) -> None:
    database = await Database.open(path)
    await Games(database).start(NEW, 1)
    with held_by_another_program(path):
        async with asyncio.timeout(DISCORDS_PATIENCE):
            await database.close()
    async with await Database.open(path) as database:
        assert len(await Games(database).recent(1, 10)) == 1


@asynccontextmanager
async def held_by_one_before(database: Database, kind: str) -> AsyncIterator[None]:
    """Let a write or a read of the same program take its time."""
    begun, free = threading.Event(), threading.Event()

    def dawdle(_: object) -> None:
        begun.set()
        assert free.wait(timeout=20), "nobody lets go"

    dawdling = asyncio.create_task(database.write(dawdle) if kind == "write" else database.read(dawdle))
    await asyncio.to_thread(begun.wait)
    try:
        yield
    finally:
        free.set()
        await dawdling


async def request(games: Games, kind: str) -> GameRow | tuple[GameRow, ...]:
    return await games.start(NEW, 1) if kind == "write" else await games.recent(1, 10)


@pytest.mark.parametrize("kind", ["write", "read"])
async def test_those_behind_a_slow_one_are_refused_in_a_sentence_and_can_try_again(path: Path, kind: str) -> None:
    async with await Database.open(path, busy_timeout=0.05) as database:
        games = Games(database)
        async with held_by_one_before(database, kind):
            behind = await asyncio.gather(*(request(games, kind) for _ in range(3)), return_exceptions=True)
        for refused in behind:
            assert isinstance(refused, StorageError)
            assert "held up by earlier requests; " in str(refused)
        assert await games.recent(1, 10) == ()
        assert (await games.start(NEW, 1)).id == 1
        assert len(await games.recent(1, 10)) == 1


@pytest.mark.parametrize(("slow", "other"), [("write", "read"), ("read", "write")])
async def test_reads_and_writes_do_not_hold_each_other_up(path: Path, slow: str, other: str) -> None:
    async with await Database.open(path, busy_timeout=0) as database, held_by_one_before(database, slow):
        await request(Games(database), other)
