import asyncio

import discord
import pytest

from playground.people import ANA_ID, BORIS_ID
from playground.person import Person
from playground.state import GUILD_ID, LOBBY_ID, PATIENCE_ID
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import Json, RawBot

MESSAGES = f"/channels/{PATIENCE_ID}/messages"


async def test_the_bot_learns_who_and_where_it_is(raw: RawBot) -> None:
    _, me = await raw.request("GET", "/users/@me")
    assert (me["id"], me["bot"]) == (str(raw.playground.application_id), True)
    for path in ("/oauth2/applications/@me", "/applications/@me"):
        _, application = await raw.request("GET", path)
        assert application["id"] == me["id"]
    _, gateway = await raw.request("GET", "/gateway")
    _, for_bot = await raw.request("GET", "/gateway/bot")
    assert gateway["url"] == for_bot["url"] == f"ws://127.0.0.1:{raw.playground.port}/gateway"
    assert for_bot["session_start_limit"]["max_concurrency"] == 1


async def test_channels_guild_members_and_users_are_found(raw: RawBot) -> None:
    assert (await raw.request("GET", f"/channels/{LOBBY_ID}"))[1]["name"] == "lobby"
    assert (await raw.request("GET", f"/guilds/{GUILD_ID}"))[1]["name"] == "Playground"
    assert len((await raw.request("GET", f"/guilds/{GUILD_ID}/channels"))[1]) == 2
    _, member = await raw.request("GET", f"/guilds/{GUILD_ID}/members/{BORIS_ID}")
    assert member["user"]["global_name"] == "Boris"
    assert (await raw.request("GET", f"/users/{ANA_ID}"))[1]["username"] == "ana"


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/channels/1", 10003),
        ("POST", "/channels/1/messages", 10003),
        ("POST", "/channels/1/typing", 10003),
        ("GET", "/guilds/1", 10004),
        ("GET", f"/guilds/{GUILD_ID}/members/1", 10007),
        ("GET", f"{MESSAGES}/1", 10008),
        ("PATCH", f"{MESSAGES}/1", 10008),
        ("DELETE", f"{MESSAGES}/1", 10008),
        ("GET", "/users/1", 10013),
        ("GET", "/no/such/route", 0),
    ],
)
async def test_what_is_not_there_is_answered_with_its_code(raw: RawBot, method: str, path: str, code: int) -> None:
    status, body = await raw.request(method, path, {"content": "x"} if method != "GET" else None)
    assert (status, body["code"]) == (404, code)


async def test_an_id_that_is_no_number_is_named(raw: RawBot) -> None:
    status, body = await raw.request("GET", "/channels/lobby")
    assert (status, body["code"]) == (400, 50035)
    assert body["errors"]["channel_id"]["_errors"][0]["code"] == "NUMBER_TYPE_COERCE"


@pytest.mark.parametrize("token", ["", "not it"])
async def test_a_wrong_token_is_refused_everywhere(raw: RawBot, token: str) -> None:
    raw.token = token
    for path in ("/users/@me", "/gateway/bot", MESSAGES, "/no/such/route"):
        assert await raw.request("GET", path) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_a_token_of_odd_bytes_is_refused(raw: RawBot) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", raw.playground.port)
    host = f"127.0.0.1:{raw.playground.port}".encode()
    writer.write(b"GET /api/v10/users/@me HTTP/1.1\r\nHost: " + host + b"\r\nAuthorization: Bot \xff\r\n\r\n")
    assert (await reader.readline()).split()[1] == b"401"
    writer.close()


async def test_a_library_takes_a_wrong_token_for_one(bot: ForeignBot) -> None:
    async with discord.Client(intents=discord.Intents.none()) as other:
        with pytest.raises(discord.LoginFailure):
            await other.login("not it")


async def test_a_message_is_posted_read_edited_and_deleted(raw: RawBot, ana: Person) -> None:
    posted = await raw.post(PATIENCE_ID, content="one", nonce="n1", tts=False)
    assert (posted["content"], posted["nonce"], posted["edited_timestamp"]) == ("one", "n1", None)
    path = f"{MESSAGES}/{posted['id']}"
    seen = await ana.sees(lambda message: message.content == "one")
    _, edited = await raw.request("PATCH", path, {"content": "two"})
    assert edited["edited_timestamp"] is not None
    assert (await raw.request("GET", path))[1] == edited
    assert (await ana.change_of(seen)).content == "two"
    assert (await raw.request("DELETE", path))[0] == 204
    await ana.no_longer_sees(seen)


async def test_an_edit_leaves_alone_what_it_does_not_name(raw: RawBot) -> None:
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    embed = {"title": "An embed", "description": "of words"}
    posted = await raw.post(PATIENCE_ID, content="one", components=[row], embeds=[embed])
    _, edited = await raw.request("PATCH", f"{MESSAGES}/{posted['id']}", {"content": "two"})
    assert edited["components"] == posted["components"]
    assert edited["embeds"][0]["title"] == "An embed"
    _, emptied = await raw.request("PATCH", f"{MESSAGES}/{posted['id']}", {"embeds": [], "components": []})
    assert (emptied["content"], emptied["embeds"], emptied["components"]) == ("two", [], [])


async def test_messages_are_listed_newest_first_and_in_pages(raw: RawBot, ana: Person) -> None:
    ids = [message["id"] for message in await raw.post_each(PATIENCE_ID, *"012345")]
    await raw.post(LOBBY_ID, content="elsewhere")

    async def listed(query: str) -> list[int]:
        _, messages = await raw.request("GET", f"{MESSAGES}?{query}")
        return [int(message["content"]) for message in messages]

    assert await listed("") == [5, 4, 3, 2, 1, 0]
    assert await listed("limit=2") == [5, 4]
    assert await listed(f"limit=2&before={ids[3]}") == [2, 1]
    assert await listed(f"limit=2&after={ids[1]}") == [3, 2]
    assert await listed(f"limit=3&around={ids[3]}") == [4, 3, 2]
    assert (await raw.request("GET", f"{MESSAGES}?limit=101"))[1]["code"] == 50035


async def test_the_bot_cannot_edit_or_delete_what_a_person_wrote(raw: RawBot, ana: Person) -> None:
    path = f"{MESSAGES}/{(await ana.say('mine')).id}"
    status, body = await raw.request("PATCH", path, {"content": "yours"})
    assert (status, body["code"]) == (403, 50005)
    status, body = await raw.request("DELETE", path)
    assert (status, body["code"]) == (403, 50013)


async def test_a_message_that_would_show_nothing_is_refused(raw: RawBot) -> None:
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    bodies: list[Json] = [{}, {"content": ""}, {"content": None, "embeds": []}, {"components": [row]}]
    for empty in bodies:
        status, body = await raw.request("POST", MESSAGES, empty)
        assert (status, body) == (400, {"message": "Cannot send an empty message", "code": 50006})
    posted = await raw.post(PATIENCE_ID, content="something")
    status, body = await raw.request("PATCH", f"{MESSAGES}/{posted['id']}", {"content": ""})
    assert (status, body["code"]) == (400, 50006)
    assert (await raw.request("GET", f"{MESSAGES}/{posted['id']}"))[1]["content"] == "something"


async def test_people_are_mentioned_as_far_as_allowed(raw: RawBot) -> None:
    content = f"<@{ANA_ID}> and <@!{BORIS_ID}>"

    async def mentioned(**fields: object) -> list[str]:
        message = await raw.post(PATIENCE_ID, content=content, **fields)
        return [user["global_name"] for user in message["mentions"]]

    assert await mentioned() == ["Ana", "Boris"]
    assert await mentioned(allowed_mentions={"parse": []}) == []
    assert await mentioned(allowed_mentions={"parse": ["users"]}) == ["Ana", "Boris"]
    assert await mentioned(allowed_mentions={"users": [str(BORIS_ID)]}) == ["Boris"]


async def test_a_reply_refers_to_its_message(raw: RawBot, ana: Person) -> None:
    question = await ana.say("well?")
    reply = await raw.post(PATIENCE_ID, content="well", message_reference={"message_id": str(question.id)})
    assert (reply["type"], reply["referenced_message"]["content"]) == (19, "well?")


async def test_a_private_channel_is_seen_by_its_person_alone(bot: ForeignBot, ana: Person, boris: Person) -> None:
    user = await bot.fetch_user(ANA_ID)
    message = await user.send("between us")
    assert isinstance(message.channel, discord.DMChannel)
    again = await bot.fetch_user(ANA_ID)
    assert (await again.create_dm()).id == message.channel.id
    await boris.say("anything?")
    await ana.sees(lambda seen: seen.content == "anything?")
    assert message.id == ana.message(message.id).id
    assert len(boris.messages()) == 1


async def test_a_private_channel_needs_a_person(raw: RawBot) -> None:
    me = str(raw.playground.application_id)
    assert (await raw.request("POST", "/users/@me/channels", {"recipient_id": me}))[1]["code"] == 50007
    assert (await raw.request("POST", "/users/@me/channels", {"recipient_id": "1"}))[1]["code"] == 10013
    assert (await raw.request("POST", "/users/@me/channels", {}))[1]["code"] == 50035


async def test_a_library_types_posts_edits_reads_and_deletes(bot: ForeignBot, ana: Person) -> None:
    channel = await bot.fetch_channel(PATIENCE_ID)
    assert isinstance(channel, discord.TextChannel)
    async with channel.typing():
        message = await channel.send("one")
    await message.edit(content="two")
    assert [found.content async for found in channel.history()] == ["two"]
    assert (await channel.fetch_message(message.id)).edited_at is not None
    await message.delete()
    with pytest.raises(discord.NotFound) as caught:
        await message.edit(content="three")
    assert caught.value.code == 10008


async def test_ids_rise_with_every_message_however_fast_they_come(raw: RawBot) -> None:
    posted = await raw.post_each(PATIENCE_ID, *"x" * 20)
    _, listed = await raw.request("GET", MESSAGES)
    ids = [int(message["id"]) for message in listed]
    assert ids == sorted({int(message["id"]) for message in posted}, reverse=True)
