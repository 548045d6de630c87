import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from playground import Playground, PlaygroundError
from playground.people import ANA_ID, BORIS_ID, CARLA_ID, DAN_ID
from playground.person import Person
from playground.state import FRIENDS_ID, LOBBY_ID, PATIENCE_ID
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import RawBot

Socket = aiohttp.ClientWebSocketResponse


@pytest.fixture
async def socket(playground: Playground) -> AsyncIterator[Socket]:
    """Ana's page, its `hello` taken."""
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{playground.url}/page/socket?user={ANA_ID}") as opened,
    ):
        assert (await opened.receive_json())["type"] == "hello"
        yield opened


async def hello(playground: Playground, query: str = "") -> dict[str, Any]:
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{playground.url}/page/socket{query}") as socket,
    ):
        packet = await socket.receive_json()
        assert isinstance(packet, dict)
        return packet


async def test_a_page_is_greeted_with_all_it_shows(raw: RawBot, playground: Playground) -> None:
    await raw.offer({"name": "play", "description": "Play"})
    await raw.connect()
    await raw.post(PATIENCE_ID, content="one")
    await raw.post(PATIENCE_ID, content="two")
    packet = await hello(playground, f"?user={BORIS_ID}")
    assert packet["type"] == "hello"
    assert packet["user"]["global_name"] == "Boris"
    assert [user["id"] for user in packet["users"]] == [
        str(number) for number in (ANA_ID, BORIS_ID, CARLA_ID, DAN_ID, playground.application_id)
    ]
    assert [guild["name"] for guild in packet["guilds"]] == ["Playground"]
    assert [(channel["id"], channel["name"], channel["type"]) for channel in packet["channels"]] == [
        (str(PATIENCE_ID), "patience", 0),
        (str(LOBBY_ID), "lobby", 0),
        (packet["channels"][2]["id"], "playground-bot", 1),
        (str(FRIENDS_ID), "friends", 3),
    ]
    assert [command["name"] for command in packet["commands"]] == ["play"]
    assert packet["bot_online"] is True
    assert [message["content"] for message in packet["messages"][str(PATIENCE_ID)]] == ["one", "two"]
    assert packet["messages"][str(LOBBY_ID)] == []


async def test_a_page_is_given_the_last_hundred_messages(raw: RawBot, playground: Playground) -> None:
    await raw.post_each(PATIENCE_ID, *map(str, range(102)))
    messages = (await hello(playground))["messages"][str(PATIENCE_ID)]
    assert (len(messages), messages[0]["content"], messages[-1]["content"]) == (100, "2", "101")


async def test_a_page_that_names_nobody_is_anas_and_one_of_a_stranger_is_refused(playground: Playground) -> None:
    assert (await hello(playground))["user"]["id"] == str(ANA_ID)
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"{playground.url}/page/socket?user=7") as response,
    ):
        assert (response.status, "no person 7" in await response.text()) == (400, True)


@pytest.mark.parametrize(
    ("packet", "reason"),
    [
        ("nonsense", "Expecting value"),
        ("[]", "send JSON objects"),
        ("{}", "type must be one of say, thread"),
        ('{"type": "fly"}', "type must be one of say, thread"),
        ('{"type": "say", "content": "x"}', "channel_id must be an id"),
        ('{"type": "say", "channel_id": "7", "content": "x"}', "there is no such channel"),
        (f'{{"type": "say", "channel_id": "{LOBBY_ID}"}}', "content must be a text"),
        (f'{{"type": "say", "channel_id": "{LOBBY_ID}", "content": ""}}', "Cannot send an empty message"),
        (f'{{"type": "command", "channel_id": "{LOBBY_ID}", "command_id": "7"}}', "no such command any more"),
        (
            f'{{"type": "component", "channel_id": "{LOBBY_ID}", "message_id": "7", "custom_id": "x"}}',
            "this message is not there any more",
        ),
        (f'{{"type": "modal_submit", "channel_id": "{LOBBY_ID}", "custom_id": "x"}}', "no such form is open"),
        ('{"type": "dismiss", "message_id": "7"}', "only a message that you alone see"),
        (f'{{"type": "dismiss", "message_id": "{"9" * 5000}"}}', "message_id must be an id"),
        ("[" * 200_000, "JSON of at most 64 levels"),
        (f'{{"nonce": {"[" * 64}{"]" * 64}}}', "JSON of at most 64 levels"),
        ('{"nonce": 1e999}', "not JSON compliant"),
    ],
)
async def test_what_a_page_gets_wrong_is_told_it_and_the_socket_stays_open(
    socket: Socket, packet: str, reason: str
) -> None:
    await socket.send_str(packet)
    error = await socket.receive_json()
    assert error["type"] == "error"
    assert reason in error["reason"]
    await socket.send_json({"type": "say", "channel_id": str(LOBBY_ID), "content": "still here"})
    assert (await socket.receive_json())["message"]["content"] == "still here"


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ({"name": []}, "there is no option []"),
        ({"name": {}}, "there is no option {}"),
        ({"value": "x"}, "there is no option None"),
        ({"name": "count", "value": 2**53}, "count must be at most"),
        ({"name": "count", "value": []}, "count must be a whole number"),
        ({"name": "who", "value": "9" * 5000}, "there is nobody with the id 999"),
        ({"name": "where", "value": "9" * 5000}, "there is no channel with the id 999"),
        ({"name": "nested", "options": "x"}, "options must be a list of objects"),
    ],
)
async def test_an_option_that_no_client_would_send_is_refused(
    raw: RawBot, socket: Socket, option: dict[str, Any], reason: str
) -> None:
    kinds = {"nested": 1, "count": 4, "who": 6, "where": 7}
    options = [{"name": name, "description": "x", "type": kind} for name, kind in kinds.items()]
    await raw.offer({"name": "play", "description": "Play", "options": options})
    (command,) = (await socket.receive_json())["commands"]
    packet = {"type": "command", "channel_id": str(LOBBY_ID), "command_id": command["id"], "options": [option]}
    await socket.send_json(packet)
    assert reason in (await socket.receive_json())["reason"]


async def test_an_error_carries_the_nonce_of_what_it_answers(socket: Socket) -> None:
    await socket.send_json({"type": "command", "nonce": "n7", "channel_id": "1", "command_id": "1"})
    assert (await socket.receive_json())["nonce"] == "n7"


async def test_binary_frames_are_answered_with_an_error(socket: Socket) -> None:
    await socket.send_bytes(b"x")
    assert "text frames" in (await socket.receive_json())["reason"]


async def test_every_page_of_a_person_is_told(playground: Playground, raw: RawBot) -> None:
    async with Person(playground.url, "Ana") as first, Person(playground.url, "Ana") as second:
        message = await first.say("hello")
        await second.sees(lambda seen: seen.id == message.id)


async def test_the_bots_coming_and_going_is_shown(raw: RawBot, ana: Person) -> None:
    assert not ana.bot_online
    await raw.connect()
    await ana.bot_to_be(online=True)
    await raw.playground.gateway.drop()
    await ana.bot_to_be(online=False)


async def test_an_ephemeral_message_says_so_and_can_be_dismissed(bot: ForeignBot, ana: Person) -> None:
    secret = await ana.command("secret")
    assert secret.raw["ephemeral"] is True
    await ana.dismiss(secret)
    assert ana.messages() == []
    board = await ana.command("play", game="c")
    with pytest.raises(PlaygroundError, match="Only an ephemeral message"):
        await ana.dismiss(board)


async def test_a_dismissed_message_does_not_come_back_with_an_edit(raw: RawBot, ana: Person) -> None:
    await raw.offer({"name": "play", "description": "Play"})
    await raw.connect()
    asking = asyncio.create_task(ana.command("play"))
    interaction = await raw.event("INTERACTION_CREATE")
    await raw.callback(interaction, {"type": 4, "data": {"content": "for you", "flags": 64}})
    await ana.dismiss(await asking)
    status, _ = await raw.request("PATCH", raw.webhook(interaction, "@original"), {"content": "again"})
    assert status == 200
    await ana.say("anything?")
    assert [message.content for message in ana.messages()] == ["anything?"]
