import asyncio
from typing import Any

import discord
import pytest
from discord import app_commands

from playground import Playground
from playground.people import ANA_ID
from playground.person import Person, Refused
from playground.state import GUILD_ID, PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import Json, RawBot

GUILDS, MEMBERS, GUILD_MESSAGES, CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 15
EVERYWHERE = {"contexts": [0, 1, 2], "integration_types": [0, 1]}
EPHEMERAL = 64
NOT_OPENLY = MEMBER_PERMISSIONS & ~Permission.USE_EXTERNAL_APPS


async def used(raw: RawBot, ana: Person) -> tuple["asyncio.Task[Any]", Json]:
    """Let Ana use her own bot in the guild, where it is not; return her waiting, and the interaction."""
    await raw.offer({"name": "play", "description": "Play", **EVERYWHERE})
    await raw.connect()
    raw.playground.set_bot_in_guild(False)
    asking = asyncio.create_task(ana.command("play"))
    return asking, await raw.event("INTERACTION_CREATE")


async def follow_up(raw: RawBot, interaction: Json) -> tuple[int, Json]:
    status, answer = await raw.request("POST", raw.webhook(interaction), {"content": "more"})
    assert isinstance(answer, dict)
    return status, answer


async def test_a_bot_of_a_persons_own_is_theirs_by_the_interaction(raw: RawBot, ana: Person) -> None:
    asking, interaction = await used(raw, ana)
    assert interaction["authorizing_integration_owners"] == {"1": str(ANA_ID)}
    assert (interaction["context"], interaction["guild_id"]) == (0, str(GUILD_ID))
    permissions = Permission(int(interaction["app_permissions"]))
    assert Permission.ATTACH_FILES | Permission.EMBED_LINKS in permissions
    status, answer = await raw.callback(interaction, {"type": 4, "data": {"content": "hello"}})
    assert (status, answer["interaction"]["response_message_ephemeral"]) == (200, False)
    message = answer["resource"]["message"]
    assert message["interaction_metadata"]["authorizing_integration_owners"] == {"1": str(ANA_ID)}
    assert (await asking).ephemeral is False


@pytest.mark.parametrize("lacking", [Permission.USE_EXTERNAL_APPS, Permission.SEND_MESSAGES], ids=str)
@pytest.mark.parametrize("deferred", [False, True])
async def test_who_may_not_use_it_openly_is_answered_for_their_eyes_alone(
    raw: RawBot, ana: Person, boris: Person, lacking: Permission, deferred: bool
) -> None:
    raw.playground.set_member_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~lacking)
    asking, interaction = await used(raw, ana)
    assert not lacking & Permission(int(interaction["member"]["permissions"]))
    answer = {"type": 5} if deferred else {"type": 4, "data": {"content": "hello"}}
    _, told = await raw.callback(interaction, answer)
    assert told["interaction"]["response_message_ephemeral"] is True
    await raw.request("PATCH", raw.webhook(interaction, "@original"), {"content": "hello"})
    assert (await asking).ephemeral
    status, more = await follow_up(raw, interaction)
    assert (status, more["flags"] & EPHEMERAL) == (200, EPHEMERAL)
    await ana.sees(lambda message: message.content == "more")
    await boris.say("anything?", channel="lobby")
    assert boris.messages() == []


async def test_a_bot_of_the_guild_answers_openly_whatever_people_may(raw: RawBot, ana: Person) -> None:
    raw.playground.set_member_permissions(PATIENCE_ID, NOT_OPENLY)
    await raw.offer({"name": "play", "description": "Play", **EVERYWHERE})
    await raw.connect()
    asking = asyncio.create_task(ana.command("play"))
    interaction = await raw.event("INTERACTION_CREATE")
    await raw.callback(interaction, {"type": 4, "data": {"content": "hello"}})
    assert (await asking).ephemeral is False
    for _ in range(6):
        assert (await follow_up(raw, interaction))[0] == 200


async def test_a_bot_of_a_persons_own_has_five_follow_ups(raw: RawBot, ana: Person) -> None:
    asking, interaction = await used(raw, ana)
    await raw.callback(interaction, {"type": 4, "data": {"content": "hello"}})
    await asking
    status, _ = await raw.request("POST", raw.webhook(interaction), {"content": ""})
    assert status == 400  # what is refused does not count
    for _ in range(5):
        assert (await follow_up(raw, interaction))[0] == 200
    status, refusal = await follow_up(raw, interaction)
    assert (status, refusal["code"]) == (400, 40094)
    # Whatever there is can still be changed.
    assert (await raw.request("PATCH", raw.webhook(interaction, "@original"), {"content": "changed"}))[0] == 200


async def test_where_the_bot_is_not_it_has_nothing_but_its_interactions(raw: RawBot, ana: Person) -> None:
    asking, interaction = await used(raw, ana)
    _, answer = await raw.callback(interaction, {"type": 4, "data": {"content": "hello"}})
    await asking
    number = answer["resource"]["message"]["id"]
    for method, path in (
        ("GET", f"/channels/{PATIENCE_ID}"),
        ("POST", f"/channels/{PATIENCE_ID}/messages"),
        ("PATCH", f"/channels/{PATIENCE_ID}/messages/{number}"),
        ("POST", f"/channels/{PATIENCE_ID}/threads"),
        ("GET", f"/guilds/{GUILD_ID}"),
        ("GET", f"/guilds/{GUILD_ID}/members/{ANA_ID}"),
    ):
        status, refusal = await raw.request(method, path, {"content": "x", "name": "x"})
        assert (status, refusal["code"]) == (403, 50001)


async def test_where_the_bot_is_not_it_is_told_nothing(raw: RawBot, ana: Person) -> None:
    await raw.connect(GUILDS | MEMBERS | GUILD_MESSAGES | CONTENT)
    await raw.event("GUILD_CREATE")
    raw.playground.set_bot_in_guild(False)
    assert (await raw.packet())["t"] == "GUILD_DELETE"
    await ana.say("among ourselves")
    await ana.start_thread("table")
    raw.playground.leave_guild("Boris")
    raw.playground.set_bot_in_guild(True)
    assert (await raw.packet())["t"] == "GUILD_CREATE"
    raw.playground.set_bot_in_guild(False)
    assert (await raw.connect(GUILDS))["guilds"] == []


@pytest.mark.parametrize("offer", [{}, {"integration_types": [0]}])
async def test_commands_for_guilds_alone_are_not_found_where_the_bot_is_not(
    raw: RawBot, ana: Person, offer: Json
) -> None:
    await raw.offer({"name": "play", "description": "Play", **offer})
    raw.playground.set_bot_in_guild(False)
    with pytest.raises(Refused, match="/play is not offered here"):
        await ana.command("play")


async def test_who_may_not_use_commands_is_told_so(raw: RawBot, ana: Person) -> None:
    await raw.offer({"name": "play", "description": "Play"})
    raw.playground.set_member_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.USE_APPLICATION_COMMANDS)
    with pytest.raises(Refused, match="you may not use commands here"):
        await ana.command("play")
    raw.playground.set_member_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.SEND_MESSAGES)
    with pytest.raises(Refused, match="you may not write here"):
        await ana.say("hello?")
    raw.playground.set_member_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.VIEW_CHANNEL)
    await ana.no_longer_sees_channel("patience")


async def test_a_library_is_used_where_it_is_not_in_the_guild(
    bot: ForeignBot, playground: Playground, ana: Person
) -> None:
    seen: list[tuple[bool, bool]] = []

    @bot.tree.command(description="Tell")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def tell(interaction: discord.Interaction[ForeignBot]) -> None:
        seen.append((interaction.is_user_integration(), interaction.is_guild_integration()))
        await interaction.response.send_message("told")
        for number in range(6):
            await interaction.followup.send(str(number))

    failed: asyncio.Future[app_commands.AppCommandError] = asyncio.get_running_loop().create_future()

    @bot.tree.error
    async def on_error(_: discord.Interaction[ForeignBot], error: app_commands.AppCommandError) -> None:
        failed.set_result(error)

    await bot.tree.sync()
    bot_away = asyncio.create_task(bot.wait_for("guild_remove"))
    await asyncio.sleep(0)
    playground.set_bot_in_guild(False)
    await asyncio.wait_for(bot_away, 30)
    assert (await ana.command("tell")).content == "told"
    assert seen == [(True, False)]
    await ana.sees(lambda message: message.content == "4")
    with pytest.raises(app_commands.CommandInvokeError, match="maximum number of follow up messages"):
        raise await asyncio.wait_for(failed, 30)
