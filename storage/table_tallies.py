"""The leaderboard of tables: what people have reached at those that count, kept up in the transaction that ends one.

A person's tally is by the tables that they have won, then by the better mean place, then by how many they have played.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import date
from typing import Final

from storage.periods import Span, kept_spans
from storage.tallies import ALL_GAMES, is_hidden, prune, put

_MOST_TABLES: Final = 2**24 - 1
_MOST_WON: Final = 2**23 - 1
_WORST: Final = 1023
"""More hundredths than the last place of a table has."""

COUNTED: Final = (
    "SELECT tables.counted_on, tables.game, seats.place FROM seats JOIN tables ON tables.id = seats.table_id"
    " WHERE seats.user_id = ? AND tables.counts = 1"
)
"""The tables of somebody that count: day, game and place of each."""

_SEATED: Final = (
    "SELECT seats.user_id, tables.counted_on, tables.game, seats.place FROM tables JOIN seats ON"
    " seats.table_id = tables.id WHERE tables.counts = 1 AND seats.user_id > 0"
    " AND place IS NOT NULL AND tables.counted_on BETWEEN ? AND ?"
)


def table_value(won: int, places: int, played: int) -> int:
    """Return as one number how many tables somebody has won, the sum of their places, and how many they have played.

    The mean place is kept in whole hundredths, as it is shown; at least one table has been played. It fits 63 bits.
    """
    mean = (200 * places + played) // (2 * played)
    return (min(won, _MOST_WON) << 40) + (_WORST - mean << 24) + min(played, _MOST_TABLES)


def read_table(value: int) -> tuple[int, int, int]:
    """Return from such a number how many were won, the mean place in hundredths, and how many were played."""
    return value >> 40, _WORST - (value >> 24 & _WORST), value & _MOST_TABLES


def count_table(connection: sqlite3.Connection, table_id: int, today: date) -> None:
    """Count the tallies of all who had a seat at a table that has ended and counts, within its transaction."""
    game, counted_on = connection.execute("SELECT game, counted_on FROM tables WHERE id = ?", (table_id,)).fetchone()
    spans = kept_spans(date.fromisoformat(counted_on), today)
    seated = connection.execute("SELECT user_id FROM seats WHERE table_id = ? AND user_id > 0", (table_id,)).fetchall()
    for (user_id,) in seated:
        hidden = is_hidden(connection, user_id)
        found = connection.execute(COUNTED, (user_id,)).fetchall()
        for span in spans:
            for name in (ALL_GAMES, game):
                put(connection, span.key, "tables", name, user_id, hidden, _value(found, span, name))
    prune(connection, today)


def table_tallies(connection: sqlite3.Connection, span: Span) -> dict[tuple[int, str], int]:
    """Return what the tables of a period lead to: the value of each person and game, and over all games ('')."""
    seats: dict[tuple[int, str], list[tuple[str, str, int]]] = {}
    for user_id, *row in connection.execute(_SEATED, (span.first, span.last)):
        for game in (ALL_GAMES, row[1]):
            seats.setdefault((user_id, game), []).append((row[0], row[1], row[2]))
    counted = {(user_id, game): _value(found, span, game) for (user_id, game), found in seats.items()}
    return {key: value for key, value in counted.items() if value is not None}


def _value(found: Iterable[tuple[str, str, int]], span: Span, game: str) -> int | None:
    """Return what the tables of somebody lead to in a period and a game; None if there are none in it."""
    places = [place for day, name, place in found if span.first <= day <= span.last and game in (ALL_GAMES, name)]
    return table_value(places.count(1), sum(places), len(places)) if places else None
