"""What the page says of the bot and of its own connection."""

import pytest
from playwright.async_api import Browser, expect

from playground import Playground
from tests.playground.browser import OpenTab, Tab
from tests.playground.foreign_bot import ForeignBot
from tests.playground.ports import port_to_return_to

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_the_page_says_when_the_bot_is_away(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    note = ana.page.get_by_text("The bot is offline")
    await expect(note).to_be_hidden()
    await bot.close()
    await expect(note).to_be_visible()


async def test_the_page_comes_back_by_itself(browser: Browser) -> None:
    async with Playground(port_to_return_to()) as first:
        url, port = first.url, first.port
        boris = await Tab.open(browser, url, "boris")
    lost = boris.page.get_by_text("The connection is lost")
    await expect(lost).to_be_visible()
    async with Playground(port):
        await expect(lost).to_be_hidden()
        await boris.type("back again")
        await expect(boris.message("back again")).to_contain_text("Boris")
        await boris.close()


async def test_without_a_connection_the_page_says_nothing_of_the_bot(browser: Browser) -> None:
    async with Playground(0) as playground:
        ana = await Tab.open(browser, playground.url, "ana")
        offline = ana.page.get_by_text("The bot is offline")
        await expect(offline).to_be_visible()
    await expect(ana.page.get_by_text("The connection is lost")).to_be_visible()
    await expect(offline).to_be_hidden()
    await ana.close()


async def test_what_failed_without_a_connection_is_forgotten_when_there_is_one_again(browser: Browser) -> None:
    async with Playground(port_to_return_to()) as playground:
        port = playground.port
        ana = await Tab.open(browser, playground.url, "ana")
    await expect(ana.page.get_by_text("The connection is lost")).to_be_visible()
    await ana.type("hello?")
    failure = ana.page.get_by_text("There is no connection")
    await expect(failure).to_be_visible()
    async with Playground(port):
        await expect(failure).to_be_hidden()
        await expect(ana.composer).to_have_value("hello?")
        await ana.close()
