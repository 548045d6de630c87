"""The playground's page in Chromium: finding the browser, opening tabs and what people do in them."""

import shutil
from collections.abc import Sequence

from playwright.async_api import Browser, ConsoleMessage, Error, Locator, Page, Playwright

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
PHONE = (360, 740)
DESKTOP = (1280, 800)


def executable() -> str | None:
    """Return the path of an installed Chromium, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


async def launch(playwright: Playwright, path: str) -> Browser:
    return await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)


class Tab:
    """One person's tab. What the console says wrong is kept in `complaints`."""

    def __init__(self, page: Page, channel: str) -> None:
        self.page = page
        self.messages = page.get_by_role("list", name="Messages")
        self.composer = page.get_by_role("combobox", name=f"Message #{channel}")
        self.complaints: list[str] = []
        page.on("console", self._on_console)
        page.on("pageerror", self._on_error)
        page.set_default_timeout(5000)

    @classmethod
    async def open(
        cls, browser: Browser, url: str, person: str, *, size: tuple[int, int] = DESKTOP, channel: str = "patience"
    ) -> "Tab":
        """Open the page as `person` in a browser profile of its own, and wait until it is connected."""
        context = await browser.new_context(viewport={"width": size[0], "height": size[1]})
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
        return self.messages.get_by_role("listitem").filter(has_text=text).last

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def select(self, name: str) -> Locator:
        return self.messages.get_by_role("combobox", name=name)

    def option(self, name: str) -> Locator:
        return self.page.get_by_role("option", name=name)

    async def widest(self) -> int:
        """Return how many pixels the page, and the list of messages in it, would scroll to."""
        script = "Math.max(document.documentElement.scrollWidth, document.getElementById('scroller').scrollWidth)"
        width: int = await self.page.evaluate(script)
        return width

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _on_error(self, error: Error) -> None:
        self.complaints.append(str(error))
