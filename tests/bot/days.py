"""Days that a test moves on by itself, for the bot and for the playground it is on."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

from bot.client import PatienceClient
from bot.days import DAY, begins, day_at
from playground import Playground
from playground.clock import Clock
from tests.bot.house import bot_running

HOUR = 3600 * 1000


class Days:
    """A clock that stands still but for the test; it begins at noon of a day, tomorrow unless that is given.

    Real time has no part in it: no test comes to a midnight that it has not made.
    """

    def __init__(self, first: str | None = None) -> None:
        self.first = first or day_at(round(time.time() * 1000) + DAY)
        self.clock = Clock(runs=False, begins=(begins(self.first) + DAY // 2) / 1000)

    def now(self) -> int:
        """Return the time in milliseconds."""
        return round(self.clock.now() * 1000)

    @property
    def today(self) -> str:
        """The day that it is."""
        return day_at(self.now())

    def to(self, when: int) -> None:
        """Move on to a time."""
        self.clock.advance((when - self.now()) / 1000)

    def midnight(self, minutes: int = 0) -> None:
        """Move on to the next midnight, and so many minutes past it."""
        self.to(begins(self.today) + DAY + minutes * 60_000)

    def words(self) -> str:
        """Return the time as people read it, for messages of failed tests."""
        return datetime.fromtimestamp(self.now() / 1000, UTC).isoformat()


@contextlib.asynccontextmanager
async def daily_bot(playground: Playground, file: Path, days: Days) -> AsyncIterator[PatienceClient]:
    """Run the bot by the clock of the days."""
    async with bot_running(playground, file, now=days.now) as client:
        yield client
