"""``python -m bot verify`` tells of days whose deal does not follow, and of attempts at another deal."""

import asyncio
import re
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.dailies import Challenge
from bot.new_games import Place
from bot.positions import Position
from bot.service import Service
from bot.verify import wrong_games
from engine.game import games
from engine.record import read_record
from engine.solve import solve
from storage.daily import Dailies
from storage.database import Database
from storage.games import Games
from storage.periods import day_of
from tests.bot.conftest import Clock

OWNER, HERE = 7, Place(1, 2)
TODAY = day_of(Clock().now)
OVER, PEEKED, TWICE, AGAIN = 4, 5, 6, 7
"""Solo games: one that counts, one in which a look was taken back, and two on the same deal."""


async def proved(
    question: str, request: Mapping[str, Any], *, seconds: float, background: bool = False
) -> dict[str, Any]:
    """Prove the first deal that can be won of Sultan; of others none."""
    for tried, record in enumerate(map(read_record, request["records"])):
        if record.game.name == "sultan" and (moves := solve(record.game, record.state, seconds=20).moves):
            return {"number": tried, "moves": [record.game.format(move) for move in moves], "tried": tried + 1}
    return {"number": None, "moves": [], "tried": 1000}


async def play_out(service: Service, position: Position, *, peek: bool = False) -> Position:
    while not position.over:
        plays, advance = position.plays(), position.advance()
        looked = not plays
        move = plays[0] if plays else advance
        assert move is not None
        position = await service.move(OWNER, position.id, position.stored.version, move[0])
        if peek and looked and not position.over:
            position = await service.undo(OWNER, position.id, position.stored.version)
            peek = False
    return position


async def fill(path: Path) -> None:
    """Have the dailies of a day attempted, and some sunrises played to their end."""
    async with await Database.open(path) as database:
        clock = Clock()
        service = Service(Games(database), clock)
        challenge = Challenge(service, Dailies(database), proved, "a secret of the tests", clock)
        await challenge.prepare()
        for name in games():
            attempt = await challenge.open(OWNER, HERE, name)
            await service.resign(OWNER, attempt.id, 1)
        for peek in (False, True, False):
            game = await service.start(OWNER, HERE, "sun", {"stages": "1"})
            game = await play_out(service, game, peek=peek)
        await service.same_deal(OWNER, HERE, game.id)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filled") / "games.db"
    seeds = map(str, count())
    with pytest.MonkeyPatch.context() as patched:
        # The deals that the bot chooses are the same each time.
        patched.setattr("bot.service.secrets", SimpleNamespace(token_hex=lambda _: next(seeds)))
        asyncio.run(fill(path))
    return path


@pytest.fixture
def path(filled: Path, tmp_path: Path) -> Path:
    """A database of its own for each test."""
    return Path(shutil.copy(filled, tmp_path))


def changed(path: Path, statement: str = "") -> list[str]:
    """Return what is found wrong after a change that no program of ours would make."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
    return list(wrong_games(path, today=TODAY))


def test_dailies_that_were_played_follow(path: Path) -> None:
    assert changed(path) == []
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT game_id, counts FROM results ORDER BY game_id").fetchall() == [
            (1, 0), (2, 0), (3, 0), (OVER, 1), (PEEKED, 0), (TWICE, 1),
        ]  # fmt: skip
        assert connection.execute("SELECT COUNT(*) FROM dailies WHERE proof IS NOT NULL").fetchone() == (2,)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("seed = 'another'", "its cards are not those of its seed"),
        ("seed = ''", "a seed has 1 to 64 characters"),
        ("cards = 'AS'", "its cards are not those of its seed"),
        ("number = number + 1", r"its number is kept as \d+, but the day leads to \d+"),
        ("told_at = told_at - 1", r"the time until which it is not told is kept as \d+, but the day leads to \d+"),
        ("day = 'x'", "its day 'x' is no date"),
        ("day = '2026-2-3'", "its day '2026-2-3' is no date"),
        ("game = 'chess'", "there is no game 'chess'"),
        ("proof = 'draw'", "its proof does not win it"),
        ("proof = 'no moves'", "in its proof 'no' can't be made: "),
    ],
)
def test_the_deal_of_a_day_that_does_not_follow_is_told(path: Path, change: str, said: str) -> None:
    lines = changed(path, f"UPDATE dailies SET {change} WHERE game = 'sultan' AND day = '{TODAY}'")
    assert any(re.match(rf"daily of \w+ on \S+: .*{said}", line) for line in lines), lines
    assert all("\n" not in line for line in lines)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (f"UPDATE games SET day = '{TODAY}' WHERE id = {OVER}", f"its deal is not that of its day, {TODAY}"),
        (f"UPDATE games SET day = '1999-01-01' WHERE id = {OVER}", "there was no daily of its game on 1999-01-01"),
        (f"UPDATE games SET day = 'x' WHERE id = {OVER}", "its day 'x' is no date"),
        (f"UPDATE results SET day = 'x' WHERE game_id = {OVER}", "its result has day x, but the game leads to None"),
        (f"UPDATE results SET counted_on = 'x' WHERE game_id = {OVER}", "its result has counted_on x"),
        (f"UPDATE results SET counts = 0 WHERE game_id = {OVER}", "its result does not count for boards of solo games"),
        (f"UPDATE games SET peeks = 0 WHERE id = {PEEKED}", "its result does not count for boards of solo games"),
        (f"UPDATE results SET counts = 1 WHERE game_id = {PEEKED}", "its result counts for boards of solo games, but"),
        (f"UPDATE games SET peeks = 1 WHERE id = {OVER}", "its result counts for boards of solo games, but"),
    ],
)
def test_an_attempt_at_another_deal_and_a_result_that_counts_or_not_against_its_game_are_told(
    path: Path, change: str, said: str
) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        # Of a person, game and day there is one attempt: here another is put in its place.
        connection.execute("UPDATE games SET day = NULL WHERE game = 'sun' AND id < 4")
    lines = changed(path, change)
    number = re.search(r"id = ([0-9]+)", change)
    assert number is not None
    assert any(line.startswith(f"game {number[1]}: ") and said in line for line in lines), lines


def test_options_that_dailies_do_not_have_are_told(path: Path) -> None:
    lines = changed(path, """UPDATE games SET options = '{"divan": 8}' WHERE game = 'sultan'""")
    assert any("its options are not those of dailies" in line for line in lines), lines


def test_hints_that_dailies_do_not_have_are_told(path: Path) -> None:
    (line,) = changed(path, "UPDATE games SET hints = 2 WHERE game = 'sultan' AND day IS NOT NULL")
    assert line.endswith("it is kept as having 2 hints, but in a daily there are none")


def test_a_forged_win_among_the_dailies_is_told_though_its_result_and_all_numbers_agree(path: Path) -> None:
    # A game that was won on a deal of one's own, called an attempt that its player has not made.
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM games WHERE game = 'sun' AND day IS NOT NULL")
        connection.execute(f"UPDATE games SET day = '{TODAY}' WHERE id = {OVER}")
    lines = changed(path, f"UPDATE results SET day = '{TODAY}', counted_on = '{TODAY}' WHERE game_id = {OVER}")
    assert f"game {OVER}: its deal is not that of its day, {TODAY}" in "\n".join(lines)
