"""A daily as it looks on the page in Chromium, from its announcement to what is shared; screenshots are kept."""

import pytest
from playwright.async_api import expect

from bot.announcer import Announcer
from bot.client import PatienceClient
from tests.bot.days import Days
from tests.bot.test_in_browser import keep_screenshot
from tests.conftest import OpenTab
from tests.playground.browser import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


async def test_a_daily_is_announced_played_and_shared_on_a_phone(
    bot: PatienceClient, days: Days, open_tab: OpenTab
) -> None:
    ana = await open_tab(size=PHONE)
    boris = await open_tab("Boris", size=PHONE)
    await ana.type("/settings daily-channel channel: patience")
    await expect(ana.message("From the next midnight")).to_be_visible()
    await ana.type("/daily game: Sun")
    await expect(ana.message("Sun, daily").get_by_role("img")).to_have_js_property("complete", True)
    await ana.button("Resign").click()
    await ana.button("Resign this game").click()
    await expect(ana.message("Resigned.")).to_be_visible()
    days.midnight()
    await Announcer(bot, bot.announcements).look()
    announced = ana.message("Yesterday's best scores so far")
    await expect(announced.get_by_role("button", name="Play Sultan")).to_be_visible()
    await announced.scroll_into_view_if_needed()
    await keep_screenshot(ana, "announcement-phone")
    await announced.get_by_role("button", name="Play Pyramid").click()
    await expect(ana.message("Pyramid, daily").get_by_role("img")).to_have_js_property("complete", True)
    await keep_screenshot(ana, "daily-phone")
    await ana.button("Turn a stock card").click()
    await expect(ana.message("moves: 1")).to_be_visible()
    await ana.message("Pyramid, daily").get_by_role("button", name="Resign").click()
    await ana.button("Resign this game").click()
    await ana.type("/daily game: Pyramid")
    await expect(ana.message("All games: days in a row: 2")).to_be_visible()
    await keep_screenshot(ana, "daily-over-phone")
    await ana.message("All games: days in a row: 2").get_by_role("button", name="Share").click()
    await expect(boris.message("of 1000")).to_contain_text("resigned")
    await boris.message("of 1000").scroll_into_view_if_needed()
    await keep_screenshot(boris, "share-phone")
    assert await ana.widest() <= PHONE[0]
    assert await boris.message("Pyramid, daily").count() == 1
