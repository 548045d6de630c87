"""Threads: begun, private, locked, and the ways to them."""

import pytest
from playwright.async_api import Locator, expect

from playground import Playground
from tests.playground.browser import DESKTOP, PHONE, OpenTab, Tab
from tests.playground.foreign_bot import ForeignBot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def channel_in(tab: Tab, name: str) -> Locator:
    return tab.page.get_by_role("navigation").get_by_role("button", name=name)


def box_in(tab: Tab, name: str) -> Locator:
    """Return the message box of a thread."""
    return tab.page.get_by_role("combobox", name=f"Message #{name}")


async def write(tab: Tab, thread: str, text: str) -> None:
    await box_in(tab, thread).fill(text)
    await box_in(tab, thread).press("Enter")


async def begin(tab: Tab, name: str, *, private: bool = False) -> None:
    """Begin a thread by the button below the channels, and wait until it is open."""
    await tab.button("New thread in #patience").click()
    dialog = tab.page.get_by_role("dialog", name="New thread")
    if private:
        await dialog.get_by_role("combobox").click()
        await tab.option("Only those who are called in it").click()
    await dialog.get_by_label("Name").fill(name)
    await dialog.get_by_label("Name").press("Enter")
    await expect(tab.page.get_by_role("heading", name=f"↳ {name}")).to_be_visible()
    await expect(dialog).to_have_count(0)


async def test_a_thread_is_begun_read_and_written_in(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana, boris = await open_tab("ana"), await open_tab("boris")
    await begin(ana, "a table")
    await expect(ana.page.get_by_role("button", name="New thread")).to_be_hidden()
    await write(ana, "a table", "@Boris your turn")
    channel = channel_in(boris, "↳ a table")
    await expect(channel).to_contain_text("1 for you")
    await channel.click()
    await expect(boris.message("@Boris your turn")).to_be_visible()
    await write(ana, "a table", "/play chess")
    await expect(boris.message("c 1 for Ana")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_a_thread_is_begun_at_a_message_with_the_keyboard_alone(
    bot: ForeignBot, open_tab: OpenTab, size: tuple[int, int]
) -> None:
    ana, boris = await open_tab("ana", size=size), await open_tab("boris")
    await boris.type("shall we?")
    message = ana.message("shall we?")
    begin_here = message.get_by_role("button", name="Start a thread here")
    await expect(begin_here).to_be_in_viewport(ratio=1)
    await ana.composer.focus()
    await ana.press("Shift+Tab")
    await expect(begin_here).to_be_focused()
    await expect(begin_here).to_have_css("opacity", "1")
    await begin_here.click(trial=True)  # nothing lies over it
    await ana.press("Enter")
    dialog = ana.page.get_by_role("dialog", name="Thread at this message")
    await expect(dialog.get_by_label("Name")).to_be_focused()
    await ana.page.keyboard.type("a table")
    assert await ana.widest() == size[0]
    await ana.press("Enter")
    await expect(ana.page.get_by_role("heading", name="↳ a table")).to_be_visible()
    await ana.page.keyboard.type("here")  # typing anywhere goes to the message box
    await ana.press("Enter")
    await expect(ana.message("here")).to_be_visible()
    # For everybody the message leads to its thread now, and begins no other.
    await boris.message("shall we?").get_by_role("button", name="↳ a table").click()
    await expect(boris.message("here")).to_be_visible()
    await channel_in(boris, "# patience").click()
    await expect(boris.message("shall we?").get_by_role("button", name="Start a thread here")).to_have_count(0)


async def test_there_is_a_thread_at_a_bots_message_but_none_at_a_whisper_or_in_a_thread(
    bot: ForeignBot, open_tab: OpenTab
) -> None:
    ana = await open_tab()
    await ana.type("/secret")
    whisper = ana.message("for you alone")
    await expect(whisper).to_be_visible()
    await expect(whisper.get_by_role("button", name="Start a thread here")).to_have_count(0)
    board = await bot.channel.send("a board")
    await ana.message("a board").get_by_role("button", name="Start a thread here").click()
    await ana.page.get_by_role("dialog").get_by_label("Name").fill("about it")
    await ana.press("Enter")
    await write(ana, "about it", "well")
    await expect(ana.message("well")).to_be_visible()
    await expect(ana.message("well").get_by_role("button")).to_have_count(0)
    assert (await bot.fetch_channel(board.id)).id == board.id


async def test_threads_stand_below_their_channel_and_messages_lead_to_theirs(
    bot: ForeignBot, open_tab: OpenTab
) -> None:
    ana = await open_tab()
    message = await bot.channel.send("discuss")
    thread = await message.create_thread(name="a table")
    names = ana.page.get_by_role("navigation").locator(".channel-name")
    await expect(names).to_have_text(["# patience", "↳ a table", "# lobby", "@ playground-bot", "@ friends"])
    await thread.edit(name="another table")
    await expect(names.nth(1)).to_have_text("↳ another table")
    await ana.message("discuss").get_by_role("button", name="a table").click()
    await expect(ana.page.get_by_role("heading", name="↳ another table")).to_be_visible()


async def test_a_private_thread_is_there_for_those_who_are_called_into_it(open_tab: OpenTab) -> None:
    ana, boris, carla = await open_tab("ana"), await open_tab("boris"), await open_tab("carla")
    await begin(ana, "secret", private=True)
    await expect(channel_in(ana, "↳ secret")).to_contain_text("private")
    await write(ana, "secret", "just me")
    await write(ana, "secret", "@Boris come in")
    await expect(channel_in(boris, "↳ secret")).to_be_visible()
    await channel_in(boris, "↳ secret").click()
    await expect(boris.message("just me")).to_be_visible()
    await boris.page.reload()
    await expect(boris.page.get_by_role("heading", name="↳ secret")).to_be_visible()
    await channel_in(ana, "# patience").click()
    await ana.type("to all")
    await expect(carla.message("to all")).to_be_visible()
    await expect(channel_in(carla, "↳ secret")).to_have_count(0)


async def test_a_locked_thread_says_so_and_gives_back_what_was_written(
    playground: Playground, open_tab: OpenTab
) -> None:
    boris = await open_tab("boris")
    await begin(boris, "a table")
    (thread,) = playground.world.threads()
    playground.change_thread(thread.id, archived=True)
    await expect(channel_in(boris, "↳ a table")).to_contain_text("archived")
    await write(boris, "a table", "again")
    await expect(channel_in(boris, "↳ a table")).not_to_contain_text("archived")
    playground.change_thread(thread.id, locked=True)
    await expect(channel_in(boris, "↳ a table")).to_contain_text("locked")
    await write(boris, "a table", "and again")
    await expect(boris.page.get_by_text("this thread is locked: only moderators write in it")).to_be_visible()
    await expect(box_in(boris, "a table")).to_have_value("and again")
