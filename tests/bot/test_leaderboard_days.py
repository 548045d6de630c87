"""/leaderboard over days: boards of days gone by, the asker's month in the picture, and what they are told of it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.client import PatienceClient
from bot.days import DAY, begins
from playground import Playground
from playground.person import Person
from tests.bot.days import Days, daily_bot
from tests.bot.house import playground_running
from tests.bot.results_kept import hidden, play_over
from tests.bot.test_leaderboard import menu, rows

TODAY, YESTERDAY, BEFORE = "2027-03-20", "2027-03-19", "2027-03-18"
NOON = DAY // 2


@pytest.fixture
def days() -> Days:
    days = Days()
    days.to(begins(TODAY) + NOON)
    return days


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch, days: Days) -> AsyncIterator[Playground]:
    async with playground_running(monkeypatch, days.clock) as playground:
        yield playground


@pytest.fixture(autouse=True)
async def bot(playground: Playground, file: Path, days: Days) -> AsyncIterator[PatienceClient]:
    async with daily_bot(playground, file, days) as client:
        yield client


async def daily(file: Path, owner: int, day: str, score: int, *, won: bool = False, game: str = "sun") -> None:
    await play_over(file, owner, score, won=won, day=day, game=game, at=begins(day) + NOON)


async def test_days_gone_by_have_boards_which_are_final_once_their_grace_is_over(
    days: Days, file: Path, ana: Person, boris: Person
) -> None:
    for person, scores in ((ana, (300, 410, 520)), (boris, (350, 400, 450))):
        for day, score in zip((BEFORE, YESTERDAY, TODAY), scores, strict=True):
            await daily(file, person.id, day, score)
    await boris.command("leaderboard")
    told = await ana.command("leaderboard")
    assert rows(told) == ["›1 Ana 520 2 0:00", "2 Boris 450 2 0:00"]
    assert f"Provisional: games of {TODAY} count until <t:{(begins(TODAY) + 2 * DAY) // 1000}:f>." in told.content
    told = await menu(ana, told, "period", "yesterday")
    assert "**Daily · All games · Yesterday · This server**" in told.content
    assert rows(told) == ["›1 Ana 410 2 0:00", "2 Boris 400 2 0:00"]
    assert f"Provisional: games of {YESTERDAY} count until <t:{(begins(TODAY) + DAY) // 1000}:f>." in told.content
    told = await menu(ana, told, "period", "two-days-ago")
    assert rows(told) == ["1 Boris 350 2 0:00", "›2 Ana 300 2 0:00"]
    assert f"Final: the time for games of {BEFORE} is over." in told.content
    days.midnight(minutes=1)
    assert rows(await ana.command("leaderboard", period="Two days ago", board="Points")) == [
        "›1 Ana 410",
        "2 Boris 400",
    ]
    assert rows(await ana.command("leaderboard", period="Yesterday", board="Points")) == ["›1 Ana 520", "2 Boris 450"]


async def test_streaks_have_no_days_gone_by_and_show_those_that_go_on(file: Path, ana: Person) -> None:
    await daily(file, ana.id, TODAY, 300)
    told = await ana.command("leaderboard", board="Streaks", period="Yesterday")
    assert "Streaks that go on" in told.content
    told = await menu(ana, await ana.command("leaderboard", period="Yesterday"), "board", "streaks")
    assert "Streaks that go on" in told.content
    assert [option.value for option in told.selects[2].options] == ["today", "week", "month", "all"]


async def test_of_this_month_the_picture_is_the_askers_days_on_the_board(
    file: Path, ana: Person, boris: Person
) -> None:
    await daily(file, ana.id, "2027-02-28", 999, won=True)
    await daily(file, ana.id, "2027-03-01", 700)
    await daily(file, ana.id, YESTERDAY, 950, won=True)
    await daily(file, ana.id, YESTERDAY, 200, game="sultan")
    await play_over(file, ana.id, 930, won=True, at=begins(TODAY))
    await play_over(file, ana.id, 940, won=True, at=begins(TODAY) + 1)
    await play_over(file, ana.id, 100, at=begins("2027-03-02") - 1)
    # Another's days are not on it.
    await daily(file, boris.id, "2027-03-05", 800)
    told = await ana.command("leaderboard", period="This month")
    assert "The calendar is the month of ›: score by day, won days with a star." in told.content
    assert told.attachments[0].description == "2027-03: days played: 1 (700), 19 (950); won: 19."
    told = await menu(ana, told, "board", "points")
    assert told.attachments[0].description == "2027-03: days played: 1 (700), 19 (1 150); won: 19."
    told = await menu(ana, told, "game", "sultan")
    assert told.attachments[0].description == "2027-03: days played: 19 (200); none won."
    told = await menu(ana, await menu(ana, told, "game", "-"), "board", "streaks")
    assert "The calendar is the month of ›, won days with a star." in told.content
    assert told.attachments[0].description == "2027-03: days played: 1, 19; won: 19."
    told = await menu(ana, told, "board", "wins")
    assert told.attachments[0].description == "2027-03: days played: 1 (0), 20 (2); won: 20."
    told = await menu(ana, told, "board", "best")
    assert told.attachments[0].description == "2027-03: days played: 1 (100), 20 (940); won: 20."
    told = await menu(ana, told, "period", "week")
    assert told.attachments[0].description == "Bars by rank: score. Bars: 1: 940."
    assert "calendar" not in told.content


async def test_who_is_not_on_a_board_is_told_how_to_get_there_and_sees_the_standings(
    file: Path, ana: Person, boris: Person
) -> None:
    await daily(file, boris.id, TODAY, 500)
    await boris.command("leaderboard")
    told = await ana.command("leaderboard", period="This month")
    assert "You are not on this board yet: play a deal of the day to its end, with /daily." in told.content
    assert told.attachments[0].description == "Bars by rank: score. Bars: 1: 500."
    told = await menu(ana, told, "board", "wins")
    assert "You are not on this board yet: win a deal that I choose, with /play, without hints." in told.content
    assert told.attachments == ()
    told = await menu(ana, told, "board", "best")
    assert "play a deal that I choose to its end, with /play, without hints." in told.content
    told = await menu(ana, told, "period", "yesterday")
    assert "You are not on this board: no game of yours counts for that day." in told.content
    assert "not on this board" not in (await boris.command("leaderboard")).content


async def test_who_is_hidden_is_told_so_and_how_to_be_shown_again_and_nobody_else_sees_it(
    file: Path, ana: Person
) -> None:
    await daily(file, ana.id, TODAY, 500)
    before = await ana.command("leaderboard")
    assert "Others don't see you" not in before.content
    await hidden(file, ana.id)
    told = await menu(ana, before, "period", "month")
    assert told.ephemeral
    assert told.id != before.id
    assert ana.message(before.id) == before
    assert rows(told) == ["›1 Ana 500 2 0:00"]
    assert told.attachments[0].description == "2027-03: days played: 20 (500); none won."
    assert "Others don't see you on leaderboards: /privacy others shows you again." in told.content
    changed = await menu(ana, told, "board", "wins")
    assert changed.id == told.id
    assert "You are not on this board yet" in changed.content
    await ana.command("privacy others", see="shown")
    assert "Others don't see you" not in (await ana.command("leaderboard")).content
