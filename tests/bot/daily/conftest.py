"""The bot with dailies, on a playground whose days the test moves."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.client import PatienceClient
from playground import Playground
from tests.bot.days import Days, daily_bot
from tests.bot.house import playground_running


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch, days: Days) -> AsyncIterator[Playground]:
    async with playground_running(monkeypatch, days.clock) as playground:
        yield playground


@pytest.fixture
async def bot(playground: Playground, file: Path, days: Days) -> AsyncIterator[PatienceClient]:
    async with daily_bot(playground, file, days) as client:
        yield client
