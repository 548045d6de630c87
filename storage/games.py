"""Games and their moves: starting, playing on, taking back, ending, finding."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Final

from storage.database import Database
from storage.rows import (
    COLUMNS,
    BoardMessage,
    Ending,
    GameOn,
    GameOver,
    GameRow,
    NewGame,
    NoSuchGame,
    NothingToTakeBack,
    StaleBoard,
    Status,
    StoredGame,
    row_of,
)

_TOUCHED_AT: Final = (
    "COALESCE((SELECT MAX(own.touched_at) + 1 FROM games AS own"
    " WHERE own.owner_id = {owner} AND own.touched_at >= ?), ?)"
)
"""What to note as the time of a touch: later than of every touch of the owner's games before, for the clock may have
been set back or not moved on. Takes the time by the clock twice."""


class Games:
    """The games of a database. Every method is one transaction; ``at`` is the time, in milliseconds since 1970 (UTC).

    Times are stored as given, whatever came before them. Only ``touched_at``, by which an owner's games are ordered,
    always rises from one change of them to the next: where the clock does not, it is a millisecond after the last one.

    Those that change a game take the version that the caller saw, and of two that come with the same one, one is done
    and the other raises StaleBoard. They raise GameOver if the version is right but the game has ended, and NoSuchGame
    if there is none. A change that has returned survives the death of the process; for one that was cancelled see
    ``Database.write``: its version tells whether it was done.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def start(self, new: NewGame, at: int, moves: Sequence[str] = (), ending: Ending | None = None) -> StoredGame:
        """Store a new game, at version 1 and without moves.

        A game from elsewhere comes with its moves, and its ending if it has one: it is stored as if each move had been
        a request of its own. A deal that the bot or the player chose is marked as seen if the owner has met it before.
        If the pool has a proof that the deal can be won, whoever chose it, the game refers to that.
        """

        return await self._database.write(lambda connection: insert(connection, new, at, moves, ending))

    async def get(self, game_id: int) -> StoredGame | None:
        """Return the game with this id."""
        return await self._database.read(lambda connection: _find(connection, "id = ?", game_id))

    async def append(
        self, game_id: int, version: int, moves: Sequence[str], ending: Ending | None, at: int
    ) -> StoredGame:
        """Add the moves of one request, at least one, and the ending if they brought it."""
        if not moves:
            raise ValueError("a request adds at least one move")

        def run(connection: sqlite3.Connection) -> StoredGame:
            press = _claim(connection, game_id, version, at)
            (count,) = connection.execute(
                "UPDATE games SET move_count = move_count + ?, first_move_at = COALESCE(first_move_at, ?)"
                " WHERE id = ? RETURNING move_count",
                (len(moves), at, game_id),
            ).fetchone()
            plies = enumerate(moves, count - len(moves) + 1)
            _add_moves(connection, game_id, [(ply, press, move) for ply, move in plies], at)
            if ending is not None:
                _end(connection, game_id, ending, at)
            return _game(connection, game_id)

        return await self._database.write(run)

    async def take_back(
        self, game_id: int, version: int, at: int, *, plies: int | None = None, reopen: bool = False
    ) -> StoredGame:
        """Remove the moves of the last request, or the last ``plies`` moves.

        With ``reopen`` a game that a move has won or lost goes on again, its ending forgotten; a resigned game never
        does, nor one whose owner was shown how to win it. Raise NothingToTakeBack if the game has no moves, or fewer
        than ``plies``.
        """
        if plies is not None and plies < 1:
            raise ValueError("at least one move is taken back")
        statuses: tuple[Status, ...] = ("playing", "won", "lost") if reopen else ("playing",)

        def run(connection: sqlite3.Connection) -> StoredGame:
            _claim(connection, game_id, version, at, statuses)
            (shown, status) = connection.execute(
                "SELECT proof_shown, status FROM games WHERE id = ?", (game_id,)
            ).fetchone()
            if shown and status != "playing":
                raise GameOver(game_id, version, status)
            kept = (
                _plies_before_last_press(connection, game_id) if plies is None else _count(connection, game_id) - plies
            )
            if kept < 0:
                raise NothingToTakeBack(f"game {game_id} has not so many moves to take back")
            connection.execute("DELETE FROM moves WHERE game_id = ? AND ply > ?", (game_id, kept))
            connection.execute(
                "UPDATE games SET move_count = ?, undo_count = undo_count + 1, status = 'playing',"
                " score = NULL, progress = NULL, ended_at = NULL WHERE id = ?",
                (kept, game_id),
            )
            return _game(connection, game_id)

        return await self._database.write(run)

    async def resign(
        self, game_id: int, version: int, at: int, *, score: int | None = None, progress: int | None = None
    ) -> StoredGame:
        """End the game at its player's wish."""

        def run(connection: sqlite3.Connection) -> StoredGame:
            _claim(connection, game_id, version, at)
            _end(connection, game_id, Ending(status="resigned", score=score, progress=progress), at)
            return _game(connection, game_id)

        return await self._database.write(run)

    async def show_proof(self, game_id: int) -> StoredGame:
        """Note that the owner is shown how to win a game that is over, and return it; its version stays.

        Raise GameOn if it is not over, and NoSuchGame if there is no such game.
        """

        def run(connection: sqlite3.Connection) -> StoredGame:
            connection.execute("UPDATE games SET proof_shown = 1 WHERE id = ? AND status <> 'playing'", (game_id,))
            game = _game(connection, game_id)
            if game.status == "playing":
                raise GameOn(f"game {game_id} is not over", game.version)
            return game

        return await self._database.write(run)

    async def count_hint(self, game_id: int, version: int) -> int:
        """Note that the player is given a hint at the version that they saw, which stays; return how many there were.

        A hint given there again is the same one, and counts no more.
        """

        def run(connection: sqlite3.Connection) -> int:
            counted = connection.execute(
                "UPDATE games SET hints = hints + (hint_version IS NOT version), hint_version = version"
                " WHERE id = ? AND version = ? AND status = 'playing' RETURNING hints",
                (game_id, version),
            ).fetchone()
            if counted is None:
                raise _refused(connection, game_id, version)
            return int(counted[0])

        return await self._database.write(run)

    async def place_board(
        self, game_id: int, at: int, *, guild_id: int | None, channel_id: int | None, message_id: int
    ) -> BoardMessage | None:
        """Say that this message shows the game now; return the one that does no longer. The game's version stays.

        The message placed last counts, whatever its id: ids follow the clock of whoever gives them out, and that may
        have been set back. None is returned if no message showed the game, or this one did. Raise NoSuchGame if there
        is no such game.
        """

        def run(connection: sqlite3.Connection) -> BoardMessage | None:
            found = connection.execute("SELECT channel_id, message_id FROM games WHERE id = ?", (game_id,)).fetchone()
            if found is None:
                raise NoSuchGame(game_id)
            connection.execute(
                "UPDATE games SET guild_id = ?, channel_id = ?, message_id = ?,"
                f" touched_at = {_TOUCHED_AT.format(owner='games.owner_id')} WHERE id = ?",
                (guild_id, channel_id, message_id, at, at, game_id),
            )
            return None if found[1] in (None, message_id) else BoardMessage(*found)

        return await self._database.write(run)

    async def current(self, owner_id: int, channel_id: int | None, *, finished: bool = False) -> StoredGame | None:
        """Return the owner's game last touched in this channel or, with none there, anywhere.

        It is an unfinished one, unless ``finished`` ones count as well.
        """
        condition = "owner_id = ?" if finished else "owner_id = ? AND status = 'playing'"
        return await self._database.read(
            lambda connection: _find(
                connection,
                f"{condition} ORDER BY CASE WHEN channel_id = ? THEN 0 ELSE 1 END, touched_at DESC, id DESC LIMIT 1",
                owner_id,
                channel_id,
            )
        )

    async def last_over(self, owner_id: int, channel_id: int | None) -> StoredGame | None:
        """Return the owner's game that is over, last touched in this channel or, with none there, anywhere."""
        return await self._database.read(
            lambda connection: _find(
                connection,
                "owner_id = ? AND status <> 'playing'"
                " ORDER BY CASE WHEN channel_id = ? THEN 0 ELSE 1 END, touched_at DESC, id DESC LIMIT 1",
                owner_id,
                channel_id,
            )
        )

    async def unfinished(self, owner_id: int, limit: int, offset: int = 0) -> tuple[GameRow, ...]:
        """Return a page of the owner's unfinished games, the last touched first."""
        return await self._database.read(
            lambda connection: _rows(
                connection,
                "owner_id = ? AND status = 'playing' ORDER BY touched_at DESC, id DESC LIMIT ? OFFSET ?",
                owner_id,
                limit,
                offset,
            )
        )

    async def recent(self, owner_id: int, limit: int, offset: int = 0) -> tuple[GameRow, ...]:
        """Return a page of all the owner's games, the last touched first."""
        return await self._database.read(
            lambda connection: _rows(
                connection,
                "owner_id = ? ORDER BY touched_at DESC, id DESC LIMIT ? OFFSET ?",
                owner_id,
                limit,
                offset,
            )
        )

    async def counts(self, owner_id: int) -> Mapping[Status, int]:
        """Return how many games the owner has of each status; every status is there."""

        def run(connection: sqlite3.Connection) -> Mapping[Status, int]:
            counts: dict[Status, int] = {"playing": 0, "won": 0, "lost": 0, "resigned": 0}
            counts.update(
                connection.execute(
                    "SELECT status, COUNT(*) FROM games WHERE owner_id = ? GROUP BY status", (owner_id,)
                ).fetchall()
            )
            return counts

        return await self._database.read(run)


def insert(
    connection: sqlite3.Connection, new: NewGame, at: int, moves: Sequence[str] = (), ending: Ending | None = None
) -> StoredGame:
    """Store a new game as ``Games.start`` says, within a transaction."""
    met = new.origin != "imported" and _has_met(connection, new)
    given = asdict(replace(new, origin="seen") if met else new)
    requests = len(moves) + (ending is not None and ending.status == "resigned")
    pool_id, difficulty = connection.execute(
        "SELECT MAX(id), difficulty FROM pool WHERE game = ? AND seed = ? AND options = ? AND rules = ?",
        (new.game, new.seed, new.options, new.rules),
    ).fetchone()
    (game_id,) = connection.execute(
        f"INSERT INTO games ({', '.join(given)}, pool_id, difficulty, version, move_count, undo_count, status,"
        f" started_at, first_move_at, touched_at) VALUES ({', '.join('?' * len(given))}, ?, ?, ?, ?, 0, 'playing',"
        f" ?, ?, {_TOUCHED_AT.format(owner='?')}) RETURNING id",
        (
            *given.values(), pool_id, difficulty, 1 + requests, len(moves), at, at if moves else None,
            new.owner_id, at, at,
        ),
    ).fetchone()  # fmt: skip
    _add_moves(connection, game_id, [(ply, ply + 1, move) for ply, move in enumerate(moves, 1)], at)
    if ending is not None:
        _end(connection, game_id, ending, at)
    return _game(connection, game_id)


def _claim(
    connection: sqlite3.Connection,
    game_id: int,
    version: int,
    at: int,
    statuses: tuple[Status, ...] = ("playing",),
) -> int:
    """Raise the game's version and return it: what decides between two changes that come at once.

    Raises NoSuchGame, StaleBoard or GameOver if the game is not at this version and in one of these statuses.
    """
    marks = ", ".join("?" * len(statuses))
    claimed = connection.execute(
        f"UPDATE games SET version = version + 1, touched_at = {_TOUCHED_AT.format(owner='games.owner_id')}"
        f" WHERE id = ? AND version = ? AND status IN ({marks}) RETURNING version",
        (at, at, game_id, version, *statuses),
    ).fetchone()
    if claimed is None:
        raise _refused(connection, game_id, version)
    return int(claimed[0])


def _refused(connection: sqlite3.Connection, game_id: int, version: int) -> Exception:
    """Return why nothing can be done with a game that is not at this version, or over."""
    found = connection.execute("SELECT version, status FROM games WHERE id = ?", (game_id,)).fetchone()
    if found is None:
        return NoSuchGame(game_id)
    if found[0] != version:
        return StaleBoard(game_id, found[0])
    return GameOver(game_id, *found)


def _has_met(connection: sqlite3.Connection, new: NewGame) -> bool:
    """Say whether the owner has a game of the same kind on the same deal; options do not change the cards."""
    found = connection.execute(
        "SELECT 1 FROM games WHERE owner_id = ? AND game = ?"
        " AND (seed = ? OR cards = ? AND COALESCE(wind, '') = COALESCE(?, '')) LIMIT 1",
        (new.owner_id, new.game, new.seed, new.cards, new.wind),
    ).fetchone()
    return found is not None


def _add_moves(connection: sqlite3.Connection, game_id: int, moves: Sequence[tuple[int, int, str]], at: int) -> None:
    """Store moves of a game, each as its ply, the version that its request led to, and its text."""
    connection.executemany(
        "INSERT INTO moves (game_id, ply, press, move, made_at) VALUES (?, ?, ?, ?, ?)",
        [(game_id, *move, at) for move in moves],
    )


def _end(connection: sqlite3.Connection, game_id: int, ending: Ending, at: int) -> None:
    connection.execute(
        "UPDATE games SET status = ?, score = ?, progress = ?, ended_at = ? WHERE id = ?",
        (ending.status, ending.score, ending.progress, at, game_id),
    )


def _count(connection: sqlite3.Connection, game_id: int) -> int:
    return int(connection.execute("SELECT move_count FROM games WHERE id = ?", (game_id,)).fetchone()[0])


def _plies_before_last_press(connection: sqlite3.Connection, game_id: int) -> int:
    """Return how many moves stand before those of the last request; -1 if there are no moves."""
    (first,) = connection.execute(
        "SELECT MIN(ply) FROM moves WHERE game_id = ?"
        " AND press = (SELECT press FROM moves WHERE game_id = ? ORDER BY ply DESC LIMIT 1)",
        (game_id, game_id),
    ).fetchone()
    return -1 if first is None else int(first) - 1


def _game(connection: sqlite3.Connection, game_id: int) -> StoredGame:
    game = _find(connection, "id = ?", game_id)
    if game is None:
        raise NoSuchGame(game_id)
    return game


def _find(connection: sqlite3.Connection, where: str, *values: int | None) -> StoredGame | None:
    """Return the one game that the condition names, with its moves."""
    for row in _rows(connection, where, *values):
        moves = connection.execute("SELECT move, press FROM moves WHERE game_id = ? ORDER BY ply", (row.id,)).fetchall()
        last = sum(press == moves[-1][1] for _, press in moves)
        return StoredGame(**asdict(row), moves=tuple(move for move, _ in moves), last_request=last)
    return None


def _rows(connection: sqlite3.Connection, where: str, *values: int | None) -> tuple[GameRow, ...]:
    """Return the games of a condition, which is written in this file and may go on with an order and a limit."""
    found = connection.execute(f"SELECT {COLUMNS} FROM games WHERE {where}", values).fetchall()
    return tuple(row_of(values) for values in found)
