"""Bring a database file to the newest schema, by numbered SQL files each applied once and whole."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from importlib import resources
from pathlib import Path
from typing import Final

from storage.deals import fingerprint
from storage.errors import StorageError, told_in_sentences

APPLICATION_ID: Final = 0x50415449
"""Marks a SQLite file as this program's (``PRAGMA application_id``): the letters PATI."""

ERASING: Final = "secure_delete = ON"
"""What is deleted is overwritten, and not only given free, whatever SQLite was built to do by itself."""


def migrations() -> tuple[str, ...]:
    """Return the texts of the migrations; the first leads from an empty file to schema 1, and so on."""
    folder = resources.files("storage") / "migrations"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    return tuple(file.read_text(encoding="utf-8") for file in files)


def prepare(path: Path, busy_timeout: float) -> Path:
    """Make ``path`` a database of the newest schema, creating it and its folder, and return it made absolute.

    Waits up to ``busy_timeout`` seconds for other programs. Raises StorageError, and leaves a file as it was, when it
    is none of ours, comes from a newer version of this program, or can't be written.
    """
    path = path.absolute()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"the folder {path.parent} can't be made ({error.strerror}); choose another place for the database"
        ) from error
    with (
        told_in_sentences(path),
        closing(sqlite3.connect(path, timeout=busy_timeout, isolation_level=None)) as connection,
    ):
        steps = migrations()
        _check(connection, path, len(steps))
        connection.execute(f"PRAGMA {ERASING}")
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise StorageError(f"the disk of {path} can't hold a write-ahead log; choose a file on a local disk")
        upgrade(connection, steps)
    return path


def upgrade(connection: sqlite3.Connection, steps: Sequence[str]) -> None:
    """Apply those of the migrations that the database has not had yet, each in a transaction of its own."""
    # A migration that rebuilds a table drops the old one; with foreign keys on, that would empty the tables that refer
    # to it. They are checked before the commit instead.
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.create_function("fingerprint", 2, fingerprint, deterministic=True)
    for number, script in enumerate(steps, start=1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Asked inside the transaction: another process may be upgrading the same file.
            if _version(connection) < number:
                for statement in _statements(script):
                    connection.execute(statement)
                if connection.execute("PRAGMA foreign_key_check").fetchone():
                    raise sqlite3.IntegrityError(f"migration {number} leaves rows that refer to missing ones")
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _check(connection: sqlite3.Connection, path: Path, newest: int) -> None:
    """Raise StorageError unless the database is empty or one of ours that this program knows."""
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if tables and application != APPLICATION_ID:
        raise StorageError(f"{path} is another program's database; choose another file")
    version = _version(connection)
    if version > newest:
        raise StorageError(
            f"{path} was written by a newer version of this program (schema {version}, this one knows {newest}); "
            "install that version or choose another file"
        )


def _version(connection: sqlite3.Connection) -> int:
    version: int
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return version


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script. (``executescript`` would commit the transaction that is open.)"""
    statement = ""
    for piece in re.split("(?<=;)", script):
        statement += piece
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement
