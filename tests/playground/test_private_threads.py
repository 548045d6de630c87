import asyncio

import discord
import pytest

from playground import PlaygroundError
from playground.people import BORIS_ID, CARLA_ID
from playground.person import Person, Refused
from playground.state import GUILD_ID, PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import RawBot

CHANNEL = f"/channels/{PATIENCE_ID}"
GUILDS, MEMBERS, GUILD_MESSAGES, CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 15
MISSING_ACCESS = 50001


async def anas_secret(raw: RawBot, ana: Person) -> int:
    """Let Ana begin a private thread, and return its id."""
    await ana.start_thread("secret", private=True)
    return (await ana.say("just us", channel="secret")).channel_id


async def test_a_private_thread_of_others_is_not_there_for_the_bot(raw: RawBot, ana: Person, boris: Person) -> None:
    await raw.connect(GUILDS | GUILD_MESSAGES | CONTENT)
    thread = await anas_secret(raw, ana)
    path = f"/channels/{thread}"
    for method, place in (
        ("GET", path),
        ("GET", f"{path}/messages"),
        ("POST", f"{path}/messages"),
        ("PATCH", path),
        ("PUT", f"{path}/thread-members/@me"),
        ("GET", f"{path}/thread-members"),
        ("DELETE", path),
    ):
        status, refusal = await raw.request(method, place, {"content": "x"})
        assert (status, refusal["code"]) == (403, MISSING_ACCESS)
    assert (await raw.request("GET", f"/guilds/{GUILD_ID}/threads/active"))[1]["threads"] == []
    await ana.say("to all")
    assert (await raw.event("MESSAGE_CREATE"))["content"] == "to all"
    await boris.sees(lambda message: message.content == "to all")
    assert "secret" not in boris.channel_names


async def test_whoever_is_called_into_a_private_thread_sees_all_of_it(raw: RawBot, ana: Person, boris: Person) -> None:
    await raw.connect(GUILDS | MEMBERS)
    thread = await anas_secret(raw, ana)
    await ana.say(f"<@{BORIS_ID}> come in", channel="secret")
    await boris.sees_channel("secret")
    await boris.sees(lambda message: message.content == "just us", channel="secret")
    await boris.say("here I am", channel="secret")
    await ana.sees(lambda message: message.author == "Boris", channel="secret")
    await ana.say(f"<@{raw.playground.application_id}> you too", channel="secret")
    created = await raw.event("THREAD_CREATE")
    assert (created["id"], created["type"], created["member"]["user_id"], "newly_created" in created) == (
        str(thread),
        12,
        str(raw.playground.application_id),
        False,
    )
    assert len((await raw.request("GET", f"/channels/{thread}/messages"))[1]) == 4


async def test_a_moderator_sees_private_threads_without_having_joined(raw: RawBot, ana: Person) -> None:
    await raw.connect()
    thread = await anas_secret(raw, ana)
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS | Permission.MANAGE_THREADS)
    status, channel = await raw.request("GET", f"/channels/{thread}")
    assert (status, channel["type"], "member" in channel) == (200, 12, False)
    assert (await raw.request("PUT", f"/channels/{thread}/thread-members/{CARLA_ID}"))[0] == 204


async def test_the_bots_own_private_thread_is_for_those_it_adds(raw: RawBot, boris: Person, carla: Person) -> None:
    status, thread = await raw.request("POST", f"{CHANNEL}/threads", {"name": "secret", "type": 12})
    assert (status, thread["type"], thread["thread_metadata"]["invitable"]) == (201, 12, True)
    await raw.post(int(thread["id"]), content="for Boris")
    assert (await raw.request("PUT", f"/channels/{thread['id']}/thread-members/{BORIS_ID}"))[0] == 204
    await boris.sees_channel("secret")
    await boris.sees(lambda message: message.content == "for Boris", channel="secret")
    await raw.post(PATIENCE_ID, content="to all")
    await carla.sees(lambda message: message.content == "to all")
    assert "secret" not in carla.channel_names
    assert (await raw.request("DELETE", f"/channels/{thread['id']}/thread-members/{BORIS_ID}"))[0] == 204
    await boris.no_longer_sees_channel("secret")


async def test_only_moderators_and_its_owner_invite_where_others_may_not(
    raw: RawBot, boris: Person, carla: Person
) -> None:
    closed = {"name": "closed", "type": 12, "invitable": False}
    _, thread = await raw.request("POST", f"{CHANNEL}/threads", closed)
    path = f"/channels/{thread['id']}/thread-members"
    assert (await raw.request("PUT", f"{path}/{BORIS_ID}"))[0] == 204
    await boris.sees_channel("closed")
    await boris.say(f"<@{CARLA_ID}> come in", channel="closed")  # Boris is neither
    _, members = await raw.request("GET", path)
    assert [member["user_id"] for member in members] == [str(raw.playground.application_id), str(BORIS_ID)]
    await carla.say("anything?")  # whatever was told before has come by then
    assert "closed" not in carla.channel_names


async def test_a_command_in_a_private_thread_is_answered_though_the_bot_does_not_see_it(
    bot: ForeignBot, ana: Person, boris: Person
) -> None:
    await ana.start_thread("secret", private=True)
    board = await ana.command("play", in_channel="secret", game="Chess")
    assert (await ana.press(board, "Slow turn")).content == "turned slowly"
    with pytest.raises(discord.Forbidden):
        await bot.fetch_channel(board.channel_id)
    with pytest.raises(PlaygroundError, match="sees no channel #secret"):
        await boris.command("play", in_channel="secret", game="Chess")


async def test_people_may_be_kept_from_beginning_threads(raw: RawBot, ana: Person) -> None:
    allowed = MEMBER_PERMISSIONS & ~Permission.CREATE_PRIVATE_THREADS
    raw.playground.set_member_permissions(PATIENCE_ID, allowed)
    with pytest.raises(Refused, match="may not begin threads here"):
        await ana.start_thread("secret", private=True)
    await ana.start_thread("table")
    with pytest.raises(Refused, match="a thread at a message is for everybody"):
        await ana.start_thread("secret", at=await ana.say("psst"), private=True)


async def test_a_library_is_told_when_it_is_called_into_a_thread(bot: ForeignBot, ana: Person) -> None:
    joined = asyncio.create_task(bot.wait_for("thread_join"))
    await ana.start_thread("secret", private=True)
    await ana.say(f"<@{bot.application_id}> hello", channel="secret")
    thread = await asyncio.wait_for(joined, 30)
    assert isinstance(thread, discord.Thread)
    assert (thread.is_private(), thread.me is not None) == (True, True)
    await thread.send("hello")
    await ana.sees(lambda message: message.author == "playground-bot", channel="secret")
    await thread.leave()
    with pytest.raises(discord.Forbidden):
        await thread.send("and good-bye")
