"""What the days want done in the background: deals chosen ahead of time, and attempts closed when theirs is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from bot.dailies import Challenge
from bot.days import after, begins
from bot.steady import Steadiness
from storage.errors import StorageError

log = logging.getLogger(__name__)

LOOKING: Final = 20.0
"""Seconds between looks at the clock: no timer of hours, which a clock that is set would lead astray."""
SOON: Final = 0.05
"""Seconds after midnight at which it is looked at."""


class DayKeeper:
    """Looks after the days until it is closed; ``async with`` begins and ends that.

    Whenever it looks at the clock it does what is in ``also`` as well.
    """

    def __init__(self, challenge: Challenge, *also: Callable[[], Awaitable[None]]) -> None:
        self._challenge = challenge
        self._also = also
        self._steadiness = Steadiness(challenge.now)
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._tasks = [
            asyncio.create_task(self._go_on(self._challenge.prepare), name="daily-deals"),
            asyncio.create_task(self._go_on(self._close_overdue), name="daily-ends"),
            *(asyncio.create_task(self._go_on(do), name="daily") for do in self._also),
        ]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task

    async def _close_overdue(self) -> None:
        """Close what is overdue, unless the clock has just jumped ahead: nothing that is closed goes on again."""
        if self._steadiness.is_steady():
            await self._challenge.close_overdue()

    async def _go_on(self, do: Callable[[], Awaitable[object]]) -> None:
        while True:
            try:
                await do()
            except StorageError as error:
                log.warning("the days can't be looked after just now: %s", error)
            except Exception:
                log.exception("the days are not looked after")
            midnight = begins(after(self._challenge.today)) - self._challenge.now()
            await asyncio.sleep(min(LOOKING, midnight / 1000 + SOON))
