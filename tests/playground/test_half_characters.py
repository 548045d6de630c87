"""Half an emoji: JSON can write half a surrogate pair, but nobody could be told it afterwards."""

import json
from collections.abc import AsyncIterator

import aiohttp
import pytest

from playground import Playground
from playground.people import ANA_ID
from playground.person import Person
from playground.snowflakes import moment_of
from playground.state import LOBBY_ID, PATIENCE_ID, Message
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import Json, RawBot

HALF = "\ud800"
MESSAGES = f"/channels/{PATIENCE_ID}/messages"


@pytest.fixture
async def still_served(playground: Playground, bot: ForeignBot) -> AsyncIterator[None]:
    """In the end another page must open and the bot must answer."""
    yield
    async with Person(playground.url, "Boris") as boris:
        assert (await boris.command("secret")).content == "for you alone"


@pytest.mark.parametrize(
    "changes",
    [
        {"type": "say", "content": HALF},
        {"type": "say", "content": "x", HALF: "x"},
        {"type": "say", "content": "x", "nonce": HALF},
        {"type": "command", "options": [{"name": "name", "type": 3, "value": HALF}]},
        {"type": "command", "options": [{"name": HALF, "type": 3, "value": "x"}]},
        {"type": "autocomplete", "options": [{"name": "name", "type": 3, "value": HALF, "focused": True}]},
        {"type": "component", "message_id": "1", "custom_id": HALF},
        {"type": "modal_submit", "custom_id": HALF, "components": []},
        {"type": HALF},
    ],
    ids=ascii,
)
@pytest.mark.usefixtures("still_served")
async def test_a_page_is_refused_it(playground: Playground, ana: Person, changes: Json) -> None:
    command = await ana.sees_command("opening")
    packet = {"channel_id": str(PATIENCE_ID), "command_id": command["id"]} | changes
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{playground.url}/page/socket?user={ANA_ID}") as socket,
    ):
        await socket.receive_json()
        await socket.send_json(packet)
        answer = await socket.receive_json()
        assert (answer["type"], "whole Unicode characters" in answer["reason"]) == ("error", True)
        assert ana.messages() == []


@pytest.mark.usefixtures("still_served")
async def test_a_bot_is_disconnected_for_it(raw: RawBot) -> None:
    await raw.connect()
    await raw.send(8, {"query": HALF, "nonce": HALF})
    assert await raw.closed_with() == 4002


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", MESSAGES, {"content": HALF}),
        ("POST", MESSAGES, {"content": "x", "nonce": HALF}),
        ("POST", MESSAGES, {"content": "x", "components": [{"type": 1, HALF: 1}]}),
        ("POST", "/users/@me/channels", {"recipient_id": HALF}),
        ("POST", "/applications/{application}/commands", {"name": "x", "description": HALF}),
        ("PUT", "/applications/{application}/commands", [{"name": "x", "description": HALF}]),
        ("POST", "/interactions/1/x/callback", {"type": 4, "data": {"content": HALF}}),
        ("POST", "/webhooks/{application}/x", {"content": HALF}),
    ],
    ids=ascii,
)
@pytest.mark.parametrize("files", [None, {0: ("a.txt", b"a")}], ids=["json", "form"])
@pytest.mark.usefixtures("still_served")
async def test_a_request_is_refused_it(
    raw: RawBot, method: str, path: str, body: object, files: dict[int, tuple[str, bytes]] | None
) -> None:
    path = path.format(application=raw.playground.application_id)
    status, refusal = await raw.request(method, path, body, files)
    assert (status, refusal["code"]) == (400, 50109)
    assert raw.playground.world.messages(PATIENCE_ID) == []


@pytest.mark.usefixtures("still_served")
async def test_an_emoji_of_both_halves_is_as_welcome_as_any_text(raw: RawBot, ana: Person) -> None:
    assert json.dumps("🂡") == r'"\ud83c\udca1"'
    assert (await raw.post(PATIENCE_ID, content="🂡"))["content"] == "🂡"
    assert (await ana.say("🂡")).content == "🂡"


async def test_a_page_that_cannot_be_told_something_is_closed_rather_than_left_waiting(playground: Playground) -> None:
    world = playground.world
    world.put(Message(1, world.channels[LOBBY_ID], world.bot, moment_of(1), content=HALF))
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{playground.url}/page/socket") as socket:
        assert (await socket.receive(5)).data == 1011


async def test_a_bot_that_cannot_be_told_something_is_disconnected_rather_than_left_waiting(raw: RawBot) -> None:
    await raw.connect()
    raw.playground.gateway.dispatch_interaction({"id": HALF})
    assert await raw.closed_with() == 1011
