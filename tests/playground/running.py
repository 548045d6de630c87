"""Foreign bots, running at a playground."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from playground import Playground
from tests.playground.foreign_bot import ForeignBot

TOKEN = "a.token.of-its-own"

StartBot: TypeAlias = Callable[..., Awaitable[ForeignBot]]


@contextlib.asynccontextmanager
async def foreign_bots_at(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[StartBot]:
    """Start foreign bots at the playground; they are closed afterwards."""
    monkeypatch.setattr(Route, "BASE", playground.api_url)
    gateway = yarl.URL(playground.url.replace("http", "ws")) / "gateway"
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    async with contextlib.AsyncExitStack() as stack:

        async def start(intents: discord.Intents | None = None) -> ForeignBot:
            bot = ForeignBot(intents or discord.Intents(guilds=True))
            running = asyncio.create_task(bot.start(playground.token))

            async def stop() -> None:
                await bot.close()
                await asyncio.wait_for(running, 30)

            stack.push_async_callback(stop)
            ready = asyncio.create_task(bot.ready.wait())
            await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                ready.cancel()
                running.result()
            return bot

        yield start
