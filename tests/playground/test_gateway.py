import asyncio
import json
import zlib

import discord
import pytest

from playground import Playground
from playground.people import ANA_ID
from playground.person import Person, Refused
from playground.state import GUILD_ID, LOBBY_ID, PATIENCE_ID
from tests.playground.raw_bot import RawBot
from tests.playground.running import StartBot

GUILDS, MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES, CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 12, 1 << 15


async def test_ready_names_the_bot_its_guild_and_where_to_resume(raw: RawBot) -> None:
    ready = await raw.connect()
    application = str(raw.playground.application_id)
    assert (ready["user"]["id"], ready["application"]["id"]) == (application, application)
    assert ready["guilds"] == [{"id": str(GUILD_ID), "unavailable": True}]
    assert ready["resume_gateway_url"].startswith("ws://127.0.0.1:")
    guild = await raw.event("GUILD_CREATE")
    assert [channel["name"] for channel in guild["channels"]] == ["patience", "lobby"]
    assert [member["user"]["id"] for member in guild["members"]] == [application]


async def test_the_members_intent_shows_everybody(raw: RawBot) -> None:
    await raw.connect(GUILDS | MEMBERS)
    guild = await raw.event("GUILD_CREATE")
    assert len(guild["members"]) == guild["member_count"] == 5


async def test_a_library_finds_channels_and_members(start_bot: StartBot) -> None:
    bot = await start_bot(discord.Intents(guilds=True, members=True))
    guild = bot.get_guild(GUILD_ID)
    assert guild is not None
    assert guild.get_channel(LOBBY_ID) is not None
    assert {member.display_name for member in guild.members} == {"Ana", "Boris", "Carla", "Dan", "playground-bot"}
    found = await guild.query_members(query="bor", limit=5)
    assert [member.display_name for member in found] == ["Boris"]


async def test_a_wrong_token_is_refused(raw: RawBot) -> None:
    await raw.open_gateway()
    await raw.send(2, {"token": "not it", "intents": 0})
    assert await raw.closed_with() == 4004


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("not json", 4002),
        ("[]", 4002),
        ('{"op": 2, "d": 7}', 4002),
        ('{"op": 99, "d": {}}', 4001),
        ('{"op": 8, "d": {}}', 4003),
        ('{"op": [], "d": {}}', 4002),
    ],
)
async def test_a_broken_packet_closes_the_socket_with_its_code(raw: RawBot, frame: str, code: int) -> None:
    socket = await raw.open_gateway()
    await socket.send_str(frame)
    assert await raw.closed_with() == code


async def test_intents_and_sequence_must_be_numbers(raw: RawBot) -> None:
    await raw.open_gateway()
    await raw.send(2, {"token": raw.token, "intents": "all"})
    assert await raw.closed_with() == 4013
    await raw.open_gateway()
    await raw.send(6, {"token": raw.token, "session_id": "x", "seq": None})
    assert await raw.closed_with() == 4007


async def test_identifying_twice_is_refused(raw: RawBot) -> None:
    await raw.connect()
    await raw.send(2, {"token": raw.token, "intents": 0})
    assert await raw.closed_with() == 4005


async def test_heartbeats_are_acknowledged(raw: RawBot) -> None:
    await raw.open_gateway()
    await raw.send(1, None)
    assert (await raw.packet())["op"] == 11


async def test_messages_come_only_with_their_intents(raw: RawBot, ana: Person) -> None:
    await raw.connect(GUILDS)
    await raw.event("GUILD_CREATE")
    await ana.say("hello")
    await raw.send(8, {"guild_id": str(GUILD_ID), "query": "", "limit": 0})
    assert (await raw.packet())["t"] == "GUILD_MEMBERS_CHUNK"


async def test_messages_come_edited_and_deleted(raw: RawBot) -> None:
    await raw.connect(GUILDS | GUILD_MESSAGES)
    message = await raw.post(PATIENCE_ID, content="one")
    created = await raw.event("MESSAGE_CREATE")
    assert (created["id"], created["content"], created["guild_id"]) == (message["id"], "one", str(GUILD_ID))
    path = f"/channels/{PATIENCE_ID}/messages/{message['id']}"
    await raw.request("PATCH", path, {"content": "two"})
    assert (await raw.event("MESSAGE_UPDATE"))["content"] == "two"
    await raw.request("DELETE", path)
    deleted = await raw.event("MESSAGE_DELETE")
    assert deleted == {"id": message["id"], "channel_id": str(PATIENCE_ID), "guild_id": str(GUILD_ID)}


async def test_other_peoples_words_need_the_content_intent_or_a_mention(raw: RawBot, ana: Person) -> None:
    await raw.connect(GUILDS | GUILD_MESSAGES)
    await ana.say("hello")
    assert (await raw.event("MESSAGE_CREATE"))["content"] == ""
    mention = f"hello <@{raw.playground.application_id}>"
    await ana.say(mention)
    assert (await raw.event("MESSAGE_CREATE"))["content"] == mention
    await raw.connect(GUILDS | GUILD_MESSAGES | CONTENT)
    await ana.say("hello again")
    created = await raw.event("MESSAGE_CREATE")
    assert (created["content"], created["author"]["id"]) == ("hello again", str(ANA_ID))


async def test_ephemeral_messages_are_not_told_to_bots(start_bot: StartBot, ana: Person) -> None:
    bot = await start_bot(discord.Intents(guilds=True, guild_messages=True))
    await ana.command("secret")
    await ana.command("chatter")
    await ana.sees(lambda message: message.content == "first, edited")
    assert bot.heard[:2] == ["message 'first'", "message 'second'"]


async def test_private_messages_come_with_their_own_intent(raw: RawBot) -> None:
    await raw.connect(GUILDS | DIRECT_MESSAGES)
    _, channel = await raw.request("POST", "/users/@me/channels", {"recipient_id": str(ANA_ID)})
    await raw.post(PATIENCE_ID, content="in the guild")
    await raw.post(int(channel["id"]), content="in private")
    created = await raw.event("MESSAGE_CREATE")
    assert created["content"] == "in private"
    assert "guild_id" not in created


async def test_compressed_streams_are_one_stream_for_the_connection(raw: RawBot) -> None:
    socket = await raw.http.ws_connect(f"{raw.playground.url}/gateway?compress=zlib-stream")
    stream = zlib.decompressobj()
    hello = json.loads(stream.decompress(await socket.receive_bytes()))
    assert hello["op"] == 10
    await socket.send_json({"op": 2, "d": {"token": raw.token, "intents": 1}})
    names = [json.loads(stream.decompress(await socket.receive_bytes()))["t"] for _ in range(2)]
    assert names == ["READY", "GUILD_CREATE"]
    await socket.close()


async def test_a_zstandard_stream_is_a_frame_of_stored_blocks(raw: RawBot) -> None:
    socket = await raw.http.ws_connect(f"{raw.playground.url}/gateway?compress=zstd-stream")
    frame = await socket.receive_bytes()
    magic, header, block = frame[:4], frame[4:6], frame[6:]
    assert (magic, header) == (bytes.fromhex("28b52ffd"), b"\x00\x38")
    assert int.from_bytes(block[:3], "little") == (len(block) - 3) << 3
    assert json.loads(block[3:])["op"] == 10
    await socket.close()


async def test_an_unknown_compression_is_refused_with_a_sentence(raw: RawBot) -> None:
    async with raw.http.get(f"{raw.playground.url}/gateway?compress=lzma") as response:
        assert (response.status, "use zlib-stream" in await response.text()) == (400, True)


async def test_a_resume_replays_what_was_missed(raw: RawBot, ana: Person) -> None:
    ready = await raw.connect(GUILDS | GUILD_MESSAGES | CONTENT)
    await raw.event("GUILD_CREATE")
    await raw.playground.gateway.drop()
    await raw.closed_with()
    await ana.say("missed")
    await raw.open_gateway()
    await raw.send(6, {"token": raw.token, "session_id": ready["session_id"], "seq": 2})
    missed = await raw.packet()
    assert (missed["t"], missed["s"], missed["d"]["content"]) == ("MESSAGE_CREATE", 3, "missed")
    assert (await raw.packet())["t"] == "RESUMED"
    await ana.say("heard")
    assert (await raw.event("MESSAGE_CREATE"))["content"] == "heard"


async def test_a_resume_takes_a_session_over_from_a_socket_thought_open(raw: RawBot, ana: Person) -> None:
    ready = await raw.connect(GUILDS | GUILD_MESSAGES | CONTENT)
    stale = raw.gateway
    assert stale is not None
    await raw.open_gateway()
    await raw.send(6, {"token": raw.token, "session_id": ready["session_id"], "seq": 2})
    assert (await raw.packet())["t"] == "RESUMED"
    await stale.close()
    await ana.say("heard")
    assert (await raw.event("MESSAGE_CREATE"))["content"] == "heard"
    assert ana.bot_online


@pytest.mark.parametrize("change", [{"session_id": "another"}, {"seq": 999}])
async def test_an_impossible_resume_is_told_to_identify_anew(raw: RawBot, change: dict[str, object]) -> None:
    ready = await raw.connect()
    await raw.playground.gateway.drop()
    await raw.open_gateway()
    await raw.send(6, {"token": raw.token, "session_id": ready["session_id"], "seq": 1} | change)
    packet = await raw.packet()
    assert (packet["op"], packet["d"]) == (9, False)
    await raw.send(2, {"token": raw.token, "intents": 1})
    assert await raw.event("READY")


async def test_a_session_is_forgotten_after_two_minutes(raw: RawBot) -> None:
    ready = await raw.connect()
    await raw.playground.gateway.drop()
    await raw.closed_with()
    raw.playground.clock.advance(121)
    await raw.open_gateway()
    await raw.send(6, {"token": raw.token, "session_id": ready["session_id"], "seq": 2})
    assert (await raw.packet())["op"] == 9


async def test_a_library_resumes_and_hears_the_interaction_it_missed(
    start_bot: StartBot, playground: Playground, ana: Person
) -> None:
    bot = await start_bot()
    await ana.command("secret")
    await playground.gateway.drop()
    assert (await ana.command("secret")).content == "for you alone"
    await asyncio.wait_for(bot.resumed.wait(), 30)


async def test_a_session_that_ended_hears_nothing_more(raw: RawBot, ana: Person) -> None:
    await raw.offer({"name": "play", "description": "Play"})
    await raw.connect()
    await ana.bot_to_be(online=True)
    assert raw.gateway is not None
    await raw.gateway.close(code=1000)
    await ana.bot_to_be(online=False)
    with pytest.raises(Refused, match="offline"):
        await ana.command("play")
