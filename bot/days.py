"""The calendar of the daily challenge. Days are UTC, whatever clocks do anywhere, and are written as 2026-11-28.

A day's deal is played from its midnight to the next one; what was begun then may be ended in the grace, another day.
Times are in milliseconds since 1970 (UTC).
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Final

FIRST_DAY: Final = date(2026, 1, 1)
"""The day that has number 1."""

DAY: Final = 24 * 3600 * 1000
GRACE: Final = DAY
"""For how long after its day a game may be ended."""


class NoSuchDay(ValueError):
    """A date that can't be read; ``given`` is how it was written."""

    def __init__(self, given: str) -> None:
        super().__init__(f"{given} is no date")
        self.given = given


def day_at(now: int) -> str:
    """Return the day of a time."""
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=now)).date().isoformat()


def begins(day: str) -> int:
    """Return when a day begins."""
    return int(datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC).timestamp()) * 1000


def closes(day: str) -> int:
    """Return when a day's grace ends: what is not ended by then is closed, and its deal may be told."""
    return begins(day) + DAY + GRACE


def after(day: str, days: int = 1) -> str:
    """Return the day so many days after another; before it, if they are negative."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def date_of(day: str) -> date:
    """Return a day as a date."""
    return date.fromisoformat(day)


def number_of(day: str) -> int:
    """Return the number of a day; below 1, there was no challenge yet."""
    return (date.fromisoformat(day) - FIRST_DAY).days + 1


def read_day(text: str) -> str:
    """Return the day that a person has written, as 2026-11-28; raise NoSuchDay for anything else."""
    given = text.strip()
    try:
        if re.fullmatch(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}", given) is None:
            raise NoSuchDay(given)
        year, month, day = map(int, given.split("-"))
        return date(year, month, day).isoformat()
    except ValueError:
        raise NoSuchDay(given) from None
