"""A copy of the database in one file, made while other programs go on writing it."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from storage.errors import StorageError, told_in_sentences
from storage.files import log_of
from storage.reading import opened


@dataclass(frozen=True, slots=True)
class Copied:
    """How much a backup holds."""

    games: int
    moves: int


def backup(source: Path, target: Path, *, replace: bool = False) -> Copied:
    """Copy the database to ``target``, and say how much there is in the copy.

    The copy holds every write that had been committed when it was begun, and no part of any other. It appears at
    ``target`` once it is whole and has been checked: until then, and after a failure, what stood there stays. Raise
    StorageError if the source can't be read, the target can't be written, or stands there already and may not be
    replaced.
    """
    with opened(source) as reading:
        _check_target(source, target, replace)
        try:
            number, name = tempfile.mkstemp(prefix=f".{target.name[:200]}.", suffix=".part", dir=target.parent)
            os.close(number)
        except OSError as error:
            raise _unwritable(target, error) from error
        part = Path(name)
        try:
            copied = _copy(reading, source, target, part)
            part.replace(target)
        except OSError as error:
            raise _unwritable(target, error) from error
        finally:
            part.unlink(missing_ok=True)
    return copied


def _check_target(source: Path, target: Path, replace: bool) -> None:
    try:
        if not os.path.lexists(target):
            return
        if target.is_dir():
            raise StorageError(f"{target} is a folder; name a file in it for the backup")
        if target.exists() and target.samefile(source):
            raise StorageError(f"{target} is the database itself; choose another file for the backup")
        if not replace:
            raise StorageError(f"{target} is there already; choose another file, or replace it with --force")
        if log_of(target).exists():
            raise StorageError(f"{target} is in use as a database; choose another file for the backup")
    except OSError as error:
        raise _unwritable(target, error) from error


def _copy(reading: sqlite3.Connection, source: Path, target: Path, part: Path) -> Copied:
    with told_in_sentences(target), closing(sqlite3.connect(part, isolation_level=None)) as copy:
        # All pages in one step, which is one snapshot. In several, every write in between would make it begin again.
        reading.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # a single file, without a log beside it
        if not _is_sound(copy):
            raise StorageError(f"the database {source} is damaged, and was not copied; go back to an earlier backup")
        games, moves = copy.execute("SELECT (SELECT COUNT(*) FROM games), (SELECT COUNT(*) FROM moves)").fetchone()
    return Copied(games, moves)


def _is_sound(copy: sqlite3.Connection) -> bool:
    try:
        return bool(copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)])
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF == sqlite3.SQLITE_CORRUPT:
            return False
        raise


def _unwritable(target: Path, error: OSError) -> StorageError:
    return StorageError(f"{target} can't be written ({error.strerror}); choose another place for the backup")
