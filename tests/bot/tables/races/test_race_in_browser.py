"""A race through the page in Chromium, from its lobby to its ranking; screenshots are kept to be looked at."""

import asyncio

import pytest
from playwright.async_api import expect

from bot.client import PatienceClient
from playground.person import Person
from tests.bot.tables.races.racing import give_up, is_race, own_board, play_on, play_to_the_end
from tests.bot.test_in_browser import keep_screenshot
from tests.conftest import OpenTab
from tests.playground.browser import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


async def test_a_race_is_opened_played_and_ranked_at_a_desk_and_on_a_phone(
    bot: PatienceClient, people: list[Person], open_tab: OpenTab
) -> None:
    desk, phone = await open_tab(), await open_tab("boris", size=PHONE)
    _, _, carla, dan, elena, felix = people
    await desk.type("/table open game: Sultan kind: A race deal: a race to be looked at seats: 6")
    await expect(phone.button("Join")).to_be_visible()
    await phone.button("Join").click()
    lobby = await carla.sees(lambda message: "table 1" in message.content)
    for person in (carla, dan, elena, felix):
        await person.press(lobby, "Join")
    await expect(desk.button("Start")).to_be_enabled()
    await desk.button("Start").click()
    await expect(phone.button("My board")).to_be_visible()
    table = await bot.rooms.stored.get(1)
    await play_to_the_end(carla, table)
    await asyncio.gather(*(own_board(person, table) for person in (dan, elena)))
    board = await own_board(dan, table)
    for _ in range(5):
        board = await play_on(dan, board)
    await give_up(elena, await own_board(elena, table))
    await desk.button("My board").click()
    own = desk.message("race 1")
    await expect(own.get_by_role("img")).to_have_js_property("complete", True)
    await own.get_by_role("button", name="Play on").click()
    await expect(own).not_to_contain_text("moves: 0")
    await keep_screenshot(desk, "race-board-desktop")
    await phone.button("My board").click()
    own = phone.message("race 1")
    await expect(own.get_by_role("img")).to_have_js_property("complete", True)
    await own.get_by_role("button", name="Play on").click()
    await expect(own).not_to_contain_text("moves: 0")
    await keep_screenshot(phone, "race-board-phone")
    await carla.sees(lambda message: is_race(table)(message) and message.content.count("moves:\xa00") == 2)
    for tab, name in ((desk, "desktop"), (phone, "phone")):
        await tab.message("a board each").scroll_into_view_if_needed()
        await keep_screenshot(tab, f"race-{name}")
    await desk.message("a board each").get_by_role("button", name="End table").click()
    await desk.button("End this table").click()
    for tab, name in ((desk, "desktop"), (phone, "phone")):
        await expect(tab.message("Ended by")).to_contain_text("not finished")
        await tab.message("Ended by").scroll_into_view_if_needed()
        await keep_screenshot(tab, f"race-result-{name}")
    assert await phone.widest() <= PHONE[0]
