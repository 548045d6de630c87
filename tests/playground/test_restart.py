import asyncio
from collections.abc import AsyncIterator

import pytest

from playground import Playground
from playground.person import Person
from tests.playground.ports import port_to_return_to
from tests.playground.raw_bot import RawBot
from tests.playground.running import TOKEN, foreign_bots_at


async def at_once(shard_id: int | None, *, initial: bool) -> None:
    """Stand in for the five seconds that discord.py waits before it identifies anew."""


class AtOnce:
    """How long discord.py waits before it connects again: hardly."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def delay(self) -> float:
        return 0.01


@pytest.fixture
async def first() -> AsyncIterator[Playground]:
    """A playground that the test stops."""
    async with Playground(port_to_return_to(), token=TOKEN) as playground:
        yield playground


async def stop(playground: Playground) -> None:
    await playground.__aexit__(None, None, None)


async def test_a_bot_reconnects_to_a_playground_started_anew(
    first: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord.client.ExponentialBackoff", AtOnce)
    async with foreign_bots_at(first, monkeypatch) as start_bot:
        bot = await start_bot()
        monkeypatch.setattr(bot, "before_identify_hook", at_once)
        async with Person(first.url) as ana:
            assert (await ana.command("secret")).content == "for you alone"
        again = asyncio.Event()

        @bot.event
        async def on_ready() -> None:
            await bot.tree.sync()  # Discord would remember the commands; a playground forgets them
            again.set()

        await stop(first)
        async with Playground(first.port, token=TOKEN) as second, Person(second.url) as ana:
            await asyncio.wait_for(again.wait(), 30)
            assert not bot.resumed.is_set()
            await ana.bot_to_be(online=True)
            assert (await ana.command("secret")).content == "for you alone"


async def test_a_playground_started_anew_resumes_no_session_but_lets_the_bot_identify(first: Playground) -> None:
    async with RawBot(first) as raw:
        ready = await raw.connect()
        await raw.event("GUILD_CREATE")
        await stop(first)
        assert await raw.closed_with() == 1001
        async with Playground(first.port, token=TOKEN):
            await raw.open_gateway()
            await raw.send(6, {"token": TOKEN, "session_id": ready["session_id"], "seq": 2})
            packet = await raw.packet()
            assert (packet["op"], packet["d"]) == (9, False)
            await raw.send(2, {"token": TOKEN, "intents": 1})
            assert (await raw.event("READY"))["session_id"] != ready["session_id"]
