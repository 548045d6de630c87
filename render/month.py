"""A month of a person's games as a calendar: on which days there was one, and on which it was won."""

from __future__ import annotations

import calendar
import math
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from engine.words import Phrase, Translate
from render.palette import RGB
from render.plot import CHALK, GRID, INK, SERIES, SHADE, Sheet

Day: TypeAlias = Literal["played", "won"]

WIDTH: Final = 1100
_EDGE: Final = 40
_GAP: Final = 12
_HEAD: Final = 100
_CELL: Final = (WIDTH - 2 * _EDGE - 6 * _GAP) // 7
_DOWN: Final = 100


def month_chart(year: int, month: int, days: Mapping[int, Day]) -> bytes:
    """Return a month as rows of weeks from Monday on, as a PNG: days played have an edge, days won are full.

    ``days`` are numbers of days and what there was; raise ValueError for a month or a day that there is not.
    """
    weeks = _weeks(year, month, days)
    sheet = Sheet(WIDTH, _HEAD + len(weeks) * (_DOWN + _GAP) + _EDGE - _GAP)
    sheet.write(f"{year:04}-{month:02}", (_EDGE, _HEAD / 2 + 6), CHALK, 38, "left")
    won = sum(day == "won" for day in days.values())
    sheet.write(f"{won}/{len(days)}", (WIDTH - _EDGE - 54, _HEAD / 2 + 6), CHALK, 38, "right")
    _star(sheet, WIDTH - _EDGE - 20, _HEAD / 2 + 6, 24)
    for row, week in enumerate(weeks):
        for column, day in enumerate(week):
            if day:
                left, top = _EDGE + column * (_CELL + _GAP), _HEAD + row * (_DOWN + _GAP)
                _day(sheet, left, top, day, days.get(day))
    return sheet.png()


def month_alt(year: int, month: int, days: Mapping[int, Day], translate: Translate = str) -> str:
    """Return what the calendar of a month shows, in words; raise ValueError as ``month_chart`` does."""
    _weeks(year, month, days)
    won = [str(day) for day in sorted(days) if days[day] == "won"]
    values: dict[str, str | int] = {
        "month": f"{year:04}-{month:02}",
        "played": ", ".join(map(str, sorted(days))),
        "won": ", ".join(won),
    }
    if not days:
        return Phrase("{month}: no day played.", values).text(translate)
    if not won:
        return Phrase("{month}: days played: {played}; none won.", values).text(translate)
    return Phrase("{month}: days played: {played}; won: {won}.", values).text(translate)


def _weeks(year: int, month: int, days: Mapping[int, Day]) -> list[list[int]]:
    if not (1 <= year <= 9999 and 1 <= month <= 12):
        raise ValueError(f"there is no month {year}-{month}")
    _, last = calendar.monthrange(year, month)
    wrong = [day for day in days if not 1 <= day <= last]
    if wrong:
        raise ValueError(f"{year:04}-{month:02} has no day {wrong[0]}")
    return calendar.Calendar(calendar.MONDAY).monthdayscalendar(year, month)


def _day(sheet: Sheet, left: float, top: float, day: int, was: Day | None) -> None:
    right, bottom = left + _CELL, top + _DOWN
    middle = left + 44, top + 36
    if was is None:
        sheet.bar(left, top, right, bottom, GRID, 14)
        sheet.write(str(day), middle, CHALK, 32)
        return
    sheet.bar(left, top, right, bottom, SERIES[0], 14)
    if was == "won":
        sheet.write(str(day), middle, INK, 32)
        _star(sheet, right - 36, bottom - 34, 26, INK)
    else:
        sheet.bar(left + 6, top + 6, right - 6, bottom - 6, SHADE, 9)
        sheet.write(str(day), middle, CHALK, 32)


def _star(sheet: Sheet, x: float, y: float, radius: float, colour: RGB = SERIES[0]) -> None:
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.45
        turn = math.pi * corner / 5
        points.append((x + reach * math.sin(turn), y - reach * math.cos(turn)))
    sheet.area(points, colour)
