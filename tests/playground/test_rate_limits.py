import asyncio
from typing import Any

import aiohttp
import pytest

from playground import Clock, Playground
from playground.person import Person
from playground.state import LOBBY_ID, PATIENCE_ID
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import Json, RawBot
from tests.playground.test_interaction_answers import HELLO, used

MESSAGES = f"/channels/{PATIENCE_ID}/messages"
HOUR = 3600


async def asked(raw: RawBot, method: str, path: str, body: Json | None = None) -> tuple[aiohttp.ClientResponse, Any]:
    """Send a request and return the answer with its headers, and its JSON."""
    headers = {"Authorization": f"Bot {raw.token}"}
    async with raw.http.request(method, raw.playground.api_url + path, json=body, headers=headers) as response:
        return response, await response.json()


async def test_every_message_says_how_many_more_the_channel_takes(raw: RawBot) -> None:
    left = []
    for _ in range(5):
        response, _ = await asked(raw, "POST", MESSAGES, {"content": "x"})
        left.append(response.headers["X-RateLimit-Remaining"])
    assert left == ["4", "3", "2", "1", "0"]
    assert response.headers["X-RateLimit-Limit"] == "5"
    assert 0 < float(response.headers["X-RateLimit-Reset-After"]) <= 5
    assert float(response.headers["X-RateLimit-Reset"]) > raw.playground.clock.now()
    assert response.headers["X-RateLimit-Bucket"]


async def test_a_sixth_message_in_five_seconds_is_refused(raw: RawBot) -> None:
    for _ in range(5):
        await raw.post(PATIENCE_ID, content="x")
    response, body = await asked(raw, "POST", MESSAGES, {"content": "x"})
    assert response.status == 429
    assert (body["message"], body["global"]) == ("You are being rate limited.", False)
    assert 0 < body["retry_after"] <= 5
    assert response.headers["Retry-After"] == "5"
    assert response.headers["X-RateLimit-Remaining"] == "0"
    assert "Via" in response.headers
    assert len(raw.playground.world.messages(PATIENCE_ID)) == 5
    await raw.post(LOBBY_ID, content="another channel has its own")
    raw.playground.clock.advance(5)
    await raw.post(PATIENCE_ID, content="x")


async def test_refused_messages_count_and_say_what_is_left(raw: RawBot) -> None:
    response, _ = await asked(raw, "POST", MESSAGES, {"content": ""})
    assert (response.status, response.headers["X-RateLimit-Remaining"]) == (400, "4")


async def test_edits_in_a_channel_are_counted_apart_from_messages(raw: RawBot) -> None:
    path = f"{MESSAGES}/{(await raw.post(PATIENCE_ID, content='x'))['id']}"
    statuses = [(await asked(raw, "PATCH", path, {"content": str(number)}))[0].status for number in range(6)]
    assert statuses == [200] * 5 + [429]
    await raw.post(PATIENCE_ID, content="x")


async def test_a_bot_has_fifty_requests_a_second() -> None:
    async with Playground(0, clock=Clock(runs=False)) as playground, RawBot(playground) as raw:
        statuses = [(await asked(raw, "GET", "/users/@me"))[0].status for _ in range(50)]
        assert set(statuses) == {200}
        response, body = await asked(raw, "GET", "/users/@me")
        assert (response.status, body["global"], response.headers["X-RateLimit-Global"]) == (429, True, "true")
        assert (body["retry_after"], response.headers["X-RateLimit-Scope"]) == (1, "global")
        playground.clock.advance(1)
        assert (await asked(raw, "GET", "/users/@me"))[0].status == 200


async def test_answers_to_interactions_count_against_no_limit(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    await raw.callback(interaction, HELLO)
    follow_ups = (raw.request("POST", raw.webhook(interaction), {"content": "more"}) for _ in range(60))
    assert {status for status, _ in await asyncio.gather(*follow_ups)} == {200}
    await raw.post(PATIENCE_ID, content="x")


async def test_messages_over_an_hour_old_are_edited_thrice_and_then_not(raw: RawBot) -> None:
    paths = [f"{MESSAGES}/{message['id']}" for message in await raw.post_each(PATIENCE_ID, "one", "two")]
    raw.playground.clock.advance(HOUR)
    for number in range(3):
        assert (await raw.request("PATCH", paths[number % 2], {"content": str(number)}))[0] == 200
    response, body = await asked(raw, "PATCH", paths[0], {"content": "one too many"})
    assert (response.status, body["code"]) == (429, 30046)
    assert "older than 1 hour" in body["message"]
    assert float(response.headers["Retry-After"]) >= body["retry_after"] > 0
    fresh = await raw.post(PATIENCE_ID, content="fresh")
    assert (await raw.request("PATCH", f"{MESSAGES}/{fresh['id']}", {"content": "edited"}))[0] == 200
    raw.playground.clock.advance(20)
    assert (await raw.request("PATCH", paths[0], {"content": "later"}))[0] == 200


@pytest.fixture
def waits(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that discord.py waits, which the playground's clock moves on by at once."""
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        playground.clock.advance(seconds)

    monkeypatch.setattr("discord.http.asyncio.sleep", wait)
    return waited


async def test_a_library_waits_for_its_turn(
    bot: ForeignBot, waits: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(7):
        await bot.channel.send(str(number))
    assert [0 < seconds <= 5 for seconds in waits] == [True]
    assert "rate limited" not in caplog.text


async def test_a_library_tries_again_what_was_refused_for_a_while(
    bot: ForeignBot, playground: Playground, raw: RawBot, waits: list[float]
) -> None:
    message = await bot.channel.send("old")
    playground.clock.advance(HOUR)
    for number in range(3):
        await raw.request("PATCH", f"{MESSAGES}/{message.id}", {"content": str(number)})
    assert (await message.edit(content="at last")).content == "at last"
    assert [0 < seconds <= 20 for seconds in waits] == [True]
