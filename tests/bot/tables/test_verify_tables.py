"""``python -m bot verify`` tells of tables whose gains, places or standing do not follow from what was played."""

import asyncio
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.verify import wrong_games
from storage.database import Database
from storage.periods import day_of
from storage.privacy import Privacy
from storage.table_rows import Kind, Table
from tests.bot.tables.conftest import ANA, BORIS, CARLA, House, house_over
from tests.bot.tables.test_records_of_tables import move

STOPPED, UNDER_WAY, LOBBY = 2, 4, 5
TODAY = day_of(1_780_000_000_000)


def count(path: Path, table: Table) -> None:
    """Let a table that is begun count as one on a deal of the bot's."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE tables SET origin = 'bot' WHERE id = ?", (table.id,))
        connection.commit()


async def raced_out(house: House, table: Table) -> None:
    """End the boards of a race, those of later seats after fewer moves."""
    for number, seat in enumerate(table.seats):
        for _ in range(30 // (number + 1)):
            board = await house.races.board(seat.user_id, table.id)
            if board.over:
                break
            step = board.game.next_play(board.state) or board.game.advance(board.state)
            text = board.plays()[0][0] if step is None else board.game.format(step)
            await house.service.move(seat.user_id, board.id, board.stored.version, text)
        board = await house.races.board(seat.user_id, table.id)
        if not board.over:
            await house.service.resign(seat.user_id, board.id, board.stored.version)


async def fill(path: Path) -> None:
    """Have tables of each kind played: in turns and as a race, stopped, under way, and a lobby."""
    async with await Database.open(path) as database:
        house = house_over(database)
        table = await house.begun("sun", ANA, BORIS, CARLA, seed="2")
        count(path, table)
        while table.state == "playing":
            table = await move(house, await house.tables.get(table.id))
        stopped = await house.begun("sultan", ANA, BORIS, seed="5")
        for _ in range(12):
            stopped = await move(house, stopped)
        await house.turns.stop(ANA, stopped.id, moderator=False)
        race = await house.begun("pyramid", ANA, BORIS, CARLA, seed="7", kind="race")
        count(path, race)
        await raced_out(house, race)
        under_way = await house.begun("sun", BORIS, CARLA, seed="8")
        for _ in range(20):
            under_way = await move(house, under_way)
        await house.lobbies.rematch(ANA, STOPPED)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filled") / "games.db"
    asyncio.run(fill(path))
    return path


@pytest.fixture
def path(filled: Path, tmp_path: Path) -> Path:
    """A database of its own for each test."""
    return Path(shutil.copy(filled, tmp_path))


def changed(path: Path, statement: str) -> list[str]:
    """Return what is found wrong after a change that no program of ours would make."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()
    return list(wrong_games(path, today=TODAY))


def query(path: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(statement).fetchall()


def test_tables_that_were_played_follow(path: Path) -> None:
    assert [row for (row,) in query(path, "SELECT state FROM tables ORDER BY id")] == [
        "over", "over", "over", "playing", "lobby",
    ]  # fmt: skip
    assert query(path, "SELECT SUM(counts) FROM tables") == [(2,)]
    assert query(path, "SELECT COUNT(*) > 0 FROM tallies WHERE board = 'tables'") == [(1,)]
    assert list(wrong_games(path, today=TODAY)) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("seats SET gained = gained + 1 WHERE table_id = 1 AND position = 0", r"table 1: seat 0 has gained \d+, but"),
        ("seats SET gained = gained + 1 WHERE table_id = 4 AND position = 1", r"table 4: seat 1 has gained \d+, but"),
        ("seats SET bonus = bonus + 1 WHERE table_id = 1 AND position = 2", r"table 1: seat 2 has a bonus of \d+, but"),
        (
            "seats SET gained = gained + 1 WHERE table_id = 3 AND position = 1",
            r"table 3: seat 1 .* but its board leads",
        ),
        ("seats SET place = place + 1 WHERE table_id = 1 AND place = 1", "table 1: .*seat . is in place 2, but 0 are"),
        ("seats SET place = 4 - place WHERE table_id = 3", "table 3: its places are not in the order"),
        ("seats SET place = NULL WHERE table_id = 3", "table 3: seat 0 is in place 0, but 0 are better"),
        ("seats SET place = 1 WHERE table_id = 4 AND position = 0", "table 4: seat 0 has a place, but it goes on"),
        ("tables SET counts = 0 WHERE id = 1", "table 1: it is kept as not counting, but has to be counting"),
        ("tables SET counts = 1 WHERE id = 2", "table 2: it is kept as counting, but has to be not counting"),
        ("tables SET counts = 1 WHERE id = 4", "table 4: it counts, but goes on"),
        ("tables SET origin = 'chosen' WHERE id = 3", "table 3: it is kept as counting, but"),
        ("tables SET counted_on = '2026-11-30' WHERE id = 2", "table 2: it is counted on 2026-11-30, but ended on"),
        ("tables SET seed = 'x' WHERE id = 2", "table 2: game . has seed 5, but the table leads to x"),
        ("tables SET seed = 'x' WHERE id = 3", "table 3: the board of seat 0 has seed 7, but the table leads to x"),
        ("tables SET ending = 'won' WHERE id = 2", "table 2: its game is resigned, but has to be won"),
        ("tables SET ending = 'flood' WHERE id = 2", "table 2: it is kept as flood, which is no way for it to end"),
        ("tables SET ending = 'won' WHERE id = 3", "table 3: it is kept as won, which is no way for it to end"),
        ("tables SET options = 'x' WHERE id = 1", "table 1: its options can't be read: "),
        ("tables SET options = '[]' WHERE id = 4", "table 4: its options can't be read: "),
        ("seats SET position = 0 WHERE table_id = 1", "table 1: two of its seats have the same position"),
        ("seats SET bonus = 1 WHERE table_id = 3", "table 3: a seat has a bonus, but in a race there is none"),
        (
            "movers SET user_id = 99 WHERE game_id = 1 AND ply = 1",
            r"table 1: moves are of people without a seat: \[99\]",
        ),
        ("movers SET ply = 9999 WHERE game_id = 1 AND ply = 1", r"table 1: there are no moves \[9999\]"),
        ("games SET owner_id = 99 WHERE id = 2", "game 2: it has no result"),
        (
            "games SET table_id = NULL WHERE id = 3",
            "table 3: the board of seat 0 has table_id None, but the table leads",
        ),
        ("seats SET game_id = NULL WHERE table_id = 3 AND position = 1", "table 3: seat 1 has no board"),
    ],
)
def test_what_does_not_follow_at_a_table_is_told_in_a_line(path: Path, change: str, said: str) -> None:
    lines = changed(path, f"UPDATE {change}")
    assert any(re.match(said, line) for line in lines), lines
    assert all("\n" not in line for line in lines)


def test_numbers_on_the_board_of_tables_that_do_not_follow_are_told(path: Path) -> None:
    lines = changed(path, "UPDATE tallies SET value = value + 1 WHERE board = 'tables' AND game = '' AND period = 'a'")
    assert len(lines) == 3
    assert all(re.match(r"player 20\d: tables of all games, all time, is kept as", line) for line in lines)


async def test_after_deletions_what_is_left_follows(path: Path) -> None:
    async with await Database.open(path) as database:
        house = house_over(database)
        await house.turns.leave(BORIS, UNDER_WAY)
        await house.lobbies.leave(ANA, LOBBY)
        await house.lobbies.cancel(BORIS, LOBBY, moderator=True)
        for number, user in enumerate((ANA, BORIS), 1):
            await Privacy(database).delete(user, "2026-01-01", house.clock.now)
            assert list(wrong_games(path, today=TODAY)) == []
            places = query(path, "SELECT MIN(user_id) FROM seats WHERE table_id = 3")
            assert places == [(-number,)]


@pytest.mark.parametrize("kind", ["turns", "race"])
async def test_a_table_whose_end_falls_on_midnight_follows(tmp_path: Path, kind: Kind) -> None:
    path, midnight = tmp_path / "midnight.db", 1_780_012_800_000
    assert day_of(midnight - 1) != day_of(midnight)
    for before in range(8):
        async with await Database.open(path) as database:
            house = house_over(database)
            table = await house.begun("pyramid", ANA, BORIS, seed=f"{before}", kind=kind)
            # It strikes somewhere between the decision to end it and its being saved.
            house.clock.now = midnight - before
            use_cases = house.turns if kind == "turns" else house.races
            await use_cases.stop(ANA, table.id, moderator=False)
        assert list(wrong_games(path, today=day_of(midnight))) == []
