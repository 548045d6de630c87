"""Commands: found, filled in, typed and refused."""

import pytest
from playwright.async_api import expect

from playground import Playground
from tests.playground.browser import PHONE, OpenTab, uncovered
from tests.playground.foreign_bot import ABOUT_OPENINGS, ForeignBot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_command_is_found_filled_in_and_sent(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await ana.composer.fill("/pl")
    await ana.option("/play game:").click()
    await ana.page.get_by_label("game").select_option("Chess")
    await ana.button("+ seed").click()
    await ana.press("7", "Enter")
    board = ana.message("c 7 for Ana")
    await expect(board).to_contain_text("Ana used /play")
    await expect(board.get_by_role("img", name="a board")).to_be_visible()
    await expect(ana.composer).to_be_focused()


async def test_a_value_that_will_not_do_is_told_at_its_field(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await ana.type("/play")
    await ana.press("Enter")
    await expect(ana.page.get_by_role("alert").filter(has_text="“game” is needed.")).to_be_visible()
    await ana.button("+ seed").click()
    await ana.press("1", "0", "0", "Enter")
    await expect(ana.page.get_by_text("“seed” has to be at most 99.")).to_be_visible()
    await expect(ana.page.get_by_label("game")).to_be_focused()
    await ana.press("Escape")
    await expect(ana.composer).to_be_focused()


async def test_a_command_may_be_typed_as_one_line(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    lines = {
        "/play chess seed: 7": "c 7 for Ana",
        "/play game:Go": "g 1 for Ana",
        "/play go 12": "g 12 for Ana",
        "/opening The Spanish": "opening The Spanish",
        "/stats of who: @Boris channel: #lobby": "Boris in #lobby",
        "/chatter": "first, edited",
    }
    for line, answer in lines.items():
        await ana.type(line)
        await expect(ana.message(answer)).to_be_visible()


async def test_suggestions_follow_what_is_typed(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await ana.type("/opening")
    await expect(ana.page.get_by_role("option")).to_have_count(3)
    await ana.press("S", "p")
    await expect(ana.page.get_by_role("option")).to_have_text(["The Spanish"])
    await ana.press("ArrowDown", "Enter", "Enter")
    await expect(ana.message("opening Spanish")).to_be_visible()
    await ana.composer.fill("/opening Si")
    await ana.press("Tab")
    await ana.option("The Sicilian").click()
    await expect(ana.page.get_by_label("name", exact=True)).to_have_value("The Sicilian")


async def test_a_bot_that_does_not_answer_is_told_of(
    bot: ForeignBot, open_tab: OpenTab, playground: Playground
) -> None:
    ana = await open_tab()
    await ana.type("/silence")
    await expect(ana.page.get_by_text("Waiting for an answer to /silence…")).to_be_visible()
    await bot.silent.wait()
    playground.clock.advance(4)
    await expect(ana.page.get_by_text("/silence: The application did not respond")).to_be_visible()


async def test_why_a_command_will_not_do_can_be_read(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await bot.channel.send("\n".join("long ago" for _ in range(80)))
    await expect(ana.message("long ago")).to_be_visible()
    await ana.scroll_to_top()
    await ana.type("/play chess seven")
    reason = ana.page.get_by_text("“seed” has to be a number.")
    await expect(reason).to_be_visible()
    assert await uncovered(reason)


async def test_suggestions_make_room_for_what_is_told_below_them(
    bot: ForeignBot, open_tab: OpenTab, playground: Playground
) -> None:
    ana = await open_tab()
    await bot.channel.send("\n".join("long ago" for _ in range(80)))
    await expect(ana.message("long ago")).to_be_visible()
    await ana.type("/silence")
    await expect(ana.page.get_by_text("Waiting for an answer")).to_be_visible()
    await bot.silent.wait()
    await ana.scroll_to_top()
    await ana.composer.fill("/pl")
    playground.clock.advance(4)
    reason = ana.page.get_by_text("/silence: The application did not respond")
    await expect(reason).to_be_visible()
    await expect(ana.option("/play")).to_be_visible()
    assert await uncovered(reason)


async def test_an_option_is_described_in_full_below_its_field(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab(size=PHONE)
    await ana.type("/opening")
    field = ana.page.get_by_label("name", exact=True)
    await expect(field).to_have_accessible_description(ABOUT_OPENINGS)
    description = ana.page.get_by_text(ABOUT_OPENINGS)
    await expect(description).to_be_in_viewport(ratio=1)
    assert await uncovered(description)
