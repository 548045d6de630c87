"""A person's statistics are what their results come to: by game and options, by day, in rows of wins, by month."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from storage.database import Database
from storage.games import Games
from storage.rows import Ending, NewGame
from storage.statistics import Statistics, Summary

DAY = 24 * 3600 * 1000
NEW = NewGame(owner_id=1, game="sun", options="{}", rules=1)
FIRST = int(datetime(2026, 3, 1, tzinfo=UTC).timestamp()) * 1000


@pytest.fixture
def statistics(database: Database) -> Statistics:
    return Statistics(database)


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database)


async def over(
    games: Games, at: int, score: int, *, won: bool = False, hints: int = 0, new: NewGame = NEW, moves: int = 1
) -> None:
    """Store a game of so many moves that takes a second a move from ``at`` on."""
    game = await games.start(replace(new, seed=f"{new.game} {new.options} {new.day} {at}"), at)
    for _ in range(hints):
        await games.count_hint(game.id, game.version)
    for number in range(moves - 1):
        game = await games.append(game.id, game.version, ["a"], None, at + number * 1000)
    ending = Ending(status="won" if won else "lost", score=score)
    await games.append(game.id, game.version, ["a"], ending, at + (moves - 1) * 1000)


async def test_summaries_are_by_game_and_options_and_count_wins_in_a_row_as_games_ended(
    games: Games, statistics: Statistics
) -> None:
    for number, won in enumerate((True, True, False, True, True, True, False, True)):
        await over(games, FIRST + number * DAY, 100 * number, won=won, moves=9 - number)
    await over(games, FIRST + 3 * DAY + 1, 50, new=replace(NEW, options='{"stages": "1"}'))
    await over(games, FIRST, 60, won=True, new=replace(NEW, owner_id=2))
    sun, sunrise = await statistics.summaries(1)
    assert sun == Summary(
        game="sun",
        options="{}",
        played=8,
        won=6,
        best=700,
        total=2800,
        fewest_moves=2,
        best_seconds=1,
        won_in_row=1,
        longest_won=3,
    )
    assert (sunrise.options, sunrise.won_in_row, sunrise.longest_won) == ('{"stages": "1"}', 0, 0)
    assert sunrise.fewest_moves is None


async def test_days_and_last_games_are_of_a_kind_if_one_is_given(games: Games, statistics: Statistics) -> None:
    sunrise = replace(NEW, options='{"stages": "1"}')
    sultan = replace(NEW, game="sultan")
    for number, new in enumerate((NEW, sunrise, sunrise, sultan)):
        await over(games, FIRST + number // 2 * DAY + number, 10 + number, new=new)
    assert await statistics.by_day(1) == (("2026-03-01", 21, 2), ("2026-03-02", 25, 2))
    assert await statistics.by_day(1, "sun") == (("2026-03-01", 21, 2), ("2026-03-02", 12, 1))
    assert await statistics.by_day(1, "sun", "{}") == (("2026-03-01", 10, 1),)
    assert [result.score for result in await statistics.last(1, 9)] == [13, 12, 11, 10]
    assert [result.score for result in await statistics.last(1, 2, "sun")] == [12, 11]
    assert [result.score for result in await statistics.last(1, 9, "sun", "{}")] == [10]
    assert await statistics.last(2, 9) == ()


async def test_a_month_has_its_dailies_and_the_solo_games_that_count(games: Games, statistics: Statistics) -> None:
    for day in ("2026-02-28", "2026-03-01", "2026-03-31", "2026-04-01"):
        # Ended after midnight, it is a result of its own day all the same.
        at = int(datetime.fromisoformat(f"{day}T00:00Z").timestamp()) * 1000 + DAY
        await over(games, at, 500, new=replace(NEW, day=day))
    await over(games, FIRST + 31 * DAY - 1, 1)
    for score, at in ((2, FIRST - 1), (3, FIRST), (4, FIRST + 31 * DAY)):
        await over(games, at, score)
    await over(games, FIRST + 5, 5, hints=1)
    await over(games, FIRST + 6, 6, new=replace(NEW, game="sultan"))
    march = date(2026, 3, 20)
    assert [result.day for result in await statistics.dailies(1, march)] == ["2026-03-01", "2026-03-31"]
    assert await statistics.dailies(1, march, "sultan") == ()
    assert [result.score for result in await statistics.solo(1, march)] == [3, 6, 1]
    assert [result.score for result in await statistics.solo(1, march, "sultan")] == [6]
