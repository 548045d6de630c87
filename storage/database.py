"""One SQLite file, opened: whole transactions for writing, and consistent snapshots for reading."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

import aiosqlite

from storage.errors import StorageError, told_in_sentences
from storage.files import OpenFile, log_of
from storage.schema import ERASING, prepare

T = TypeVar("T")

READ_CACHE: Final = "cache_size = -32768"
"""At most 32 MiB of what was read stay at hand: with SQLite's two, a board of a large server is read from the file."""


class Database:
    """The database, open until ``close``. Open it with ``Database.open``; ``async with`` closes it.

    It must be closed before the program ends: the threads of its connections would keep the interpreter waiting.
    """

    def __init__(
        self, files: Sequence[OpenFile], writer: _Connection, reader: _Connection, busy_timeout: float
    ) -> None:
        self._path = files[0].path
        self._files = files
        self._writer = writer
        self._reader = reader
        self._busy_timeout = busy_timeout
        self._closed = False

    @classmethod
    async def open(cls, path: Path | str, *, opening_timeout: float = 5.0, busy_timeout: float = 1.0) -> Self:
        """Open the database at ``path``, creating file and folder where missing and upgrading an older schema.

        Whenever another program holds the file, wait for it ``opening_timeout`` seconds at most; raise StorageError if
        the file can't be used. Once it is open, a write or a read waits ``busy_timeout`` seconds at most for those
        before it, and as long again for other programs: whoever asked must be told in time that it failed.
        """
        path = await asyncio.to_thread(prepare, Path(path), opening_timeout)
        busy = f"busy_timeout = {round(busy_timeout * 1000)}"
        with told_in_sentences(path):
            # Noted before it is opened: should it be replaced in between, nothing is written rather than anywhere.
            file = await asyncio.to_thread(OpenFile.at, path)
            # In WAL mode with synchronous = NORMAL a commit is handed to the operating system but not waited for on the
            # disk: it survives the death of this process however sudden. When the machine itself loses power, the last
            # commits may be missing afterwards, in order and whole; the file stays sound.
            writer = await _connect(path, opening_timeout, "synchronous = NORMAL", "foreign_keys = ON", ERASING, busy)
            try:
                log = await asyncio.to_thread(lambda: OpenFile.at(log_of(path)))
                reader = await _connect(path, opening_timeout, "query_only = ON", READ_CACHE, busy)
            except BaseException:
                await writer.close()
                raise
        return cls((file, log), writer, reader, busy_timeout)

    async def close(self) -> None:
        """Let what has begun come to its end, then close; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            await self._reader.close()
        finally:
            await self._writer.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def write(self, function: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``function`` as one transaction and return what it returns, after the commit.

        The function runs on the connection's thread; it neither begins nor ends transactions, touches nothing of the
        event loop, and returns values, not cursors. If it raises anything, all that it wrote is rolled back and the
        error is raised here. Raises StorageError, and has written nothing, if the database is closed, can't be written,
        has been moved or removed, or is held up longer than ``open`` was told to wait.

        A cancelled write: while it waits for the writes before it, nothing of it has been done nor will be. Once it has
        begun it can't be called back. It is carried to its end, in full (or rolled back, if its function raises), and
        CancelledError comes only then: whoever reads afterwards sees what became of it.
        """
        return await self._run(self._writer, "BEGIN IMMEDIATE", function)

    async def read(self, function: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``function`` on one snapshot of the database and return what it returns.

        The snapshot holds every write that has been answered, and no part of one that has not been committed; writes
        neither wait for it nor show in it. The function keeps to the rules of ``write`` and writes nothing. Raises
        StorageError as ``write`` does.
        """
        return await self._run(self._reader, "BEGIN", function)

    async def empty_log(self) -> bool:
        """Bring what was written into the file itself and empty its log, so that neither holds what was deleted.

        Return False, having left it to a later time, where another program is reading. Raises StorageError as ``write``
        does.
        """
        async with self._turn_of(self._reader), self._turn_of(self._writer):
            with told_in_sentences(self._path):
                return await self._writer.perform(partial(_emptied, self._files))

    async def _run(self, connection: _Connection, begin: str, function: Callable[[sqlite3.Connection], T]) -> T:
        async with self._turn_of(connection):
            with told_in_sentences(self._path):
                return await connection.perform(partial(_transaction, self._files, begin, function))

    @asynccontextmanager
    async def _turn_of(self, connection: _Connection) -> AsyncIterator[None]:
        """Have a connection for oneself; raise StorageError if that takes too long, or the database is closed."""
        try:
            async with asyncio.timeout(self._busy_timeout):
                await connection.turn.acquire()
        except TimeoutError:
            raise StorageError(
                f"the database {self._path} is held up by earlier requests; stop what else uses it and try again"
            ) from None
        try:
            if self._closed:
                raise StorageError(f"the database {self._path} has been closed; open it again")
            yield
        finally:
            connection.turn.release()


class _Connection(aiosqlite.Connection):
    """aiosqlite's connection, sending a function to its thread instead of one statement after another.

    A transaction of several awaits could be cut by a cancellation between any two of them, and takes several times as
    long.
    """

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self.turn = asyncio.Lock()
        """To be held by whoever sends a function. In the queue of the thread nobody could give up waiting."""

    async def perform(self, function: Callable[[sqlite3.Connection], T]) -> T:
        """Return ``function(connection)``, run on the thread; when cancelled, wait for its end all the same."""
        loop = asyncio.get_running_loop()
        ended = loop.create_future()

        def run() -> T:
            try:
                return function(self._conn)
            except StopIteration as error:
                # A future can't hold StopIteration: whoever awaits it would wait for ever.
                raise RuntimeError("a function sent to the database raised StopIteration") from error
            finally:
                loop.call_soon_threadsafe(ended.set_result, None)

        send: Callable[[Callable[[], T]], Awaitable[T]] = self._execute
        try:
            return await send(run)
        except asyncio.CancelledError:
            # The thread has the function by now and will run it whatever happens here.
            while not ended.done():
                try:
                    await asyncio.wait([ended])
                except asyncio.CancelledError:
                    continue
            raise


async def _connect(path: Path, opening_timeout: float, *pragmas: str) -> _Connection:
    def connector() -> sqlite3.Connection:
        connection = sqlite3.connect(path.resolve(), timeout=opening_timeout, isolation_level=None)
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("PRAGMA schema_version").fetchone()  # the first look at the file opens its log
        return connection

    connection = _Connection(connector)
    await connection
    return connection


def _transaction(
    files: Sequence[OpenFile], begin: str, function: Callable[[sqlite3.Connection], T], connection: sqlite3.Connection
) -> T:
    for file in files:
        file.check()
    connection.execute(begin)
    try:
        result = function(connection)
        connection.execute("COMMIT")
    except BaseException:
        # Some errors, a full disk among them, have rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


def _emptied(files: Sequence[OpenFile], connection: sqlite3.Connection) -> bool:
    for file in files:
        file.check()
    (waits,) = connection.execute("PRAGMA busy_timeout").fetchone()
    # Who reads in another program may do so for minutes, and everybody here would wait for that.
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {waits}")
    return not busy
