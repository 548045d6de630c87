"""A year of dailies over sockets: six people, two servers, one bot that restarts, and crashes while it posts.

After each day the leaderboards are what the stored games come to. The machine's own clock is set to Chisinau's for a
part of the year, over both changes of summer time, and to Yerevan's for the rest.
"""

import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.verify import wrong_games
from playground import Playground
from playground.person import Person
from tests.bot.daily.recount import GAMES, Recount
from tests.bot.daily.year import AT_HOME, GUILDS, Year, first_of_month, set_secret
from tests.bot.days import Days
from tests.bot.house import playground_running

FIRST, LAST = "2026-09-01", "2027-08-31"
CHISINAU, YEREVAN = "EET-2EEST,M3.5.0/2,M10.5.0/3", "<+04>-4"
WITH_PICTURES = ("2026-10-25", "2027-03-28")


@pytest.fixture
def days() -> Days:
    return Days(FIRST)


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch, days: Days) -> AsyncIterator[Playground]:
    # What is asked here other tests ask as well: to hold thousands of requests against Discord's API takes long.
    monkeypatch.delenv("PLAYGROUND_REQUESTS", raising=False)
    async with playground_running(monkeypatch, days.clock, people=len(AT_HOME), guilds=len(GUILDS)) as playground:
        yield playground


@pytest.fixture
def clock_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Set what the machine takes for its own time; put back afterwards."""
    with monkeypatch.context() as patched:

        def to(zone: str) -> None:
            patched.setenv("TZ", zone)
            time.tzset()

        yield to
    time.tzset()


@pytest.fixture
async def year(playground: Playground, file: Path, days: Days) -> AsyncIterator[Year]:
    await set_secret(file)
    async with contextlib.AsyncExitStack() as stack:
        people = {name: await stack.enter_async_context(Person(playground.url, name, patience=60)) for name in AT_HOME}
        year = Year(playground, file, days, people)
        stack.push_async_callback(year.stop)
        yield year


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the machine's time zone can't be set here")
@pytest.mark.timeout(400)
async def test_after_each_day_of_a_year_the_standings_are_what_the_stored_games_come_to(
    year: Year, days: Days, file: Path, clock_of: Callable[[str], None]
) -> None:
    clock_of(CHISINAU)
    await year.start()
    year.pictures(shown=False)
    await year.choose_channels()
    people = list(year.people.values())
    with Recount(file) as recount:
        while days.today <= LAST:
            special = days.today in WITH_PICTURES
            year.pictures(shown=special)
            await year.live(all_day=special or first_of_month(days.today))
            if days.today == "2027-04-30":
                clock_of(YEREVAN)
            await year.midnight()
            await year.announced()
            today = date.fromisoformat(days.today)
            recount.check(today, people[today.day % len(people)].id, GUILDS.values())
            await check_results(year, recount, today)
            if first_of_month(days.today):
                assert recount.wrong_tallies(today) == []
        await year.stop()
    assert list(wrong_games(file)) == []
    with contextlib.closing(sqlite3.connect(file)) as connection:
        (late,) = connection.execute(
            "SELECT COUNT(*) FROM games WHERE ended_at >= strftime('%s', day, '+1 day') * 1000"
        ).fetchone()
        noted = connection.execute("SELECT COUNT(*), COUNT(DISTINCT game_id) FROM results").fetchone()
    for told in year.announcements().values():
        assert (len(told), set(told.values())) == (365, {1})
    played = recount.played.values()
    assert noted == (len(played), len(played))
    assert len({one.day for one in played}) > 300
    assert (len(played) > 900, late > 300, sum(one.won for one in played) > 100) == (True, True, True)
    few = {"closed", "in two servers", "settings meanwhile", "restarted"}
    assert all(year.done[what] > 25 for what in few), year.done
    assert all(year.done[f"crashed, {how}"] > 2 for how in ("late", "unanswered", "lost")), year.done


async def check_results(year: Year, recount: Recount, today: date) -> None:
    """Hold what is told of yesterday, of the day before, which is closed, and of streaks against the count."""
    leaders = year.bot.leaders
    for ago in (1, 2):
        day = today - timedelta(days=ago)
        for game in GAMES:
            for guild in (None, *GUILDS.values()):
                shown = await leaders.results.standings(game, str(day), 100, guild)
                found = {(rank, one.owner_id, one.score, one.moves, one.seconds) for rank, _, one in shown}
                assert found == recount.podium(game, day, guild)
    for person in year.people.values():
        streaks = await leaders.statistics.streaks(person.id, today)
        assert (streaks.played, streaks.longest_played) == recount.streaks(person.id, today, won=False)
        assert (streaks.won, streaks.longest_won) == recount.streaks(person.id, today, won=True)
        assert await leaders.people.is_hidden(person.id) is (person.name in year.hidden)
