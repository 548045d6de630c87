"""Reading a database file as it is, while another program may be writing it: for backups, and to look it through."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from storage.errors import StorageError, told_in_sentences
from storage.periods import FOREVER
from storage.results import COLUMNS as RESULT_COLUMNS
from storage.results import Result, result_of
from storage.rows import COLUMNS, GameRow, row_of
from storage.schema import APPLICATION_ID, migrations
from storage.tallies import ALL_GAMES, MERIT, runs, streak_value

BUSY_TIMEOUT: Final = 5.0
"""Seconds to wait for a program that holds the file for itself, as when it is just opening or upgrading it."""


@dataclass(frozen=True, slots=True)
class KeptMove:
    """A move as it is kept: its number in the game, from 1, and the version to which its request led."""

    ply: int
    press: int
    move: str
    made_at: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as it is kept, with its moves by their numbers, and its result if there is one."""

    row: GameRow
    moves: tuple[KeptMove, ...]
    result: Result | None


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


@dataclass(frozen=True, slots=True)
class KeptProof:
    """A deal of the pool as it is kept, with the moves that are said to win it."""

    pool_id: int
    game: str
    options: str
    rules: int
    seed: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """What there is in a database: games, deals of the pool, and the tallies that do not follow from the results."""

    count: int
    games: Iterator[Kept]
    proofs: Iterator[KeptProof]
    wrong_tallies: Iterator[WrongTally]


@dataclass(frozen=True, slots=True)
class WrongTally:
    """What is kept of a person for all time, on a board and in a game ('' is all), and what the results lead to."""

    user_id: int
    board: str
    game: str
    kept: int | None
    follows: int | None


@contextmanager
def contents(path: Path) -> Iterator[Contents]:
    """Give all that a database has, as of one moment.

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
        yield Contents(count, _games(connection), _proofs(connection), _wrong_tallies(connection))


def _games(connection: sqlite3.Connection) -> Iterator[Kept]:
    for values in connection.execute(f"SELECT {COLUMNS} FROM games ORDER BY id"):
        row = row_of(values)
        moves = connection.execute(
            "SELECT ply, press, move, made_at FROM moves WHERE game_id = ? ORDER BY ply", (row.id,)
        )
        kept = tuple(KeptMove(*move) for move in moves)
        found = connection.execute(f"SELECT {RESULT_COLUMNS} FROM results WHERE game_id = ?", (row.id,)).fetchone()
        yield Kept(row, kept, None if found is None else result_of(found))


def _proofs(connection: sqlite3.Connection) -> Iterator[KeptProof]:
    found = connection.execute("SELECT id, game, options, rules, seed, proof FROM pool ORDER BY id")
    for number, game, options, rules, seed, proof in found:
        yield KeptProof(number, game, options, rules, seed, tuple(proof.split()))


def _wrong_tallies(connection: sqlite3.Connection) -> Iterator[WrongTally]:
    """Yield the tallies of all time that are not what the results lead to."""
    follows: dict[tuple[int, str, str], int] = {}
    for daily, boards in ((True, ("points", "daily")), (False, ("wins", "best"))):
        kind, gain = ("day IS NOT NULL", "SUM(score)") if daily else ("counts = 1", "NULLIF(SUM(won), 0)")
        for group, game in (("owner_id, game", "game"), ("owner_id", "''")):
            for user_id, name, *values in connection.execute(
                f"SELECT owner_id, {game}, {gain}, MAX({MERIT}) FROM results WHERE {kind} GROUP BY {group}"
            ):
                for board, value in zip(boards, values, strict=True):
                    if value is not None:
                        follows[user_id, board, name] = value
    for (user_id, game), days in _days(connection).items():
        played, won = sorted(days), sorted(day for day, was_won in days.items() if was_won)
        follows[user_id, "streaks", game] = streak_value(max(runs(played)), max(runs(won), default=0))
    for user_id, board, game, kept in connection.execute(
        "SELECT user_id, board, game, value FROM tallies WHERE period = ?", (FOREVER,)
    ):
        value = follows.pop((user_id, board, game), None)
        if kept != value:
            yield WrongTally(user_id, board, game, kept, value)
    for (user_id, board, game), value in follows.items():
        yield WrongTally(user_id, board, game, None, value)


def _days(connection: sqlite3.Connection) -> dict[tuple[int, str], dict[date, bool]]:
    """Return by person and game, and over all games, the days with a finished daily and whether one was won."""
    found: dict[tuple[int, str], dict[date, bool]] = {}
    for user_id, name, day, won in connection.execute(
        "SELECT owner_id, game, day, won FROM results WHERE day IS NOT NULL"
    ):
        for game in (name, ALL_GAMES):
            days, on = found.setdefault((user_id, game), {}), date.fromisoformat(day)
            days[on] = days.get(on, False) or bool(won)
    return found
