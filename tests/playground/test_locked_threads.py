import asyncio

import discord
import pytest

from playground import Playground, PlaygroundError
from playground.person import Person, Refused
from playground.state import PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import Json, RawBot

GUILDS, GUILD_MESSAGES = 1 << 0, 1 << 9
ARCHIVED = 50083


async def thread_with_message(raw: RawBot) -> tuple[int, str]:
    """Begin a thread, post in it, and return its id and the path of the message."""
    _, thread = await raw.request("POST", f"/channels/{PATIENCE_ID}/threads", {"name": "table", "type": 11})
    message = await raw.post(int(thread["id"]), content="own")
    return int(thread["id"]), f"/channels/{thread['id']}/messages/{message['id']}"


async def refused(raw: RawBot, method: str, path: str, body: Json | None = None) -> tuple[int, int]:
    status, refusal = await raw.request(method, path, body)
    return status, refusal["code"]


async def test_in_an_archived_thread_nothing_is_changed_until_somebody_writes(raw: RawBot) -> None:
    await raw.connect(GUILDS | GUILD_MESSAGES)
    thread, own = await thread_with_message(raw)
    raw.playground.change_thread(thread, archived=True)
    assert await refused(raw, "PATCH", own, {"content": "x"}) == (400, ARCHIVED)
    assert await refused(raw, "PATCH", f"/channels/{thread}", {"name": "x"}) == (400, ARCHIVED)
    assert await refused(raw, "POST", f"/channels/{thread}/messages", {"content": ""}) == (400, 50006)
    assert (await raw.request("GET", f"/channels/{thread}"))[1]["thread_metadata"]["archived"] is True
    await raw.event("THREAD_UPDATE")
    await raw.post(thread, content="again")
    assert (await raw.event("THREAD_UPDATE"))["thread_metadata"]["archived"] is False
    assert (await raw.event("THREAD_MEMBER_UPDATE"))["id"] == str(thread)
    assert (await raw.event("MESSAGE_CREATE"))["content"] == "again"
    assert (await raw.request("PATCH", own, {"content": "x"}))[0] == 200


async def test_messages_of_an_archived_thread_can_be_deleted_unless_it_is_locked(raw: RawBot) -> None:
    thread, own = await thread_with_message(raw)
    raw.playground.change_thread(thread, archived=True, locked=True)
    assert await refused(raw, "DELETE", own) == (400, ARCHIVED)
    raw.playground.change_thread(thread, locked=False)
    assert (await raw.request("DELETE", own))[0] == 204


@pytest.mark.parametrize("archived", [False, True])
async def test_a_locked_thread_is_for_moderators_alone(raw: RawBot, ana: Person, archived: bool) -> None:
    thread, own = await thread_with_message(raw)
    await ana.sees_channel("table")
    raw.playground.change_thread(thread, archived=archived, locked=True)
    assert await refused(raw, "POST", f"/channels/{thread}/messages", {"content": "x"}) == (403, ARCHIVED)
    assert await refused(raw, "PATCH", own, {"content": "x"}) == (403, ARCHIVED)
    assert await refused(raw, "PATCH", f"/channels/{thread}", {"archived": False, "name": "x"}) == (403, 50013)
    assert await refused(raw, "PATCH", f"/channels/{thread}", {"archived": False}) == (403, 50013)
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS | Permission.MANAGE_THREADS)
    await raw.post(thread, content="a moderator's word")
    await ana.sees(lambda message: message.content == "a moderator's word", channel="table")
    assert (await raw.request("PATCH", own, {"content": "x"}))[0] == 200


async def test_a_thread_is_locked_by_its_owner_but_opened_again_by_moderators_alone(raw: RawBot) -> None:
    thread, _ = await thread_with_message(raw)
    path = f"/channels/{thread}"
    status, changed = await raw.request("PATCH", path, {"locked": True, "auto_archive_duration": 60})
    assert (status, changed["thread_metadata"]["locked"]) == (200, True)
    assert changed["thread_metadata"]["auto_archive_duration"] == 60
    assert await refused(raw, "PATCH", path, {"locked": False}) == (403, 50013)
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS | Permission.MANAGE_THREADS)
    assert (await raw.request("PATCH", path, {"locked": False}))[1]["thread_metadata"]["locked"] is False


async def test_archived_threads_are_listed_apart_and_private_ones_for_moderators(raw: RawBot, ana: Person) -> None:
    public, _ = await thread_with_message(raw)
    await ana.start_thread("secret", private=True)
    private = (await ana.say("psst", channel="secret")).channel_id
    for thread in (public, private):
        raw.playground.change_thread(thread, archived=True)
    listed = f"/channels/{PATIENCE_ID}/threads/archived"
    _, found = await raw.request("GET", f"{listed}/public")
    assert ([thread["id"] for thread in found["threads"]], found["has_more"]) == ([str(public)], False)
    assert await refused(raw, "GET", f"{listed}/private") == (403, 50013)
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS | Permission.MANAGE_THREADS)
    _, found = await raw.request("GET", f"{listed}/private")
    assert [thread["id"] for thread in found["threads"]] == [str(private)]


async def test_answers_in_a_thread_that_was_locked_meanwhile_are_refused(raw: RawBot, ana: Person) -> None:
    await raw.offer({"name": "play", "description": "Play"})
    await raw.connect()
    thread, _ = await thread_with_message(raw)
    await ana.sees_channel("table")
    asking = asyncio.create_task(ana.command("play", in_channel="table"))
    interaction = await raw.event("INTERACTION_CREATE")
    raw.playground.change_thread(thread, locked=True)
    for kind in (4, 5):
        status, refusal = await raw.callback(interaction, {"type": kind, "data": {"content": "x"}})
        assert (status, refusal["code"]) == (403, ARCHIVED)
    # Who asked may still be told something.
    status, _ = await raw.callback(interaction, {"type": 4, "data": {"content": "locked", "flags": 64}})
    assert status == 200
    assert (await asking).content == "locked"


async def test_what_was_promised_in_a_thread_that_was_locked_meanwhile_cannot_be_given(
    raw: RawBot, ana: Person
) -> None:
    await raw.offer({"name": "play", "description": "Play"})
    await raw.connect()
    thread, _ = await thread_with_message(raw)
    await ana.sees_channel("table")
    asking = asyncio.create_task(ana.command("play", in_channel="table"))
    interaction = await raw.event("INTERACTION_CREATE")
    assert (await raw.callback(interaction, {"type": 5}))[0] == 200
    raw.playground.change_thread(thread, locked=True)
    assert await refused(raw, "POST", raw.webhook(interaction), {"content": "x"}) == (403, ARCHIVED)
    assert await refused(raw, "PATCH", raw.webhook(interaction, "@original"), {"content": "x"}) == (403, ARCHIVED)
    raw.playground.change_thread(thread, locked=False)
    assert (await raw.request("PATCH", raw.webhook(interaction, "@original"), {"content": "x"}))[0] == 200
    assert (await asking).content == "x"


async def test_a_press_in_an_archived_thread_is_answered_with_a_message_but_no_edit(raw: RawBot, ana: Person) -> None:
    await raw.connect()
    thread, _ = await thread_with_message(raw)
    await raw.post(
        thread,
        content="board",
        components=[{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}],
    )
    board = await ana.sees(lambda message: message.content == "board", channel="table")
    raw.playground.change_thread(thread, archived=True)
    pressing = asyncio.create_task(ana.press(board, "Go"))
    interaction = await raw.event("INTERACTION_CREATE")
    assert interaction["channel"]["thread_metadata"]["archived"] is True
    status, refusal = await raw.callback(interaction, {"type": 7, "data": {"content": "x"}})
    assert (status, refusal["code"]) == (400, ARCHIVED)
    assert (await raw.callback(interaction, {"type": 4, "data": {"content": "went"}}))[0] == 200
    assert (await pressing).content == "went"
    assert (await raw.request("GET", f"/channels/{thread}"))[1]["thread_metadata"]["archived"] is False


async def test_people_write_in_archived_threads_and_not_in_locked_ones(raw: RawBot, boris: Person) -> None:
    await raw.offer({"name": "play", "description": "Play"})
    thread, _ = await thread_with_message(raw)
    await boris.sees_channel("table")
    raw.playground.change_thread(thread, archived=True)
    await boris.say("again", channel="table")
    raw.playground.change_thread(thread, locked=True)
    with pytest.raises(Refused, match="this thread is locked"):
        await boris.command("play", in_channel="table")
    with pytest.raises(Refused, match="this thread is locked"):
        await boris.say("locked out", channel="table")
    assert [message.content for message in raw.playground.world.messages(thread)] == ["own", "again"]
    raw.playground.set_member_permissions(PATIENCE_ID, MEMBER_PERMISSIONS | Permission.MANAGE_THREADS)
    await boris.say("as a moderator", channel="table")


async def test_what_is_no_thread_is_not_archived(playground: Playground) -> None:
    with pytest.raises(PlaygroundError, match="There is no thread 7"):
        playground.change_thread(7, archived=True)


async def test_a_library_unarchives_and_learns_of_locks(bot: ForeignBot, ana: Person, playground: Playground) -> None:
    thread = await bot.channel.create_thread(name="table", type=discord.ChannelType.public_thread)
    await thread.edit(archived=True)
    await thread.edit(archived=False)
    changed = asyncio.create_task(bot.wait_for("thread_update"))
    await asyncio.sleep(0)
    playground.change_thread(thread.id, locked=True)
    _, after = await asyncio.wait_for(changed, 30)
    assert isinstance(after, discord.Thread)
    assert after.locked
    with pytest.raises(discord.Forbidden):
        await after.send("x")
