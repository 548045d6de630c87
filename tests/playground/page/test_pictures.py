"""Pictures: pressed to be seen large, whole at first and then in full size."""

import re

import pytest
from playwright.async_api import FloatRect, Locator, expect

from tests.playground.browser import DESKTOP, PHONE, OpenTab, Tab, uncovered
from tests.playground.foreign_bot import ForeignBot, picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

WIDTH, HEIGHT = 1100, 700


async def post_board(bot: ForeignBot) -> None:
    await bot.channel.send(file=picture("board.png", WIDTH, HEIGHT, "a wide board"))


def board_in(tab: Tab) -> Locator:
    return tab.messages.get_by_role("button", name="a wide board")


def large_in(tab: Tab) -> Locator:
    """Return the picture in the enlarged view."""
    return tab.page.get_by_role("dialog", name="Picture").get_by_role("button", name="a wide board")


async def show_full(large: Locator, *, full: bool = True) -> None:
    """Wait until a picture is shown in full size, or whole again: a tap is a press only a moment later."""
    await expect(large).to_have_attribute("aria-pressed", str(full).lower())


async def box_of(element: Locator) -> FloatRect:
    """Return the place of a picture, once it has come."""
    await expect(element.get_by_role("img")).to_have_js_property("complete", True)
    box = await element.bounding_box()
    assert box is not None
    return box


async def test_nothing_lies_on_a_picture(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab(size=PHONE, touch=True)
    await post_board(bot)
    await expect(board_in(ana)).to_be_in_viewport(ratio=1)
    assert await uncovered(board_in(ana))


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
async def test_a_picture_is_seen_whole_before_it_is_seen_in_full_size(
    bot: ForeignBot, open_tab: OpenTab, size: tuple[int, int]
) -> None:
    ana = await open_tab(size=size, touch=True)
    await post_board(bot)
    await board_in(ana).tap()
    large = large_in(ana)
    whole = await box_of(large)
    await expect(large).to_be_in_viewport(ratio=1)
    assert await uncovered(large)
    assert whole["width"] / whole["height"] == pytest.approx(WIDTH / HEIGHT, abs=0.02)
    assert whole["width"] > 0.8 * size[0]

    await large.tap()
    await show_full(large)
    full = await box_of(large)
    assert full["width"] >= WIDTH
    assert full["width"] / full["height"] == pytest.approx(WIDTH / HEIGHT, abs=0.02)
    await large.tap(position={"x": WIDTH / 2, "y": HEIGHT / 2})
    await show_full(large, full=False)
    assert await box_of(large) == whole


async def test_what_was_pressed_is_in_the_middle_of_the_full_size(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab(size=PHONE, touch=True)
    await post_board(bot)
    await board_in(ana).tap()
    whole = await box_of(large_in(ana))
    await large_in(ana).tap(position={"x": 0.7 * whole["width"], "y": 0.4 * whole["height"]})
    await show_full(large_in(ana))
    full = await box_of(large_in(ana))
    assert full["x"] + 0.7 * full["width"] == pytest.approx(PHONE[0] / 2, abs=2)


async def test_a_finger_moves_the_full_size(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab(size=PHONE, touch=True)
    await post_board(bot)
    await board_in(ana).tap()
    await box_of(large_in(ana))
    await large_in(ana).tap()
    await show_full(large_in(ana))
    view = large_in(ana).locator("xpath=..")
    before = await view.evaluate("view => view.scrollLeft")
    session = await ana.page.context.new_cdp_session(ana.page)
    for kind, across in [("touchStart", 250), *(("touchMove", x) for x in range(240, 90, -10)), ("touchEnd", None)]:
        points = [] if across is None else [{"x": across, "y": 300}]
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    await expect(view).not_to_have_js_property("scrollLeft", before)
    await expect(view).to_have_class(re.compile("full"))  # a swipe is no press


async def test_a_mouse_drags_the_full_size(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await post_board(bot)
    await board_in(ana).click()
    await box_of(large_in(ana))
    await large_in(ana).click()
    await show_full(large_in(ana))
    before = await box_of(large_in(ana))
    mouse = ana.page.mouse
    await mouse.move(600, 300)
    await mouse.down()
    await mouse.move(500, 250, steps=3)
    await mouse.up()
    await ana.settle()
    after = await box_of(large_in(ana))
    assert (after["x"], after["y"]) == pytest.approx((before["x"] - 100, before["y"] - 50), abs=1)
    assert after["width"] == before["width"]  # the end of a drag is no press


async def test_keys_enlarge_move_and_close(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab(size=PHONE)
    await post_board(bot)
    await expect(board_in(ana)).to_be_visible()
    await ana.composer.focus()
    await ana.press("Shift+Tab", "Enter")
    await expect(large_in(ana)).to_be_focused()
    await box_of(large_in(ana))
    await ana.press("Enter")
    await show_full(large_in(ana))
    view = large_in(ana).locator("xpath=..")
    before = await view.evaluate("view => view.scrollLeft")
    await ana.press("ArrowRight")
    await expect(view).not_to_have_js_property("scrollLeft", before)
    await ana.press("Escape")
    await expect(large_in(ana)).to_have_count(0)
    await expect(board_in(ana)).to_be_focused()


async def test_a_large_picture_is_closed_by_a_button_or_a_press_beside_it(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab(size=PHONE, touch=True)
    await post_board(bot)
    await board_in(ana).tap()
    await ana.button("Close").tap()
    await expect(large_in(ana)).to_have_count(0)
    await board_in(ana).tap()
    whole = await box_of(large_in(ana))
    await ana.page.touchscreen.tap(PHONE[0] / 2, whole["y"] - 20)
    await expect(large_in(ana)).to_have_count(0)
