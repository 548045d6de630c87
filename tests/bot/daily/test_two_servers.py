"""One person, two servers: a daily is one game wherever it is played, and what is done at once is done in an order."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.client import PatienceClient
from bot.days import date_of
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import GUILD_IDS, LOBBY_ID
from storage.standings import Page, Question
from storage.tallies import ALL_GAMES, Board, streak_value
from tests.bot.daily.year import WINNABLE, set_secret, winning_texts
from tests.bot.days import Days, daily_bot
from tests.bot.house import playground_running

CHANNELS = ("lobby", "Garden/lobby")


@pytest.fixture
def days() -> Days:
    return Days("2026-09-01")


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch, days: Days) -> AsyncIterator[Playground]:
    async with playground_running(monkeypatch, days.clock, guilds=2) as playground:
        yield playground


@pytest.fixture
async def bot(playground: Playground, file: Path, days: Days) -> AsyncIterator[PatienceClient]:
    await set_secret(file)
    async with daily_bot(playground, file, days) as client:
        yield client


async def page(bot: PatienceClient, days: Days, board: Board, asker: int, guild: int | None = None) -> Page:
    question = Question(board, ALL_GAMES, "all", date_of(days.today), guild, asker)
    return await bot.leaders.standings.page(question)


async def almost_won(person: Person, days: Days, game: str) -> list[SeenMessage]:
    """Play a daily up to its last move, and return its board as it is shown in each server."""
    *some, last = winning_texts(days.today, game)
    await person.command("daily", game=game, in_channel=CHANNELS[0])
    before_last = last.rpartition(" ")[0]
    for text in filter(None, [*some, before_last]):
        await person.command("move", move=text, in_channel=CHANNELS[0])
    return [await person.command("daily", game=game, in_channel=channel) for channel in CHANNELS]


async def last_move(person: Person, board: SeenMessage) -> SeenMessage:
    menu = board.selects[0]
    return await person.choose(board, menu.custom_id, menu.options[0].value)


def results(file: Path) -> list[tuple[str, int, int]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT game, won, score FROM results").fetchall()


@pytest.mark.parametrize("game", WINNABLE)
async def test_a_daily_won_in_two_servers_at_once_is_one_result(
    bot: PatienceClient, days: Days, file: Path, ana: Person, game: str
) -> None:
    boards = await almost_won(ana, days, game)
    answers = await asyncio.gather(*(last_move(ana, board) for board in boards))
    assert any("**Won" in answer.content for answer in answers)
    ((*_, won, score),) = results(file)
    assert won == 1
    expected: dict[Board, int] = {"points": score, "streaks": streak_value(1, 1)}
    for board, value in expected.items():
        for guild in (None, *GUILD_IDS[:2]):
            (row,) = (await page(bot, days, board, ana.id, guild)).rows
            assert (row.rank, row.user_id, row.value) == (1, ana.id, value)
    for channel in CHANNELS:
        again = await ana.command("daily", game=game, in_channel=channel)
        assert "**Won" in again.content
        assert "All games: days in a row: 1 (best 1)" in again.content
    assert len(results(file)) == 1


async def test_won_in_a_server_and_given_up_in_another_at_once_it_ends_one_way(
    bot: PatienceClient, days: Days, file: Path, ana: Person
) -> None:
    here, there = await almost_won(ana, days, "sun")
    question = await ana.press(there, "Resign")
    await asyncio.gather(last_move(ana, here), ana.press(question, "Resign this game"))
    ((_, won, score),) = results(file)
    (row,) = (await page(bot, days, "points", ana.id)).rows
    assert row.value == score
    streaks = await bot.leaders.statistics.streaks(ana.id, date_of(days.today))
    assert (streaks.played, streaks.won) == (1, won)


@pytest.mark.parametrize("step", [1, -1], ids=["one way round", "the other"])
async def test_streak_and_settings_changed_at_once_are_all_kept(
    bot: PatienceClient, days: Days, file: Path, ana: Person, boris: Person, step: int
) -> None:
    for person in (ana, boris):
        board = await person.command("daily", game="pyramid")
        await person.press(await person.press(board, "Resign"), "Resign this game")
    days.midnight()
    board, _ = await almost_won(ana, days, "sun")
    deeds = [
        last_move(ana, board),
        ana.command("privacy others", see="hidden"),
        ana.command("settings daily-channel", in_channel="lobby", channel="lobby"),
        boris.command("settings daily-channel", in_channel="Garden/lobby", channel="Garden/lobby"),
    ]
    await asyncio.gather(*deeds[::step])
    (score,) = [score for game, won, score in results(file) if (game, won) == ("sun", 1)]
    streaks = await bot.leaders.statistics.streaks(ana.id, date_of(days.today))
    assert (streaks.played, streaks.won) == (2, 1)
    lobbies = [await bot.announcements.channel(number) for number in GUILD_IDS[:2]]
    assert lobbies == [LOBBY_ID, GUILD_IDS[1] + 2]
    hidden = await page(bot, days, "points", ana.id)
    assert [row.user_id for row in hidden.rows] == [boris.id]
    assert hidden.own is not None
    assert hidden.own.value == score
    await ana.command("privacy others", see="shown")
    assert [row.user_id for row in (await page(bot, days, "points", ana.id)).rows] == [ana.id, boris.id]
