"""Links to messages, which on Discord lead to them: the page brings them into sight itself."""

import discord
import pytest
from playwright.async_api import expect

from playground.state import GUILD_ID, LOBBY_ID
from tests.playground.browser import PHONE, OpenTab
from tests.playground.foreign_bot import ForeignBot, picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def button_to(message: discord.Message) -> discord.ui.View:
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Go there", url=message.jump_url))
    return view


async def test_a_button_brings_a_message_far_above_into_sight_and_nothing_else_opens(
    bot: ForeignBot, open_tab: OpenTab
) -> None:
    ana = await open_tab(size=PHONE)
    board = await bot.channel.send("the board", file=picture("a.png", 550, 350, "cards"))
    await bot.channel.send("\n".join("between" for _ in range(80)))
    await bot.channel.send("your turn", view=button_to(board))
    await expect(ana.message("your turn")).to_be_in_viewport()
    await expect(ana.message("the board")).not_to_be_in_viewport()
    await ana.page.get_by_role("link", name="Go there").click()
    await expect(ana.message("the board")).to_be_in_viewport(ratio=1)
    await expect(ana.message("the board")).to_be_focused()
    # It stays there, whatever comes below.
    await bot.channel.send("and more")
    await expect(ana.message("and more")).to_be_attached()
    await expect(ana.message("the board")).to_be_in_viewport(ratio=1)
    assert len(ana.page.context.pages) == 1


async def test_of_a_message_longer_than_the_page_its_end_with_the_buttons_is_shown(
    bot: ForeignBot, open_tab: OpenTab
) -> None:
    ana = await open_tab(size=PHONE)
    end = discord.ui.View()
    end.add_item(discord.ui.Button(label="At its end", custom_id="end"))
    board = await bot.channel.send("\n".join("long" for _ in range(60)), view=end)
    await bot.channel.send("\n".join("between" for _ in range(60)))
    await bot.channel.send("your turn", view=button_to(board))
    await ana.page.get_by_role("link", name="Go there").click()
    await expect(ana.button("At its end")).to_be_in_viewport(ratio=1)


async def test_an_address_in_a_text_leads_to_another_channel(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    lobby = await bot.fetch_channel(LOBBY_ID)
    assert isinstance(lobby, discord.TextChannel)
    there = await lobby.send("in the lobby")
    await bot.channel.send(f"See {there.jump_url}")
    await ana.page.get_by_role("link", name=there.jump_url).click()
    await expect(ana.message("in the lobby")).to_be_in_viewport(ratio=1)
    assert ana.page.url.endswith("#lobby")


async def test_what_is_not_here_is_left_to_the_browser(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await bot.channel.send(f"See https://discord.com/channels/{GUILD_ID}/42/43")
    link = ana.page.get_by_role("link", name=f"https://discord.com/channels/{GUILD_ID}/42/43")
    left = await link.evaluate(
        """link => new Promise((done) => {
            addEventListener("click", (event) => {
                done(!event.defaultPrevented);
                event.preventDefault();
            }, { once: true });
            link.click();
        })"""
    )
    assert left
    assert ana.page.url.endswith("#patience")
