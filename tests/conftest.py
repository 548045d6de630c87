"""People at the page of a playground, with and without a browser. Which playground, the tests of each room say."""

import os
from collections.abc import AsyncIterator

import pytest
from hypothesis import settings
from playwright.async_api import Browser

from playground import Playground
from playground.person import Person
from tests.playground.browser import OpenTab as OpenTab
from tests.playground.browser import browser_running, tabs_at

# How long an example takes depends on what else the machine does: it is no reason to fail.
settings.register_profile("patience", deadline=None)
settings.load_profile("patience")

# Seconds for whatever people wait for: how busy the machine is, is no reason to fail.
PATIENCE = 60


def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes share the tests: many of these wait longer than they compute."""
    return (os.cpu_count() or 1) * 3 // 2


@pytest.fixture
async def ana(playground: Playground) -> AsyncIterator[Person]:
    async with Person(playground.url, "Ana", patience=PATIENCE) as person:
        yield person


@pytest.fixture
async def boris(playground: Playground) -> AsyncIterator[Person]:
    async with Person(playground.url, "Boris", patience=PATIENCE) as person:
        yield person


@pytest.fixture
async def carla(playground: Playground) -> AsyncIterator[Person]:
    async with Person(playground.url, "Carla", patience=PATIENCE) as person:
        yield person


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with browser_running() as browser:
        yield browser


@pytest.fixture
async def open_tab(browser: Browser, playground: Playground) -> AsyncIterator[OpenTab]:
    async with tabs_at(browser, playground.url) as open_tab:
        yield open_tab
