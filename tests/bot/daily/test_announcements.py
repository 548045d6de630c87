"""The day is announced at its start, once in each server that wants it, whatever crashes and however late it is."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from discord.ui import Button

from bot.announcer import Announcer
from bot.client import PatienceClient
from bot.days import number_of
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import GUILD_ID, LOBBY_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from storage.announcements import Announcements, Wanted
from storage.errors import StorageError
from tests.bot.days import HOUR, Days, daily_bot
from tests.bot.test_forged import put_up

MINUTE = 60_000


async def look(bot: PatienceClient) -> None:
    """Have the bot look at the clock."""
    await Announcer(bot, bot.announcements).look()


def posted(person: Person) -> list[SeenMessage]:
    return [message for message in person.messages("lobby") if message.content.startswith("**Daily challenge")]


async def seen_once(person: Person, day: str) -> SeenMessage:
    """Wait for the announcement of a day, and hold that there is one of it."""
    title = f"**Daily challenge {number_of(day)}** · {day}"
    found = await person.sees(lambda message: message.content.startswith(title), channel="lobby")
    assert sum(message.content.startswith(title) for message in posted(person)) == 1
    return found


async def all_noted(bot: PatienceClient) -> None:
    """Wait until it is noted of all announcements what became of them: the bot itself looks as well, once connected."""
    for _ in range(6000):
        if await bot.announcements.claimed() == ():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("what became of an announcement is not noted")


async def chosen(person: Person) -> SeenMessage:
    return await person.command("settings daily-channel", channel="lobby")


async def test_the_day_is_announced_at_its_start_where_the_server_wants_it(
    bot: PatienceClient, days: Days, ana: Person, boris: Person
) -> None:
    told = await chosen(ana)
    assert told.ephemeral
    assert f"<#{LOBBY_ID}>" in told.content
    await look(bot)
    assert posted(ana) == []
    days.midnight()
    await asyncio.gather(*(look(bot) for _ in range(3)))
    announced = await seen_once(boris, days.today)
    assert [button.label for button in announced.buttons] == ["Play Pyramid", "Play Sultan", "Play Sun"]
    assert "Yesterday" not in announced.content
    board = await boris.press(announced, "Play Sun")
    assert board.ephemeral
    assert f"daily {number_of(days.today)}" in board.content
    days.midnight(3)
    await look(bot)
    await look(bot)
    await seen_once(boris, days.today)
    assert len(posted(boris)) == 2


async def test_the_first_of_yesterday_are_named_so_that_nobody_is_called(
    bot: PatienceClient, days: Days, ana: Person, boris: Person
) -> None:
    await chosen(ana)
    for person in (ana, boris):
        board = await person.command("daily", game="pyramid")
        await person.press(await person.press(board, "Resign"), "Resign this game")
    days.midnight()
    await look(bot)
    announced = await seen_once(ana, days.today)
    assert "Yesterday's best scores so far" in announced.content
    assert "1. Ana" in announced.content
    assert "1. Boris" in announced.content
    assert announced.mentions == ()


async def test_a_bot_that_was_down_at_midnight_posts_when_it_is_back_but_of_no_day_past(
    playground: Playground, file: Path, days: Days, ana: Person
) -> None:
    async with daily_bot(playground, file, days):
        await chosen(ana)
    await ana.bot_to_be(online=False)
    for _ in range(3):
        days.midnight()
    days.to(days.now() + 18 * HOUR)
    for _ in range(2):
        async with daily_bot(playground, file, days) as bot:
            await look(bot)
            await seen_once(ana, days.today)
        await ana.bot_to_be(online=False)
    assert len(posted(ana)) == 1


@pytest.mark.parametrize("later", [MINUTE, 10 * MINUTE, 25 * HOUR], ids=["at once", "later", "the day after"])
async def test_what_was_posted_in_a_crash_is_not_posted_again(
    playground: Playground, file: Path, days: Days, ana: Person, monkeypatch: pytest.MonkeyPatch, later: int
) -> None:
    async def crash(*_: Any) -> None:
        raise StorageError("the program ends before it can note what it did")

    async with daily_bot(playground, file, days) as bot:
        await chosen(ana)
        days.midnight()
        first = days.today
        with monkeypatch.context() as crashing:
            crashing.setattr(Announcements, "sent", crash)
            with pytest.raises(StorageError):
                await look(bot)
            await seen_once(ana, first)
    await ana.bot_to_be(online=False)
    days.to(days.now() + later)
    async with daily_bot(playground, file, days) as bot:
        await ana.bot_to_be(online=True)
        await look(bot)
        await seen_once(ana, first)
        await seen_once(ana, days.today)
        await all_noted(bot)
    with closing(sqlite3.connect(file)) as connection:
        noted = connection.execute("SELECT state FROM announcements WHERE day = ?", (first,)).fetchall()
    assert noted == [("sent",)]


@pytest.mark.parametrize("later", [0, 10 * MINUTE], ids=["at once", "later"])
async def test_what_was_claimed_and_not_posted_in_a_crash_is_posted_afterwards(
    playground: Playground, file: Path, days: Days, ana: Person, later: int
) -> None:
    async with daily_bot(playground, file, days) as bot:
        await chosen(ana)
        days.midnight()
        assert await bot.announcements.claim(Wanted(GUILD_ID, LOBBY_ID, "en-US"), days.today, "nonce", days.now())
    await ana.bot_to_be(online=False)
    days.to(days.now() + later)
    async with daily_bot(playground, file, days) as bot:
        await look(bot)
        await seen_once(ana, days.today)
        await look(bot)
        await seen_once(ana, days.today)


@pytest.mark.parametrize("lacking", [Permission.VIEW_CHANNEL, Permission.READ_MESSAGE_HISTORY])
async def test_where_it_cannot_be_seen_whether_it_was_posted_it_is_not_posted_twice(
    bot: PatienceClient, playground: Playground, days: Days, ana: Person, lacking: Permission
) -> None:
    await chosen(ana)
    days.midnight()
    await bot.announcements.claim(Wanted(GUILD_ID, LOBBY_ID, "en-US"), days.today, "nonce", days.now())
    changed = bot.wait_for("guild_channel_update", timeout=60)
    playground.set_bot_permissions(LOBBY_ID, MEMBER_PERMISSIONS & ~lacking)
    await changed
    days.to(days.now() + HOUR)
    await look(bot)
    await all_noted(bot)
    playground.set_bot_permissions(LOBBY_ID, MEMBER_PERMISSIONS)
    await look(bot)
    assert posted(ana) == []


async def test_where_the_bot_may_not_write_the_day_passes_and_the_next_is_tried_again(
    bot: PatienceClient, playground: Playground, days: Days, ana: Person
) -> None:
    await chosen(ana)
    playground.set_bot_permissions(LOBBY_ID, MEMBER_PERMISSIONS & ~Permission.SEND_MESSAGES)
    days.midnight()
    await look(bot)
    playground.set_bot_permissions(LOBBY_ID, MEMBER_PERMISSIONS)
    await look(bot)
    assert posted(ana) == []
    days.midnight()
    await look(bot)
    await seen_once(ana, days.today)


@pytest.mark.usefixtures("playground")
async def test_who_may_not_manage_the_server_and_where_there_is_none_nothing_is_set(
    bot: PatienceClient, ana: Person, boris: Person
) -> None:
    refused = await boris.command("settings daily-channel", channel="lobby")
    assert refused.ephemeral
    assert "those who may manage this server" in refused.content
    assert await bot.announcements.channel(GUILD_ID) is None
    assert "not announced in this server" in (await ana.command("settings daily-channel")).content
    await chosen(ana)
    assert await bot.announcements.channel(GUILD_ID) == LOBBY_ID


async def test_without_a_channel_it_is_told_which_one_it_is_and_a_press_ends_the_announcements(
    bot: PatienceClient, ana: Person, boris: Person
) -> None:
    await chosen(ana)
    told = await ana.command("settings daily-channel")
    assert told.ephemeral
    assert f"announced in <#{LOBBY_ID}>" in told.content
    assert await bot.announcements.channel(GUILD_ID) == LOBBY_ID
    forged = await put_up(bot, ana, Button(label="forged", custom_id=told.buttons[0].custom_id))
    refused = await boris.press(boris.message(forged.id), "forged")
    assert "those who may manage this server" in refused.content
    assert await bot.announcements.channel(GUILD_ID) == LOBBY_ID
    ended = await ana.press(told, "Announce no more")
    assert ended.content == "The days are announced no more."
    assert not ended.buttons
    assert await bot.announcements.channel(GUILD_ID) is None
    assert "not announced in this server" in (await ana.command("settings daily-channel")).content


async def test_a_channel_that_the_bot_may_not_write_in_is_not_taken(
    bot: PatienceClient, playground: Playground, ana: Person
) -> None:
    changed = bot.wait_for("guild_channel_update", timeout=60)
    playground.set_bot_permissions(LOBBY_ID, MEMBER_PERMISSIONS & ~Permission.SEND_MESSAGES)
    await changed
    assert "I can't write in" in (await chosen(ana)).content
    assert await bot.announcements.channel(GUILD_ID) is None
