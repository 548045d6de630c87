from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.database import Database
from storage.games import Games


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "patience.db"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    async with await Database.open(path) as database:
        yield database


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database)
