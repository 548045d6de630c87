"""The program is killed in the middle of a race, again and again: what was answered is there, and it ends once."""

import asyncio
import contextlib
import random
from dataclasses import replace
from pathlib import Path

import pytest

from playground import Playground
from playground.errors import PlaygroundError
from playground.person import PEOPLE, Person
from playground.seen import SeenMessage
from tests.bot.history import History, Shown, listen, shown
from tests.bot.tables.races.racing import give_up, is_done
from tests.bot.test_starting import started

TOKEN = "killed"


def is_race(message: SeenMessage) -> bool:
    return "· table 1\n" in message.content


def board_of(message: SeenMessage) -> Shown:
    """Return what a private board shows."""
    found = shown(replace(message, ephemeral=False))
    assert found is not None, message
    return found


async def my_board(person: Person) -> SeenMessage:
    return await person.press(await person.sees(is_race), "My board")


async def presses(person: Person, board: SeenMessage, boards: list[Shown]) -> None:
    """Turn cards as fast as answers come, until none does."""
    with contextlib.suppress(PlaygroundError):
        while not is_done(board):
            board = await person.press(board, "Play on")
            boards.append(board_of(board))


@pytest.mark.timeout(240)
async def test_whatever_was_answered_in_a_race_is_there_after_every_kill_and_it_ends_once(tmp_path: Path) -> None:
    rng, boards = random.Random(7), list[Shown]()
    async with contextlib.AsyncExitStack() as stack:
        playground = await stack.enter_async_context(Playground(0, token=TOKEN))
        settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API_URL": playground.api_url, "DATABASE": "killed.db"}
        people = [await stack.enter_async_context(Person(playground.url, name, patience=30)) for name in PEOPLE]
        ana, *others = people
        for life in range(4):
            async with started(tmp_path, settings) as process:
                for person in people:
                    await person.bot_to_be(online=True)
                if life == 0:
                    lobby = await ana.command("table open", game="sun", kind="race", deal="to be killed")
                    listen(tmp_path / "killed.db")
                    for person in others:
                        await person.press(lobby, "Join")
                    await ana.press(await ana.sees(is_race), "Start")
                last = [await my_board(person) for person in people]
                boards += map(board_of, last)
                if life == 3:
                    for person, board in zip(people, last, strict=True):
                        assert is_done(board) or is_done(await give_up(person, board))
                    over = await ana.sees(lambda message: is_race(message) and "everybody is done" in message.content)
                    break
                streams = [asyncio.create_task(presses(*each, boards)) for each in zip(people, last, strict=True)]
                await asyncio.sleep(rng.uniform(0.1, 0.6))
                process.kill()
                await process.wait()
                await asyncio.gather(*streams)
            for person in people:
                await person.bot_to_be(online=False)
        assert len([message for message in ana.messages() if is_race(message)]) == 1
        assert over.content.count("**1.**") >= 1
    history = History(tmp_path / "killed.db")
    history.check(boards)
    assert len(history.rows) == len(PEOPLE)
