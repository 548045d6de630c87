"""Components of the second version, and files, as they are shown."""

import io

import discord
import pytest
from playwright.async_api import expect

from tests.playground.browser import DESKTOP, PHONE, OpenTab
from tests.playground.foreign_bot import ForeignBot, picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


class Turn(discord.ui.Button["Table"]):
    """A button that puts other components in the place of its own."""

    def __init__(self) -> None:
        super().__init__(label="Turn the table", custom_id="turn-table")

    async def callback(self, interaction: discord.Interaction) -> None:
        turned = discord.ui.LayoutView()
        turned.add_item(discord.ui.TextDisplay("The table is turned"))
        await interaction.response.edit_message(view=turned, attachments=[])


class Table(discord.ui.LayoutView):
    """Everything that a message of components may hold."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        section = discord.ui.Section["Table"](
            "Beside a **small** picture", accessory=discord.ui.Thumbnail("attachment://small.png", description="small")
        )
        gallery = discord.ui.MediaGallery["Table"]()
        gallery.add_item(media="attachment://large.png", description="a large board")
        self.add_item(discord.ui.TextDisplay("# The table"))
        self.add_item(
            discord.ui.Container(
                section,
                discord.ui.Separator(),
                gallery,
                discord.ui.File("attachment://game.txt"),
                discord.ui.ActionRow(Turn()),
                accent_colour=0x24577A,
            )
        )


async def show_table(bot: ForeignBot) -> None:
    files = [
        picture("small.png", 40, 40, "small"),
        picture("large.png", 1100, 700, "a large board"),
        discord.File(io.BytesIO(b"ace of hearts"), "game.txt"),
    ]
    await bot.channel.send(view=Table(), files=files)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_a_message_of_components_is_shown_whole(
    bot: ForeignBot, open_tab: OpenTab, size: tuple[int, int]
) -> None:
    ana = await open_tab(size=size)
    await show_table(bot)
    table = ana.message("The table")
    await expect(table.get_by_text("The table", exact=True)).to_be_visible()
    await expect(table.get_by_text("Beside a small picture")).to_be_visible()
    for name in ("small", "a large board"):
        await expect(table.get_by_role("img", name=name, exact=True)).to_be_visible()
    await expect(ana.page.locator("[aria-live]").last).to_contain_text("The table Beside a small picture")
    await expect(table.get_by_role("separator")).to_have_count(1)
    await expect(table.get_by_role("link", name="game.txt")).to_be_visible()
    await expect(table.get_by_role("img")).to_have_count(2)  # none is shown a second time
    assert await ana.widest() == size[0]


async def test_its_button_changes_it_and_its_picture_is_enlarged(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await show_table(bot)
    await ana.messages.get_by_role("button", name="a large board").click()
    await expect(ana.page.get_by_role("dialog", name="Picture").get_by_role("img")).to_be_visible()
    await ana.press("Escape")
    await ana.button("Turn the table").click()
    await expect(ana.message("The table is turned")).to_be_visible()
    await expect(ana.messages.get_by_role("img")).to_have_count(0)


async def test_a_file_can_be_saved(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await bot.channel.send("the game", file=discord.File(io.BytesIO(b"ace of hearts"), "game.txt"))
    link = ana.message("the game").get_by_role("link", name="game.txt")
    address = await link.get_attribute("href")
    assert address is not None
    response = await ana.page.request.get(address)
    assert (response.status, await response.body()) == (200, b"ace of hearts")
