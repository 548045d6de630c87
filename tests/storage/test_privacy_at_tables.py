"""Of who has their data deleted nothing is left at tables, whatever comes at once; what is kept of others stays."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from storage.database import Database
from storage.games import Games
from storage.people import People
from storage.privacy import Privacy
from storage.rows import NewGame
from storage.table_history import TableHistory
from storage.table_privacy import SeatedAtTables
from storage.table_rows import Table, TableChanged
from storage.tables import Tables
from tests.storage.tables_kept import NEW, begun, ended, played, raced
from tests.storage.test_privacy import ANA, BORIS, DAY, NOW, values_in

CARLA = 770_005_555_555_555


def invite(path: Path, table: Table, *pairs: tuple[int, int]) -> None:
    """Keep that the first of each pair was invited by the second."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executemany(
            "INSERT INTO invitations VALUES (?, ?, ?, 'declined', 5, 6, ?)",
            [(table.id, user, by, NOW) for user, by in pairs],
        )
        connection.commit()


async def everywhere(path: Path, database: Database) -> list[Table]:
    """Have Ana do all that can be done at tables that are over; return them."""
    await People(database).note(ANA, f"somebody called {ANA}", None, NOW)
    turns = await begun(database, NEW, (ANA, BORIS, CARLA), "one", NOW)
    for user in (ANA, BORIS, ANA):
        turns = await played(database, turns, user, ("a",), 3, NOW)
    stopped = await begun(database, NEW, (ANA, BORIS), "two", NOW)
    race = await begun(database, replace(NEW, kind="race"), (BORIS, ANA), "three", NOW)
    closed = await Tables(database).open(replace(NEW, host_id=ANA), NOW, NOW)
    cancelled = replace(closed, state="closed", ending="cancelled", ended_by=ANA, ended_at=NOW, deadline=None)
    tables = [
        await ended(database, turns, "won", NOW, {ANA: 2}),
        await ended(database, stopped, "stopped", NOW, by=ANA),
        await raced(database, race, {ANA: 500, BORIS: 300}, NOW),
        await Tables(database).save(closed, cancelled, NOW),
    ]
    invite(path, tables[0], (ANA, BORIS), (CARLA, ANA))
    return tables


async def test_nothing_is_left_of_who_is_deleted_in_any_column(path: Path, database: Database) -> None:
    tables = await everywhere(path, database)
    assert sum(ANA in values for values in values_in(path).values()) >= 10
    await Privacy(database).delete(ANA, DAY, NOW)
    for column, values in values_in(path).items():
        assert not [value for value in values if str(ANA) in str(value)], column
    for before in tables:
        after = await Tables(database).get(before.id)
        assert [seat for seat in after.seats if seat.user_id > 0] == [
            seat for seat in before.seats if seat.user_id != ANA
        ]
        assert [replace(seat, user_id=1, game_id=None) for seat in after.seats] == [
            replace(seat, user_id=1, game_id=None) for seat in before.seats
        ]
        assert after.counts == before.counts
    turns = await Tables(database).get(tables[0].id)
    assert (turns.host_id, turns.mover_id) == (-1, -1)
    assert await Tables(database).movers(turns.game_id or 0) == {1: -1, 2: BORIS, 3: -1}
    assert (await Tables(database).get(tables[1].id)).ended_by == -1
    assert (await Privacy(database).kept(ANA)).nothing
    kept = await Privacy(database).kept(CARLA)
    assert (kept.seats, kept.invitations) == (1, 1)


async def test_once_the_bot_has_stopped_its_file_holds_the_id_nowhere(path: Path) -> None:
    async with await Database.open(path) as database:
        await everywhere(path, database)
        await Privacy(database).delete(ANA, DAY, NOW)
    content = path.read_bytes()
    assert BORIS.to_bytes(8, "big")[1:] in content
    for written in (str(ANA).encode(), ANA.to_bytes(8, "big"), ANA.to_bytes(8, "big")[1:]):
        assert written not in content


async def test_the_seats_of_all_who_are_deleted_stay_apart(path: Path, database: Database) -> None:
    tables = await everywhere(path, database)
    for user in (BORIS, ANA, CARLA):
        await Privacy(database).delete(user, DAY, NOW)
    after = await Tables(database).get(tables[0].id)
    assert sorted(seat.user_id for seat in after.seats) == [-3, -2, -1]
    assert sorted(seat.place or 0 for seat in after.seats) == sorted(seat.place or 0 for seat in tables[0].seats)
    assert values_in(path)["tallies.user_id"] == set()
    assert values_in(path)["invitations.table_id"] == set()


async def test_who_still_sits_at_a_table_is_not_deleted_and_nothing_is(path: Path, database: Database) -> None:
    await everywhere(path, database)
    lobby = await Tables(database).open(replace(NEW, host_id=ANA), NOW, NOW)
    under_way = await begun(database, NEW, (BORIS, ANA), "four", NOW)
    before = values_in(path)
    with pytest.raises(SeatedAtTables) as refused:
        await Privacy(database).delete(ANA, DAY, NOW)
    assert refused.value.table_ids == (lobby.id, under_way.id)
    assert values_in(path) == before


async def test_a_table_that_was_read_before_a_deletion_is_not_written_again_as_it_was(
    path: Path, database: Database
) -> None:
    table = await begun(database, NEW, (BORIS, ANA, CARLA), "one", NOW)
    left = replace(table, seats=(table.seats[0], replace(table.seats[1], state="left"), table.seats[2]))
    read = await Tables(database).save(table, left, NOW)
    await Privacy(database).delete(ANA, DAY, NOW)
    with pytest.raises(TableChanged):
        await played(database, read, BORIS, ("a",), 1, NOW)
    assert ANA not in values_in(path)["seats.user_id"]
    again = await Tables(database).get(table.id)
    assert [seat.user_id for seat in (await played(database, again, BORIS, ("a",), 1, NOW)).seats] == [BORIS, -1, CARLA]


async def test_what_is_kept_at_tables_is_given_page_by_page(path: Path, database: Database) -> None:
    tables = await everywhere(path, database)
    kept = await Privacy(database).kept(ANA)
    assert (kept.seats, kept.invitations) == (4, 2)
    seats = (*await Privacy(database).seats(ANA, 3), *await Privacy(database).seats(ANA, 3, 3))
    assert [seat.table_id for seat in seats] == [table.id for table in reversed(tables)]
    turns = seats[-1]
    assert turns.moves == ((1, "a", NOW), (3, "a", NOW))
    assert (turns.gained, turns.bonus, turns.place, turns.host, turns.stopped) == (6, 2, 1, 1, 0)
    assert [one.sent for one in await Privacy(database).invitations(ANA)] == [False, True]
    assert (seats[-2].stopped, seats[0].state) == (1, "closed")
    results = await TableHistory(database).of(ANA, 10)
    assert {(one.table_id, one.place, one.seats) for one in results} == {
        (tables[0].id, 1, 3), (tables[1].id, 1, 2), (tables[2].id, 1, 2),
    }  # fmt: skip


async def test_somebody_with_nothing_but_a_seat_is_known(database: Database) -> None:
    people = People(database)
    assert not await people.note(CARLA, "Carla", None, NOW, only_known=True)
    await begun(database, NEW, (BORIS, CARLA), "one", NOW)
    assert await people.note(CARLA, "Carla", None, NOW, only_known=True)


async def test_a_board_of_a_race_goes_with_its_player_and_the_race_with_its_last_board(
    path: Path, database: Database
) -> None:
    race = await begun(database, replace(NEW, kind="race"), (BORIS, ANA), "one", NOW)
    solo = await Games(database).start(NewGame(owner_id=ANA, game="sun", options="{}", rules=1, seed="s"), NOW)
    left = replace(race, seats=(race.seats[0], replace(race.seats[1], state="left")))
    await Tables(database).save(race, left, NOW)
    deleted = await Privacy(database).delete(ANA, DAY, NOW)
    assert deleted.games == (race.seats[1].game_id, solo.id)
    assert (await Tables(database).get(race.id)).state == "playing"
    await raced(database, race, {BORIS: 300}, NOW)
    after = await Tables(database).get(race.id)
    assert (after.state, after.counts) == ("over", 0)
    assert [(seat.user_id, seat.place) for seat in after.seats] == [(BORIS, 1), (-1, 2)]
