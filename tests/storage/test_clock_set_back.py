"""Where the clock is set back by a day at most, all leaderboards are as if it had been right."""

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from storage.database import Database
from storage.games import Games
from storage.recount import wrong_tallies
from storage.rows import Ending
from tests.storage.test_results import DAY, NEW, kept, recount

HOUR = DAY // 24
NOON = int(datetime(2026, 3, 26, 12, tzinfo=UTC).timestamp()) * 1000


def day_at(now: int) -> date:
    return datetime.fromtimestamp(now / 1000, UTC).date()


async def play(games: Games, now: int, number: int, day: date | None, *, won: bool = False) -> None:
    """Play a game to its end: the daily of a day, or a solo game."""
    new = replace(NEW, seed=f"deal {number}", day=None if day is None else str(day))
    game = await games.start(new, now)
    await games.append(game.id, 1, ["a"], Ending(status="won" if won else "lost", score=500), now)


def holds(path: Path, today: date) -> None:
    assert kept(path, today) == recount(path, today)
    with closing(sqlite3.connect(path)) as connection:
        assert list(wrong_tallies(connection, today)) == []


async def test_a_streak_goes_on_over_a_day_that_was_played_before_the_one_ahead_of_it(
    path: Path, database: Database
) -> None:
    games = Games(database)
    for number, ahead in enumerate((2, 1, 0)):
        now = NOON + ahead * DAY
        await play(games, now, number, day_at(now), won=ahead != 1)
        holds(path, day_at(now))
    for later in range(4):
        holds(path, day_at(NOON + later * DAY))


async def test_the_days_gone_by_are_still_on_boards_after_an_hour_over_midnight(path: Path, database: Database) -> None:
    games = Games(database)
    for number in range(4):
        await play(games, NOON + number * DAY, number, day_at(NOON + number * DAY))
    midnight = NOON + 3 * DAY + 12 * HOUR
    await play(games, midnight + HOUR // 2, 9, day_at(midnight))
    before = midnight - HOUR // 2
    holds(path, day_at(before))
    shown = {key[0] for key in kept(path, day_at(before))}
    assert {f"d{day_at(before) - timedelta(days=ago)}" for ago in range(3)} <= shown


@pytest.mark.parametrize("seed", range(8))
async def test_whatever_is_played_while_the_clock_moves_to_and_fro_within_a_day(
    path: Path, database: Database, seed: int
) -> None:
    games, chance = Games(database), random.Random(seed)
    right, played = NOON, set[date]()
    for number in range(30):
        right += chance.choice((0, HOUR, 6 * HOUR, DAY))
        now = right + chance.choice((0, 0, HOUR, -HOUR, DAY // 2, -DAY // 2))
        day = day_at(now) if chance.random() < 0.7 else None
        if day not in played:
            await play(games, now, number, day, won=chance.random() < 0.5)
            played |= set() if day is None else {day}
        holds(path, day_at(now))
