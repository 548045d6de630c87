import asyncio

import discord
import pytest

from playground import Playground
from playground.people import ANA_ID
from playground.person import Person, Refused
from playground.state import GUILD_ID, PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import Json, RawBot, errors_at

CHANNEL = f"/channels/{PATIENCE_ID}"
THREADS = f"{CHANNEL}/threads"
PUBLIC = {"name": "a table", "type": 11}
GUILDS, GUILD_MESSAGES = 1 << 0, 1 << 9


async def begun(raw: RawBot, **fields: object) -> Json:
    status, thread = await raw.request("POST", THREADS, PUBLIC | fields)
    assert status == 201, thread
    assert isinstance(thread, dict)
    return thread


async def test_a_thread_is_begun_under_a_channel_and_told_to_bots_and_people(raw: RawBot, ana: Person) -> None:
    await raw.connect()
    thread = await begun(raw)
    assert (thread["type"], thread["name"], thread["parent_id"]) == (11, "a table", str(PATIENCE_ID))
    assert (thread["owner_id"], thread["guild_id"]) == (str(raw.playground.application_id), str(GUILD_ID))
    assert await raw.event("THREAD_CREATE") == thread | {"newly_created": True}
    await ana.sees_channel("a table")
    assert (await raw.request("GET", f"/channels/{thread['id']}"))[1] == thread
    assert (await raw.request("GET", f"/guilds/{GUILD_ID}/threads/active"))[1]["threads"] == [thread]
    await raw.connect()
    member = {name: thread["member"][name] for name in ("join_timestamp", "flags")}  # without its ids there
    assert (await raw.event("GUILD_CREATE"))["threads"] == [thread | {"member": member}]


async def test_a_thread_is_begun_at_a_message_and_takes_its_id(raw: RawBot) -> None:
    message = await raw.post(PATIENCE_ID, content="discuss")
    path = f"{CHANNEL}/messages/{message['id']}"
    status, thread = await raw.request("POST", f"{path}/threads", {"name": "a table"})
    assert (status, thread["id"]) == (201, message["id"])
    _, now = await raw.request("GET", path)
    assert (now["thread"]["name"], now["flags"]) == ("a table", 1 << 5)
    status, body = await raw.request("POST", f"{path}/threads", {"name": "another"})
    assert (status, body["code"]) == (400, 160004)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"type": 11}, ("name",)),
        (PUBLIC | {"name": "x" * 101}, ("name",)),
        (PUBLIC | {"type": 0}, ("type",)),
        (PUBLIC | {"auto_archive_duration": 7}, ("auto_archive_duration",)),
        (PUBLIC | {"invitable": "yes"}, ("invitable",)),
    ],
)
async def test_a_bad_thread_is_refused_by_the_path_of_its_field(raw: RawBot, body: Json, path: tuple[str]) -> None:
    status, refusal = await raw.request("POST", THREADS, body)
    assert (status, refusal["code"], len(errors_at(refusal, *path))) == (400, 50035, 1)


async def test_there_are_no_threads_under_threads_or_in_private_channels(raw: RawBot) -> None:
    thread = await begun(raw)
    _, private = await raw.request("POST", "/users/@me/channels", {"recipient_id": str(ANA_ID)})
    for channel in (thread, private):
        status, refusal = await raw.request("POST", f"/channels/{channel['id']}/threads", PUBLIC)
        assert (status, refusal["code"]) == (400, 50024)


async def test_beginning_a_thread_needs_its_permission(raw: RawBot) -> None:
    message = await raw.post(PATIENCE_ID, content="discuss")
    at_message = f"{CHANNEL}/messages/{message['id']}/threads"
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.CREATE_PUBLIC_THREADS)
    for path in (THREADS, at_message):
        status, refusal = await raw.request("POST", path, PUBLIC)
        assert (status, refusal["code"]) == (403, 50013)
    private = {"name": "secret"}  # a thread without a message is private unless said otherwise
    assert (await raw.request("POST", THREADS, private))[0] == 201
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.CREATE_PRIVATE_THREADS)
    status, refusal = await raw.request("POST", THREADS, private)
    assert (status, refusal["code"]) == (403, 50013)
    assert (await raw.request("POST", at_message, PUBLIC))[0] == 201


async def test_threads_have_a_permission_to_send_of_their_own(raw: RawBot) -> None:
    thread = await begun(raw)
    path = f"/channels/{thread['id']}/messages"
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.SEND_MESSAGES_IN_THREADS)
    status, refusal = await raw.request("POST", path, {"content": "x"})
    assert (status, refusal["code"]) == (403, 50013)
    await raw.post(PATIENCE_ID, content="the channel above is another matter")
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.SEND_MESSAGES)
    assert (await raw.request("POST", path, {"content": "x"}))[0] == 200
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.ATTACH_FILES)
    status, refusal = await raw.request("POST", path, {"content": "x"}, {0: ("a.txt", b"a")})
    assert (status, refusal["code"]) == (403, 50013)
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.VIEW_CHANNEL)
    assert (await raw.request("GET", path))[1]["code"] == 50001


async def test_a_thread_is_renamed_archived_and_comes_back_with_a_message(raw: RawBot, ana: Person) -> None:
    await raw.connect(GUILDS | GUILD_MESSAGES)
    thread = await begun(raw)
    path = f"/channels/{thread['id']}"
    _, changed = await raw.request("PATCH", path, {"name": "another table", "archived": True})
    assert (changed["name"], changed["thread_metadata"]["archived"]) == ("another table", True)
    assert (await raw.event("THREAD_UPDATE"))["name"] == "another table"
    await ana.sees_channel("another table")
    assert (await raw.request("GET", f"/guilds/{GUILD_ID}/threads/active"))[1]["threads"] == []
    await ana.say("again", channel="another table")
    assert (await raw.event("THREAD_UPDATE"))["thread_metadata"]["archived"] is False
    assert (await raw.event("MESSAGE_CREATE"))["channel_id"] == thread["id"]
    wrong = {"name": "", "archived": "yes", "locked": 1, "invitable": "no", "auto_archive_duration": 7}
    status, refusal = await raw.request("PATCH", path, wrong)
    assert (status, refusal["errors"].keys()) == (400, wrong.keys())


async def test_what_is_no_thread_is_not_changed_or_joined_as_one(raw: RawBot) -> None:
    for method, path in (("PATCH", CHANNEL), ("PUT", f"{CHANNEL}/thread-members/@me")):
        status, refusal = await raw.request(method, path, {"name": "x"})
        assert (status, refusal["code"]) == (400, 50024)


async def test_other_peoples_threads_are_changed_and_threads_deleted_by_moderators(raw: RawBot, ana: Person) -> None:
    await raw.connect()
    await ana.start_thread("anas table")
    created = await raw.event("THREAD_CREATE")
    assert created["owner_id"] == str(ANA_ID)
    path = f"/channels/{created['id']}"
    for method in ("PATCH", "DELETE"):
        status, refusal = await raw.request(method, path, {"name": "mine"})
        assert (status, refusal["code"]) == (403, 50013)
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS | Permission.MANAGE_THREADS)
    assert (await raw.request("PATCH", path, {"name": "mine"}))[1]["name"] == "mine"
    assert (await raw.request("DELETE", path))[0] == 200
    assert (await raw.event("THREAD_DELETE"))["id"] == created["id"]
    await ana.no_longer_sees_channel("mine")
    assert (await raw.request("GET", path))[1]["code"] == 10003


async def test_a_channel_takes_its_threads_with_it(raw: RawBot, ana: Person) -> None:
    await begun(raw)
    await ana.sees_channel("a table")
    assert (await raw.request("DELETE", CHANNEL))[1]["code"] == 50013
    raw.playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS | Permission.MANAGE_CHANNELS)
    assert (await raw.request("DELETE", CHANNEL))[0] == 200
    await ana.no_longer_sees_channel("a table")


async def test_people_use_a_bot_in_a_thread(
    bot: ForeignBot, playground: Playground, ana: Person, boris: Person
) -> None:
    heard = asyncio.create_task(bot.wait_for("thread_create"))
    said = await ana.say("shall we?")
    await ana.start_thread("table", at=said)
    thread = await asyncio.wait_for(heard, 30)
    assert isinstance(thread, discord.Thread)
    board = await ana.command("play", in_channel="table", game="Chess")
    assert board.channel_id == thread.id
    assert (await ana.press(board, "Slow turn")).content == "turned slowly"
    form = await ana.press_opens(board, "Name it")
    assert (await ana.submit_modal(form, {"Name": "Rome"})).content == "Rome, remark: none"
    await thread.send("hello")
    assert (await boris.sees(lambda message: message.content == "hello", channel="table")).author == "playground-bot"
    with pytest.raises(Refused, match="already been created"):
        await ana.start_thread("another", at=said)


async def test_a_library_begins_threads(bot: ForeignBot, ana: Person) -> None:
    message = await bot.channel.send("discuss")
    thread = await message.create_thread(name="at a message")
    await thread.send("here")
    assert (await ana.sees(lambda seen: seen.content == "here", channel="at a message")).channel_id == message.id
    another = await bot.channel.create_thread(name="alone", type=discord.ChannelType.public_thread)
    await another.join()
    await another.edit(name="renamed", archived=True)
    await ana.sees_channel("renamed")
