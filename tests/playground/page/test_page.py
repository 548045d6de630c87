import discord
import pytest
from playwright.async_api import Browser, Locator, expect

from playground import Playground
from playground.state import ANA_ID
from tests.playground.browser import PHONE, OpenTab, Tab
from tests.playground.foreign_bot import ForeignBot, picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def first_channel(bot: ForeignBot) -> discord.TextChannel:
    return bot.guilds[0].text_channels[0]


async def top_of(element: Locator) -> float:
    box = await element.bounding_box()
    assert box is not None
    return box["y"]


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


async def test_an_edit_does_not_move_what_is_being_read(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    channel = first_channel(bot)
    above = await channel.send("short")
    await channel.send("\n".join("between" for _ in range(40)))
    board = await channel.send("the board", file=picture("a.png", 1100, 700, "first"))
    await channel.send("\n".join("below" for _ in range(40)))
    shown = ana.message("the board").get_by_role("img")
    await shown.scroll_into_view_if_needed()
    place = await top_of(shown)
    await board.edit(attachments=[picture("b.png", 1100, 700, "second")])
    await expect(shown).to_have_attribute("alt", "second")
    assert await top_of(shown) == pytest.approx(place, abs=1)  # scrolling goes by whole pixels
    await above.edit(content="\n".join("longer" for _ in range(10)))
    await expect(ana.message("longer")).to_be_attached()
    assert await top_of(shown) == pytest.approx(place, abs=1)  # scrolling goes by whole pixels


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


async def test_a_bot_that_does_not_answer_is_told_of(
    bot: ForeignBot, open_tab: OpenTab, playground: Playground
) -> None:
    ana = await open_tab()
    await ana.type("/silence")
    await expect(ana.page.get_by_text("Waiting for an answer to /silence…")).to_be_visible()
    playground.clock.advance(4)
    await expect(ana.page.get_by_text("/silence: The application did not respond")).to_be_visible()


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
    await first_channel(bot).send(wide, file=picture("a.png", 1100, 700, "a wide board"))
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


async def test_nothing_that_people_write_becomes_markup(open_tab: OpenTab) -> None:
    ana = await open_tab()
    text = '<img src="x" onerror="document.title=1"><b>bold</b> **[really](javascript:alert)** bold'
    await ana.type(text)
    message = ana.message("bold")
    await expect(message).to_contain_text('<img src="x" onerror="document.title=1"><b>bold</b>')
    await expect(message.get_by_role("img")).to_have_count(0)
    await expect(message.get_by_role("link")).to_have_count(0)
    await expect(message.locator("strong")).to_have_text("[really](javascript:alert)")


async def test_a_channel_that_is_not_open_shows_what_is_unread(open_tab: OpenTab) -> None:
    ana, boris = await open_tab("ana"), await open_tab("boris", channel="lobby")
    await boris.type("@Ana are you there?")
    lobby = ana.page.get_by_role("navigation").get_by_role("button", name="# lobby")
    await expect(lobby).to_contain_text("1 for you")
    await lobby.click()
    await expect(ana.message("@Ana are you there?")).to_be_visible()
    await expect(lobby).not_to_contain_text("for you")


async def test_a_private_message_opens_a_channel_of_its_own(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana, boris = await open_tab("ana"), await open_tab("boris")
    private = await bot.create_dm(discord.Object(ANA_ID))
    await private.send("between the two of us")
    await ana.page.get_by_role("navigation").get_by_role("button", name="@ playground-bot").click()
    await expect(ana.message("between the two of us")).to_be_visible()
    await expect(boris.page.get_by_role("navigation").get_by_role("button")).to_have_count(2)


async def test_the_page_says_when_the_bot_is_away(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    note = ana.page.get_by_text("The bot is offline")
    await expect(note).to_be_hidden()
    await bot.close()
    await expect(note).to_be_visible()


async def test_the_page_comes_back_by_itself(browser: Browser) -> None:
    async with Playground(0) as first:
        url, port = first.url, first.port
        boris = await Tab.open(browser, url, "boris")
    lost = boris.page.get_by_text("The connection is lost")
    await expect(lost).to_be_visible()
    async with Playground(port):
        await expect(lost).to_be_hidden()
        await boris.type("back again")
        await expect(boris.message("back again")).to_contain_text("Boris")
