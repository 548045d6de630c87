"""A write happens in whole or not at all, whoever is cancelled, and a reader sees whole writes only."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.database import Database
from storage.errors import StorageError


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    async with await Database.open(path) as database:
        await database.write(make_pair)
        yield database


def make_pair(connection: sqlite3.Connection) -> None:
    """Make a table of two numbers that every write keeps equal."""
    connection.execute("CREATE TABLE pair (name TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT")
    connection.execute("INSERT INTO pair VALUES ('left', 0), ('right', 0)")


def raise_one(connection: sqlite3.Connection, name: str) -> None:
    connection.execute("UPDATE pair SET number = number + 1 WHERE name = ?", (name,))


def raise_both(connection: sqlite3.Connection) -> None:
    raise_one(connection, "left")
    raise_one(connection, "right")


def one(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute("SELECT number FROM pair WHERE name = ?", (name,)).fetchone()[0])


def both(connection: sqlite3.Connection) -> tuple[int, int]:
    return one(connection, "left"), one(connection, "right")


class Held:
    """A function for the database that waits half-way until it is let go."""

    def __init__(
        self, before: Callable[[sqlite3.Connection], None], after: Callable[[sqlite3.Connection], None]
    ) -> None:
        self._before = before
        self._after = after
        self._begun = threading.Event()
        self._free = threading.Event()

    def __call__(self, connection: sqlite3.Connection) -> None:
        self._before(connection)
        self._begun.set()
        assert self._free.wait(timeout=20), "nobody lets go"
        self._after(connection)

    async def begun(self) -> None:
        await asyncio.to_thread(self._begun.wait)

    def let_go(self) -> None:
        self._free.set()


def held_write() -> Held:
    return Held(lambda connection: raise_one(connection, "left"), lambda connection: raise_one(connection, "right"))


async def test_a_write_returns_what_its_function_returns(database: Database) -> None:
    assert await database.write(both) == (0, 0)


@pytest.mark.parametrize("error", [ValueError("no"), SystemExit(3), asyncio.CancelledError()])
async def test_a_function_that_raises_leaves_nothing(database: Database, error: BaseException) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        raise_one(connection, "left")
        raise error

    with pytest.raises(type(error)):
        await database.write(fail)
    assert await database.read(both) == (0, 0)
    await database.write(raise_both)
    assert await database.read(both) == (1, 1)


async def test_a_function_that_raises_stop_iteration_keeps_nobody_waiting(database: Database) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        raise_one(connection, "left")
        next(connection.execute("SELECT number FROM pair WHERE name = 'middle'"))

    with pytest.raises(RuntimeError, match="StopIteration"):
        await database.write(fail)
    await database.write(raise_both)
    assert await database.read(both) == (1, 1)


async def test_a_full_disk_leaves_nothing_and_the_next_write_works(database: Database) -> None:
    def fill(connection: sqlite3.Connection) -> None:
        raise_one(connection, "left")
        connection.execute("PRAGMA max_page_count = 1")  # the smallest disk: not a page more than there are
        connection.execute("INSERT INTO pair VALUES (?, 0)", ("x" * 100_000,))

    with pytest.raises(StorageError, match="make room"):
        await database.write(fill)
    await database.write(raise_both)
    assert await database.read(both) == (1, 1)


async def test_foreign_keys_hold(database: Database) -> None:
    def orphan(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO moves (game_id, ply, press, move, made_at) VALUES (7, 1, 2, 'draw', 0)")

    with pytest.raises(sqlite3.IntegrityError):
        await database.write(orphan)


async def test_a_reader_sees_nothing_of_a_write_that_is_under_way(database: Database) -> None:
    write = held_write()
    writing = asyncio.create_task(database.write(write))
    await write.begun()
    assert await database.read(both) == (0, 0)
    write.let_go()
    await writing
    assert await database.read(both) == (1, 1)


async def test_a_reader_keeps_its_snapshot_while_writes_go_on(database: Database) -> None:
    seen = []
    look = Held(lambda connection: seen.append(one(connection, "left")), lambda c: seen.append(one(c, "right")))
    reading = asyncio.create_task(database.read(look))
    await look.begun()
    await database.write(raise_both)
    look.let_go()
    await reading
    assert seen == [0, 0]


async def test_a_read_cannot_write(database: Database) -> None:
    with pytest.raises(StorageError, match="can't be written"):
        await database.read(raise_both)
    assert await database.read(both) == (0, 0)


async def test_a_write_that_reads_first_keeps_other_programs_waiting(database: Database, path: Path) -> None:
    async with await Database.open(path) as other:
        seen = []
        write = Held(lambda connection: seen.append(both(connection)), raise_both)
        writing = asyncio.create_task(database.write(write))
        await write.begun()
        waiting = asyncio.create_task(other.write(raise_both))
        await asyncio.wait([waiting], timeout=0.05)
        write.let_go()
        await asyncio.gather(writing, waiting)
        assert seen == [(0, 0)]
        assert await other.read(both) == (2, 2)


async def test_a_write_cancelled_before_its_turn_never_happens(database: Database) -> None:
    first = held_write()
    writing = asyncio.create_task(database.write(first))
    await first.begun()
    waiting = asyncio.create_task(database.write(raise_both))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    first.let_go()
    await writing
    await database.write(lambda connection: None)
    assert await database.read(both) == (1, 1)


async def test_a_write_cancelled_under_way_is_carried_to_its_end_first(database: Database) -> None:
    write = held_write()
    writing = asyncio.create_task(database.write(write))
    await write.begun()
    for _ in range(3):
        writing.cancel()
        await asyncio.sleep(0)
    assert not writing.done()
    write.let_go()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await database.read(both) == (1, 1)
    await database.write(raise_both)
    assert await database.read(both) == (2, 2)


async def test_a_write_that_takes_too_long_for_its_caller_is_whole(database: Database) -> None:
    write = held_write()
    threading.Timer(0.05, write.let_go).start()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await database.write(write)
    left, right = await database.read(both)
    assert left == right


async def test_a_cancelled_read_disturbs_no_other(database: Database) -> None:
    look = Held(lambda connection: None, lambda connection: None)
    reading = asyncio.create_task(database.read(look))
    await look.begun()
    reading.cancel()
    look.let_go()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert await database.read(both) == (0, 0)


Steps = st.lists(
    st.tuples(st.sampled_from(["write", "fail", "read"]), st.integers(0, 6), st.integers(0, 2)), min_size=1, max_size=12
)


@given(steps=Steps, patience=st.sampled_from([0.0, 0.001, 1.0]))
@settings(max_examples=60, deadline=None)
def test_tasks_cancelled_at_any_moment_leave_whole_writes(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int, int]], patience: float
) -> None:
    """Start tasks one after another and cancel them some turns of the loop later, or at once, or never (0).

    Some have little patience with those before them, and are refused.
    """

    def fail(connection: sqlite3.Connection) -> None:
        raise_one(connection, "left")
        raise ValueError

    async def look(database: Database) -> None:
        left, right = await database.read(both)
        assert left == right

    async def run() -> None:
        path = tmp_path_factory.mktemp("cancel") / "patience.db"
        async with await Database.open(path, busy_timeout=patience) as database:
            await database.write(make_pair)
            tasks = []
            loop = asyncio.get_running_loop()
            for kind, turns, cancels in steps:
                work = {"write": lambda: database.write(raise_both), "fail": lambda: database.write(fail)}
                task = asyncio.create_task(work[kind]() if kind in work else look(database))
                tasks.append((kind, task))
                for _ in range(turns):
                    await asyncio.sleep(0)
                for _ in range(cancels):
                    loop.call_soon(task.cancel)
            results = await asyncio.gather(*(task for _, task in tasks), return_exceptions=True)
            done = sum(kind == "write" and result is None for (kind, _), result in zip(tasks, results, strict=True))
            for (kind, _), result in zip(tasks, results, strict=True):
                assert result is None or isinstance(result, asyncio.CancelledError | ValueError | StorageError), (
                    kind,
                    result,
                )
            await database.write(lambda connection: None)  # nobody has kept a turn
            left, right = await database.read(both)
            assert left == right
            assert done <= left <= sum(kind == "write" for kind, _ in tasks)

    asyncio.run(run())
