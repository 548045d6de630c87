"""What becomes of the announcement where Discord fails, answers nothing, or hears the bot only after its end."""

import asyncio
import contextlib
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from discord import HTTPException

from bot.announcer import Announcer
from bot.client import PatienceClient
from bot.days import after, number_of
from playground import Playground
from playground.person import Person
from playground.state import GUILD_IDS, PATIENCE_ID
from storage.announcements import Announcements, Wanted
from storage.database import Database
from tests.bot.days import HOUR, Days, daily_bot
from tests.bot.house import ACKNOWLEDGE_WITHIN, bot_running, playground_running
from tests.bot.test_starting import started

MESSAGES = "/channels/*/messages"
LOBBIES = [number + 2 for number in GUILD_IDS[:2]]
TOKEN = "killed"
PATIENCE = 60
HELD = 3600.0  # seconds that a request is held, unless it is let go before
MINUTE = 60_000


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch, days: Days) -> AsyncIterator[Playground]:
    async with playground_running(monkeypatch, days.clock, guilds=2) as playground:
        yield playground


def announced(playground: Playground) -> list[Counter[str]]:
    """Return of each server how often each day was announced in it."""
    return [
        Counter(
            message.content.splitlines()[0]
            for channel in playground.world.guild_channels(number)
            for message in playground.world.messages(channel.id)
        )
        for number in playground.world.guilds
    ]


def states(file: Path) -> Counter[str]:
    """Return how many announcements are in which state."""
    with contextlib.closing(sqlite3.connect(file, timeout=30)) as connection:
        return Counter(state for (state,) in connection.execute("SELECT state FROM announcements"))


async def chosen(ana: Person, boris: Person) -> None:
    """Have both servers announce the days; each is for another to manage."""
    for owner, guild in ((ana, ""), (boris, "Garden/")):
        await owner.command("settings daily-channel", in_channel=f"{guild}lobby", channel=f"{guild}lobby")


async def look(bot: PatienceClient) -> None:
    await Announcer(bot, bot.announcements).look()


@pytest.mark.parametrize("carried_out", [False, True], ids=["not done", "done"])
@pytest.mark.parametrize("trouble", ["500", "503", "cut"])
async def test_whatever_becomes_of_a_request_each_server_is_told_of_the_day_once(
    playground: Playground,
    bot: PatienceClient,
    file: Path,
    days: Days,
    ana: Person,
    boris: Person,
    trouble: str,
    carried_out: bool,
) -> None:
    await chosen(ana, boris)
    days.midnight()
    if trouble == "cut":
        playground.faults.cut(MESSAGES, method="POST", times=2, carried_out=carried_out)
    else:
        playground.faults.refuse(MESSAGES, int(trouble), method="POST", times=2, carried_out=carried_out)
    await look(bot)
    await look(bot)
    title = f"**Daily challenge {number_of(days.today)}** · {days.today}"
    assert announced(playground) == [{title: 1}, {title: 1}]
    assert states(file) == {"skipped": 2, "sent": 2}


async def test_where_one_server_cannot_be_told_the_other_is_and_the_one_later(
    playground: Playground, bot: PatienceClient, days: Days, ana: Person, boris: Person
) -> None:
    await chosen(ana, boris)
    days.midnight()
    playground.faults.cut(f"/channels/{LOBBIES[0]}/messages", times=1)
    await look(bot)
    assert [told.total() for told in announced(playground)] == [0, 1]
    days.to(days.now() + HOUR)
    await look(bot)
    assert [told.total() for told in announced(playground)] == [1, 1]


async def test_what_discord_calls_wrong_for_one_server_keeps_none_of_the_others_waiting(
    playground: Playground, bot: PatienceClient, file: Path, days: Days, ana: Person, boris: Person
) -> None:
    await chosen(ana, boris)
    days.midnight()
    wrong = Wanted(GUILD_IDS[0], PATIENCE_ID, "en-US")
    playground.faults.refuse(f"/channels/{PATIENCE_ID}/messages", 400, method="GET")
    assert await bot.announcements.claim(wrong, days.today, "nonce", days.now() - HOUR)
    with pytest.raises(HTTPException):
        await look(bot)
    assert [told.total() for told in announced(playground)] == [0, 1]
    await look(bot)
    assert states(file) == {"skipped": 2, "failed": 1, "sent": 1}


async def test_a_clock_that_was_far_ahead_and_is_set_right_announces_no_day_again(
    playground: Playground, file: Path, days: Days, ana: Person, boris: Person
) -> None:
    ahead = 0
    async with bot_running(playground, file, now=lambda: days.now() + ahead) as bot:
        await chosen(ana, boris)
        days.midnight()
        await look(bot)
        for offset in (40 * 24 * HOUR, -HOUR, 0, -24 * HOUR, HOUR, 0):
            ahead = offset
            await look(bot)
        days.midnight()
        await look(bot)
    for told in announced(playground):
        assert sorted(told.values()) == [1, 1, 1], told


async def test_a_bot_announces_the_day_as_soon_as_it_is_connected(
    playground: Playground, file: Path, days: Days, ana: Person, boris: Person
) -> None:
    async with daily_bot(playground, file, days):
        await chosen(ana, boris)
    await ana.bot_to_be(online=False)
    days.midnight(90)
    async with daily_bot(playground, file, days):
        title = f"**Daily challenge {number_of(days.today)}**"
        await ana.sees(lambda message: message.content.startswith(title), channel="lobby")
        await boris.sees(lambda message: message.content.startswith(title), channel="Garden/lobby")


async def want_announcements(file: Path, lobbies: Mapping[int, int]) -> None:
    """Have servers want the days announced, since yesterday."""
    yesterday = after(datetime.now(UTC).date().isoformat(), -1)
    async with await Database.open(file) as database:
        for guild, lobby in lobbies.items():
            await Announcements(database).choose(guild, lobby, "en-US", yesterday, 0)


def hold(playground: Playground) -> None:
    """Hold the next announcements of four servers: one never comes, one is late, one is unanswered, one is as usual."""
    never, late, unanswered, _ = (f"/channels/{lobby}/messages" for lobby in four_lobbies(playground).values())
    playground.faults.refuse(never, 503, method="POST", after=HELD)
    playground.faults.slow(late, HELD, method="POST", carried_out=False)
    playground.faults.slow(unanswered, HELD, method="POST")


def four_lobbies(playground: Playground) -> dict[int, int]:
    return {number: playground.world.guild_channels(number)[1].id for number in playground.world.guilds}


def long_ago(playground: Playground, file: Path) -> None:
    """Let ten minutes pass: Discord has forgotten the nonces then."""
    playground.clock.advance(10 * MINUTE / 1000)
    with contextlib.closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as connection:
        connection.execute("UPDATE announcements SET claimed_at = claimed_at - ?", (10 * MINUTE,))


async def noted(file: Path, wanted: Callable[[Counter[str]], bool]) -> None:
    """Wait until announcements are noted as wanted."""
    for _ in range(20 * PATIENCE):
        found = states(file)
        if wanted(found):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(found)


@pytest.mark.parametrize("late", ["before the restart", "after the restart", "long before the restart"])
async def test_a_program_that_is_killed_while_it_announces_the_day_has_announced_it_once(
    tmp_path: Path, late: str
) -> None:
    file = tmp_path / "killed.db"
    async with Playground(0, guilds=4, token=TOKEN, acknowledge_within=ACKNOWLEDGE_WITHIN) as playground:
        await want_announcements(file, four_lobbies(playground))
        settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API_URL": playground.api_url, "DATABASE": file.name}
        hold(playground)
        async with started(tmp_path, settings) as process:
            await asyncio.wait_for(playground.faults.held(3), PATIENCE)
            await noted(file, lambda found: found["sent"] >= 1)
            process.kill()
        assert states(file)["claimed"] >= 3
        if late == "before the restart":
            # Killed again at the first that it sends anew.
            playground.faults.slow("/channels/*/messages", HELD, method="POST")
            async with started(tmp_path, settings) as process:
                await asyncio.wait_for(playground.faults.held(4), PATIENCE)
                process.kill()
        if late != "after the restart":
            playground.faults.clear()
        if late == "long before the restart":
            long_ago(playground, file)
        async with started(tmp_path, settings):
            # At a real midnight it is the next day that is announced.
            await noted(file, lambda found: found["sent"] >= 4 and not found["claimed"])
            playground.faults.clear()
            # What came late has come by the time that another request is answered.
            async with Person(playground.url, "Ana", patience=PATIENCE) as ana:
                await ana.command("help")
        for told in announced(playground):
            assert set(told.values()) == {1}, told
