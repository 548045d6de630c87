"""Several guilds in one list, on a wide window and on a phone."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from playground import Playground
from playground.state import GUILD_IDS
from tests.playground.browser import DESKTOP, PHONE, OpenTab, Tab, tabs_at

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])


@pytest_asyncio.fixture(loop_scope="session")
async def playground() -> AsyncIterator[Playground]:
    async with Playground(0, guilds=2) as running:
        yield running


async def open_channel(tab: Tab, guild: str, channel: str) -> None:
    """Open a channel from the list, or from the menu that the list is on a phone."""
    menu = tab.button("Channels")
    if await menu.is_visible() and await menu.get_attribute("aria-expanded") == "false":
        await menu.click()
    await tab.page.get_by_role("region", name=guild, exact=True).get_by_role("button", name=channel).click()


@SIZES
async def test_people_go_from_a_guild_to_another(open_tab: OpenTab, size: tuple[int, int]) -> None:
    ana, boris = await open_tab("ana", size=size), await open_tab("boris", channel="Garden/lobby")
    await open_channel(ana, "Garden", "# lobby")
    await expect(ana.page.get_by_role("heading", name="# lobby Garden")).to_be_in_viewport(ratio=1)
    await boris.type("among the roses")
    await expect(ana.message("among the roses")).to_be_visible()
    await open_channel(ana, "Playground", "# lobby")
    await expect(ana.page.get_by_role("heading", name="# lobby Playground")).to_be_in_viewport(ratio=1)
    await expect(ana.page.get_by_text("Nothing here yet")).to_be_visible()
    await boris.type("@Ana and the thorns")
    if size == PHONE:
        await ana.button("Channels").click()
    garden = ana.page.get_by_role("region", name="Garden", exact=True)
    await expect(garden.get_by_role("button", name="# lobby")).to_contain_text("1 for you")
    await expect(ana.page).to_have_title("(1) # lobby · Playground · Playground")
    await open_channel(ana, "Garden", "# lobby")
    await expect(ana.page).to_have_title("# lobby · Garden · Playground")
    await ana.page.reload()
    await expect(ana.message("@Ana and the thorns")).to_be_visible()
    await open_channel(ana, "Private", "@ friends")
    await expect(ana.page.get_by_role("heading", name="@ friends", exact=True)).to_be_visible()
    assert await ana.widest() == size[0]


@SIZES
async def test_threads_stand_below_their_channel_in_their_guild(
    playground: Playground, open_tab: OpenTab, size: tuple[int, int]
) -> None:
    boris = await open_tab("boris", size=size, channel="Garden/patience")
    if size == PHONE:
        await boris.button("Channels").click()
    await boris.button("New thread in #patience").click()
    name = boris.page.get_by_role("dialog", name="New thread").get_by_label("Name")
    await name.fill("beds")
    await name.press("Enter")
    await expect(boris.page.get_by_role("heading", name="↳ beds Garden")).to_be_visible()
    garden = boris.page.locator("section[aria-label=Garden]")
    await expect(garden.locator(".channel-name")).to_have_text(["# patience", "↳ beds", "# lobby"])
    (thread,) = playground.world.threads()
    assert thread.guild_id == GUILD_IDS[1]


async def test_a_channel_is_mentioned_in_its_own_guild(playground: Playground, open_tab: OpenTab) -> None:
    ana = await open_tab("ana", channel="Garden/patience")
    await ana.type("see #lobby")
    await expect(ana.message("see #lobby")).to_be_visible()
    (message,) = playground.world.messages(GUILD_IDS[1] + 1)
    assert message.content == f"see <#{GUILD_IDS[1] + 2}>"


@SIZES
async def test_of_five_guilds_every_channel_is_found(browser: Browser, size: tuple[int, int]) -> None:
    async with Playground(0, people=10, guilds=5) as playground, tabs_at(browser, playground.url) as open_tab:
        ana = await open_tab("ana", size=size)
        for guild in playground.world.guilds.values():
            await open_channel(ana, guild.name, "# lobby")
            await expect(ana.page.get_by_role("heading", name=f"# lobby {guild.name}")).to_be_visible()
        assert await ana.widest() == size[0]


async def test_one_guild_stands_above_all_channels(browser: Browser) -> None:
    async with Playground(0) as playground, tabs_at(browser, playground.url) as open_tab:
        ana = await open_tab("ana")
        headings = ana.page.get_by_role("heading")
        await expect(headings).to_have_text(["# patience", "Playground"])
        names = ana.page.get_by_role("region", name="Playground", exact=True).locator(".channel-name")
        await expect(names).to_have_text(["# patience", "# lobby", "@ playground-bot", "@ friends"])
