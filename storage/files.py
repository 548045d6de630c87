"""Whether the files of an open database are still the ones that were opened."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from storage.errors import StorageError


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file that a connection has open.

    On most systems it may be moved, removed or replaced all the same. The connection does not notice: it goes on
    writing into a file that nobody will find again.
    """

    path: Path
    identity: tuple[int, int]
    """Device and number of the file. As long as it is open, no other file can be given the same ones."""

    @classmethod
    def at(cls, path: Path) -> Self:
        """Return the file that stands at ``path`` now; raise StorageError if there is none."""
        return cls(path, _identity(path))

    def check(self) -> None:
        """Raise StorageError if another file, or none, stands at the path by now."""
        if _identity(self.path) != self.identity:
            raise _gone(self.path)


def log_of(path: Path) -> Path:
    """Return where the write-ahead log of a database lies: beside the file itself, not beside a link to it."""
    return Path(f"{path.resolve()}-wal")


def _identity(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError as error:
        raise _gone(path) from error
    return found.st_dev, found.st_ino


def _gone(path: Path) -> StorageError:
    return StorageError(
        f"{path} was moved, removed or replaced while this program had it open; "
        "stop the program, see that the right file is there, and start it again"
    )
