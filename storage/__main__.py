"""The storage from the command line: ``backup`` copies the database while the bot runs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from storage.backup import backup
from storage.errors import StorageError

DEFAULT_DATABASE: Final = "data/patience.db"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status: 0, 1 if it failed, 2 if there is no such command."""
    given = _parser().parse_args(arguments)
    source = Path(given.database or os.environ.get("DATABASE", "").strip() or DEFAULT_DATABASE)
    try:
        copied = backup(source, Path(given.file), replace=given.force)
    except StorageError as error:
        print(f"No backup was made: {error}", file=sys.stderr)
        return 1
    print(f"{source} is copied to {given.file} (games: {copied.games}, moves: {copied.moves})")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m storage", description="Look after the database of games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser(
        "backup",
        help="copy the database to a file; the bot may be running",
        description="Copy the database to a file, which is one whole database by itself. The bot may be running: what "
        "had been answered when the copy was begun is in it. To go back to it, stop the bot, remove the files of the "
        "database (also the ones that end in -wal and -shm), and put the copy in their place.",
    )
    command.add_argument("file", metavar="FILE", help="where the copy goes")
    command.add_argument(
        "--database",
        metavar="PATH",
        help=f"the database (default: what the environment variable DATABASE says, else {DEFAULT_DATABASE}; "
        "the file .env is not read)",
    )
    command.add_argument("--force", action="store_true", help="replace FILE if it is there already")
    return parser


if __name__ == "__main__":
    sys.exit(main())
