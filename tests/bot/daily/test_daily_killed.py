"""The program is killed in the middle of dailies and deletions: attempts stay single, and nothing is half done."""

import asyncio
import contextlib
import random
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from bot.days import day_at
from bot.verify import wrong_games
from engine.game import games
from playground import Playground
from playground.errors import PlaygroundError
from playground.person import PEOPLE, Person
from tests.bot.house import ACKNOWLEDGE_WITHIN
from tests.bot.test_privacy import nothing_is_kept
from tests.bot.test_starting import started

TOKEN, FILE = "killed", "killed.db"
LIVES = 5
USED = "You have had your attempt at this daily"


async def go_on(person: Person, rng: random.Random, begun: set[tuple[str, str]]) -> None:
    """Play dailies, resign some, share them, hide and have all deleted, as fast as answers come, until none does."""
    with contextlib.suppress(PlaygroundError):
        while True:
            name = rng.choice(list(games()))
            board = await person.command("daily", game=name)
            if not board.content.startswith(USED):
                begun.add((person.name, name))
            live = [button for button in board.buttons if not button.disabled]
            for button in live:
                if button.custom_id.startswith("play:"):
                    board = await person.press(board, button.custom_id)
                    break
            ends = [button.custom_id for button in board.buttons if button.custom_id.startswith(("resign:", "share:"))]
            if ends and rng.random() < 0.4:
                asked = await person.press(board, ends[0])
                if ends[0].startswith("resign:"):
                    await person.press(asked, "Resign this game")
            if rng.random() < 0.3:
                choice = rng.choice(("Only I see my results", "Others see my results"))
                await person.command("privacy others", see=choice)
            if rng.random() < 0.2:
                asked = await person.command("privacy delete")
                if asked.buttons:
                    await person.press(asked, "Delete everything")


@contextlib.asynccontextmanager
async def house(**playground: Any) -> AsyncIterator[tuple[dict[str, str], list[Person]]]:
    """Run a playground; give what a bot there is started with, and the people."""
    async with contextlib.AsyncExitStack() as stack:
        place = await stack.enter_async_context(Playground(0, token=TOKEN, **playground))
        people = [await stack.enter_async_context(Person(place.url, name, patience=60)) for name in PEOPLE]
        yield {"DISCORD_TOKEN": TOKEN, "DISCORD_API_URL": place.api_url, "DATABASE": FILE}, people


def holds(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file, timeout=30)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert list(wrong_games(file)) == []


async def test_whatever_is_under_way_when_it_is_killed_is_done_or_not_and_attempts_stay_single(tmp_path: Path) -> None:
    file, rng, begun = tmp_path / FILE, random.Random(6), set[tuple[str, str]]()
    first = day_at(time.time_ns() // 1_000_000)
    async with house() as (settings, people):
        for _ in range(LIVES):
            async with started(tmp_path, settings) as process:
                for person in people:
                    await person.bot_to_be(online=True)
                streams = [asyncio.create_task(go_on(person, rng, begun)) for person in people]
                await asyncio.sleep(rng.uniform(0.3, 1.0))
                process.kill()
                await process.wait()
                await asyncio.gather(*streams)
            for person in people:
                await person.bot_to_be(online=False)
            holds(file)
    async with house(acknowledge_within=ACKNOWLEDGE_WITHIN) as (settings, people), started(tmp_path, settings):
        for person in people:
            await person.bot_to_be(online=True)
            asked = await person.command("privacy delete")
            if asked.buttons:
                await person.press(asked, "Delete everything")
            nothing_is_kept(file, person)
        holds(file)
        for person in people:
            for name in games():
                told = (await person.command("daily", game=name)).content
                # At a real midnight another day has begun.
                if (person.name, name) in begun and day_at(time.time_ns() // 1_000_000) == first:
                    assert told.startswith(USED)
