"""The spans of time that leaderboards are for: days, weeks from Monday on, months, all time. Days are UTC dates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal, TypeAlias

Period: TypeAlias = Literal["today", "week", "month", "all"]

DAYS_KEPT: Final = 2
"""How many days before today are still kept: until then a daily of theirs may come to its end."""

FOREVER: Final = "a"
"""How all time is written where tallies are kept."""


@dataclass(frozen=True, slots=True)
class Span:
    """A period as it is written where tallies are kept, and its first and last day."""

    key: str
    first: str
    last: str


def day_of(at: int) -> date:
    """Return the UTC day of a time in milliseconds since 1970."""
    return datetime.fromtimestamp(at // 1000, UTC).date()


def key_of(period: Period, day: date) -> str:
    """Return how the period that holds a day is written."""
    return next(span.key for name, span in _spans(day).items() if name == period)


def kept_spans(day: date, today: date) -> tuple[Span, ...]:
    """Return the periods that hold a day, but none of those that are long over."""
    spans = _spans(day)
    oldest = _spans(today - timedelta(days=DAYS_KEPT))
    return tuple(span for name, span in spans.items() if span.first >= oldest[name].first)


def outdated(today: date) -> tuple[tuple[str, str], ...]:
    """Return for days, weeks and months the keys between which all lie that are long over; the second is kept."""
    spans = _spans(today - timedelta(days=DAYS_KEPT))
    return tuple((span.key[0], span.key) for span in spans.values() if span.key != FOREVER)


def _spans(day: date) -> dict[Period, Span]:
    monday = day - timedelta(days=day.weekday())
    first = day.replace(day=1)
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return {
        "today": Span(f"d{day}", str(day), str(day)),
        "week": Span(f"w{monday}", str(monday), str(monday + timedelta(days=6))),
        "month": Span(f"m{day:%Y-%m}", str(first), str(last)),
        "all": Span(FOREVER, "0001-01-01", "9999-12-31"),
    }
