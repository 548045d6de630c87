"""Races on a playground: begun, played by people as they come to it, and a clock that tests may move."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

from bot.client import PatienceClient
from bot.new_games import options_text
from bot.solving.workers import Workers
from bot.tables.calls import call
from bot.tables.refreshing import Refresher
from bot.tables.showing import show
from engine.game import RULES, games
from playground import Playground
from playground.clock import Clock
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import GUILD_ID, PATIENCE_ID
from storage.table_rows import NewTable, Table
from tests.bot.house import bot_running

LASTS = 600
"""Seconds of a race."""


async def short() -> None:
    """Leave a message alone for less than people would wait."""
    await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def racing_bot(
    playground: Playground,
    file: Path,
    clock: Clock,
    pause: Callable[[], Awaitable[None]] = short,
    workers: int | Workers = 0,
) -> AsyncIterator[PatienceClient]:
    """Run the bot by a clock; races are shown again after the ``pause``."""
    async with bot_running(playground, file, workers, now=lambda: round(clock.now() * 1000)) as client:
        await client.refresher.close()
        client.refresher = Refresher(partial(show, client), pause)
        client.service.race_changed = client.refresher.note
        yield client


async def begun(
    bot: PatienceClient, game: str, people: Sequence[Person], seed: str | None = None, *, lasts: int = LASTS
) -> tuple[Table, SeenMessage]:
    """Return a race of people, the first of whom is its host, and its message."""
    new = NewTable(
        kind="race",
        guild_id=GUILD_ID,
        channel_id=PATIENCE_ID,
        locale="en-US",
        host_id=people[0].id,
        game=game,
        options=options_text(games()[game].read_options({})),
        rules=RULES,
        most_seats=8,
        clock=lasts,
    )
    table = await bot.rooms.lobbies.open(new, seed)
    for person in people[1:]:
        await bot.rooms.lobbies.join(person.id, table.id)
    table = await bot.rooms.lobbies.start(people[0].id, table.id)
    await show(bot, table.id)
    await call(bot, table.id)
    return table, await people[0].sees(is_race(table))


def is_race(table: Table) -> Callable[[SeenMessage], bool]:
    """Return what tells the message of a race from others."""
    return lambda message: f"table {table.id}\n" in message.content


def is_over(table: Table) -> Callable[[SeenMessage], bool]:
    """Return what tells the message of a race that is over."""
    return lambda message: is_race(table)(message) and "**1.**" in message.content


async def own_board(person: Person, table: Table) -> SeenMessage:
    """Open somebody's own board by the race's button."""
    board = await person.press(await person.sees(is_race(table)), "My board")
    assert board.ephemeral, board.content
    assert f"race {table.id}" in board.content
    return board


def is_done(board: SeenMessage) -> bool:
    """Say whether a board is of a game that is over."""
    return not any(button.custom_id.startswith("resign:") for button in board.buttons)


async def play_on(person: Person, board: SeenMessage) -> SeenMessage:
    """Do with a board what comes next: all plays, or all that the menu has; else cards are turned; else give up."""
    able = [button.custom_id for button in board.buttons if not button.disabled]
    ways = [way for way in able if way.startswith("go-on:") and not way.endswith(":draw-on")]
    menus = [menu for menu in board.selects if not menu.disabled]
    advance = [one for one in able if one.startswith("play:")]
    if ways:
        return await person.press(board, ways[0])
    if menus:
        return await person.choose(board, menus[0].custom_id, *(option.value for option in menus[0].options))
    if advance:
        return await person.press(board, advance[0])
    return await give_up(person, board)


async def give_up(person: Person, board: SeenMessage) -> SeenMessage:
    """Resign by the button below the board."""
    return await person.press(await person.press(board, "Resign"), "Resign this game")


async def play_to_the_end(person: Person, table: Table) -> SeenMessage:
    """Open one's board and play until it is over."""
    board = await own_board(person, table)
    while not is_done(board):
        board = await play_on(person, board)
    return board
