"""People at the page of a playground, with and without a browser. Which playground, the tests of each room say."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import pytest
from playwright.async_api import Browser, async_playwright

from playground import Playground
from playground.person import Person
from tests.playground.browser import DESKTOP, Tab, executable, launch

OpenTab: TypeAlias = Callable[..., Awaitable[Tab]]


@pytest.fixture
async def ana(playground: Playground) -> AsyncIterator[Person]:
    async with Person(playground.url, "Ana") as person:
        yield person


@pytest.fixture
async def boris(playground: Playground) -> AsyncIterator[Person]:
    async with Person(playground.url, "Boris") as person:
        yield person


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    path = executable()
    if path is None:
        pytest.skip("no Chromium here: install chromium, chromium-browser or google-chrome")
    async with async_playwright() as playwright:
        browser = await launch(playwright, path)
        yield browser
        await browser.close()


@pytest.fixture
async def open_tab(browser: Browser, playground: Playground) -> AsyncIterator[OpenTab]:
    """Opens tabs of people; the console must have nothing to complain of at the end."""
    tabs: list[Tab] = []

    async def open_one(person: str = "ana", *, size: tuple[int, int] = DESKTOP, channel: str = "patience") -> Tab:
        tab = await Tab.open(browser, playground.url, person, size=size, channel=channel)
        tabs.append(tab)
        return tab

    yield open_one
    assert [complaint for tab in tabs for complaint in tab.complaints] == []
