"""A table through the page in Chromium, as people play it together; screenshots are kept to be looked at."""

import re

import pytest
from playwright.async_api import Locator, expect

from bot.client import PatienceClient
from playground import Playground
from playground.person import Person
from tests.bot.tables.gathering import Gathering
from tests.bot.test_in_browser import keep_screenshot
from tests.conftest import OpenTab
from tests.playground.browser import PHONE, Tab

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


async def shows(tab: Tab, gathering: Gathering) -> Locator:
    """Wait until a tab shows the table as it is kept, its picture loaded; return its message."""
    table = await gathering.table()
    message = tab.message(f"· table {table.id}")
    picture = message.get_by_role("img")
    await expect(picture).to_have_attribute("src", re.compile(rf"table-{table.id}-{table.version}\.png"))
    await expect(picture).to_have_js_property("complete", True)
    return message


async def test_two_people_play_sun_to_its_end_in_two_tabs_one_on_a_phone(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person, open_tab: OpenTab
) -> None:
    tabs = {ana.id: await open_tab(), boris.id: await open_tab("boris", size=PHONE)}
    gathering = await Gathering.begin(playground, bot, ana, boris, game="sun")
    kept = 0
    while (table := await gathering.table()).state == "playing":
        assert table.turn is not None
        player = tabs[table.turn]
        for tab in tabs.values():
            await shows(tab, gathering)
        message = await shows(player, gathering)
        position = await gathering.position()
        every = message.get_by_role("button", name="All plays")
        advance = position.advance()
        gathering.let_pass()
        if await every.is_enabled():
            await every.click()
        elif advance is not None:
            await message.get_by_role("button", name=advance[1].text(str)).click()
        else:
            await message.get_by_role("button", name="Pass").click()
        while (await gathering.table()).version == table.version:
            await player.settle()
        kept += 1
        if kept == 8:
            for tab, name in zip(tabs.values(), ("desktop", "phone"), strict=True):
                await shows(tab, gathering)
                await gathering.called(ana)
                await keep_screenshot(tab, f"table-turn-{name}")
    for tab, name in zip(tabs.values(), ("desktop", "phone"), strict=True):
        message = await shows(tab, gathering)
        await expect(message.locator("[data-custom-id]")).to_have_count(1)
        await expect(message.get_by_role("button", name="Rematch")).to_be_visible()
        await keep_screenshot(tab, f"table-result-{name}")
    assert await tabs[boris.id].widest() <= PHONE[0]
