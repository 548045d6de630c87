"""One Chromium for the whole session, and what runs on its event loop: a playground and a bot for each test."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from playground import Clock, Playground
from tests.playground.browser import OpenTab, browser_running, tabs_at
from tests.playground.foreign_bot import ForeignBot
from tests.playground.running import TOKEN, foreign_bots_at


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with browser_running() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def playground() -> AsyncIterator[Playground]:
    # Time goes on as tests say: no bot is late because the machine is busy.
    async with Playground(0, token=TOKEN, clock=Clock(runs=False)) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def bot(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ForeignBot]:
    async with foreign_bots_at(playground, monkeypatch) as start:
        yield await start()


@pytest_asyncio.fixture(loop_scope="session")
async def open_tab(browser: Browser, playground: Playground) -> AsyncIterator[OpenTab]:
    async with tabs_at(browser, playground.url) as open_tab:
        yield open_tab
