"""Reading a database file as it is, while another program may be writing it: for backups, and to look it through."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from storage.errors import StorageError, told_in_sentences
from storage.rows import COLUMNS, GameRow, row_of
from storage.schema import APPLICATION_ID, migrations

BUSY_TIMEOUT: Final = 5.0
"""Seconds to wait for a program that holds the file for itself, as when it is just opening or upgrading it."""


@dataclass(frozen=True, slots=True)
class KeptMove:
    """A move as it is kept: its number in the game, from 1, and the version to which its request led."""

    ply: int
    press: int
    move: str


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database of this program that is there, for reading; writers need not wait for it, nor it for them.

    Raise StorageError if there is none, or it can't be read.
    """
    try:
        there = path.is_file()
    except OSError as error:
        raise StorageError(f"the database {path} can't be looked for ({error.strerror}); check its folder") from error
    if not there:
        raise StorageError(f"there is no database {path}; say where it is")
    # Not read-only: reading a write-ahead log needs its index beside it, and without one nobody else is there to make
    # it. Where this user may not write, SQLite reads all the same.
    address = f"{path.resolve().as_uri()}?mode=rw"
    with (
        told_in_sentences(path),
        closing(sqlite3.connect(address, uri=True, timeout=BUSY_TIMEOUT, isolation_level=None)) as connection,
    ):
        connection.execute("PRAGMA query_only = ON")
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if application != APPLICATION_ID:
            raise StorageError(f"{path} is not a database of this program; choose another file")
        yield connection


@contextmanager
def every_game(path: Path) -> Iterator[tuple[int, Iterator[tuple[GameRow, tuple[KeptMove, ...]]]]]:
    """Give how many games a database has, and each of them with its moves by their ids; all as of one moment.

    Nothing is held back and nothing put right: what does not fit together is given as it is kept. Raise StorageError
    if the file can't be read, or is not of this version of the program.
    """
    with opened(path) as connection:
        connection.execute("BEGIN")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        newest = len(migrations())
        if version != newest:
            todo = "start the bot once to upgrade it" if version < newest else "install the version that wrote it"
            raise StorageError(f"{path} has schema {version}, this program reads {newest}; {todo}")
        (count,) = connection.execute("SELECT COUNT(*) FROM games").fetchone()
        yield count, _games(connection)


def _games(connection: sqlite3.Connection) -> Iterator[tuple[GameRow, tuple[KeptMove, ...]]]:
    for values in connection.execute(f"SELECT {COLUMNS} FROM games ORDER BY id"):
        row = row_of(values)
        moves = connection.execute("SELECT ply, press, move FROM moves WHERE game_id = ? ORDER BY ply", (row.id,))
        yield row, tuple(KeptMove(*move) for move in moves)
