import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from playground import Playground
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import RawBot

TOKEN = "a.token.of-its-own"

StartBot = Callable[..., Awaitable[ForeignBot]]


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground(0, token=TOKEN) as running:
        yield running


@pytest.fixture
async def start_bot(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[StartBot]:
    """Starts foreign bots at the playground; they are closed afterwards."""
    monkeypatch.setattr(Route, "BASE", playground.api_url)
    gateway = yarl.URL(playground.url.replace("http", "ws")) / "gateway"
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    async with contextlib.AsyncExitStack() as stack:

        async def start(intents: discord.Intents | None = None) -> ForeignBot:
            bot = ForeignBot(intents or discord.Intents(guilds=True))
            running = asyncio.create_task(bot.start(TOKEN))

            async def stop() -> None:
                await bot.close()
                await asyncio.wait_for(running, 5)

            stack.push_async_callback(stop)
            ready = asyncio.create_task(bot.ready.wait())
            await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                ready.cancel()
                running.result()
            return bot

        yield start


@pytest.fixture
async def bot(start_bot: StartBot) -> ForeignBot:
    return await start_bot()


@pytest.fixture
async def raw(playground: Playground) -> AsyncIterator[RawBot]:
    """A bot without a library, not yet on the gateway."""
    async with RawBot(playground) as bot:
        yield bot
