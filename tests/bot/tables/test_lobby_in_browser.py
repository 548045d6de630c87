"""Lobby and invitation in Chromium, as people see them; screenshots are kept to be looked at."""

import pytest
from playwright.async_api import expect

from tests.bot.test_in_browser import keep_screenshot
from tests.conftest import OpenTab
from tests.playground.browser import DESKTOP, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("bot"), pytest.mark.timeout(240)]


@pytest.mark.parametrize(("size", "name"), [(DESKTOP, "desktop"), (PHONE, "phone")])
async def test_a_table_is_opened_somebody_invited_and_sits_down(
    open_tab: OpenTab, size: tuple[int, int], name: str
) -> None:
    ana, boris = await open_tab("ana", size=size), await open_tab("boris", size=size)
    await ana.type("/table open Sultan In turns deal: by pressing")
    lobby = ana.message("Seats")
    await expect(lobby.get_by_role("button", name="Start", exact=True)).to_be_visible()
    assert await ana.widest() <= size[0]
    await keep_screenshot(ana, f"table-lobby-{name}")
    await lobby.get_by_role("button", name="Invite").click()
    asked = ana.message("Whom do you want to invite?")
    await asked.get_by_role("combobox").click()
    await keep_screenshot(ana, f"table-inviting-{name}")
    await ana.option("Boris").click()
    await expect(ana.message("is invited")).to_be_visible()
    invitation = boris.message("invites you to a table")
    await expect(invitation.get_by_role("button", name="Accept")).to_be_visible()
    assert await boris.widest() <= size[0]
    await keep_screenshot(boris, f"table-invitation-{name}")
    await invitation.get_by_role("button", name="Accept").click()
    await expect(boris.message("has accepted the invitation")).to_be_visible()
    await expect(ana.message("Seats")).to_contain_text("(2 of 4)")
    await keep_screenshot(ana, f"table-lobby-two-{name}")
    await ana.message("Seats").get_by_role("button", name="Start", exact=True).click()
    await expect(ana.message("Sultan").get_by_role("img")).to_be_visible()
