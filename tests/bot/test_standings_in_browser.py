"""Leaderboards and statistics as they look on the page in Chromium; screenshots are kept to be looked at."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.async_api import expect

from playground.people import ANA_ID
from tests.bot.results_kept import NOW, play_over, seen
from tests.bot.test_in_browser import keep_screenshot
from tests.conftest import OpenTab
from tests.playground.browser import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("bot"), pytest.mark.timeout(240)]

DAY = 24 * 3600 * 1000
TODAY = datetime.fromtimestamp(NOW / 1000, UTC).date()
NAMES = [
    "Margareta", "snow_white*", "Дмитрий Александрович", "Ion", "**Bold**", "שלום", "Նարեկ", "<@everyone>", "Felix",
    "Greta", "Hugo",
]  # fmt: skip


async def fill(file: Path) -> None:
    """Store a daily of some people, and two weeks of Ana's."""
    for number, name in enumerate(NAMES):
        score = 981 - 83 * number
        await play_over(
            file, 700 + number, score, won=score > 700, day=str(TODAY), moves=40 + number, seconds=171 * (number + 1)
        )
        await seen(file, 700 + number, name)
    for ago in range(14):
        at = NOW - ago * DAY
        day = str(datetime.fromtimestamp(at / 1000, UTC).date()) if ago % 5 != 3 else None
        won = ago % 4 == 1
        score = 940 - 3 * ago if won else 200 + 29 * ago
        await play_over(file, ANA_ID, score, won=won, day=day, moves=1, seconds=300 + ago, at=at)


async def test_a_leaderboard_fits_a_phone(open_tab: OpenTab, file: Path) -> None:
    await fill(file)
    ana = await open_tab(size=PHONE)
    await ana.type("/leaderboard scope: Everyone")
    board = ana.message("Daily")
    await expect(board.get_by_role("img")).to_have_js_property("complete", True)
    await expect(board).to_contain_text("snow_white*")
    await expect(board.get_by_role("button", name="Next")).to_be_enabled()
    assert await ana.widest() <= PHONE[0]
    await board.get_by_text("Daily").first.scroll_into_view_if_needed()
    await keep_screenshot(ana, "leaderboard-phone")
    await ana.type("/leaderboard period: This month scope: Everyone")
    month = ana.message("The calendar is the month of ›")
    await expect(month.get_by_role("img")).to_have_js_property("complete", True)
    assert await ana.widest() <= PHONE[0]
    await month.get_by_role("img").scroll_into_view_if_needed()
    await keep_screenshot(ana, "leaderboard-month-phone")


async def test_a_leaderboard_and_statistics_on_a_wide_screen(open_tab: OpenTab, file: Path) -> None:
    await fill(file)
    ana = await open_tab(size=(1280, 1400))
    await ana.type("/leaderboard scope: Everyone")
    await expect(ana.message("Daily").get_by_role("img")).to_have_js_property("complete", True)
    await keep_screenshot(ana, "leaderboard-desktop")
    await ana.type("/stats")
    await ana.button("Send").click()
    stats = ana.message("Statistics")
    await expect(stats.get_by_role("img")).to_have_count(3)
    for number in range(3):
        await expect(stats.get_by_role("img").nth(number)).to_have_js_property("complete", True)
    await keep_screenshot(ana, "stats-desktop")
