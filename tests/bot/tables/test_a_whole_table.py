"""A table in turns from its lobby to its record, with all that comes in between: sleep, leaving, a crash, the end."""

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest

from bot.new_games import options_text
from bot.verify import wrong_games
from engine.game import RULES, games
from engine.record import read_record
from engine.solve import solve
from playground import Playground
from storage.database import Database
from storage.pool import Kind, Pool, Proved
from tests.bot.conftest import Clock
from tests.bot.house import bot_running
from tests.bot.tables.gathering import NAMES, TURN, Gathering, pages
from tests.bot.tables.test_the_clock_of_a_table import changed


async def kept_in_pool(file: Path, name: str) -> str:
    """Put a deal that can be won into the pool, so that it is the one that the bot chooses; return its seed."""
    game: Any = games()[name]
    options = game.read_options({})
    for number in itertools.count():
        seed = f"for four {number}"
        moves = solve(game, game.deal(game.deal_from_seed(seed), options), seconds=60).moves
        if moves:
            break
    proved = Proved(seed, tuple(game.format(move) for move in moves))
    async with await Database.open(file) as database:
        await Pool(database).add(Kind(name, options_text(options), RULES), [proved], 0)
    return seed


@pytest.mark.timeout(240)
@pytest.mark.parametrize("game", games())
async def test_four_play_from_the_lobby_to_the_record_one_asleep_the_host_leaving_a_crash_in_a_turn(
    playground: Playground, file: Path, game: str
) -> None:
    seed = await kept_in_pool(file, game)
    clock = Clock()
    async with pages(playground, *NAMES) as people:
        ana, boris, carla, dan = people
        async with bot_running(playground, file, now=clock) as bot:
            lobby = await ana.command("table open", game=game, kind="turns", clock="2 minutes")
            for person in (boris, carla, dan):
                await person.sees(lambda message: message.id == lobby.id)
                await person.press(lobby, "Join")
            await ana.press(lobby, "Start")
            gathering = Gathering(playground, bot, 1, people)
            assert (await gathering.table()).seed == seed
            # Dan sleeps through two of his turns, and is out then; the others play on meanwhile.
            while (await gathering.table()).sits(dan.id):
                before = await gathering.table()
                if before.turn == dan.id:
                    clock.now += TURN * 1000
                    await changed(gathering, before)
                else:
                    await gathering.advance()
            # The host leaves, and the next in order is it.
            asked = await gathering.press(ana, "leave")
            await ana.press(asked, "Leave this table")
            assert (await gathering.table()).host_id == boris.id
            for _ in range(5):
                await gathering.play()
            # It dies between saving what was done and showing it.
            table = await gathering.table()
            assert table.turn is not None
            await bot.rooms.turns.hand_on(table.turn, table.id, table.moment)
            left_behind = await gathering.table()
        await ana.bot_to_be(online=False)
        async with bot_running(playground, file, now=clock) as bot:
            gathering.bot = bot
            await boris.bot_to_be(online=True)
            assert (await gathering.table()).version == left_behind.version
            called = await gathering.called(carla)
            assert called.mentions == ((await gathering.in_turn()).name,)
            while (await gathering.table()).state == "playing":
                await gathering.play()
            over = await gathering.table()
            assert over.ending in ("won", "lost", "passed")
            assert [seat.state for seat in over.seats] == ["left", "in", "in", "dropped"]
            shown = await gathering.message(boris)
            assert [button.label for button in shown.buttons] == ["Rematch"]
            standing = await boris.command("leaderboard", board="Tables")
            assert over.counts
            assert all(name in standing.content for name in ("Boris", "Carla"))
            # Whoever had a seat takes the record along, with who played what.
            answer = await ana.command("export", game=str(over.game_id))
            text = (await ana.download(answer.attachments[0].url)).decode()
            record = read_record(text)
            assert list(record.moves) == list((await gathering.position()).stored.moves)
            assert {name for name in NAMES if f"; {name}" in text} >= {"Ana", "Boris", "Carla"}
    assert await asyncio.to_thread(lambda: list(wrong_games(file))) == []
