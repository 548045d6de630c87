"""The spans of time that leaderboards are for: days, weeks from Monday on, months, all time. Days are UTC dates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, cast

Period: TypeAlias = Literal["today", "yesterday", "two-days-ago", "week", "month", "all"]
"""What a board can be of. All of it is kept, days gone by as long as a daily of theirs may come to its end."""

AGO: Final[Mapping[Period, int]] = MappingProxyType({"today": 0, "yesterday": 1, "two-days-ago": 2})
"""How many days ago the periods were that are days."""

_Kind: TypeAlias = Literal["day", "week", "month", "all"]

DAYS_KEPT: Final = 3
"""How many days before today are still kept: one more than there are boards of, should the clock be set back."""

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


def begins(day: date) -> int:
    """Return when a UTC day begins, in milliseconds since 1970."""
    return int(datetime.combine(day, time(), UTC).timestamp()) * 1000


def month_of(day: date) -> tuple[date, date]:
    """Return the first and the last day of the month that holds a day."""
    first = day.replace(day=1)
    return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def key_of(period: Period, today: date) -> str:
    """Return how a period is written, as seen from a day."""
    kind: _Kind = "day" if period in AGO else cast("_Kind", period)
    return _spans(today - timedelta(days=AGO.get(period, 0)))[kind].key


def kept_spans(day: date, today: date) -> tuple[Span, ...]:
    """Return the periods that hold a day, but none of those that are long over."""
    spans = _spans(day)
    oldest = _spans(today - timedelta(days=DAYS_KEPT))
    return tuple(span for name, span in spans.items() if span.first >= oldest[name].first)


def outdated(today: date) -> tuple[tuple[str, str], ...]:
    """Return for days, weeks and months the keys between which all lie that are long over; the second is kept."""
    spans = _spans(today - timedelta(days=DAYS_KEPT))
    return tuple((span.key[0], span.key) for span in spans.values() if span.key != FOREVER)


def _spans(day: date) -> dict[_Kind, Span]:
    monday = day - timedelta(days=day.weekday())
    first, last = month_of(day)
    return {
        "day": Span(f"d{day}", str(day), str(day)),
        "week": Span(f"w{monday}", str(monday), str(monday + timedelta(days=6))),
        "month": Span(f"m{day:%Y-%m}", str(first), str(last)),
        "all": Span(FOREVER, "0001-01-01", "9999-12-31"),
    }
