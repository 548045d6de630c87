"""A service over a real database file with a clock that the test moves; and the bot running on a playground."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.client import PatienceClient
from bot.service import Service
from playground import Playground
from storage.database import Database
from storage.games import Games
from tests.bot.house import bot_running, playground_running
from tests.bot.openapi import description, wrong_in


@dataclass
class Clock:
    """Milliseconds, as the test says."""

    now: int = 1_780_000_000_000

    def __call__(self) -> int:
        self.now += 1
        return self.now


@pytest.fixture(autouse=True)
def asked(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where playgrounds note what the bot asks, in whatever process they run.

    After every test all of it is held against Discord's description of its API, if somebody has said where that lies.
    """
    file = tmp_path_factory.mktemp("asked") / "requests.jsonl"
    discord = description()
    if discord is None:
        yield file
        return
    monkeypatch.setenv("PLAYGROUND_REQUESTS", str(file))
    yield file
    assert wrong_in(file, discord) == []


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with await Database.open(tmp_path / "games.db") as database:
        yield database


@pytest.fixture
def service(database: Database) -> Service:
    return Service(Games(database), Clock())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the running bot keeps its games."""
    return tmp_path / "bot.db"


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with playground_running(monkeypatch) as playground:
        yield playground


@pytest.fixture
async def bot(playground: Playground, file: Path) -> AsyncIterator[PatienceClient]:
    async with bot_running(playground, file) as client:
        yield client
