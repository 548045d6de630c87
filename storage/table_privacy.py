"""What is kept of a person at tables: given to them, and made nobody's, so that what the others have reached stays."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, fields
from typing import Final

from storage.rows import NOBODY
from storage.table_ends import end_race
from storage.table_rows import HowEnded, Kind, SeatState, TableState


class SeatedAtTables(Exception):
    """Somebody who is to be forgotten sits at tables that are not over: they leave those first."""

    def __init__(self, table_ids: tuple[int, ...]) -> None:
        super().__init__(f"they still sit at tables {table_ids}")
        self.table_ids = table_ids


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSeat:
    """Somebody's seat, with what it was at, and their moves there if it was played in turns."""

    table_id: int
    kind: Kind
    guild_id: int
    channel_id: int
    game: str
    options: str
    state: TableState
    ending: HowEnded | None
    counts: int
    host: int
    """1 for who is or was the host at last."""
    stopped: int
    """1 for who has ended the table."""
    created_at: int
    started_at: int | None
    ended_at: int | None
    game_id: int | None
    """What is played in turns or, in a race, their board."""
    position: int
    seat: SeatState
    gained: int
    bonus: int
    missed: int
    passed: int
    quiet: int
    place: int | None
    moves: tuple[tuple[int, str, int], ...] = ()
    """Ply, move and time of each that they have made in turns."""


@dataclass(frozen=True, slots=True)
class KeptInvitation:
    """An invitation of somebody, or one that they have sent (``sent``)."""

    table_id: int
    state: str
    created_at: int
    sent: bool


_SEAT: Final = (
    "tables.id, kind, guild_id, channel_id, game, options, tables.state, ending, counts,"
    " host_id = :user, COALESCE(ended_by = :user, 0), created_at, started_at, ended_at,"
    " COALESCE(tables.game_id, seats.game_id), position, seats.state, gained, bonus, missed, seats.passed, quiet, place"
)


def count_seats(connection: sqlite3.Connection, user_id: int) -> tuple[int, int]:
    """Return how many seats somebody has or had, and how many invitations."""
    (seats,) = connection.execute("SELECT COUNT(*) FROM seats WHERE user_id = ?", (user_id,)).fetchone()
    return int(seats), len(invitations(connection, user_id))


def kept_seats(connection: sqlite3.Connection, user_id: int, limit: int, offset: int) -> tuple[KeptSeat, ...]:
    """Return a page of somebody's seats, at the newest tables first."""
    names = [field.name for field in fields(KeptSeat) if field.name != "moves"]
    found = connection.execute(
        f"SELECT {_SEAT} FROM seats JOIN tables ON tables.id = table_id WHERE user_id = :user"
        " ORDER BY table_id DESC LIMIT :limit OFFSET :offset",
        {"user": user_id, "limit": limit, "offset": offset},
    ).fetchall()
    seats = []
    for row in found:
        values = dict(zip(names, row, strict=True))
        moves = connection.execute(
            "SELECT ply, move, made_at FROM movers JOIN moves USING (game_id, ply)"
            " WHERE game_id = ? AND user_id = ? ORDER BY ply",
            (values["game_id"], user_id),
        )
        seats.append(KeptSeat(**values, moves=tuple(moves.fetchall())))
    return tuple(seats)


def invitations(connection: sqlite3.Connection, user_id: int) -> tuple[KeptInvitation, ...]:
    """Return the invitations that somebody got or sent, the first ones first."""
    found = connection.execute(
        "SELECT table_id, state, created_at, user_id <> :user FROM invitations"
        " WHERE user_id = :user OR invited_by = :user ORDER BY created_at, table_id",
        {"user": user_id},
    )
    return tuple(KeptInvitation(table_id, state, at, bool(sent)) for table_id, state, at, sent in found)


def refuse_seated(connection: sqlite3.Connection, user_id: int) -> None:
    """Raise SeatedAtTables if somebody still sits at a table that is not over."""
    found = connection.execute(
        "SELECT tables.id FROM seats JOIN tables ON tables.id = table_id"
        " WHERE user_id = ? AND seats.state = 'in' AND tables.state IN ('lobby', 'playing') ORDER BY tables.id",
        (user_id,),
    ).fetchall()
    if found:
        raise SeatedAtTables(tuple(table_id for (table_id,) in found))


def forget_seats(connection: sqlite3.Connection, user_id: int, at: int) -> None:
    """Make nobody's all that somebody has done at tables, after their own games were removed.

    Gains, places and moves stay, at each table under a number below 0. A race ends of which that was the last board.
    """
    connection.execute("DELETE FROM invitations WHERE user_id = ?", (user_id,))
    connection.execute("UPDATE invitations SET invited_by = ? WHERE invited_by = ?", (NOBODY, user_id))
    seats = connection.execute("SELECT table_id FROM seats WHERE user_id = ? ORDER BY table_id", (user_id,)).fetchall()
    for (table_id,) in seats:
        (alias,) = connection.execute(
            "SELECT MIN(0, MIN(user_id)) - 1 FROM seats WHERE table_id = ?", (table_id,)
        ).fetchone()
        connection.execute(
            "UPDATE seats SET user_id = ?, quiet = 0 WHERE table_id = ? AND user_id = ?", (alias, table_id, user_id)
        )
        connection.execute(
            "UPDATE movers SET user_id = ? WHERE user_id = ?"
            " AND game_id = (SELECT game_id FROM tables WHERE tables.id = ?)",
            (alias, user_id, table_id),
        )
        _rename(connection, user_id, alias, "id = :table", table_id)
        # Whoever has read the table before, and would write it again as it was, is told that it has changed.
        connection.execute("UPDATE tables SET version = version + 1 WHERE id = ?", (table_id,))
        end_race(connection, table_id, at)
    # Moderators end tables at which they have no seat, and hosts may have left a lobby.
    _rename(connection, user_id, NOBODY, ":user IN (host_id, turn, mover_id, ended_by)")


def _rename(connection: sqlite3.Connection, user_id: int, alias: int, where: str, table_id: int | None = None) -> None:
    changed = ", ".join(f"{name} = CASE {name} WHEN :user THEN :alias ELSE {name} END" for name in _NAMED)
    connection.execute(
        f"UPDATE tables SET {changed} WHERE {where}", {"user": user_id, "alias": alias, "table": table_id}
    )


_NAMED: Final = ("host_id", "turn", "mover_id", "ended_by")
"""Whom a table names beside its seats."""
