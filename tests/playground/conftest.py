from collections.abc import AsyncIterator

import pytest

from playground import Clock, Playground
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import RawBot
from tests.playground.running import TOKEN, StartBot, foreign_bots_at


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    # Time goes on as tests say: no bot is late because the machine is busy.
    async with Playground(0, token=TOKEN, clock=Clock(runs=False)) as running:
        yield running


@pytest.fixture
async def start_bot(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[StartBot]:
    async with foreign_bots_at(playground, monkeypatch) as start:
        yield start


@pytest.fixture
async def bot(start_bot: StartBot) -> ForeignBot:
    return await start_bot()


@pytest.fixture
async def raw(playground: Playground) -> AsyncIterator[RawBot]:
    """A bot without a library, not yet on the gateway."""
    async with RawBot(playground) as bot:
        yield bot
