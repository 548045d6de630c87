"""The program is killed in the middle of turns, again and again: what was answered is there, and one is called once."""

import asyncio
import contextlib
import random
import re
from pathlib import Path

import pytest

from bot.verify import wrong_games
from playground import Playground
from playground.errors import PlaygroundError
from playground.person import PEOPLE, Person
from playground.seen import SeenMessage
from tests.bot.tables.gathering import button
from tests.bot.test_starting import started

TOKEN = "killed"
LIVES = 5


def is_table(message: SeenMessage) -> bool:
    return bool(message.buttons) and "· table 1\n" in message.content


def is_turn_of(person: Person, message: SeenMessage) -> bool:
    return is_table(message) and f"▸ **<@{person.id}>**" in message.content


def moment_of(message: SeenMessage) -> int:
    return max(int(found[1]) for one in message.buttons if (found := re.match(r"table:[a-z-]+:1:(\d+)", one.custom_id)))


def calls(person: Person) -> list[int]:
    """Return the turns of which somebody sees calls."""
    found = [re.match(r"Table 1, turn (\d+): ", message.content) for message in person.messages()]
    return [int(match[1]) for match in found if match]


async def presses(person: Person, playground: Playground, moments: list[int]) -> None:
    """Turn cards or pass whenever it is one's turn, as fast as answers come, until none does."""
    with contextlib.suppress(PlaygroundError):
        while True:
            message = await person.sees(lambda message: is_turn_of(person, message))
            playground.clock.advance(10)
            able = any(one.custom_id.startswith("table:advance:") for one in message.buttons)
            answered = await person.press(message, button(message, "advance" if able else "pass"))
            if is_table(answered):
                moments.append(moment_of(answered))


async def one_called(person: Person, moments: list[int]) -> None:
    """Wait until somebody sees a table that is not behind what was answered, and the call of its turn alone."""
    told = ""
    for _ in range(6000):
        shown = [moment_of(message) for message in person.messages() if is_table(message)]
        # Cards are turned and nothing else is done: each change hands the turn on.
        if calls(person) == shown and shown[0] >= max(moments, default=0):
            return
        told = f"called were the turns {calls(person)}, and shown {shown}; answered {max(moments, default=0)}"
        await asyncio.sleep(0.01)
    raise AssertionError(told)


@pytest.mark.timeout(240)
async def test_whatever_was_answered_at_a_table_is_there_after_every_kill_and_one_is_called_once(
    tmp_path: Path,
) -> None:
    rng, moments = random.Random(11), list[int]()
    async with contextlib.AsyncExitStack() as stack:
        playground = await stack.enter_async_context(Playground(0, token=TOKEN))
        settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API_URL": playground.api_url, "DATABASE": "killed.db"}
        people = [await stack.enter_async_context(Person(playground.url, name, patience=30)) for name in PEOPLE]
        ana, *others = people
        for life in range(LIVES + 1):
            async with started(tmp_path, settings) as process:
                for person in people:
                    await person.bot_to_be(online=True)
                if life == 0:
                    lobby = await ana.command("table open", game="sultan", kind="turns", deal="to be killed")
                    for person in others:
                        await person.press(lobby, "Join")
                    await ana.press(await ana.sees(is_table), "Start")
                await one_called(ana, moments)
                if life == LIVES:
                    question = await ana.press(await ana.sees(is_table), "End table")
                    await ana.press(question, "End this table")
                    over = await ana.sees(lambda message: "**Ended**" in message.content)
                    assert [one.label for one in over.buttons] == ["Rematch"]
                    break
                streams = [asyncio.create_task(presses(person, playground, moments)) for person in people]
                await asyncio.sleep(rng.uniform(0.1, 0.8))
                process.kill()
                await process.wait()
                for stream in streams:
                    stream.cancel()
                await asyncio.gather(*streams, return_exceptions=True)
            for person in people:
                await person.bot_to_be(online=False)
        assert len([message for message in ana.messages() if is_table(message)]) == 1
    assert len(moments) > LIVES
    assert list(wrong_games(tmp_path / "killed.db", lambda done, count: None)) == []
