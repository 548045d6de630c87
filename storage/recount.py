"""Tallies counted anew from results and tables and held against those that are kept, in all periods not long over."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, TypeAlias

from storage.periods import DAYS_KEPT, Span, day_of, kept_spans, outdated
from storage.table_tallies import table_tallies
from storage.tallies import ALL_GAMES, MERIT, longest_in, running, streak_value

_Place: TypeAlias = tuple[int, str, str]
"""A person, a board and a game ('' is all)."""
_Days: TypeAlias = Mapping[date, bool]
"""Days with a finished daily, in order, and whether one was won."""

_KINDS: Final = (
    ("day IS NOT NULL", "SUM(score)", ("points", "daily")),
    ("counts = 1", "NULLIF(SUM(won), 0)", ("wins", "best")),
)


@dataclass(frozen=True, slots=True)
class WrongTally:
    """What is kept of a person on a board, in a game ('' is all) and a period, and what the results lead to."""

    period: str
    user_id: int
    board: str
    game: str
    kept: int | None
    follows: int | None


def wrong_tallies(connection: sqlite3.Connection, today: date) -> Iterator[WrongTally]:
    """Yield the tallies that are not what the results and the tables lead to, those that are missing too.

    Which periods are long over is seen from ``today`` or, should the clock have been set back, from the last game.
    Their tallies are on no board, and not looked at.
    """
    (touched,) = connection.execute("SELECT MAX(touched_at) FROM games").fetchone()
    today = max(today, day_of(touched or 0))
    days = _days(connection)
    spans = _spans(today)
    for span in spans.values():
        follows = _counted(connection, span) | _at_tables(connection, span)
        # Streaks as they were on a day gone by are on no board; the upgrade that made tallies left some of them out.
        gone_by = _is_day(span) and span.last < str(today)
        if not gone_by:
            follows |= _streaks(days, span)
        for user_id, board, game, kept in connection.execute(
            "SELECT user_id, board, game, value FROM tallies WHERE period = ? AND NOT (? AND board = 'streaks')",
            (span.key, gone_by),
        ):
            value = follows.pop((user_id, board, game), None)
            if kept != value:
                yield WrongTally(span.key, user_id, board, game, kept, value)
        for (user_id, board, game), value in follows.items():
            yield WrongTally(span.key, user_id, board, game, None, value)
    for period in _strange_periods(connection, spans, today):
        for user_id, board, game, kept in connection.execute(
            "SELECT user_id, board, game, value FROM tallies WHERE period = ?", (period,)
        ):
            yield WrongTally(period, user_id, board, game, kept, None)


def wrongly_hidden(connection: sqlite3.Connection) -> Iterator[tuple[int, bool]]:
    """Yield the people of whom tallies are kept that are hidden where they are not, or shown where they are hidden.

    With each goes whether they are to be hidden.
    """
    for user_id, hidden in connection.execute(
        "SELECT DISTINCT tallies.user_id, COALESCE(people.hidden, 0) FROM tallies LEFT JOIN people USING (user_id)"
        " WHERE tallies.hidden <> COALESCE(people.hidden, 0) ORDER BY tallies.user_id"
    ):
        yield user_id, bool(hidden)


def _spans(today: date) -> dict[str, Span]:
    """Return by their keys the periods that are not long over; tomorrow too, up to which streaks of today go on."""
    return {
        span.key: span for ago in range(-1, DAYS_KEPT + 1) for span in kept_spans(today - timedelta(days=ago), today)
    }


def _is_day(span: Span) -> bool:
    return span.first == span.last


def _strange_periods(connection: sqlite3.Connection, spans: Mapping[str, Span], today: date) -> list[str]:
    """Return the periods of which tallies are kept though there are no such, or they have not begun."""
    found = connection.execute("SELECT DISTINCT period FROM tallies ORDER BY period").fetchall()
    over = outdated(today)
    return [
        period for (period,) in found if period not in spans and not any(first <= period < kept for first, kept in over)
    ]


def _counted(connection: sqlite3.Connection, span: Span) -> dict[_Place, int]:
    """Return what people have reached in a period, but their streaks."""
    follows: dict[_Place, int] = {}
    for kind, gain, boards in _KINDS:
        for group, game in (("owner_id, game", "game"), ("owner_id", f"'{ALL_GAMES}'")):
            for user_id, name, *values in connection.execute(
                f"SELECT owner_id, {game}, {gain}, MAX({MERIT}) FROM results"
                f" WHERE {kind} AND counted_on BETWEEN ? AND ? GROUP BY {group}",
                (span.first, span.last),
            ):
                for board, value in zip(boards, values, strict=True):
                    if value is not None:
                        follows[user_id, board, name] = value
    return follows


def _at_tables(connection: sqlite3.Connection, span: Span) -> dict[_Place, int]:
    """Return what people have reached at tables in a period."""
    counted = table_tallies(connection, span)
    return {(user_id, "tables", game): value for (user_id, game), value in counted.items()}


def _streaks(days: Mapping[tuple[int, str], _Days], span: Span) -> dict[_Place, int]:
    """Return the longest streaks within a period or, on a day, those that went on then."""
    follows: dict[_Place, int] = {}
    for (user_id, game), found in days.items():
        played, won = list(found), [day for day, was_won in found.items() if was_won]
        if _is_day(span):
            on = date.fromisoformat(span.first)
            value = streak_value(running(played, on), running(won, on))
        else:
            value = streak_value(longest_in(played, span), longest_in(won, span))
        if value:
            follows[user_id, "streaks", game] = value
    return follows


def _days(connection: sqlite3.Connection) -> dict[tuple[int, str], _Days]:
    """Return by person and game, and over all games, the days with a finished daily and whether one was won."""
    found: dict[tuple[int, str], dict[date, bool]] = {}
    for user_id, name, day, won in connection.execute(
        "SELECT owner_id, game, day, won FROM results WHERE day IS NOT NULL ORDER BY day"
    ):
        try:
            on = date.fromisoformat(day)
        except ValueError:
            # What is no day is told of the result; it is part of no streak.
            continue
        for game in (name, ALL_GAMES):
            days = found.setdefault((user_id, game), {})
            days[on] = days.get(on, False) or bool(won)
    return dict(found)
