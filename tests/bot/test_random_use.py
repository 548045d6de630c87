"""Whatever people do, and whatever goes wrong at Discord meanwhile: no error is left over and no move is lost."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import PatienceClient, point_at
from playground import Playground
from playground.person import Person, Refused
from storage.rows import GameRow
from tests.bot.crowd import PEOPLE, Diary, crowd
from tests.bot.history import History, Shown, listen, shown
from tests.bot.house import bot_running
from tests.bot.unhandled import nothing_unhandled

TRIES = 5
"""How often a board that is late is pressed, should the bot be too late to answer."""


@contextlib.asynccontextmanager
async def crowded_playground() -> AsyncIterator[Playground]:
    """Run a playground of ten people, with discord.py pointed at it."""
    with pytest.MonkeyPatch.context() as patch:
        # What is set for the whole process is put back afterwards.
        patch.setattr(Route, "BASE", Route.BASE)
        patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
        async with Playground(0, people=PEOPLE) as playground:
            point_at(playground.api_url)
            yield playground


async def random_use(folder: Path, actions: int, seed: int) -> tuple[Diary, History, int]:
    """Let a crowd loose on the bot and check all; return what they did, what is kept, and how many boards were late."""
    file = folder / "crowd.db"
    with nothing_unhandled():
        async with crowded_playground() as playground, bot_running(playground, file) as bot, AsyncExitStack() as on:
            listen(file)
            # Opened before anything happens: a page that is opened later shows only the newest messages.
            people = [
                await on.enter_async_context(Person(playground.url, person.global_name or "", patience=70))
                for person in playground.world.people
            ]
            diary = await crowd(playground, actions, seed)
            late = 0
            await asyncio.gather(*(person.bot_to_be(online=True) for person in people))
            # What was under way when the faults ended has its say first.
            await asyncio.sleep(0.5)
            for person in people:
                await bot.finish(30)
                # Once they see their own words, they see whatever came before them.
                await person.say("Is everything there?", channel="lobby")
                late += await settle(playground, bot, person)
    history = History(file)
    history.check(diary.boards)
    return diary, history, late


async def settle(playground: Playground, bot: PatienceClient, person: Person) -> int:
    """Press every board that is behind what is saved, which must bring it there; return how many there were."""
    late = 0
    for row in await bot.service.recent(person.id, 100_000):
        if playground.world.find_message(row.message_id or 0) is None:
            continue
        board = board_of(person, row)
        late += board.version != row.version
        for _ in range(TRIES):
            if board.version == row.version:
                break
            seen = person.message(row.message_id or 0)
            with contextlib.suppress(Refused):  # that the machine was too busy to answer in time is no fault
                await person.press(seen, next(b.custom_id for b in seen.buttons if b.custom_id.startswith("resign")))
            board = board_of(person, row)
        assert (board.version, board.moves) == (row.version, row.move_count)
    return late


def board_of(person: Person, row: GameRow) -> Shown:
    """Return the board of a game as a person sees it now."""
    seen = person.message(row.message_id or 0)
    board = shown(seen)
    assert board is not None, seen
    assert board.game == row.id
    return board


@pytest.mark.timeout(300)
async def test_in_random_use_with_faults_nothing_is_lost_and_no_error_left_over(tmp_path: Path) -> None:
    diary, history, _ = await random_use(tmp_path, 300, seed=1)
    assert diary.done.total() == 300
    assert diary.boards
    assert history.requests
