"""What people have reached on the leaderboards, kept up within the transaction that ends a game or takes it up again.

A tally is a number, the greater the better: of a person, on a board, in one game or in all of them, in a period. Those
of periods that are long over are removed little by little.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal, TypeAlias

from storage.periods import DAYS_KEPT, Span, kept_spans, outdated

Board: TypeAlias = Literal["daily", "points", "wins", "best", "streaks", "tables"]

ALL_GAMES: Final = ""

PRUNED: Final = 60
"""How many tallies of old periods are removed at most when a game ends: more than it can add."""

_MOST_SCORE: Final = 1000
_MOST_MOVES: Final = 2**24 - 1
_MOST_SECONDS: Final = 2**29 - 1
_STREAK: Final = 2**20

MERIT: Final = (
    f"score * {2**53} + ({_MOST_MOVES} - MIN(moves, {_MOST_MOVES})) * {2**29}"
    f" + {_MOST_SECONDS} - MIN(seconds, {_MOST_SECONDS})"
)
"""The merit of a result (see ``merit``) as an expression in SQL."""


@dataclass(frozen=True, slots=True)
class Earned:
    """A result as far as tallies go: ``day`` is that of a ranked daily's, None for a solo game that counts."""

    owner_id: int
    game: str
    day: str | None
    counted_on: str
    won: bool
    merit: int
    score: int


def merit(score: int, moves: int, seconds: int) -> int:
    """Return a result as one number: by score, then fewer moves, then less time. It fits 63 bits."""
    return (
        (min(score, _MOST_SCORE) << 53)
        + (_MOST_MOVES - min(moves, _MOST_MOVES) << 29)
        + _MOST_SECONDS
        - min(seconds, _MOST_SECONDS)
    )


def read_merit(value: int) -> tuple[int, int, int]:
    """Return score, moves and seconds from a merit."""
    return value >> 53, _MOST_MOVES - (value >> 29 & _MOST_MOVES), _MOST_SECONDS - (value & _MOST_SECONDS)


def streak_value(played: int, won: int) -> int:
    """Return streaks as one number: by the days in a row with a finished daily, then by those with a won one."""
    return played * _STREAK + won


def read_streak(value: int) -> tuple[int, int]:
    """Return the days in a row with a finished and with a won daily from their number."""
    return value // _STREAK, value % _STREAK


def add(connection: sqlite3.Connection, earned: Earned, today: date) -> None:
    """Add a result to its owner's tallies."""
    hidden = is_hidden(connection, earned.owner_id)
    boards: list[tuple[Board, int, str]] = []
    if earned.day is not None:
        boards = [("points", earned.score, "value + excluded.value"), ("daily", earned.merit, _GREATER)]
    else:
        boards = [("best", earned.merit, _GREATER)]
        if earned.won:
            boards.append(("wins", 1, "value + excluded.value"))
    for span in kept_spans(date.fromisoformat(earned.counted_on), today):
        for board, value, joined in boards:
            connection.executemany(
                "INSERT INTO tallies (period, board, game, user_id, hidden, value) VALUES (?, ?, ?, ?, ?, ?)"
                f" ON CONFLICT (period, board, game, user_id) DO UPDATE SET value = {joined}",
                [(span.key, board, game, earned.owner_id, hidden, value) for game in (ALL_GAMES, earned.game)],
            )
    if earned.day is not None:
        _count_streaks(connection, earned, hidden, today)
    prune(connection, today)


_GREATER: Final = "CASE WHEN value < excluded.value THEN excluded.value ELSE value END"


def take_away(connection: sqlite3.Connection, earned: Earned, today: date) -> None:
    """Count its owner's tallies anew after a result was removed."""
    hidden = is_hidden(connection, earned.owner_id)
    for span in kept_spans(date.fromisoformat(earned.counted_on), today):
        for game in (ALL_GAMES, earned.game):
            for board, value in _counted(connection, earned, span, game):
                put(connection, span.key, board, game, earned.owner_id, hidden, value)
    if earned.day is not None:
        _count_streaks(connection, earned, hidden, today)


def _counted(
    connection: sqlite3.Connection, earned: Earned, span: Span, game: str
) -> Sequence[tuple[Board, int | None]]:
    """Return from the results what their owner has reached in a period, None for nothing."""
    kind = "day IS NOT NULL" if earned.day is not None else "counts = 1"
    total, wins, best = connection.execute(
        f"SELECT SUM(score), NULLIF(SUM(won), 0), MAX({MERIT}) FROM results"
        f" WHERE owner_id = ? AND {kind} AND counted_on BETWEEN ? AND ? AND ? IN ('', game)",
        (earned.owner_id, span.first, span.last, game),
    ).fetchone()
    if earned.day is not None:
        return ("points", total), ("daily", best)
    return ("wins", wins), ("best", best)


def _count_streaks(connection: sqlite3.Connection, earned: Earned, hidden: int, today: date) -> None:
    """Count streaks anew from all dailies that their owner has finished: at most a few in a day come to an end."""
    for game in (ALL_GAMES, earned.game):
        found = connection.execute(
            "SELECT day, MAX(won) FROM results WHERE owner_id = ? AND day IS NOT NULL AND ? IN ('', game)"
            " GROUP BY day ORDER BY day",
            (earned.owner_id, game),
        ).fetchall()
        played = [date.fromisoformat(day) for day, _ in found]
        won = [date.fromisoformat(day) for day, won in found if won]
        for span in kept_spans(date.fromisoformat(earned.counted_on), today):
            if span.first != span.last:
                value = streak_value(longest_in(played, span), longest_in(won, span))
                put(connection, span.key, "streaks", game, earned.owner_id, hidden, value or None)
        # A streak goes on through the day after its last one: on that day it can still be made longer.
        days = {today + timedelta(days=offset) for offset in range(-DAYS_KEPT, 2)}
        # Where the clock was set back, there are days yet to come on which a streak goes on that begins anew by this.
        days |= {day + timedelta(days=more) for day in played if day > today for more in (0, 1)}
        for day in sorted(days):
            value = streak_value(running(played, day), running(won, day))
            put(connection, f"d{day}", "streaks", game, earned.owner_id, hidden, value or None)


def longest_in(days: Sequence[date], span: Span) -> int:
    """Return how long the longest run of days within a period is; the days are in order, each once."""
    return max(runs([day for day in days if span.first <= str(day) <= span.last]), default=0)


def runs(days: Sequence[date]) -> list[int]:
    """Return how long each unbroken run of days is; the days are in order, each once."""
    found: list[int] = []
    before: date | None = None
    for day in days:
        if before is not None and day - before == timedelta(days=1):
            found[-1] += 1
        else:
            found.append(1)
        before = day
    return found


def running(days: Iterable[date], today: date) -> int:
    """Return how many days in a row there are up to today, or up to the day before: today may still come."""
    past = [day for day in days if day <= today]
    if not past or today - past[-1] > timedelta(days=1):
        return 0
    return runs(past)[-1]


def put(
    connection: sqlite3.Connection, period: str, board: Board, game: str, user_id: int, hidden: int, value: int | None
) -> None:
    """Keep a tally in place of the one before; without a value there is none."""
    if value is None:
        connection.execute(
            "DELETE FROM tallies WHERE period = ? AND board = ? AND game = ? AND user_id = ?",
            (period, board, game, user_id),
        )
        return
    connection.execute(
        "INSERT INTO tallies (period, board, game, user_id, hidden, value) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (period, board, game, user_id) DO UPDATE SET value = excluded.value, hidden = excluded.hidden",
        (period, board, game, user_id, hidden, value),
    )


def is_hidden(connection: sqlite3.Connection, user_id: int) -> int:
    """Return 1 if a person is not shown to others, else 0."""
    found = connection.execute("SELECT hidden FROM people WHERE user_id = ?", (user_id,)).fetchone()
    return int(found[0]) if found else 0


def prune(connection: sqlite3.Connection, today: date) -> None:
    """Remove some of the tallies of periods that are long over."""
    for first, kept in outdated(today):
        connection.execute(
            "DELETE FROM tallies WHERE (period, board, game, user_id) IN (SELECT period, board, game, user_id"
            " FROM tallies WHERE period >= ? AND period < ? LIMIT ?)",
            (first, kept, PRUNED),
        )
