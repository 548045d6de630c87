"""A person's month as a calendar: what each day brought them on a board. No names are in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from bot.drawing import Picture
from engine.words import Translate
from render.month import Day, month_alt, month_chart
from storage.results import Result
from storage.statistics import Statistics
from storage.tallies import ALL_GAMES, Board


async def results_of_month(
    statistics: Statistics, board: Board, owner_id: int, month: date, game: str = ALL_GAMES
) -> tuple[Result, ...]:
    """Return the results of the month that holds a day which count for a person on a board, in a game or in all."""
    if board in ("wins", "best"):
        return await statistics.solo(owner_id, month, game)
    return await statistics.dailies(owner_id, month, game)


def calendar(board: Board, month: date, results: Sequence[Result], translate: Translate) -> Picture:
    """Return the month that holds a day, with what the results are worth on a board, as a picture and in words."""
    by_day: dict[int, list[Result]] = {}
    for result in results:
        by_day.setdefault(date.fromisoformat(result.counted_on).day, []).append(result)
    days: dict[int, Day] = {
        day: "won" if any(result.won for result in found) else "played" for day, found in by_day.items()
    }
    values = {} if board == "streaks" else {day: _worth(board, found) for day, found in by_day.items()}
    return Picture(
        month_chart(month.year, month.month, days, values),
        month_alt(month.year, month.month, days, translate, values),
    )


def _worth(board: Board, results: Sequence[Result]) -> int:
    """Return what results of one day count on a board: see ``storage.tallies``."""
    if board == "wins":
        return sum(result.won for result in results)
    scores = [result.score for result in results]
    return sum(scores) if board == "points" else max(scores)
