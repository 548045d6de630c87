"""Reading a database file as it is, while another program may be writing it: for backups, and to look it through."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from storage.daily import Daily, all_dailies
from storage.deals import has_another
from storage.errors import StorageError, told_in_sentences
from storage.recount import WrongTally, wrong_tallies, wrongly_hidden
from storage.results import COLUMNS as RESULT_COLUMNS
from storage.results import Result, result_of
from storage.rows import COLUMNS, GameRow, row_of
from storage.schema import APPLICATION_ID, migrations
from storage.table_rows import Table
from storage.tables import the_table

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
    peeks: int
    """How often an undo went back past a card that had been turned, or the end of the game."""
    met_elsewhere: bool
    """Whether its owner has another game on its deal."""


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
class KeptTable:
    """A table as it is kept, with its game in turns and who made which of its moves, or the boards of its race."""

    table: Table
    game: Kept | None
    movers: Mapping[int, int]
    """Who made a move, by its number."""
    boards: Mapping[int, Kept]
    """Of who has one, by person."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What there is in a database: games, dailies, tables, deals of the pool, and the tallies that do not follow."""

    count: int
    games: Iterator[Kept]
    dailies: Mapping[tuple[str, str], Daily]
    """The deals of the days, by game and day."""
    tables: Iterator[KeptTable]
    proofs: Iterator[KeptProof]
    wrong_tallies: Iterator[WrongTally]
    wrongly_hidden: Iterator[tuple[int, bool]]
    """As ``storage.recount`` says."""


@contextmanager
def contents(path: Path, today: date) -> Iterator[Contents]:
    """Give all that a database has, as of one moment; tallies of periods that are long over ``today`` are left aside.

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
        yield Contents(
            count,
            _games(connection),
            {(daily.game, daily.day): daily for daily in all_dailies(connection)},
            _tables(connection),
            _proofs(connection),
            wrong_tallies(connection, today),
            wrongly_hidden(connection),
        )


def _games(connection: sqlite3.Connection) -> Iterator[Kept]:
    for values in connection.execute(f"SELECT {COLUMNS} FROM games ORDER BY id"):
        yield _kept(connection, row_of(values))


def _kept(connection: sqlite3.Connection, row: GameRow) -> Kept:
    moves = connection.execute("SELECT ply, press, move, made_at FROM moves WHERE game_id = ? ORDER BY ply", (row.id,))
    kept = tuple(KeptMove(*move) for move in moves)
    found = connection.execute(f"SELECT {RESULT_COLUMNS} FROM results WHERE game_id = ?", (row.id,)).fetchone()
    (peeks,) = connection.execute("SELECT peeks FROM games WHERE id = ?", (row.id,)).fetchone()
    return Kept(row, kept, None if found is None else result_of(found), peeks, has_another(connection, row.id))


def _tables(connection: sqlite3.Connection) -> Iterator[KeptTable]:
    for (table_id,) in connection.execute("SELECT id FROM tables ORDER BY id"):
        table = the_table(connection, table_id)
        movers = dict(connection.execute("SELECT ply, user_id FROM movers WHERE game_id = ?", (table.game_id,)))
        boards = {seat.user_id: _of(connection, seat.game_id) for seat in table.seats}
        yield KeptTable(
            table,
            _of(connection, table.game_id),
            movers,
            {user_id: board for user_id, board in boards.items() if board is not None},
        )


def _of(connection: sqlite3.Connection, game_id: int | None) -> Kept | None:
    values = connection.execute(f"SELECT {COLUMNS} FROM games WHERE id = ?", (game_id,)).fetchone()
    return None if values is None else _kept(connection, row_of(values))


def _proofs(connection: sqlite3.Connection) -> Iterator[KeptProof]:
    found = connection.execute("SELECT id, game, options, rules, seed, proof FROM pool ORDER BY id")
    for number, game, options, rules, seed, proof in found:
        yield KeptProof(number, game, options, rules, seed, tuple(proof.split()))
