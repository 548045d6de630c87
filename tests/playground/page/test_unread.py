"""What is unread, also of what came while nobody looked."""

import pytest
from playwright.async_api import Browser, Locator, expect

from playground import Playground
from playground.people import ANA_ID
from playground.person import Person
from playground.state import LOBBY_ID, PATIENCE_ID
from tests.playground.browser import OpenTab, Tab
from tests.playground.raw_bot import RawBot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def lobby_in(tab: Tab) -> Locator:
    return tab.page.get_by_role("navigation").get_by_role("button", name="# lobby")


async def test_a_channel_that_is_not_open_shows_what_is_unread(open_tab: OpenTab) -> None:
    ana, boris = await open_tab("ana"), await open_tab("boris", channel="lobby")
    await boris.type("@Ana are you there?")
    await expect(lobby_in(ana)).to_contain_text("1 for you")
    await lobby_in(ana).click()
    await expect(ana.message("@Ana are you there?")).to_be_visible()
    await expect(lobby_in(ana)).not_to_contain_text("for you")


async def test_what_came_before_the_page_or_before_its_reload_is_unread(
    playground: Playground, open_tab: OpenTab
) -> None:
    async with Person(playground.url, "Boris") as boris:
        await boris.say("one", channel="lobby")
        await boris.say("two")
        ana = await open_tab()  # opens #patience, which is read by that
        await expect(lobby_in(ana)).to_contain_text("1 unread")
        await ana.page.reload()
        await expect(ana.message("two")).to_be_visible()
        await expect(lobby_in(ana)).to_contain_text("1 unread")
        await lobby_in(ana).click()
        await expect(lobby_in(ana)).not_to_contain_text("unread")
        patience = ana.page.get_by_role("navigation").get_by_role("button", name="# patience")
        await boris.say("three")
        await expect(patience).to_contain_text("1 unread")
        await ana.page.reload()
        await expect(patience).to_contain_text("1 unread")
        await expect(lobby_in(ana)).not_to_contain_text("unread")


async def test_what_came_while_the_page_was_disconnected_is_unread(playground: Playground, browser: Browser) -> None:
    ana = await Tab.open(browser, playground.url, "ana")
    await playground.set_pages_reachable(False)
    lost = ana.page.get_by_text("The connection is lost")
    await expect(lost).to_be_visible()
    async with RawBot(playground) as raw:
        for channel in (LOBBY_ID, PATIENCE_ID):
            await raw.post(channel, content=f"<@{ANA_ID}> are you there?")
    await playground.set_pages_reachable(True)
    await expect(lost).to_be_hidden()
    await expect(lobby_in(ana)).to_contain_text("1 for you")
    await expect(ana.message("@Ana are you there?")).to_be_visible()
    await expect(ana.page).to_have_title("(1) # patience · Playground")  # what is in sight is read
    await ana.close()


async def test_what_is_read_on_one_page_is_read_on_all(open_tab: OpenTab) -> None:
    first, second, boris = await open_tab("ana"), await open_tab("ana"), await open_tab("boris", channel="lobby")
    await boris.type("hello")
    for ana in (first, second):
        await expect(lobby_in(ana)).to_contain_text("1 unread")
    await lobby_in(first).click()
    await expect(lobby_in(second)).not_to_contain_text("unread")
