"""However many play, a race's message is edited seldom; and what it shows in the end is how it stands."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.tables import refreshing
from playground import Playground
from playground.clock import Clock
from playground.person import Person
from playground.seen import SeenMessage
from tests.bot.tables.races.racing import begun, give_up, is_over, own_board, play_on, racing_bot


class Pauses:
    """Pauses between two edits, which end when the test says so."""

    def __init__(self) -> None:
        self._ends = asyncio.Semaphore(0)
        self.begun = 0
        self._begins = asyncio.Condition()

    async def __call__(self) -> None:
        async with self._begins:
            self.begun += 1
            self._begins.notify_all()
        await self._ends.acquire()

    async def have_begun(self, count: int) -> None:
        """Wait until so many pauses have begun: until what comes before them has been shown."""
        async with self._begins:
            await self._begins.wait_for(lambda: self.begun >= count)

    def end(self) -> None:
        self._ends.release()


def shows(pattern: str) -> Callable[[SeenMessage], bool]:
    """Return what tells a message in which something stands."""
    return lambda message: re.search(pattern, message.content) is not None


def test_a_message_is_left_alone_for_some_seconds() -> None:
    """Discord takes five edits of a channel's messages in five seconds; in a channel there may be several races."""
    assert 3 <= refreshing.EVERY <= 5


@pytest.mark.timeout(240)
async def test_six_who_play_at_once_bring_one_edit_a_pause_and_the_last_state_is_shown(
    playground: Playground, file: Path, clock: Clock, people: list[Person]
) -> None:
    pauses = Pauses()
    async with racing_bot(playground, file, clock, pauses) as bot:
        table, message = await begun(bot, "sultan", people, "3")
        boards = [await own_board(person, table) for person in people]
        watcher = people[0]
        for round_ in (1, 2, 3):
            for _ in range(4):
                boards = list(await asyncio.gather(*map(play_on, people, boards)))
            # The first of these moves is shown, or some after it, if the message was left alone by then.
            await pauses.have_begun(2 * round_ - 1)
            pauses.end()
            await pauses.have_begun(2 * round_)
            for person in people:
                stored = (await bot.rooms.races.board(person.id, table.id)).stored
                await watcher.sees(shows(rf"<@{person.id}> .* moves:\xa0{stored.move_count} "))
            pauses.end()
            assert pauses.begun == 2 * round_
            # And one more, for the bot shows every table once when it has started.
            assert watcher.changes_of(message) <= pauses.begun + 1


async def test_the_end_is_shown_though_the_message_was_edited_just_before(
    playground: Playground, file: Path, clock: Clock, people: list[Person]
) -> None:
    pauses = Pauses()
    ana, boris, *_ = people
    async with racing_bot(playground, file, clock, pauses) as bot:
        table, _ = await begun(bot, "pyramid", [ana, boris])
        for person in (ana, boris):
            await give_up(person, await own_board(person, table))
        await pauses.have_begun(1)
        pauses.end()
        await ana.sees(is_over(table))
