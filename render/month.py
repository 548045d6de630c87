"""A month of a person's games as a calendar: on which days there was one, on which it was won, and what came of it."""

from __future__ import annotations

import calendar
import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from engine.words import Phrase, Translate
from render.palette import RGB
from render.plot import CHALK, GRID, INK, SERIES, SHADE, Number, Sheet, figures

Day: TypeAlias = Literal["played", "won"]
Values: TypeAlias = Mapping[int, Number]
"""What came of days, by their numbers."""

WIDTH: Final = 1100
_EDGE: Final = 40
_GAP: Final = 12
_HEAD: Final = 100
_CELL: Final = (WIDTH - 2 * _EDGE - 6 * _GAP) // 7
_DOWN: Final = 116
_NO_VALUES: Final[Values] = MappingProxyType({})


def month_chart(year: int, month: int, days: Mapping[int, Day], values: Values = _NO_VALUES) -> bytes:
    """Return a month as rows of weeks from Monday on, as a PNG: days played have an edge, days won are full.

    ``days`` are numbers of days and what there was; in those that have a value, it is written. Raise ValueError for a
    month or a day that there is not.
    """
    weeks = _weeks(year, month, {**days, **values})
    sheet = Sheet(WIDTH, _HEAD + len(weeks) * (_DOWN + _GAP) + _EDGE - _GAP)
    sheet.write(f"{year:04}-{month:02}", (_EDGE, _HEAD / 2 + 6), CHALK, 38, "left")
    won = sum(day == "won" for day in days.values())
    sheet.write(f"{won}/{len(days)}", (WIDTH - _EDGE - 54, _HEAD / 2 + 6), CHALK, 38, "right")
    _star(sheet, WIDTH - _EDGE - 20, _HEAD / 2 + 6, 24)
    for row, week in enumerate(weeks):
        for column, day in enumerate(week):
            if day:
                left, top = _EDGE + column * (_CELL + _GAP), _HEAD + row * (_DOWN + _GAP)
                _day(sheet, left, top, day, days.get(day), values.get(day))
    return sheet.png()


def month_alt(
    year: int, month: int, days: Mapping[int, Day], translate: Translate = str, values: Values = _NO_VALUES
) -> str:
    """Return what the calendar of a month shows, in words; raise ValueError as ``month_chart`` does."""
    _weeks(year, month, {**days, **values})
    played = [f"{day} ({figures(values[day])})" if day in values else str(day) for day in sorted(days)]
    won = [str(day) for day in sorted(days) if days[day] == "won"]
    told: dict[str, str | int] = {
        "month": f"{year:04}-{month:02}",
        "played": ", ".join(played),
        "won": ", ".join(won),
    }
    if not days:
        return Phrase("{month}: no day played.", told).text(translate)
    if not won:
        return Phrase("{month}: days played: {played}; none won.", told).text(translate)
    return Phrase("{month}: days played: {played}; won: {won}.", told).text(translate)


def _weeks(year: int, month: int, days: Mapping[int, object]) -> list[list[int]]:
    if not (1 <= year <= 9999 and 1 <= month <= 12):
        raise ValueError(f"there is no month {year}-{month}")
    _, last = calendar.monthrange(year, month)
    wrong = [day for day in days if not 1 <= day <= last]
    if wrong:
        raise ValueError(f"{year:04}-{month:02} has no day {wrong[0]}")
    return calendar.Calendar(calendar.MONDAY).monthdayscalendar(year, month)


def _day(sheet: Sheet, left: float, top: float, day: int, was: Day | None, value: Number | None) -> None:
    right, bottom = left + _CELL, top + _DOWN
    sheet.bar(left, top, right, bottom, GRID if was is None else SERIES[0], 14)
    if was == "played":
        sheet.bar(left + 6, top + 6, right - 6, bottom - 6, SHADE, 9)
    if was == "won":
        _star(sheet, right - 32, top + 32, 22, INK)
    colour = INK if was == "won" else CHALK
    sheet.write(str(day), (left + 20, top + 32), colour, 28, "left")
    if value is not None:
        sheet.write(figures(value), (right - 20, bottom - 32), colour, 30, "right", _CELL - 40)


def _star(sheet: Sheet, x: float, y: float, radius: float, colour: RGB = SERIES[0]) -> None:
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.45
        turn = math.pi * corner / 5
        points.append((x + reach * math.sin(turn), y - reach * math.cos(turn)))
    sheet.area(points, colour)
