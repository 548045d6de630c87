"""Tables that change often are shown seldom, and the last change always. Time goes on as the test lets it."""

import asyncio

from bot.tables.refreshing import Refresher
from storage.errors import StorageError


class Shown:
    """What a table is at, what was shown of it, and pauses that end when the test says so."""

    def __init__(self) -> None:
        self.state = 0
        self.seen: list[int] = []
        self.failing = False
        self.resting = 0
        self._go_on = asyncio.Semaphore(0)
        self.refresher = Refresher(self._show, self._pause)

    async def _show(self, _: int) -> None:
        if self.failing:
            raise StorageError("out of reach")
        self.seen.append(self.state)

    async def _pause(self) -> None:
        self.resting += 1
        await self._go_on.acquire()
        self.resting -= 1

    def change(self) -> None:
        self.state += 1
        self.refresher.note(1)

    async def settled(self) -> None:
        """Let everything happen that can without the end of a pause."""
        for _ in range(10):
            await asyncio.sleep(0)

    async def pause_ends(self) -> None:
        self._go_on.release()
        await self.settled()


async def test_of_many_changes_one_is_shown_a_pause_and_the_last_always() -> None:
    shown = Shown()
    for _ in range(5):
        for _ in range(20):
            shown.change()
            await shown.settled()
        await shown.pause_ends()
    assert shown.seen == [1, 20, 40, 60, 80, 100]
    await shown.pause_ends()
    shown.change()
    await shown.settled()
    assert shown.seen[-1] == 101
    assert len(shown.seen) == 7


async def test_nothing_waits_for_a_table_that_does_not_change() -> None:
    shown = Shown()
    shown.change()
    await shown.settled()
    assert shown.resting == 1
    await shown.pause_ends()
    assert shown.resting == 0
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("race-")]


async def test_what_could_not_be_shown_is_shown_after_the_next_pause() -> None:
    shown = Shown()
    shown.failing = True
    shown.change()
    await shown.settled()
    shown.failing = False
    await shown.pause_ends()
    assert shown.seen == [1]


async def test_tables_do_not_wait_for_each_other() -> None:
    shown = Shown()
    for table in (1, 2, 3):
        shown.refresher.note(table)
    await shown.settled()
    assert len(shown.seen) == 3
    await shown.refresher.close()
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("race-")]
