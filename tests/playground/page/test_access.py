"""The page by the keyboard alone, and on a phone."""

import pytest
from playwright.async_api import expect

from tests.playground.browser import PHONE, OpenTab
from tests.playground.foreign_bot import ForeignBot, picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_everything_is_done_with_the_keyboard_alone(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await ana.page.keyboard.type("/play chess")  # typing anywhere goes to the message box
    await ana.press("Enter")
    await expect(ana.message("c 1 for Ana")).to_be_visible()

    await ana.press("Shift+Tab")
    await expect(ana.select("Whom")).to_be_focused()
    await ana.press("Shift+Tab", "Enter", "Space", "ArrowDown", "Enter", "Tab", "Enter")
    await expect(ana.message("chose 1 2")).to_be_visible()

    await expect(ana.select("Cards")).to_be_focused()
    await ana.press("Shift+Tab", "Enter")
    form = ana.page.get_by_role("dialog", name="A name for the board")
    await expect(form.get_by_label("Name")).to_be_focused()
    await ana.press("Escape")
    await expect(form).to_have_count(0)

    await ana.press("Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Enter")
    large = ana.page.get_by_role("dialog", name="Picture")
    await expect(large.get_by_role("img", name="a board")).to_be_visible()
    await ana.press("Escape")
    await expect(large).to_have_count(0)


async def test_a_phone_shows_everything_without_scrolling_sideways(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab(size=PHONE)
    wide = "https://example.org/" + "x" * 200 + "\n```\n" + "y" * 200 + "\n```"
    await bot.channel.send(wide, file=picture("a.png", 1100, 700, "a wide board"))
    image = await ana.message("example.org").get_by_role("img").bounding_box()
    assert image is not None
    assert image["width"] > 320
    await ana.type("/play chess")
    for name in ("Turn", "Slow turn", "Whisper", "Name it", "Never"):
        box = await ana.button(name).bounding_box()
        assert box is not None
        assert box["height"] >= 40
    await ana.select("Cards").click()
    assert await ana.widest() == PHONE[0]
    await ana.press("Escape")
    await ana.composer.fill("/")
    assert await ana.widest() == PHONE[0]
    await ana.press("Escape")
    await expect(ana.composer).to_be_in_viewport(ratio=1)
    await ana.button("Channels").click()
    await ana.button("# lobby").click()
    await expect(ana.page.get_by_role("heading", name="# lobby")).to_be_visible()
