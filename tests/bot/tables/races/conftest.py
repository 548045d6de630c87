"""The bot with races, on a playground whose clock the test moves on."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.client import PatienceClient
from playground import Playground
from playground.clock import Clock
from playground.person import Person
from tests.bot.house import playground_running
from tests.bot.tables.races.racing import racing_bot
from tests.conftest import PATIENCE

NAMES = ("Ana", "Boris", "Carla", "Dan", "Elena", "Felix")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> AsyncIterator[Playground]:
    async with playground_running(monkeypatch, clock, people=len(NAMES) + 1) as playground:
        yield playground


@pytest.fixture
async def bot(playground: Playground, file: Path, clock: Clock) -> AsyncIterator[PatienceClient]:
    async with racing_bot(playground, file, clock) as client:
        yield client


@pytest.fixture
async def people(playground: Playground) -> AsyncIterator[list[Person]]:
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Person(playground.url, name, patience=PATIENCE)) for name in NAMES]
