"""Channels: what is unread, private or empty."""

import discord
import pytest
from playwright.async_api import Locator, expect

from playground.state import ANA_ID
from tests.playground.browser import OpenTab
from tests.playground.foreign_bot import ForeignBot, picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_channel_that_is_not_open_shows_what_is_unread(open_tab: OpenTab) -> None:
    ana, boris = await open_tab("ana"), await open_tab("boris", channel="lobby")
    await boris.type("@Ana are you there?")
    lobby = ana.page.get_by_role("navigation").get_by_role("button", name="# lobby")
    await expect(lobby).to_contain_text("1 for you")
    await lobby.click()
    await expect(ana.message("@Ana are you there?")).to_be_visible()
    await expect(lobby).not_to_contain_text("for you")


async def test_a_private_message_comes_into_a_channel_of_its_own(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana, boris = await open_tab("ana"), await open_tab("boris")
    private = await bot.create_dm(discord.Object(ANA_ID))
    await private.send("between the two of us")
    await ana.page.get_by_role("navigation").get_by_role("button", name="@ playground-bot").click()
    await expect(ana.message("between the two of us")).to_be_visible()
    await boris.page.get_by_role("navigation").get_by_role("button", name="@ playground-bot").click()
    await expect(boris.page.get_by_text("Nothing here yet")).to_be_visible()


async def test_an_empty_channel_says_how_to_begin_above_the_middle_of_the_message_box(open_tab: OpenTab) -> None:
    ana = await open_tab()
    note = ana.page.get_by_text("type / to see what the bot can do")
    await expect(note).to_be_visible()
    await expect(ana.page.get_by_text("before a restart of the playground is not kept")).to_be_visible()
    ends = [await ends_of(element) for element in (note, ana.page.locator("form"))]
    assert sum(ends[0]) == pytest.approx(sum(ends[1]), abs=1)


async def test_messages_and_the_message_box_stand_in_one_column_in_the_middle(
    bot: ForeignBot, open_tab: OpenTab
) -> None:
    ana = await open_tab()
    await bot.channel.send(file=picture("board.png", 1100, 700, "a wide board"))
    board = ana.messages.get_by_role("button", name="a wide board")
    await expect(board).to_be_visible()
    left, right = await ends_of(ana.page.locator("form"))
    assert (await ends_of(board))[1] == pytest.approx(right, abs=1)
    room_left, room_right = await ends_of(ana.page.get_by_role("main"))
    assert left - room_left == pytest.approx(room_right - right, abs=1)


async def ends_of(element: Locator) -> tuple[float, float]:
    """Return where an element begins and ends, from left to right."""
    box = await element.bounding_box()
    assert box is not None
    return box["x"], box["x"] + box["width"]
