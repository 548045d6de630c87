"""The playground's page in Chromium: finding the browser, opening tabs and what people do in them."""

import contextlib
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeAlias

import pytest
from playwright.async_api import Browser, ConsoleMessage, Error, Locator, Page, async_playwright, expect

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS: Sequence[str] = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# For whatever is waited for: how busy the machine is, is no reason to fail.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
PHONE = (360, 740)
DESKTOP = (1280, 800)


def executable() -> str | None:
    """Return the path of an installed Chromium, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


@contextlib.asynccontextmanager
async def browser_running() -> AsyncIterator[Browser]:
    """Run Chromium; it can be used on this event loop alone. Skips the test where there is none."""
    path = executable()
    if path is None:
        pytest.skip("no Chromium here: install chromium, chromium-browser or google-chrome")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        await browser.close()


async def uncovered(element: Locator) -> bool:
    """Return whether nothing lies over an element, in the middle of its text or picture or at its edges."""
    script = """async (element) => {
        // What moves out of the way does so with the next frame.
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const box = element.getBoundingClientRect();
        const places = [0.03, 0.25, 0.5, 0.75, 0.97];
        return places.every((across) => places.every((down) => {
            const top = document.elementFromPoint(box.left + across * box.width, box.top + down * box.height);
            return element.contains(top);
        }));
    }"""
    free: bool = await element.evaluate(script)
    return free


class Tab:
    """One person's tab. What the console says wrong is kept in `complaints`."""

    def __init__(self, page: Page, channel: str) -> None:
        self.page = page
        self.messages = page.get_by_role("list", name="Messages")
        self.composer = page.get_by_role("combobox", name=f"Message #{channel.rpartition('/')[2]}")
        self.complaints: list[str] = []
        page.on("console", self._on_console)
        page.on("pageerror", self._on_error)
        page.set_default_timeout(PATIENCE_MS)

    @classmethod
    async def open(
        cls,
        browser: Browser,
        url: str,
        person: str,
        *,
        size: tuple[int, int] = DESKTOP,
        touch: bool = False,
        channel: str = "patience",
    ) -> "Tab":
        """Open the page as `person` in a browser profile of its own, and wait until it is connected."""
        context = await browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=touch)
        tab = cls(await context.new_page(), channel)
        await tab.page.goto(f"{url}/?user={person}#{channel}")
        await tab.composer.wait_for()
        return tab

    async def type(self, text: str) -> None:
        """Write a line into the message box and press Enter."""
        await self.composer.fill(text)
        await self.composer.press("Enter")

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    def message(self, text: str) -> Locator:
        """Return the message with this text in it, the newest of several."""
        return self.messages.locator("> li").filter(has_text=text).last

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def select(self, name: str) -> Locator:
        return self.messages.get_by_role("combobox", name=name)

    def option(self, name: str) -> Locator:
        return self.page.get_by_role("option", name=name)

    async def scroll_to_top(self) -> None:
        """Read the oldest messages; wait until the page has noticed."""
        await self.page.get_by_role("region", name="Messages").evaluate("scroller => scroller.scrollTo(0, 0)")
        await self.settle()

    async def settle(self) -> None:
        """Wait until what was scrolled or has grown is noticed by the page: it hears of that with the next frame."""
        await self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
        )

    async def widest(self) -> int:
        """Return how many pixels the page, and the list of messages in it, would scroll to."""
        script = "Math.max(document.documentElement.scrollWidth, document.getElementById('scroller').scrollWidth)"
        width: int = await self.page.evaluate(script)
        return width

    async def close(self) -> None:
        await self.page.context.close()

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _on_error(self, error: Error) -> None:
        self.complaints.append(str(error))


OpenTab: TypeAlias = Callable[..., Awaitable[Tab]]


@contextlib.asynccontextmanager
async def tabs_at(browser: Browser, url: str) -> AsyncIterator[OpenTab]:
    """Open tabs of people; at the end they are closed, and the console must have had nothing to complain of."""
    tabs: list[Tab] = []

    async def open_one(
        person: str = "ana", *, size: tuple[int, int] = DESKTOP, touch: bool = False, channel: str = "patience"
    ) -> Tab:
        tab = await Tab.open(browser, url, person, size=size, touch=touch, channel=channel)
        tabs.append(tab)
        return tab

    try:
        yield open_one
    finally:
        for tab in tabs:
            await tab.close()
    assert [complaint for tab in tabs for complaint in tab.complaints] == []
