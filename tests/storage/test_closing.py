"""A closed database holds nothing up: neither its users nor the interpreter."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import StorageError
from storage.games import Games
from storage.rows import NewGame

NEW = NewGame(owner_id=1, game="sun", options="{}", rules=1, seed="s")


async def test_a_closed_database_says_so(path: Path) -> None:
    database = await Database.open(path)
    await database.close()
    with pytest.raises(StorageError, match="has been closed"):
        await Games(database).start(NEW, 1)
    with pytest.raises(StorageError, match="has been closed"):
        await Games(database).get(1)


async def test_closing_twice_does_no_harm(path: Path) -> None:
    database = await Database.open(path)
    await asyncio.gather(database.close(), database.close())
    await database.close()


async def test_closing_lets_the_write_under_way_end_and_refuses_those_that_wait(path: Path) -> None:
    database = await Database.open(path)
    games = Games(database)
    writes = [asyncio.create_task(games.start(NEW, 1)) for _ in range(5)]
    await asyncio.sleep(0)
    await database.close()
    begun, *waiting = await asyncio.gather(*writes, return_exceptions=True)
    assert [type(result) for result in waiting] == [StorageError] * 4
    async with await Database.open(path) as database:
        assert begun == await Games(database).get(1)
        assert await Games(database).get(2) is None


async def test_closing_leaves_one_file(path: Path) -> None:
    async with await Database.open(path) as database:
        await Games(database).start(NEW, 1)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


PROGRAM = """
import asyncio, sys
from contextlib import suppress
from storage.database import Database
from storage.errors import StorageError
from storage.games import Games
from storage.rows import NewGame

async def write(games):
    with suppress(StorageError):  # it has been closed
        while True:
            await games.start(NewGame(owner_id=1, game="sun", options="{}", rules=1, seed="s"), 1)

async def main():
    async with await Database.open(sys.argv[1]) as database:
        tasks = [asyncio.create_task(write(Games(database))) for _ in range(3)]
        await asyncio.sleep(0.05)
        ENDING

try:
    asyncio.run(main())
except (StorageError, ZeroDivisionError, KeyboardInterrupt) as error:
    sys.exit(f"ended by {type(error).__name__}")
"""


def run_program(path: Path, ending: str) -> subprocess.CompletedProcess[str]:
    """Run a program that writes from three tasks when it comes to its ending; fail if it hangs."""
    command = [sys.executable, "-W", "error", "-c", PROGRAM.replace("ENDING", ending), str(path)]
    root = Path(__file__).parents[2]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False, cwd=root)


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ("return", ""),
        ("1 / 0", "ended by ZeroDivisionError\n"),
        ("raise KeyboardInterrupt", "ended by KeyboardInterrupt\n"),
        ("for task in tasks: task.cancel()", ""),
    ],
)
def test_a_program_ends_quietly_however_it_ends(path: Path, ending: str, said: str) -> None:
    assert run_program(path, ending).stderr == said


def test_a_program_whose_database_is_refused_ends_quietly(path: Path) -> None:
    path.write_text("not a database" * 100)
    assert run_program(path, "return").stderr == "ended by StorageError\n"
