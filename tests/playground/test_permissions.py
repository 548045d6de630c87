import asyncio
from typing import Any

import discord
import pytest

from playground import Playground, PlaygroundError
from playground.person import Person
from playground.state import GUILD_ID, LOBBY_ID, PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import Json, RawBot
from tests.playground.running import StartBot

CHANNEL = f"/channels/{PATIENCE_ID}"
MESSAGES = f"{CHANNEL}/messages"
FILE = {0: ("a.txt", b"a")}
EMBED = {"embeds": [{"title": "x"}]}
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013


def deny(playground: Playground, denied: Permission, channel_id: int = PATIENCE_ID) -> None:
    playground.set_bot_permissions(channel_id, MEMBER_PERMISSIONS & ~denied)


@pytest.mark.parametrize(
    ("denied", "method", "path", "body", "files", "code"),
    [
        (Permission.VIEW_CHANNEL, "GET", CHANNEL, None, None, MISSING_ACCESS),
        (Permission.VIEW_CHANNEL, "GET", MESSAGES, None, None, MISSING_ACCESS),
        (Permission.VIEW_CHANNEL, "POST", MESSAGES, {"content": "x"}, None, MISSING_ACCESS),
        (Permission.VIEW_CHANNEL, "GET", f"{MESSAGES}/OWN", None, None, MISSING_ACCESS),
        (Permission.VIEW_CHANNEL, "PATCH", f"{MESSAGES}/OWN", {"content": "x"}, None, MISSING_ACCESS),
        (Permission.VIEW_CHANNEL, "DELETE", f"{MESSAGES}/OWN", None, None, MISSING_ACCESS),
        (Permission.SEND_MESSAGES, "POST", MESSAGES, {"content": "x"}, None, MISSING_PERMISSIONS),
        (Permission.SEND_MESSAGES, "POST", f"{CHANNEL}/typing", None, None, MISSING_PERMISSIONS),
        (Permission.ATTACH_FILES, "POST", MESSAGES, {"content": "x"}, FILE, MISSING_PERMISSIONS),
        (Permission.ATTACH_FILES, "PATCH", f"{MESSAGES}/OWN", {"content": "x"}, FILE, MISSING_PERMISSIONS),
        (Permission.EMBED_LINKS, "POST", MESSAGES, EMBED, None, MISSING_PERMISSIONS),
        (Permission.EMBED_LINKS, "PATCH", f"{MESSAGES}/OWN", EMBED, None, MISSING_PERMISSIONS),
    ],
)
async def test_what_the_bot_may_not_do_is_refused_in_that_channel(
    raw: RawBot,
    denied: Permission,
    method: str,
    path: str,
    body: Json | None,
    files: dict[int, tuple[str, bytes]] | None,
    code: int,
) -> None:
    own = (await raw.post(PATIENCE_ID, content="own"))["id"]
    deny(raw.playground, denied)
    status, refusal = await raw.request(method, path.replace("OWN", own), body, files)
    assert (status, refusal["code"]) == (403, code)
    (message,) = raw.playground.world.messages(PATIENCE_ID)
    assert message.content == "own"
    await raw.post(LOBBY_ID, content="elsewhere", **EMBED)


@pytest.mark.parametrize("denied", [Permission.ATTACH_FILES, Permission.EMBED_LINKS], ids=str)
async def test_what_needs_no_more_is_still_done(raw: RawBot, denied: Permission) -> None:
    deny(raw.playground, denied)
    own = await raw.post(PATIENCE_ID, content="x", embeds=[])
    assert (await raw.request("PATCH", f"{MESSAGES}/{own['id']}", {"content": "y"}))[0] == 200
    assert (await raw.request("DELETE", f"{MESSAGES}/{own['id']}"))[0] == 204


async def test_with_the_permission_for_it_the_bot_deletes_what_a_person_wrote(raw: RawBot, ana: Person) -> None:
    path = f"{MESSAGES}/{(await ana.say('mine')).id}"
    assert (await raw.request("DELETE", path))[1]["code"] == MISSING_PERMISSIONS
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS | Permission.MANAGE_MESSAGES)
    assert (await raw.request("DELETE", path))[0] == 204
    assert (await raw.request("PATCH", f"{MESSAGES}/{(await ana.say('mine')).id}", {"content": "x"}))[0] == 403


async def test_permissions_can_be_given_back(raw: RawBot) -> None:
    deny(raw.playground, Permission.SEND_MESSAGES)
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS)
    await raw.post(PATIENCE_ID, content="x")
    assert (await raw.request("GET", CHANNEL))[1]["permission_overwrites"] == []


async def test_only_channels_of_the_guild_have_permissions(playground: Playground) -> None:
    with pytest.raises(PlaygroundError, match=r"no channel 7 of a guild; there are \d+ \(#patience\)"):
        playground.set_bot_permissions(7, MEMBER_PERMISSIONS)


async def test_answers_to_interactions_need_no_permissions(
    bot: ForeignBot, playground: Playground, ana: Person
) -> None:
    playground.set_bot_permissions(PATIENCE_ID, Permission(0))
    board = await ana.command("play", game="c")
    assert len(board.attachments) == 1
    assert (await ana.press(board, "Slow turn")).content == "turned slowly"


async def test_a_library_knows_its_permissions(start_bot: StartBot, playground: Playground, ana: Person) -> None:
    bot = await start_bot()
    told: list[discord.Permissions] = []

    @bot.tree.command(description="Tell")
    async def tell(interaction: discord.Interaction[Any]) -> None:
        told.append(interaction.app_permissions)
        await interaction.response.send_message("told")

    await bot.tree.sync()
    changed = asyncio.create_task(bot.wait_for("guild_channel_update"))
    await asyncio.sleep(0)
    deny(playground, Permission.ATTACH_FILES)
    _, channel = await asyncio.wait_for(changed, 30)
    guild = bot.get_guild(GUILD_ID)
    assert guild is not None
    assert isinstance(channel, discord.TextChannel)
    permissions = channel.permissions_for(guild.me)
    assert (permissions.attach_files, permissions.embed_links) == (False, True)
    lobby = guild.get_channel(LOBBY_ID)
    assert lobby is not None
    assert lobby.permissions_for(guild.me).attach_files
    await ana.command("tell")
    await ana.command("tell", in_channel="lobby")
    assert [(given.attach_files, given.embed_links) for given in told] == [(False, True), (True, True)]
    with pytest.raises(discord.Forbidden):
        await channel.send(file=discord.File(__file__))


async def test_messages_of_a_channel_that_the_bot_may_not_see_are_not_told_it(raw: RawBot, ana: Person) -> None:
    await raw.connect(1 << 0 | 1 << 9 | 1 << 15)
    deny(raw.playground, Permission.VIEW_CHANNEL)
    await ana.say("unseen")
    await ana.say("seen", channel="lobby")
    assert (await raw.event("MESSAGE_CREATE"))["content"] == "seen"
