import asyncio
from typing import Any

import discord
import pytest
from discord import app_commands

from playground.people import ANA_ID
from playground.person import Person, Refused
from playground.state import FRIENDS_ID, GUILD_ID
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import Json, RawBot

EVERYWHERE = {"contexts": [0, 1, 2], "integration_types": [0, 1]}
HELLO = {"type": 4, "data": {"content": "hello"}}
WITH_BOT, AMONG_PEOPLE = "playground-bot", "friends"


async def used(raw: RawBot, ana: Person, channel: str) -> Json:
    """Let Ana use a command somewhere, and return the interaction that the bot hears."""
    await raw.offer({"name": "play", "description": "Play", **EVERYWHERE})
    await raw.connect()
    asking = asyncio.create_task(ana.command("play", in_channel=channel))
    interaction = await raw.event("INTERACTION_CREATE")
    asking.cancel()
    return interaction


@pytest.mark.parametrize(
    ("channel", "context", "kind", "owners"),
    [
        (WITH_BOT, 1, 1, {"0": "0"}),
        (AMONG_PEOPLE, 2, 3, {"1": str(ANA_ID)}),
    ],
)
async def test_an_interaction_outside_the_guild_says_where_it_is_and_names_no_guild(
    raw: RawBot, ana: Person, channel: str, context: int, kind: int, owners: Json
) -> None:
    interaction = await used(raw, ana, channel)
    assert (interaction["context"], interaction["channel"]["type"]) == (context, kind)
    assert interaction["authorizing_integration_owners"] == owners
    assert interaction["user"]["id"] == str(ANA_ID)
    assert not {"guild", "guild_id", "guild_locale", "member"} & interaction.keys()
    assert int(interaction["app_permissions"])


async def test_an_interaction_in_the_guild_is_by_the_guilds_installation(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana, "patience")
    assert (interaction["context"], interaction["authorizing_integration_owners"]) == (0, {"0": str(GUILD_ID)})


async def test_in_a_group_the_bot_has_nothing_but_its_interactions(raw: RawBot, ana: Person, boris: Person) -> None:
    interaction = await used(raw, ana, AMONG_PEOPLE)
    _, answer = await raw.callback(interaction, HELLO)
    message = answer["resource"]["message"]
    assert await boris.sees(lambda seen: seen.content == "hello", channel=AMONG_PEOPLE)
    path = f"/channels/{FRIENDS_ID}"
    for method, place in (
        ("GET", path),
        ("POST", f"{path}/messages"),
        ("PATCH", f"{path}/messages/{message['id']}"),
    ):
        status, refusal = await raw.request(method, place, {"content": "x"})
        assert (status, refusal["code"]) == (403, 50001)
    assert (await raw.request("PATCH", raw.webhook(interaction, "@original"), {"content": "changed"}))[0] == 200


async def test_in_a_group_an_interaction_has_five_follow_ups(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana, AMONG_PEOPLE)
    await raw.callback(interaction, HELLO)
    for _ in range(5):
        assert (await raw.request("POST", raw.webhook(interaction), {"content": "more"}))[0] == 200
    status, refusal = await raw.request("POST", raw.webhook(interaction), {"content": "one too many"})
    assert (status, refusal["code"]) == (400, 40094)


async def test_what_people_say_in_a_group_is_not_told_to_the_bot(raw: RawBot, ana: Person) -> None:
    await raw.connect(1 << 0 | 1 << 9 | 1 << 12 | 1 << 15)
    await ana.say("among us", channel=AMONG_PEOPLE)
    await ana.say("to you", channel=WITH_BOT)
    assert (await raw.event("MESSAGE_CREATE"))["content"] == "to you"


@pytest.mark.parametrize(
    ("offer", "where"),
    [
        ({}, {"patience", WITH_BOT}),
        (EVERYWHERE, {"patience", WITH_BOT, AMONG_PEOPLE}),
        ({"contexts": [0]}, {"patience"}),
        ({"dm_permission": False}, {"patience"}),
        ({"contexts": [1, 2], "integration_types": [1]}, {WITH_BOT, AMONG_PEOPLE}),
    ],
)
async def test_commands_are_found_where_they_are_offered(
    raw: RawBot, ana: Person, offer: Json, where: set[str]
) -> None:
    await raw.offer({"name": "play", "description": "Play", **offer})
    found = set()
    for channel in ("patience", WITH_BOT, AMONG_PEOPLE):
        with pytest.raises(Refused) as caught:  # nobody is there to answer
            await ana.command("play", in_channel=channel)
        if "offline" in str(caught.value):
            found.add(channel)
        else:
            assert "/play is not offered here" in str(caught.value)
    assert found == where


async def test_contexts_and_installations_are_known_ones(raw: RawBot) -> None:
    for field, values in (("contexts", [3]), ("integration_types", ["0"]), ("contexts", "all")):
        status, refusal = await raw.request(
            "POST", f"{raw.application}/commands", {"name": "play", "description": "Play", field: values}
        )
        assert (status, field in refusal["errors"]) == (400, True)


async def test_a_private_channel_is_seen_by_its_person_and_the_bot_alone(
    bot: ForeignBot, ana: Person, boris: Person
) -> None:
    private = await bot.create_dm(discord.Object(ANA_ID))
    await private.send("between us")
    assert await ana.sees(lambda seen: seen.content == "between us", channel=WITH_BOT)
    said = await ana.say("yes", channel=WITH_BOT)
    assert (await private.fetch_message(said.id)).author.id == ANA_ID
    assert boris.messages(WITH_BOT) == []


async def test_a_library_is_used_in_private(bot: ForeignBot, ana: Person) -> None:
    seen: list[tuple[bool, Any]] = []

    @bot.tree.command(description="Tell")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def tell(interaction: discord.Interaction[ForeignBot]) -> None:
        seen.append((interaction.guild is None, type(interaction.channel)))
        await interaction.response.send_message("told")

    await bot.tree.sync()
    for channel in (WITH_BOT, AMONG_PEOPLE):
        assert (await ana.command("tell", in_channel=channel)).content == "told"
    assert seen == [(True, discord.DMChannel), (True, discord.GroupChannel)]
    board = await ana.command("play", in_channel=WITH_BOT, game="Chess")
    assert (await ana.press(board, "Slow turn")).content == "turned slowly"
