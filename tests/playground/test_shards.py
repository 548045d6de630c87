import asyncio
from collections.abc import AsyncIterator

import pytest

from playground import Playground
from playground.people import ANA_ID
from playground.person import Person
from playground.state import GUILD_ID
from tests.playground.raw_bot import Json, RawBot

GUILDS, MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES, CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 12, 1 << 15
EVERYTHING = GUILDS | MEMBERS | GUILD_MESSAGES | DIRECT_MESSAGES | CONTENT
SHARDS, OWNER = 3, 1  # by Discord's formula: (guild id >> 22) % 3


@pytest.fixture
async def second(playground: Playground) -> AsyncIterator[RawBot]:
    async with RawBot(playground) as bot:
        yield bot


async def identified(raw: RawBot, *shard: object) -> None:
    await raw.open_gateway()
    await raw.send(2, {"token": raw.token, "intents": EVERYTHING, "shard": list(shard)})


async def shard_of_guild_and_first(raw: RawBot, second: RawBot) -> list[Json]:
    """Identify `raw` as the shard that owns the guild and `second` as the first; return what READY says."""
    await identified(raw, OWNER, SHARDS)
    await identified(second, 0, SHARDS)
    return [await raw.event("READY"), await second.event("READY")]


async def test_the_guild_is_told_of_to_the_shard_that_owns_it(raw: RawBot, second: RawBot, ana: Person) -> None:
    of_guild, first = await shard_of_guild_and_first(raw, second)
    assert ([guild["id"] for guild in of_guild["guilds"]], first["guilds"]) == ([str(GUILD_ID)], [])
    assert (of_guild["shard"], first["shard"]) == ([OWNER, SHARDS], [0, SHARDS])
    assert (await raw.event("GUILD_CREATE"))["id"] == str(GUILD_ID)
    await ana.say("in the guild")
    await ana.say("in private", channel="playground-bot")
    assert (await raw.event("MESSAGE_CREATE"))["content"] == "in the guild"
    assert (await second.packet())["d"]["content"] == "in private"


async def test_of_two_shards_the_second_has_no_part_in_a_guild_of_the_first(
    raw: RawBot, second: RawBot, ana: Person, playground: Playground
) -> None:
    await identified(raw, 0, 2)
    await identified(second, 1, 2)
    assert (await second.event("READY"))["guilds"] == []
    await ana.say("in the guild")
    assert (await raw.event("MESSAGE_CREATE"))["content"] == "in the guild"
    await second.send(1, None)
    assert (await second.packet())["op"] == 11


async def test_interactions_go_to_the_shard_of_their_guild_or_to_the_first(
    raw: RawBot, second: RawBot, ana: Person
) -> None:
    await raw.offer({"name": "play", "description": "Play"})
    await shard_of_guild_and_first(raw, second)
    uses = [
        asyncio.create_task(ana.command("play")),
        asyncio.create_task(ana.command("play", in_channel="playground-bot")),
    ]
    in_guild, private = await raw.event("INTERACTION_CREATE"), await second.packet()
    assert (in_guild["context"], private["t"], private["d"]["context"]) == (0, "INTERACTION_CREATE", 1)
    for use in uses:
        use.cancel()


async def test_members_and_threads_are_told_to_the_guilds_shard_alone(
    raw: RawBot, second: RawBot, ana: Person, playground: Playground
) -> None:
    await shard_of_guild_and_first(raw, second)
    await ana.start_thread("table")
    playground.leave_guild("Dan")
    await ana.say("in private", channel="playground-bot")
    assert (await raw.event("THREAD_CREATE"))["name"] == "table"
    assert (await raw.event("GUILD_MEMBER_REMOVE"))["user"]["username"] == "dan"
    assert (await second.packet())["t"] == "MESSAGE_CREATE"


@pytest.mark.parametrize("shard", [[2, 2], [-1, 2], [0, 0], ["0", 1], [0], [True, 2]])
async def test_a_shard_that_cannot_be_is_refused(raw: RawBot, shard: list[object]) -> None:
    await identified(raw, *shard)
    assert await raw.closed_with() == 4010


async def test_private_channels_belong_to_the_first_shard_even_of_one(raw: RawBot) -> None:
    await raw.connect(DIRECT_MESSAGES)
    _, channel = await raw.request("POST", "/users/@me/channels", {"recipient_id": str(ANA_ID)})
    await raw.post(int(channel["id"]), content="in private")
    assert (await raw.event("MESSAGE_CREATE"))["content"] == "in private"
