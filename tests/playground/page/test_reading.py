"""What is in sight while messages come and change."""

import pytest
from playwright.async_api import Locator, expect

from tests.playground.browser import OpenTab
from tests.playground.foreign_bot import ForeignBot, picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def top_of(element: Locator) -> float:
    box = await element.bounding_box()
    assert box is not None
    return box["y"]


async def test_an_edit_does_not_move_what_is_being_read(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    channel = bot.channel
    above = await channel.send("short")
    await channel.send("\n".join("between" for _ in range(40)))
    board = await channel.send("the board", file=picture("a.png", 1100, 700, "first"))
    await channel.send("\n".join("below" for _ in range(40)))
    await expect(ana.message("below")).to_be_in_viewport()  # all has come, so that nothing more moves the page
    shown = ana.message("the board").get_by_role("img")
    await shown.scroll_into_view_if_needed()
    await ana.settle()
    place = await top_of(shown)
    await board.edit(attachments=[picture("b.png", 1100, 700, "second")])
    await expect(shown).to_have_attribute("alt", "second")
    assert await top_of(shown) == pytest.approx(place, abs=1)  # scrolling goes by whole pixels
    await above.edit(content="\n".join("longer" for _ in range(10)))
    await expect(ana.message("longer")).to_be_attached()
    assert await top_of(shown) == pytest.approx(place, abs=1)  # scrolling goes by whole pixels


async def fill_channel(bot: ForeignBot) -> None:
    await bot.channel.send("\n".join("long ago" for _ in range(80)))


async def test_the_answer_to_ones_own_command_comes_into_sight(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await fill_channel(bot)
    await expect(ana.message("long ago")).to_be_visible()
    await ana.scroll_to_top()
    await ana.type("/secret")
    await expect(ana.message("for you alone")).to_be_in_viewport(ratio=1)


async def test_ones_own_command_shows_the_newest_at_once(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await fill_channel(bot)
    await bot.channel.send("the newest")
    await expect(ana.message("the newest")).to_be_in_viewport()
    await ana.scroll_to_top()
    await expect(ana.message("the newest")).not_to_be_in_viewport()
    await ana.type("/silence")
    await expect(ana.message("the newest")).to_be_in_viewport(ratio=1)


async def test_the_answer_to_a_press_on_an_old_message_comes_into_sight(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await ana.type("/play chess")
    await expect(ana.button("Whisper")).to_be_visible()
    await fill_channel(bot)
    await expect(ana.message("long ago")).to_be_visible()
    await ana.scroll_to_top()
    await ana.button("Whisper").click()
    await expect(ana.message("psst")).to_be_in_viewport(ratio=1)


async def test_what_others_say_and_ask_does_not_move_what_is_being_read(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana, boris = await open_tab(), await open_tab("boris")
    await bot.channel.send("the oldest")
    await fill_channel(bot)
    await expect(ana.message("long ago")).to_be_visible()
    await ana.scroll_to_top()
    await boris.type("hello, Ana")
    await boris.type("/play chess")
    await expect(ana.message("c 1 for Boris")).to_be_attached()
    await expect(ana.message("the oldest")).to_be_in_viewport(ratio=1)
    await ana.button("New messages").click()
    await expect(ana.message("c 1 for Boris")).to_be_in_viewport()
    await expect(ana.button("New messages")).to_be_hidden()
