"""Days in a row: how many a person has played, and how many won, by the days of the challenge and no other clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.days import after
from storage.daily import Played


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row: those that go on today, and the most there ever were."""

    current: int
    best: int


@dataclass(frozen=True, slots=True)
class Streaks:
    """The streaks of days with a daily that was finished, however it ended, and with one that was won."""

    played: Streak
    won: Streak


def streaks(played: Iterable[Played], today: str, game: str | None = None) -> Streaks:
    """Return the streaks in one game, or over all: then a day counts by any of its games.

    A streak goes on until a whole day was left out: what was not played yet today ends none.
    """
    found = [one for one in played if game in (None, one.game)]
    return Streaks(
        _streak({one.day for one in found}, today),
        _streak({one.day for one in found if one.won}, today),
    )


def _streak(days: set[str], today: str) -> Streak:
    best = length = 0
    before = ""
    for day in sorted(days):
        length = length + 1 if before and after(before) == day else 1
        best, before = max(best, length), day
    goes_on = before in (today, after(today, -1))
    return Streak(length if goes_on else 0, best)
