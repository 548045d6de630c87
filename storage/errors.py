"""What can go wrong with the database itself, told in sentences that say what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final


class StorageError(Exception):
    """The database can't be used; the message is one sentence for the person who runs the program."""


_SENTENCES: Final = MappingProxyType(
    {
        sqlite3.SQLITE_BUSY: "the database {path} is held by another program; stop that one and try again",
        sqlite3.SQLITE_CANTOPEN: "the database {path} can't be opened; choose a file in a folder that can be written",
        sqlite3.SQLITE_CORRUPT: "the database {path} is damaged; put a backup in its place",
        sqlite3.SQLITE_FULL: "the database {path} can't grow; make room on its disk",
        sqlite3.SQLITE_IOERR: "the database {path} can't be read or written; check its disk and its folder",
        sqlite3.SQLITE_NOTADB: "{path} is not a database; move it away or choose another file",
        sqlite3.SQLITE_PERM: "the database {path} may not be opened; let this user read and write it",
        sqlite3.SQLITE_READONLY: "the database {path} can't be written; let this user write it and its folder",
    }
)
"""By SQLite's primary result code. Any other code means a mistake in this program, and stays what it is."""


@contextmanager
def told_in_sentences(path: Path) -> Iterator[None]:
    """Turn SQLite's errors that come from the file's surroundings into StorageError."""
    try:
        yield
    except sqlite3.Error as error:
        # Errors that Python's own module raises carry no code; extended codes hold the primary one in their low byte.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code not in _SENTENCES:
            raise
        raise StorageError(_SENTENCES[code].format(path=path)) from error
