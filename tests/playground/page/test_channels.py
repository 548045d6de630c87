"""Channels: private, empty or gone, and the people in them."""

import discord
import pytest
from playwright.async_api import Browser, Locator, expect

from playground import Playground
from playground.people import ANA_ID, EVERYBODY
from playground.state import LOBBY_ID
from tests.playground.browser import DESKTOP, PHONE, OpenTab, tabs_at
from tests.playground.foreign_bot import ForeignBot, picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_private_message_comes_into_a_channel_of_its_own(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana, boris = await open_tab("ana"), await open_tab("boris")
    private = await bot.create_dm(discord.Object(ANA_ID))
    await private.send("between the two of us")
    await ana.page.get_by_role("navigation").get_by_role("button", name="@ playground-bot").click()
    await expect(ana.message("between the two of us")).to_be_visible()
    await boris.page.get_by_role("navigation").get_by_role("button", name="@ playground-bot").click()
    await expect(boris.page.get_by_text("Nothing here yet")).to_be_visible()


async def test_a_channel_that_is_deleted_leaves_the_list_and_the_sight(
    playground: Playground, open_tab: OpenTab
) -> None:
    ana = await open_tab("ana", channel="lobby")
    playground.faults.delete_channel(LOBBY_ID)
    await expect(ana.page.get_by_role("heading", name="# patience")).to_be_visible()
    await expect(ana.page.get_by_role("navigation").get_by_role("button", name="# lobby")).to_have_count(0)


async def test_commands_are_offered_where_they_can_be_used(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await ana.page.get_by_role("navigation").get_by_role("button", name="@ playground-bot").click()
    private = ana.page.get_by_role("combobox", name="Message @playground-bot")
    await private.fill("/play chess")
    await private.press("Enter")
    await expect(ana.message("c 1 for Ana")).to_be_visible()
    await ana.page.get_by_role("navigation").get_by_role("button", name="@ friends").click()
    group = ana.page.get_by_role("combobox", name="Message @friends")
    await group.fill("/pl")
    await expect(ana.page.get_by_role("option")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_there_are_four_people_to_be(open_tab: OpenTab, size: tuple[int, int]) -> None:
    carla = await open_tab("carla", size=size)
    await expect(carla.page.get_by_text("You are Carla")).to_be_visible()
    if size == PHONE:
        await carla.button("Channels").click()
    for name in ("Ana", "Boris", "Dan"):
        await expect(carla.page.get_by_role("link", name=f"be {name}")).to_be_in_viewport(ratio=1)
    assert await carla.widest() == size[0]


async def test_ten_people_to_be_are_found_on_a_phone(browser: Browser) -> None:
    async with Playground(0, people=10) as playground, tabs_at(browser, playground.url) as open_tab:
        jonas = await open_tab("jonas", size=PHONE)
        await expect(jonas.page.get_by_text("You are Jonas")).to_be_visible()
        await jonas.button("Channels").click()
        for name in (name for name in EVERYBODY if name != "Jonas"):
            link = jonas.page.get_by_role("link", name=f"be {name}")
            await link.scroll_into_view_if_needed()
            await expect(link).to_be_in_viewport(ratio=1)
        assert await jonas.widest() == PHONE[0]


async def test_who_leaves_the_guild_keeps_only_private_channels(playground: Playground, open_tab: OpenTab) -> None:
    dan = await open_tab("dan")
    playground.leave_guild("Dan")
    names = dan.page.get_by_role("navigation").locator(".channel-name")
    await expect(names).to_have_text(["@ playground-bot", "@ friends"])
    await expect(dan.page.get_by_role("heading", name="@ playground-bot")).to_be_visible()


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
