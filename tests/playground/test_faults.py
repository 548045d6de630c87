import asyncio
from typing import Any

import aiohttp
import discord
import pytest

from playground import Clock, Playground, PlaygroundError
from playground.people import ANA_ID
from playground.person import Person, Refused
from playground.state import LOBBY_ID, PATIENCE_ID
from tests.playground.foreign_bot import ForeignBot
from tests.playground.raw_bot import RawBot
from tests.playground.test_interaction_answers import HELLO, pressed, used
from tests.playground.test_restart import at_once

MESSAGES = f"/channels/{PATIENCE_ID}/messages"


@pytest.fixture
def waits(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that discord.py waits before it tries again, which pass at once."""
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        playground.clock.advance(seconds)

    monkeypatch.setattr("discord.http.asyncio.sleep", wait)
    return waited


def contents(playground: Playground) -> list[str]:
    return [message.content for message in playground.world.messages(PATIENCE_ID)]


async def test_the_next_requests_to_a_path_are_refused_and_no_others(raw: RawBot) -> None:
    raw.playground.faults.refuse("/channels/*/messages", 500, method="POST", times=2)
    body = {"message": "500: Internal Server Error", "code": 0}
    assert (await raw.request("GET", MESSAGES))[0] == 200
    assert await raw.request("POST", MESSAGES, {"content": "one"}) == (500, body)
    assert await raw.request("POST", f"/channels/{LOBBY_ID}/messages", {"content": "two"}) == (500, body)
    assert (await raw.request("POST", MESSAGES, {"content": "three"}))[0] == 200
    assert contents(raw.playground) == ["three"]


async def test_a_429_says_how_long_to_wait(raw: RawBot) -> None:
    raw.playground.faults.refuse("/users/@me", 429, retry_after=7.5)
    headers = {"Authorization": f"Bot {raw.token}"}
    async with raw.http.get(f"{raw.playground.api_url}/users/@me", headers=headers) as response:
        assert (response.status, response.headers["Retry-After"]) == (429, "8")
        assert "Via" in response.headers
        assert (await response.json())["retry_after"] == 7.5


async def test_no_other_status_is_a_fault(playground: Playground) -> None:
    with pytest.raises(PlaygroundError, match="429, 500, 502, 503 or 504, not 404"):
        playground.faults.refuse("/users/@me", 404)


@pytest.mark.parametrize("status", [429, 500, 502, 504])
async def test_a_library_tries_again(bot: ForeignBot, playground: Playground, waits: list[float], status: int) -> None:
    playground.faults.refuse("/channels/*/messages", status, times=2, retry_after=3)
    await bot.channel.send("at last")
    assert contents(playground) == ["at last"]
    assert len(waits) == 2


async def test_an_answer_may_be_lost_though_the_request_was_carried_out(
    bot: ForeignBot, playground: Playground, waits: list[float]
) -> None:
    playground.faults.refuse("/channels/*/messages", 502, carried_out=True)
    await bot.channel.send("once")
    assert len(waits) == 1
    # The library asks for its second try to be known by the nonce.
    assert contents(playground) == ["once"]


@pytest.mark.parametrize("carried_out", [False, True])
async def test_a_connection_may_be_cut_before_or_after_the_request_was_carried_out(
    bot: ForeignBot, playground: Playground, carried_out: bool
) -> None:
    playground.faults.cut("/channels/*/messages", method="POST", carried_out=carried_out)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await bot.channel.send("once")
    assert contents(playground) == (["once"] if carried_out else [])
    await bot.channel.send("at last")
    assert contents(playground)[-1] == "at last"


async def test_what_is_refused_may_be_held_back_before(raw: RawBot) -> None:
    raw.playground.faults.refuse(MESSAGES, 503, after=30)
    posting = asyncio.create_task(raw.request("POST", MESSAGES, {"content": "x"}))
    await asyncio.wait_for(raw.playground.faults.held(), 30)
    raw.playground.clock.advance(30)
    with pytest.raises(AssertionError):  # an answer by a proxy is no JSON
        await asyncio.wait_for(posting, 30)
    assert contents(raw.playground) == []


async def test_a_slow_answer_comes_when_the_clock_has_moved(raw: RawBot, ana: Person) -> None:
    raw.playground.faults.slow(MESSAGES, 30)
    posting = asyncio.create_task(raw.request("POST", MESSAGES, {"content": "slow"}))
    await ana.sees(lambda message: message.content == "slow")
    await asyncio.wait_for(raw.playground.faults.held(), 30)
    assert not posting.done()
    raw.playground.clock.advance(30)
    assert (await asyncio.wait_for(posting, 30))[0] == 200


async def test_a_request_may_be_slow_on_its_way_and_come_too_late(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    raw.playground.faults.slow("/interactions/*", 3, carried_out=False)
    answering = asyncio.create_task(raw.callback(interaction, HELLO))
    await asyncio.wait_for(raw.playground.faults.held(), 30)
    assert not answering.done()
    raw.playground.clock.advance(3)
    assert (await asyncio.wait_for(answering, 30))[1]["code"] == 10062


async def test_faults_can_be_cleared(raw: RawBot) -> None:
    raw.playground.faults.refuse("*", 500, times=99)
    raw.playground.faults.slow("/users/@me", 1000)
    raw.playground.faults.clear()
    assert (await raw.request("GET", "/users/@me"))[0] == 200


async def test_a_playground_stops_though_an_answer_is_held_back() -> None:
    async with Playground(0, clock=Clock(runs=False)) as playground, RawBot(playground) as raw:
        playground.faults.slow("/users/@me", 1000)
        asking = asyncio.create_task(raw.request("GET", "/users/@me"))
        await asyncio.wait_for(playground.faults.held(), 30)
        await asyncio.wait_for(playground.__aexit__(None, None, None), 30)
        await asyncio.wait({asking})
        assert asking.exception() is None


async def test_a_dropped_gateway_is_resumed(bot: ForeignBot, playground: Playground, ana: Person) -> None:
    await playground.faults.drop_gateway()
    assert (await ana.command("secret")).content == "for you alone"
    await asyncio.wait_for(bot.resumed.wait(), 30)


async def test_a_gateway_dropped_for_good_makes_the_bot_identify_anew(
    bot: ForeignBot, playground: Playground, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "before_identify_hook", at_once)
    bot.ready.clear()
    await playground.faults.drop_gateway(resumable=False)
    await asyncio.wait_for(bot.ready.wait(), 30)
    assert not bot.resumed.is_set()
    assert (await ana.command("secret")).content == "for you alone"


async def test_what_happens_between_sessions_is_told_to_nobody(raw: RawBot, ana: Person) -> None:
    await raw.offer({"name": "play", "description": "Play"})
    await raw.connect()
    await ana.bot_to_be(online=True)
    await raw.playground.faults.drop_gateway(resumable=False)
    await ana.bot_to_be(online=False)
    with pytest.raises(Refused, match="offline"):
        await ana.command("play")


async def test_a_bot_asked_to_reconnect_does_and_resumes(bot: ForeignBot, playground: Playground, ana: Person) -> None:
    playground.faults.ask_to_reconnect()
    await asyncio.wait_for(bot.resumed.wait(), 30)
    assert (await ana.command("secret")).content == "for you alone"


async def test_asking_to_reconnect_is_op_7(raw: RawBot) -> None:
    await raw.connect()
    await raw.event("GUILD_CREATE")
    raw.playground.faults.ask_to_reconnect()
    assert (await raw.packet())["op"] == 7


async def test_a_message_can_be_deleted_under_the_bot(raw: RawBot, ana: Person) -> None:
    interaction = await pressed(raw, ana)
    await raw.callback(interaction, {"type": 6})
    seen = ana.message(int(interaction["message"]["id"]))
    raw.playground.faults.delete_message(seen.id)
    await ana.no_longer_sees(seen)
    status, body = await raw.request("PATCH", raw.webhook(interaction, "@original"), {"content": "x"})
    assert (status, body["code"]) == (404, 10008)
    with pytest.raises(PlaygroundError, match="no message"):
        raw.playground.faults.delete_message(seen.id)


async def test_an_ephemeral_message_can_be_deleted_too(bot: ForeignBot, playground: Playground, ana: Person) -> None:
    whisper = await ana.command("secret")
    playground.faults.delete_message(whisper.id)
    await ana.no_longer_sees(whisper)


async def test_a_channel_can_be_deleted_under_the_bot(raw: RawBot, ana: Person) -> None:
    interaction = await used(raw, ana)
    said = await ana.say("soon gone")
    raw.playground.faults.delete_channel(PATIENCE_ID)
    deleted = await raw.event("CHANNEL_DELETE")
    assert deleted["id"] == str(PATIENCE_ID)
    await ana.no_longer_sees_channel("patience")
    await ana.no_longer_sees(said)
    for answer in (
        await raw.callback(interaction, HELLO),
        await raw.callback(interaction, {"type": 5}),
        await raw.request("POST", MESSAGES, {"content": "x"}),
        await raw.request("GET", f"/channels/{PATIENCE_ID}"),
    ):
        assert (answer[0], answer[1]["code"]) == (404, 10003)
    with pytest.raises(PlaygroundError, match="no channel"):
        raw.playground.faults.delete_channel(PATIENCE_ID)


async def test_a_library_notices_a_deleted_channel(bot: ForeignBot, playground: Playground) -> None:
    gone = asyncio.create_task(bot.wait_for("guild_channel_delete"))
    await asyncio.sleep(0)
    playground.faults.delete_channel(LOBBY_ID)
    channel: Any = await asyncio.wait_for(gone, 30)
    assert channel.name == "lobby"
    with pytest.raises(discord.NotFound) as caught:
        await channel.send("x")
    assert caught.value.code == 10003


async def test_private_messages_can_be_closed_and_opened(bot: ForeignBot, playground: Playground) -> None:
    user = await bot.fetch_user(ANA_ID)
    playground.faults.close_private_messages("Ana")
    with pytest.raises(discord.Forbidden) as caught:
        await user.send("are you there?")
    assert caught.value.code == 50007
    await (await bot.fetch_user(ANA_ID + 1)).send("another is")
    playground.faults.close_private_messages("Ana", closed=False)
    await user.send("good")
    with pytest.raises(PlaygroundError, match="no person 'Zoe'"):
        playground.faults.close_private_messages("Zoe")
