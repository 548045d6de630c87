"""A program may be killed at any moment: every move that it has answered is kept, and no request by halves."""

import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from storage.database import Database
from storage.games import Games
from tests.storage.player import GAMES, requests_left

KILLS = 20
ROOT = Path(__file__).parents[2]


def play_until_killed(path: Path, moment: random.Random) -> dict[int, int]:
    """Let a program play, kill it at a random moment, and return the last version that it answered of each game."""
    command = [sys.executable, "-m", "tests.storage.player", str(path)]
    player = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    with player:
        assert player.stdout is not None
        told = [player.stdout.readline() for _ in range(moment.randrange(1, 80))]
        time.sleep(moment.random() * 0.004)
        player.kill()
        told += player.stdout.readlines()
    assert player.returncode == -9, "it was killed, and had not ended by itself"
    answered: dict[int, int] = {}
    for line in told:
        game_id, version = map(int, line.split())
        assert version == answered.get(game_id, version - 1) + 1
        answered[game_id] = version
    return answered


def integrity(connection: sqlite3.Connection) -> list[tuple[str]]:
    return connection.execute("PRAGMA integrity_check").fetchall()


def stored_requests(connection: sqlite3.Connection) -> dict[int, dict[int, tuple[str, ...]]]:
    """Return the moves of every game, by the number of their request."""
    requests: dict[int, dict[int, tuple[str, ...]]] = {}
    for game_id, press, move in connection.execute("SELECT game_id, press, move FROM moves ORDER BY game_id, ply"):
        game = requests.setdefault(game_id, {})
        game[press] = (*game.get(press, ()), move)
    return requests


async def test_every_answered_move_survives_a_kill_and_no_request_is_halved(path: Path) -> None:
    moment = random.Random(1905)
    answered: dict[int, int] = {}
    for _ in range(KILLS):
        answered |= play_until_killed(path, moment)
        with closing(sqlite3.connect(path)) as connection:
            assert integrity(connection) == [("ok",)]
        async with await Database.open(path) as database:
            games = Games(database)
            requests = await database.read(stored_requests)
            for owner in range(GAMES):
                (row,) = await games.recent(owner, 5)
                game = await games.get(row.id)
                assert game is not None
                # A request may have been stored and its answer not given: one a game at most.
                assert game.version - answered.get(game.id, 1) in (0, 1)
                expected = requests_left(game.id, game.version)
                assert requests.get(game.id, {}) == expected
                assert game.moves == tuple(move for moves in expected.values() for move in moves)
                assert game.move_count == len(game.moves) == len(set(game.moves))
                answered[game.id] = game.version
    assert sum(answered.values()) > KILLS * GAMES
