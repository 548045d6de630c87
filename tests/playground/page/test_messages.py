"""What is done with a message: buttons, selects, forms and whispers."""

import pytest
from playwright.async_api import expect

from tests.playground.browser import OpenTab
from tests.playground.foreign_bot import ForeignBot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_pressed_button_changes_the_message_where_it_stands(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await ana.type("/play chess")
    board = ana.message("used /play")
    await ana.button("Turn").click()
    await expect(board.get_by_role("img")).to_have_attribute("alt", "a turned board")
    await expect(board).to_contain_text("turned")
    await expect(board.get_by_text("edited", exact=True)).to_be_visible()
    await expect(ana.button("Turn")).to_be_focused()
    await expect(ana.messages.get_by_role("listitem")).to_have_count(1)


async def test_several_picks_are_sent_in_the_order_of_picking(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await ana.type("/play chess")
    await ana.select("Cards").click()
    await ana.option("Card 3").click()
    await ana.option("Card 1").click()
    await ana.option("Card 2").click()  # one more than may be chosen: not taken
    await ana.button("Choose 2").click()
    await expect(ana.message("chose 3 1")).to_be_visible()


async def test_a_person_is_chosen_from_a_list(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await ana.type("/play chess")
    await ana.select("Whom").click()
    await ana.option("Boris").click()
    await expect(ana.message("against Boris")).to_be_visible()


async def test_a_whisper_is_seen_in_its_own_tab_until_dismissed(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana, boris = await open_tab("ana"), await open_tab("boris")
    await ana.type("/secret")
    await expect(ana.message("for you alone")).to_contain_text("Only you can see this")
    await ana.type("hello, Boris")
    await expect(boris.message("hello, Boris")).to_be_visible()
    await expect(boris.message("for you alone")).to_have_count(0)
    await ana.button("Dismiss").click()
    await expect(ana.message("for you alone")).to_have_count(0)


async def test_a_form_is_filled_in_and_sent(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await ana.type("/play chess")
    await ana.button("Name it").click()
    form = ana.page.get_by_role("dialog", name="A name for the board")
    await form.get_by_label("Name").fill("Immortal")
    await form.get_by_label("Remark").fill("a long one")
    await form.get_by_role("button", name="Submit").click()
    await expect(ana.message("Immortal, remark: a long one")).to_be_visible()
    await expect(form).to_have_count(0)
