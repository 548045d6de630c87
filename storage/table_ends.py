"""How a table ends: its places, and whether it counts, within the transaction that ends it."""

from __future__ import annotations

import sqlite3
from typing import Final

from storage.periods import day_of
from storage.table_tallies import count_table
from storage.tallies import MERIT

LEAST_GAINED: Final = 2
"""So many people must have gained something for a table to count."""

COUNTING: Final = ("won", "lost", "passed", "deserted", "finished", "time")
"""How tables end that count: one that was stopped does not."""


def note_end(connection: sqlite3.Connection, game_id: int, at: int) -> None:
    """End the race of a board that has just ended, if it was the last one under way."""
    (table_id,) = connection.execute("SELECT table_id FROM games WHERE id = ?", (game_id,)).fetchone()
    if table_id is not None:
        end_race(connection, table_id, at)


def end_race(connection: sqlite3.Connection, table_id: int, at: int) -> None:
    """End a race that is under way if none of its boards is; nothing is done at any other table."""
    found = connection.execute(
        "SELECT deadline, ended_by FROM tables WHERE id = ? AND kind = 'race' AND state = 'playing'"
        " AND NOT EXISTS (SELECT 1 FROM games WHERE table_id = tables.id AND status = 'playing')",
        (table_id,),
    ).fetchone()
    if found is None:
        return
    deadline, ended_by = found
    over = "time" if deadline is not None and at >= deadline else "finished"
    connection.execute(
        "UPDATE tables SET state = 'over', ending = ?, ended_at = ?, deadline = NULL, version = version + 1,"
        " turn_number = turn_number + 1"
        " WHERE id = ?",
        (over if ended_by is None else "stopped", at, table_id),
    )
    settle(connection, table_id, at)


def settle(connection: sqlite3.Connection, table_id: int, at: int) -> None:
    """Give each seat of a table that is over its place, and note whether the table counts.

    In turns it is ranked by what each has gained, in a race as a daily is. Of a race the deal is secret no more.
    """
    kind, origin, ending, ended_at = connection.execute(
        "SELECT kind, origin, ending, ended_at FROM tables WHERE id = ?", (table_id,)
    ).fetchone()
    if kind == "race":
        # What they have cleared or built on their own boards.
        connection.execute(
            "UPDATE seats SET gained = COALESCE((SELECT progress FROM games WHERE games.id = seats.game_id), 0)"
            " WHERE table_id = ?",
            (table_id,),
        )
        connection.execute("UPDATE games SET closes_at = ? WHERE table_id = ? AND closes_at > ?", (at, table_id, at))
    reached = (
        f"COALESCE((SELECT {MERIT} FROM results WHERE results.game_id = seats.game_id), -1)"
        if kind == "race"
        else "gained + bonus"
    )
    connection.execute(
        f"WITH reached AS (SELECT user_id, RANK() OVER (ORDER BY {reached} DESC) AS place FROM seats"
        " WHERE table_id = ?)"
        " UPDATE seats SET place = (SELECT place FROM reached WHERE reached.user_id = seats.user_id)"
        " WHERE table_id = ?",
        (table_id, table_id),
    )
    (gainers,) = connection.execute(
        "SELECT COUNT(*) FROM seats WHERE table_id = ? AND gained > 0", (table_id,)
    ).fetchone()
    counts = origin == "bot" and ending in COUNTING and gainers >= LEAST_GAINED
    # Between the decision that it ends and this transaction it may have struck midnight.
    today = day_of(ended_at)
    connection.execute("UPDATE tables SET counts = ?, counted_on = ? WHERE id = ?", (counts, str(today), table_id))
    if counts:
        count_table(connection, table_id, today)
