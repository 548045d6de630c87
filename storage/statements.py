"""What is done to games within a transaction: the statements that several of them are made of."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Final

from storage import results, table_ends
from storage.deals import fingerprint, has_met, knows_how
from storage.rows import (
    COLUMNS,
    NOBODY,
    DealAtTable,
    Ending,
    GameOver,
    GameRow,
    NewGame,
    NoSuchGame,
    RaceClosed,
    StaleBoard,
    Status,
    StoredGame,
    UntoldDeal,
    row_of,
)
from storage.table_rows import NewTable

TOUCHED_AT: Final = (
    "COALESCE((SELECT MAX(own.touched_at) + 1 FROM games AS own"
    " WHERE own.owner_id = {owner} AND own.touched_at >= ?), ?)"
)
"""What to note as the time of a touch: later than of every touch of the owner's games before, for the clock may have
been set back or not moved on. Takes the time by the clock twice."""

ALIKE: Final = 3
"""The deal of a day is recognised where one card in so many lies as there."""


def insert(
    connection: sqlite3.Connection, new: NewGame, at: int, moves: Sequence[str] = (), ending: Ending | None = None
) -> StoredGame:
    """Store a new game as ``Games.start`` says, within a transaction."""
    if new.day is None and (new.table_id is None or new.origin != "bot"):
        refuse_untold(connection, new, at)
    if new.deal is None and new.cards is not None:
        new = replace(new, deal=fingerprint(new.game, new.cards))
    same = (new.owner_id, new.game, new.seed, new.deal)
    met = new.owner_id != NOBODY and has_met(connection, *same)
    given = asdict(replace(new, origin="seen") if met and new.origin != "imported" else new)
    shown = met and knows_how(connection, *same)
    requests = len(moves) + (ending is not None and ending.status == "resigned")
    pool_id, difficulty = connection.execute(
        "SELECT MAX(id), difficulty FROM pool WHERE game = ? AND seed = ? AND options = ? AND rules = ?",
        (new.game, new.seed, new.options, new.rules),
    ).fetchone()
    (game_id,) = connection.execute(
        f"INSERT INTO games ({', '.join(given)}, pool_id, difficulty, proof_shown, version, move_count, undo_count,"
        f" status, started_at, first_move_at, touched_at) VALUES ({', '.join('?' * len(given))}, ?, ?, ?, ?, ?, 0,"
        f" 'playing', ?, ?, {TOUCHED_AT.format(owner='?')}) RETURNING id",
        (
            *given.values(), pool_id, difficulty, shown, 1 + requests, len(moves), at, at if moves else None,
            new.owner_id, at, at,
        ),
    ).fetchone()  # fmt: skip
    add_moves(connection, game_id, [(ply, ply + 1, move) for ply, move in enumerate(moves, 1)], at)
    if ending is not None:
        end(connection, game_id, ending, at)
    return the_game(connection, game_id)


def refuse_untold(connection: sqlite3.Connection, new: NewGame | NewTable, at: int) -> None:
    """Raise UntoldDeal if the deal of a day would be played that may not be told yet, or one much like it.

    Raise DealAtTable for one that the bot has chosen for a table under way.
    """
    found = connection.execute(
        "SELECT day, seed, cards, told_at FROM dailies WHERE game = ? AND told_at > ?", (new.game, at)
    ).fetchall()
    for day, seed, cards, told_at in found:
        if new.seed == seed or (new.cards is not None and _alike(new.cards, cards)):
            raise UntoldDeal(new.game, day, told_at)
    played = connection.execute(
        "SELECT seed, cards FROM tables WHERE game = ? AND state = 'playing' AND origin = 'bot'", (new.game,)
    )
    for seed, cards in played:
        if new.seed == seed or (new.cards is not None and _alike(new.cards, cards)):
            raise DealAtTable


def _alike(one: str, other: str) -> bool:
    """Say whether deals have the same rank at a third of their places: so much in common no two have by chance.

    The suits are left aside: where they don't matter, a deal would be practised with others.
    """
    ranks = [(a[0], b[0]) for a, b in zip(one.split(), other.split(), strict=False)]
    return sum(a == b for a, b in ranks) * ALIKE >= len(ranks)


def claim(
    connection: sqlite3.Connection,
    game_id: int,
    version: int,
    at: int,
    statuses: tuple[Status, ...] = ("playing",),
    *,
    overdue: bool = False,
) -> int:
    """Raise the game's version and return it: what decides between two changes that come at once.

    Raises NoSuchGame, StaleBoard or GameOver if the game is not at this version and in one of these statuses. Raises
    RaceClosed for a board of a race whose time is over by then, unless it is to be closed as ``overdue``.
    """
    marks = ", ".join("?" * len(statuses))
    claimed = connection.execute(
        f"UPDATE games SET version = version + 1, touched_at = {TOUCHED_AT.format(owner='games.owner_id')}"
        f" WHERE id = ? AND version = ? AND status IN ({marks}) AND (closes_at IS NULL OR closes_at > ? OR ?)"
        " RETURNING version",
        (at, at, game_id, version, *statuses, at, overdue),
    ).fetchone()
    if claimed is None:
        raise refused(connection, game_id, version)
    return int(claimed[0])


def refused(connection: sqlite3.Connection, game_id: int, version: int) -> Exception:
    """Return why nothing can be done with a game that is not at this version, or over."""
    found = connection.execute("SELECT version, status FROM games WHERE id = ?", (game_id,)).fetchone()
    if found is None:
        return NoSuchGame(game_id)
    if found[0] != version:
        return StaleBoard(game_id, found[0])
    if found[1] == "playing":
        return RaceClosed(game_id, version)
    return GameOver(game_id, *found)


def add_moves(connection: sqlite3.Connection, game_id: int, moves: Sequence[tuple[int, int, str]], at: int) -> None:
    """Store moves of a game, each as its ply, the version that its request led to, and its text."""
    connection.executemany(
        "INSERT INTO moves (game_id, ply, press, move, made_at) VALUES (?, ?, ?, ?, ?)",
        [(game_id, *move, at) for move in moves],
    )


def end(connection: sqlite3.Connection, game_id: int, ending: Ending, at: int) -> None:
    """Note how a game has ended, and its result."""
    connection.execute(
        "UPDATE games SET status = ?, score = ?, progress = ?, ended_at = ? WHERE id = ?",
        (ending.status, ending.score, ending.progress, at, game_id),
    )
    results.note(connection, game_id)
    table_ends.note_end(connection, game_id, at)


def count_moves(connection: sqlite3.Connection, game_id: int) -> int:
    """Return how many moves a game has."""
    return int(connection.execute("SELECT move_count FROM games WHERE id = ?", (game_id,)).fetchone()[0])


def plies_before_last_press(connection: sqlite3.Connection, game_id: int) -> int:
    """Return how many moves stand before those of the last request; -1 if there are no moves."""
    (first,) = connection.execute(
        "SELECT MIN(ply) FROM moves WHERE game_id = ?"
        " AND press = (SELECT press FROM moves WHERE game_id = ? ORDER BY ply DESC LIMIT 1)",
        (game_id, game_id),
    ).fetchone()
    return -1 if first is None else int(first) - 1


def the_game(connection: sqlite3.Connection, game_id: int) -> StoredGame:
    """Return a game with its moves; raise NoSuchGame if there is none of this number."""
    game = find(connection, "id = ?", game_id)
    if game is None:
        raise NoSuchGame(game_id)
    return game


def find(connection: sqlite3.Connection, where: str, *values: int | None) -> StoredGame | None:
    """Return the one game that a condition names, with its moves: one as for ``find_all``."""
    for row in find_all(connection, where, *values):
        moves = connection.execute("SELECT move, press FROM moves WHERE game_id = ? ORDER BY ply", (row.id,)).fetchall()
        last = sum(press == moves[-1][1] for _, press in moves)
        return StoredGame(**asdict(row), moves=tuple(move for move, _ in moves), last_request=last)
    return None


def find_all(connection: sqlite3.Connection, where: str, *values: int | None) -> tuple[GameRow, ...]:
    """Return the games of a condition, which is written in this room and may go on with an order and a limit."""
    found = connection.execute(f"SELECT {COLUMNS} FROM games WHERE {where}", values).fetchall()
    return tuple(row_of(values) for values in found)
