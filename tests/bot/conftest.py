"""A service over a real database file, with a clock that the test moves."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest_asyncio

from bot.service import Service
from storage.database import Database
from storage.games import Games


@dataclass
class Clock:
    """Milliseconds, as the test says."""

    now: int = 1_780_000_000_000

    def __call__(self) -> int:
        self.now += 1
        return self.now


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with await Database.open(tmp_path / "games.db") as database:
        yield database


@pytest_asyncio.fixture
async def service(database: Database) -> Service:
    return Service(Games(database), Clock())
