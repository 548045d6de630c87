"""Of who has their data deleted nothing is left; what is kept of others stays as it is."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from storage.daily import AttemptUsed, Dailies, Daily
from storage.database import Database
from storage.games import Games
from storage.people import People
from storage.pool import Kind
from storage.privacy import Deleted, Privacy
from storage.rows import Ending, NewGame, NoSuchGame, StoredGame

ANA, BORIS, SERVER = 770_001_234_567_890, 770_009_876_543_210, 555
NOW = 1_774_440_000_000
DAY = "2026-03-25"
NEW = NewGame(owner_id=ANA, game="sun", options="{}", rules=1, seed="solo")
OVER = Ending(status="won", score=900)


def values_in(path: Path) -> dict[str, set[object]]:
    """Return all values of every column of every table."""
    found = {}
    with closing(sqlite3.connect(path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            for column in [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]:
                found[f"{table}.{column}"] = {
                    value for (value,) in connection.execute(f'SELECT DISTINCT "{column}" FROM {table}')
                }
    return found


def rows_of(path: Path, user: int) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows that belong to somebody."""
    owners = {"games": "owner_id", "results": "owner_id", "people": "user_id", "members": "user_id"}
    with closing(sqlite3.connect(path)) as connection:
        found = {
            table: connection.execute(f"SELECT * FROM {table} WHERE {owner} = ? ORDER BY 1", (user,)).fetchall()
            for table, owner in (owners | {"tallies": "user_id"}).items()
        }
        found["moves"] = connection.execute(
            "SELECT * FROM moves WHERE game_id IN (SELECT id FROM games WHERE owner_id = ?) ORDER BY 1, 2", (user,)
        ).fetchall()
    return found


def orphans(path: Path) -> int:
    """Return how many moves and results belong to no game."""
    with closing(sqlite3.connect(path)) as connection:
        return sum(
            connection.execute(f"SELECT COUNT(*) FROM {table} WHERE game_id NOT IN (SELECT id FROM games)").fetchone()[
                0
            ]
            for table in ("moves", "results")
        )


async def play(database: Database) -> list[StoredGame]:
    """Have two people play games of every kind; return Ana's."""
    games, dailies, people = Games(database), Dailies(database), People(database)
    await dailies.keep(Daily("sun", DAY, 1, 0, "day", "KD QD", (), NOW * 2), Kind("sun", "{}", 1), None, NOW)
    hers = []
    for owner in (ANA, BORIS):
        await people.note(owner, f"somebody called {owner}", SERVER, NOW)
        solo = await games.start(replace(NEW, owner_id=owner), NOW)
        await games.place_board(solo.id, NOW, guild_id=SERVER, channel_id=owner + 1, message_id=owner + 2)
        solo = await games.append(solo.id, 1, ["a", "b"], OVER, NOW)
        under_way = await games.start(replace(NEW, owner_id=owner, seed="another"), NOW)
        under_way = await games.append(under_way.id, 1, ["a"], None, NOW)
        brought = await games.start(
            replace(NEW, owner_id=owner, seed=None, cards="AS 2S", origin="imported"), NOW, ["a"], OVER
        )
        daily = await dailies.start(replace(NEW, owner_id=owner, seed=None), DAY, NOW)
        if owner == BORIS:
            await games.append(daily.id, 1, ["a"], OVER, NOW)
        else:
            hers = [solo, under_way, brought, daily]
    await people.hide(ANA, NOW, hidden=True)
    return hers


async def test_nothing_is_left_of_who_is_deleted_in_any_column_and_all_of_others_stays(
    path: Path, database: Database
) -> None:
    hers = await play(database)
    his, before = rows_of(path, BORIS), values_in(path)
    assert any(ANA in values for values in before.values())
    assert await Privacy(database).delete(ANA, DAY, NOW) == Deleted(tuple(game.id for game in hers), 4)
    assert orphans(path) == 0
    for column, values in values_in(path).items():
        for value in values:
            assert str(ANA) not in str(value), column
            assert value not in (ANA + 1, ANA + 2), column
    assert rows_of(path, BORIS) == his
    assert (await Privacy(database).kept(ANA)).nothing
    assert await Privacy(database).delete(ANA, DAY, NOW) == Deleted((), 0)


def varint(number: int) -> bytes:
    """Return an id of Discord's as SQLite writes the key of a row: nine bytes, of the last one all bits."""
    return bytes(number >> (8 + 7 * at) & 0x7F | 0x80 for at in range(7, -1, -1)) + bytes([number & 0xFF])


def occurs(content: bytes, user: int) -> bool:
    """Say whether an id stands in a file in any form in which SQLite writes it."""
    return any(form in content for form in (str(user).encode(), user.to_bytes(8, "big"), varint(user)))


async def test_once_the_bot_has_stopped_its_file_holds_the_name_nowhere(path: Path) -> None:
    async with await Database.open(path) as database:
        await play(database)
        await Privacy(database).delete(ANA, DAY, NOW)
    assert {found.name for found in path.parent.iterdir()} == {path.name}
    content = path.read_bytes()
    assert f"somebody called {BORIS}".encode() in content
    assert not occurs(content, ANA)


async def test_while_the_bot_runs_on_neither_the_file_nor_its_log_holds_the_name(
    path: Path, database: Database
) -> None:
    log = path.with_name(f"{path.name}-wal")
    await play(database)
    assert occurs(log.read_bytes(), ANA)
    await Privacy(database).delete(ANA, DAY, NOW)
    for file in (path, log):
        assert not occurs(file.read_bytes(), ANA), file
    await People(database).note(BORIS, "Boris", SERVER, NOW)
    assert await People(database).name(BORIS) == "Boris"


async def test_while_another_program_reads_all_is_deleted_and_nobody_waits_for_its_end(
    path: Path, database: Database
) -> None:
    await play(database)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN")
        seen = other.execute("SELECT COUNT(*) FROM games WHERE owner_id = ?", (ANA,)).fetchone()
        await Privacy(database).delete(ANA, DAY, NOW)
        assert (await Privacy(database).kept(ANA)).nothing
        assert other.execute("SELECT COUNT(*) FROM games WHERE owner_id = ?", (ANA,)).fetchone() == seen
        assert not await database.empty_log()
        await People(database).note(BORIS, "Boris", SERVER, NOW)
    assert await database.empty_log()
    assert not occurs(path.read_bytes(), ANA)


async def test_of_many_people_no_id_stays_between_the_pages(path: Path, database: Database) -> None:
    crowd = [1_090_000_000_000_000_000 + number * 7919 for number in range(1000)]
    gone = crowd[::20]

    def come(connection: sqlite3.Connection) -> None:
        for table, more in (
            ("people", "name, seen_at) VALUES (?, 'somebody', 1)"),
            ("members", "guild_id, seen_at) VALUES (?, 5, 1)"),
        ):
            connection.executemany(f"INSERT INTO {table} (user_id, {more}", [(user,) for user in crowd])

    await database.write(come)
    assert await database.empty_log()
    assert all(occurs(path.read_bytes(), user) for user in crowd)
    for user in gone:
        await Privacy(database).delete(user, DAY, NOW)
    content = path.read_bytes()
    assert [user for user in crowd if not occurs(content, user)] == gone


async def test_an_attempt_stays_the_only_one_and_may_be_begun_by_others(database: Database) -> None:
    await play(database)
    await Privacy(database).delete(ANA, DAY, NOW)
    assert [(await Privacy(database).kept(user)).marks for user in (ANA, BORIS)] == [1, 0]
    with pytest.raises(AttemptUsed):
        await Dailies(database).start(replace(NEW, seed=None), DAY, NOW)
    await Dailies(database).start(replace(NEW, owner_id=3, seed=None), DAY, NOW)


async def test_of_days_that_are_closed_no_hash_stays(path: Path, database: Database) -> None:
    await play(database)
    await Privacy(database).delete(ANA, "2026-03-26", NOW)
    assert values_in(path)["daily_marks.mark"] == set()


async def test_what_is_kept_is_counted_and_given_game_by_game(database: Database) -> None:
    hers = await play(database)
    kept = await Privacy(database).kept(ANA)
    assert (kept.name, kept.hidden, kept.seen_at) == (f"somebody called {ANA}", True, NOW)
    assert kept.servers == ((SERVER, NOW),)
    assert (kept.games, kept.under_way, kept.moves, kept.results) == (4, 2, 4, 2)
    assert {board for _, board, _, _ in kept.tallies} == {"best", "wins"}
    first = await Privacy(database).games(ANA, 3)
    rest = await Privacy(database).games(ANA, 3, 3)
    assert {game.row.id for game in (*first, *rest)} == {game.id for game in hers}
    (solo,) = (game for game in (*first, *rest) if game.row.id == hers[0].id)
    assert solo.moves == ((1, 2, "a", NOW), (2, 2, "b", NOW))
    assert solo.result is not None
    assert solo.result.won


@pytest.mark.parametrize("deleted_first", [False, True])
async def test_of_a_move_and_the_deletion_at_once_the_first_wins_and_nothing_is_left(
    path: Path, database: Database, deleted_first: bool
) -> None:
    hers = await play(database)
    game = hers[1]
    move = Games(database).append(game.id, game.version, ["b"], OVER, NOW)
    deletion = Privacy(database).delete(ANA, DAY, NOW)
    ways = (deletion, move) if deleted_first else (move, deletion)
    done = await asyncio.gather(*ways, return_exceptions=True)
    if deleted_first:
        assert isinstance(done[0], Deleted)
        assert isinstance(done[1], NoSuchGame)
    else:
        assert done == [done[0], Deleted(tuple(one.id for one in hers), 5)]
    assert (await Privacy(database).kept(ANA)).nothing
    assert orphans(path) == 0


async def test_who_is_deleted_is_not_noted_by_a_press_on_what_they_left_behind(database: Database) -> None:
    people = People(database)
    await play(database)
    assert await people.note(ANA, "Ana", SERVER, NOW, only_known=True)
    await Privacy(database).delete(ANA, DAY, NOW)
    assert not await people.note(ANA, "Ana", SERVER, NOW, only_known=True)
    assert (await Privacy(database).kept(ANA)).nothing
    await Games(database).start(NEW, NOW)
    assert await people.note(ANA, "Ana", SERVER, NOW, only_known=True)
