"""A backup is whole and sound whatever is written meanwhile; where none can be made, one sentence says why."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from storage.backup import Copied, backup
from storage.database import Database
from storage.errors import StorageError
from storage.games import Games
from storage.rows import NewGame
from tests.storage.player import GAMES, requests_left
from tests.storage.test_kill import integrity, stored_requests

ROOT = Path(__file__).parents[2]
NEW = NewGame(owner_id=1, game="sun", options="{}", rules=1, seed="s")


@pytest.fixture
async def kept(path: Path) -> Path:
    """A database with a game of two moves, closed."""
    async with await Database.open(path) as database:
        game = await Games(database).start(NEW, 1)
        await Games(database).append(game.id, 1, ["one", "two"], None, 2)
    return path


def command(*words: str | Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE"}
    return subprocess.run(
        [sys.executable, "-m", "storage", *map(str, words)],
        cwd=cwd,
        env={**environment, "PYTHONPATH": str(ROOT), **variables},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one sentence with which the command has failed."""
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("No backup was made: ")
    return line


async def answered(player: asyncio.subprocess.Process, told: dict[int, int], count: int) -> None:
    """Note the versions that the player tells in its next so many lines."""
    assert player.stdout is not None
    for _ in range(count):
        game_id, version = map(int, (await player.stdout.readline()).split())
        told[game_id] = version


async def test_a_backup_under_a_stream_of_writes_has_every_move_answered_before_it_and_no_request_by_halves(
    path: Path, tmp_path: Path
) -> None:
    player = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.storage.player", str(path), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    told: dict[int, int] = {}
    try:
        for number in range(5):
            await answered(player, told, 60)
            before = dict(told)
            copy = tmp_path / f"copy{number}.db"
            done = await asyncio.to_thread(command, "backup", copy, cwd=tmp_path, DATABASE=str(path))
            assert done.returncode == 0, done.stderr
            with closing(sqlite3.connect(copy)) as connection:
                assert integrity(connection) == [("ok",)]
                versions = dict(connection.execute("SELECT id, version FROM games"))
                requests = stored_requests(connection)
            assert len(versions) == GAMES
            for game_id, version in versions.items():
                assert version >= before[game_id]
                assert requests.get(game_id, {}) == requests_left(game_id, version)
    finally:
        player.kill()
        await player.communicate()


async def test_a_backup_is_one_file_from_which_the_games_go_on(kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    async with await Database.open(kept):
        assert backup(kept, folder / "copy.db") == Copied(games=1, moves=2)
    assert [file.name for file in folder.iterdir()] == ["copy.db"]
    async with await Database.open(folder / "copy.db") as database:
        game = await Games(database).append(1, 2, ["three"], None, 3)
    assert game.moves == ("one", "two", "three")


async def test_the_command_says_what_it_copied_and_where_it_looked(kept: Path, tmp_path: Path) -> None:
    ways: list[tuple[list[str], dict[str, str]]] = [
        (["--database", str(kept)], {}),
        ([], {"DATABASE": str(kept)}),
        ([], {"DATABASE": kept.name}),
    ]
    for words, variables in ways:
        done = command("backup", "copy.db", *words, "--force", cwd=tmp_path, **variables)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith("copied to copy.db (games: 1, moves: 2)\n")
    assert "data/patience.db" in refusal(command("backup", "other.db", cwd=tmp_path))
    assert "data/patience.db" in refusal(command("backup", "other.db", cwd=tmp_path, DATABASE=" "))


async def test_a_file_that_is_there_is_replaced_only_when_told_so(kept: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    assert "--force" in refusal(command("backup", copy, "--database", kept, cwd=tmp_path))
    assert copy.read_text() == "precious"
    assert backup(kept, copy, replace=True) == Copied(games=1, moves=2)
    for target in (kept, tmp_path):
        with pytest.raises(StorageError):
            backup(kept, target, replace=True)
    async with await Database.open(copy):
        with pytest.raises(StorageError, match="in use"):
            backup(kept, copy, replace=True)


async def test_without_a_database_of_ours_nothing_is_made(tmp_path: Path) -> None:
    text, foreign, empty = tmp_path / "text.db", tmp_path / "foreign.db", tmp_path / "empty.db"
    text.write_bytes(b"not a database" * 100)
    empty.touch()
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    before = sorted(tmp_path.iterdir())
    for source in (tmp_path / "missing.db", text, foreign, empty, tmp_path, text / "under.db"):
        told = refusal(command("backup", "copy.db", "--database", source, cwd=tmp_path))
        assert source.name in told
    assert sorted(tmp_path.iterdir()) == before


async def test_a_folder_that_is_missing_or_closed_is_told(kept: Path, tmp_path: Path) -> None:
    assert "nowhere" in refusal(command("backup", "nowhere/copy.db", "--database", kept, cwd=tmp_path))
    # Not even the superuser can write there.
    assert "/proc/" in refusal(command("backup", "/proc/copy.db", "--database", kept, cwd=tmp_path))


async def test_a_disk_that_is_full_is_told_and_leaves_what_was_there(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("an older backup")

    class Full(sqlite3.Connection):
        """A connection to a file that can't grow."""

        def __init__(self, *given: object, **named: object) -> None:
            super().__init__(*given, **named)  # type: ignore[arg-type]
            self.execute("PRAGMA max_page_count = 1")

    connect = sqlite3.connect

    def connected(name: object, **named: object) -> sqlite3.Connection:
        factory = Full if str(name).endswith(".part") else sqlite3.Connection
        return connect(name, factory=factory, **named)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr("storage.backup.sqlite3.connect", connected)
    with pytest.raises(StorageError, match=r"copy\.db can't grow; make room"):
        backup(kept, copy, replace=True)
    assert copy.read_text() == "an older backup"
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".part"] == []


async def test_a_damaged_database_is_told_and_not_copied(kept: Path, tmp_path: Path) -> None:
    content = bytearray(kept.read_bytes())
    content[4096 : 4 * 4096] = b"\x5a" * (3 * 4096)
    kept.write_bytes(content)
    told = refusal(command("backup", "copy.db", "--database", kept, cwd=tmp_path))
    assert "damaged" in told
    assert [file.name for file in tmp_path.iterdir()] == [kept.name]
