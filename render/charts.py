"""Charts of plain numbers: a line over days, bars, stacked bars and quantiles, each with its alt text.

Every chart is 1,100 pixels wide, takes no data, one value or huge values, and is the same in every language.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Final, TypeAlias

from engine.words import Phrase, Translate
from render.plot import CHALK, EDGE, GRID, GROUND, INK, QUIET, SERIES, SHADE, Number, Scale, Sheet, figures, scale

Days: TypeAlias = Sequence[tuple[date, Number]]
Bars: TypeAlias = Sequence[tuple[str, Number]]
"""What stands under each bar, in figures, and its value."""
Stacks: TypeAlias = Sequence[tuple[str, Sequence[int]]]
"""What stands before each bar, in figures, and the counts it is made of."""
Quantiles: TypeAlias = Sequence[tuple[str, tuple[Number, Number, Number, Number, Number]]]
"""What stands before each row, in figures, and the least, lower quartile, median, upper quartile and largest."""

WIDTH: Final = 1100
_HEIGHT: Final = 620
_LEFT, _RIGHT, _TOP, _BOTTOM = 150, 1050, 60, 540
_ACROSS_RIGHT: Final = 1000
"""Where a scale that goes across ends: the figures under its last line have their middle there."""
_LAST: Final = 930
"""Where a line ends: its last value stands beside it."""
_POINTS: Final = 160
_ROW: Final = 78
_DOTS: Final = 45
"""Up to how many days each has a dot."""
_ALT_ROWS: Final = 12
"""How many bars or rows an alt text tells one by one."""


def line_chart(days: Days) -> bytes:
    """Return a line through the values of days, which are in order, as a PNG; raise ValueError for no number.

    Of many days each point is the mean of a few neighbours; the last day is always shown as it is.
    """
    sheet = Sheet(WIDTH, _HEIGHT)
    ruled = scale([value for _, value in days])
    _rule(sheet, ruled)
    if not days:
        return _empty(sheet)
    first, last = days[0][0].toordinal(), days[-1][0].toordinal()
    span = max(1, last - first)
    points = [
        (_LEFT + (_LAST - _LEFT) * (day.toordinal() - first) / span, _height(ruled, value))
        for day, value in _thinned(days)
    ]
    if first == last:
        points = [(_LEFT, points[-1][1]), (_LAST, points[-1][1])]
    ground = _height(ruled, 0)
    sheet.area([(points[0][0], ground), *points, (points[-1][0], ground)], SHADE)
    _lines(sheet, ruled)
    sheet.line(points, SERIES[0], 5)
    for point in points if 2 < len(points) <= _DOTS else ():
        sheet.dot(point, 9, GROUND)
        sheet.dot(point, 7, SERIES[0])
    sheet.dot(points[-1], 14, GROUND)
    sheet.dot(points[-1], 11, CHALK)
    sheet.write(figures(days[-1][1]), (_LAST + 24, points[-1][1]), CHALK, 34, "left", WIDTH - _LAST - 40)
    if first != last:
        sheet.write(days[0][0].isoformat(), (_LEFT, _BOTTOM + 42), side="left")
    sheet.write(days[-1][0].isoformat(), (_LAST, _BOTTOM + 42), side="right")
    return sheet.png()


def line_alt(days: Days, translate: Translate = str) -> str:
    """Return what a line chart shows, in words."""
    if not days:
        return _nothing(translate)
    values = [value for _, value in days]
    told: dict[str, str | int] = {
        "first": days[0][0].isoformat(),
        "last": days[-1][0].isoformat(),
        "count": len(days),
        "least": figures(min(values)),
        "most": figures(max(values)),
        "latest": figures(values[-1]),
    }
    phrase = Phrase("{first} to {last}, {count} values: from {least} to {most}, the last {latest}.", told)
    return phrase.text(translate)


def bar_chart(bars: Bars) -> bytes:
    """Return an upright bar for each value, as a PNG; raise ValueError for no number."""
    sheet = Sheet(WIDTH, _HEIGHT)
    ruled = scale([value for _, value in bars])
    _rule(sheet, ruled)
    if not bars:
        return _empty(sheet)
    pitch = (_RIGHT - _LEFT) / len(bars)
    wide = min(110.0, pitch * 0.72)
    ground = _height(ruled, 0)
    # So many bars have a label that labels do not touch.
    every = max(1, -(-max(len(label) for label, _ in bars) * 24 // round(pitch)))
    for place, (label, value) in enumerate(bars):
        middle = _LEFT + (place + 0.5) * pitch
        end = _height(ruled, value)
        sheet.bar(middle - wide / 2, min(end, ground), middle + wide / 2, max(end, ground), SERIES[0], 8)
        if pitch >= 64:
            sheet.write(figures(value), (middle, end - 26 if value >= 0 else end + 26), CHALK, 26, room=pitch - 6)
        if place % every == 0:
            sheet.write(label, (middle, _BOTTOM + 42), room=min(every * pitch - 8, _RIGHT - _LEFT))
    return sheet.png()


def bar_alt(bars: Bars, translate: Translate = str) -> str:
    """Return what a bar chart shows, in words."""
    if not bars:
        return _nothing(translate)
    told = ", ".join(f"{label}: {figures(value)}" for label, value in bars[:_ALT_ROWS])
    values = [value for _, value in bars]
    limits: dict[str, str | int] = {
        "bars": told,
        "count": len(bars) - _ALT_ROWS,
        "least": figures(min(values)),
        "most": figures(max(values)),
    }
    if len(bars) > _ALT_ROWS:
        phrase = Phrase("Bars: {bars}, and {count} more; from {least} to {most}.", limits)
    else:
        phrase = Phrase("Bars: {bars}.", limits)
    return phrase.text(translate)


def stacked_chart(stacks: Stacks) -> bytes:
    """Return a bar across for each row, made of its counts one after the other, as a PNG.

    Rows have at most as many counts as there are colours (four); raise ValueError for more, and for counts below 0.
    """
    if any(len(counts) > len(SERIES) or min((0, *counts)) < 0 for _, counts in stacks):
        raise ValueError(f"a stacked bar takes at most {len(SERIES)} counts, none of them below 0")
    sheet = Sheet(WIDTH, _rows_height(len(stacks)))
    longest = max((sum(counts) for _, counts in stacks), default=0)
    if not longest:
        return _empty(sheet)
    for place, (label, counts) in enumerate(stacks):
        top = 44 + place * _ROW
        sheet.write(label, (_LEFT - 30, top + 27), CHALK, side="right", room=_LEFT - 44)
        left = float(_LEFT)
        for number, count in enumerate(counts):
            right = left + (_RIGHT - _LEFT) * count / longest
            sheet.bar(left, top, right - 3, top + 54, SERIES[number], 8)
            # A count that has no room in its part is in the alt text.
            if right - left >= 22 * len(figures(count)) + 16:
                sheet.write(figures(count), ((left + right) / 2 - 1, top + 27), INK, 26)
            left = right
    return sheet.png()


def stacked_alt(stacks: Stacks, translate: Translate = str) -> str:
    """Return what a stacked bar chart shows, in words."""
    rows = [f"{label}: {' + '.join(figures(count) for count in counts)}" for label, counts in stacks]
    return _rows_alt(rows, translate)


def quantile_chart(rows: Quantiles) -> bytes:
    """Return a line from least to largest for each row, a box over its middle half, its median marked, as a PNG.

    Raise ValueError for no number, and for a row that does not grow.
    """
    if any(list(five) != sorted(five) for _, five in rows):
        raise ValueError("the five values of a row go from the least to the largest")
    sheet = Sheet(WIDTH, _rows_height(len(rows)) + 50)
    ruled = scale([value for _, five in rows for value in five])
    if not rows:
        return _empty(sheet)
    bottom = sheet.height - 76
    # So wide that no figures touch, those under the last line staying within the sheet.
    room = min((_ACROSS_RIGHT - _LEFT) / (len(ruled.marks) - 1) - 12, 2 * (WIDTH - EDGE - _ACROSS_RIGHT))
    for mark in ruled.marks:
        x = _across(ruled, mark)
        sheet.line([(x, 30), (x, bottom)], GRID, 2)
        sheet.write(figures(mark), (x, bottom + 34), room=room)
    for place, (label, five) in enumerate(rows):
        middle = 44 + place * _ROW + 27
        sheet.write(label, (_LEFT - 30, middle), CHALK, side="right", room=_LEFT - 44)
        least, lower, median, upper, largest = (_across(ruled, value) for value in five)
        sheet.line([(least, middle), (largest, middle)], QUIET, 5)
        for x in (least, largest):
            sheet.line([(x, middle - 14), (x, middle + 14)], QUIET, 5)
        sheet.bar(min(lower, median - 14), middle - 24, max(upper, median + 14), middle + 24, SERIES[0], 8)
        sheet.bar(median - 4, middle - 24, median + 4, middle + 24, INK)
    return sheet.png()


def quantile_alt(rows: Quantiles, translate: Translate = str) -> str:
    """Return what a chart of quantiles shows, in words."""
    told = [f"{label}: {', '.join(figures(value) for value in five)}" for label, five in rows]
    return _rows_alt(told, translate)


def _rows_height(rows: int) -> int:
    return 64 + rows * _ROW if rows else 240


def _height(ruled: Scale, value: Number) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * ruled.share(value)


def _across(ruled: Scale, value: Number) -> float:
    return _LEFT + (_ACROSS_RIGHT - _LEFT) * ruled.share(value)


def _rule(sheet: Sheet, ruled: Scale) -> None:
    """Draw the marks of the scale at the left, and a line across at each."""
    _lines(sheet, ruled)
    for mark in ruled.marks:
        sheet.write(figures(mark), (_LEFT - 22, _height(ruled, mark)), side="right", room=116)


def _lines(sheet: Sheet, ruled: Scale) -> None:
    for mark in ruled.marks:
        y = _height(ruled, mark)
        sheet.line([(_LEFT, y), (_RIGHT, y)], QUIET if mark == 0 else GRID, 2)


def _thinned(days: Days) -> list[tuple[date, Number]]:
    """Return the days in groups, so that there are few enough to be told apart, each with its mean and its last day."""
    size = -(-len(days) // _POINTS)
    groups = [days[place : place + size] for place in range(0, len(days) - 1, size)]
    means = [(group[-1][0], sum(Fraction(value) for _, value in group) / len(group)) for group in groups]
    return [*means, days[-1]]


def _empty(sheet: Sheet) -> bytes:
    """Return the sheet with a dash in its middle: there is nothing to show."""
    x, y = (_LEFT + _RIGHT) / 2, sheet.height / 2
    sheet.bar(x - 46, y - 8, x + 46, y + 8, QUIET, 8)
    return sheet.png()


def _nothing(translate: Translate) -> str:
    return translate("Nothing to show yet.")


def _rows_alt(rows: Sequence[str], translate: Translate) -> str:
    if not rows:
        return _nothing(translate)
    told: dict[str, str | int] = {"rows": "; ".join(rows[:_ALT_ROWS]), "count": len(rows) - _ALT_ROWS}
    phrase = Phrase("Rows: {rows}.", told)
    if len(rows) > _ALT_ROWS:
        phrase = Phrase("Rows: {rows}; and {count} more.", told)
    return phrase.text(translate)
