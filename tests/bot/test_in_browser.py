"""Whole games through the page in Chromium, as a person plays them; screenshots are kept to be looked at."""

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.client import PatienceClient
from bot.positions import Position
from tests.conftest import OpenTab
from tests.playground.browser import PHONE, Tab

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("bot"), pytest.mark.timeout(240)]

SCREENSHOTS = Path(__file__).parents[1] / "screenshots"
SHIFT = re.compile("[CDHS]>")  # a move between the rows of Sun, which brings no card home


async def keep_screenshot(tab: Tab, name: str) -> None:
    SCREENSHOTS.mkdir(exist_ok=True)
    await tab.page.screenshot(path=SCREENSHOTS / f"{name}.png")


async def position_of(bot: PatienceClient) -> Position:
    """Return the only game as the database has it."""
    return await bot.service.position(1)


async def shows(board: Locator, position: Position) -> None:
    """Wait until the message shows this position, its picture loaded."""
    picture = board.get_by_role("img")
    await expect(picture).to_have_attribute("src", re.compile(rf"-{position.stored.version}\.png"))
    await expect(picture).to_have_js_property("complete", True)


def next_move(position: Position) -> tuple[str, bool]:
    """Return what somebody plays who plays whatever fits, and advances when nothing does; and whether it did."""
    plays = [text for text, _ in position.plays()]
    home = [text for text in plays if not SHIFT.match(text)]
    if home:
        return home[0], False
    advance = position.advance()
    return (advance[0], True) if advance else (plays[0], False)


async def test_sultan_is_played_to_its_end_by_pressing_alone_on_a_phone(bot: PatienceClient, open_tab: OpenTab) -> None:
    ana = await open_tab(size=PHONE)
    await ana.type("/play Sultan deal: by pressing alone")
    board = ana.message("Sultan")
    await expect(board).to_be_visible()
    position = await position_of(bot)
    presses, kept = 0, set[str]()
    while not position.over:
        plays = [text for text, _ in position.plays()]
        await shows(board, position)
        if plays:
            await board.get_by_role("combobox").click()
            for text in plays:
                wanted = ana.page.get_by_text(text, exact=True)
                await ana.page.get_by_role("option").filter(has=wanted).click()
            if len(plays) > 1:
                if "sultan-picks-phone" not in kept:
                    kept.add("sultan-picks-phone")
                    await keep_screenshot(ana, "sultan-picks-phone")
                await ana.page.get_by_role("button", name=f"Choose {len(plays)}").click()
        else:
            await board.get_by_role("button", name="Draw on").click()
        presses += 1
        await shows(board, position := await played(bot, position))
        if presses in (1, 30):
            await keep_screenshot(ana, f"sultan-{presses}-phone")
            assert await ana.widest() <= PHONE[0]
    await expect(board).to_contain_text(re.compile("Won!|Lost:"))
    await expect(board.get_by_role("button", name="Play again")).to_be_visible()
    await keep_screenshot(ana, "sultan-end-phone")


async def test_sun_is_played_to_its_end_by_one_button_on_a_phone(bot: PatienceClient, open_tab: OpenTab) -> None:
    ana = await open_tab(size=PHONE)
    await ana.type("/play Sun deal: by one button")
    board = ana.message("Sun")
    await expect(board).to_be_visible()
    position = await position_of(bot)
    presses = 0
    while not position.over:
        await shows(board, position)
        await board.get_by_role("button", name="Play on").click()
        position = await played(bot, position)
        presses += 1
        if presses in (1, 12, 25):
            await shows(board, position)
            await keep_screenshot(ana, f"sun-played-on-{presses}-phone")
            assert await ana.widest() <= PHONE[0]
    await expect(board).to_contain_text(re.compile("Won!|Lost:"))
    assert presses <= 50
    await keep_screenshot(ana, "sun-played-on-end-phone")


async def test_pyramid_is_played_to_its_end_by_move_commands_alone(bot: PatienceClient, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await ana.type("/play Pyramid deal: by commands alone")
    board = ana.message("Pyramid")
    await expect(board).to_be_visible()
    position = await position_of(bot)
    while not position.over:
        move, _ = next_move(position)
        if position.stored.move_count < 4:
            # The first ones are found in the list of suggestions, the others are written out.
            await ana.type("/move")
            await expect(ana.page.get_by_role("option").first).to_be_visible()
            await ana.page.keyboard.type(move)
            await expect(ana.page.get_by_role("option")).to_have_count(1)
            await ana.press("ArrowDown", "Enter", "Enter")
        else:
            await ana.type(f"/move {move}")
        await shows(board, position := await played(bot, position))
    await expect(board).to_contain_text(re.compile("Won!|Lost:"))
    await expect(ana.messages.get_by_role("listitem")).to_have_count(1)
    await keep_screenshot(ana, "pyramid-end-desktop")


async def test_sun_is_played_to_its_end_with_a_stranger_looking_on(bot: PatienceClient, open_tab: OpenTab) -> None:
    ana, boris = await open_tab(), await open_tab("boris", size=PHONE)
    await ana.type("/play Sun deal: with a stranger")
    await boris.message("Sun").locator("[data-custom-id^='play:']").click()
    await expect(boris.message("Only you can see this")).to_contain_text("This is the game of @Ana")
    position = await position_of(bot)
    assert position.stored.move_count == 0
    seen = set()
    while not position.over:
        move, advances = next_move(position)
        await ana.type("/draw" if advances else f"/move {move}")
        await shows(ana.message("Sun"), position := await played(bot, position))
        stage = position.view().fact("stage")
        if stage not in seen:
            seen.add(stage)
            await keep_screenshot(ana, f"sun-stage-{stage}-desktop")
            await shows(boris.message("Sun"), position)
            await keep_screenshot(boris, f"sun-stage-{stage}-phone")
    await expect(ana.message("Sun")).to_contain_text(re.compile("Won!|Lost:"))
    await keep_screenshot(ana, "sun-end-desktop")


async def played(bot: PatienceClient, before: Position) -> Position:
    """Wait until the game is past a position, and return it as it is then."""
    for _ in range(6000):
        position = await position_of(bot)
        if position.stored.version > before.stored.version:
            return position
        await asyncio.sleep(0.01)
    raise AssertionError(f"the game stays at version {before.stored.version}")
