"""A race: a board each, secret until all are done or time is up; how it ends, and who is where."""

import asyncio
from collections.abc import Mapping

import pytest

from bot.new_games import Place
from bot.positions import Position
from bot.ranked import LookTaken, RaceUntold, timed_out
from bot.tables.refusals import TableRefused
from engine.game import games
from storage.database import Database
from storage.rows import DealAtTable, RaceClosed
from storage.table_rows import Kind, Table
from tests.bot.tables.conftest import ANA, BORIS, CARLA, DAN, House

HERE = Place(2, 1)


async def begun(house: House, *people: int, game: str = "pyramid", seed: str | None = "3") -> Table:
    return await house.begun(game, *people, seed=seed, kind="race")


async def play_to_the_end(house: House, person: int, table: Table) -> Position:
    """Play whatever fits, and turn cards as long as there are any; give up where that ends nothing."""
    board = await house.races.board(person, table.id)
    while not board.over:
        play = board.game.next_play(board.state)
        advance = board.advance()
        if play is None and advance is None:
            return await house.service.resign(person, board.id, board.stored.version)
        move = board.game.format(play) if play is not None else advance[0] if advance is not None else ""
        board = await house.service.move(person, board.id, board.stored.version, move)
    return board


def places(table: Table) -> Mapping[int, int | None]:
    return {seat.user_id: seat.place for seat in table.seats}


@pytest.mark.parametrize("game", games())
async def test_all_race_on_one_deal_and_are_ranked_by_score_then_moves_then_time(house: House, game: str) -> None:
    table = await begun(house, ANA, BORIS, CARLA, game=game)
    assert table.turn is None
    boards = [await house.races.board(person, table.id) for person in (ANA, BORIS, CARLA)]
    assert len({board.id for board in boards}) == 3
    assert len({board.deal().cards for board in boards}) == 1
    await play_to_the_end(house, BORIS, table)
    for person in (CARLA, ANA):
        board = await house.races.board(person, table.id)
        if person == CARLA:
            board = await house.service.advance(person, board.id, 1)
        assert (await house.tables.get(table.id)).state == "playing"
        await house.service.resign(person, board.id, board.stored.version)
    table = await house.tables.get(table.id)
    assert (table.state, table.ending) == ("over", "finished")
    # Nothing done in no moves is better than nothing done in one.
    assert places(table) == {BORIS: 1, ANA: 2, CARLA: 3}
    racers = {racer.seat.user_id: racer.position for racer in await house.races.racers(table)}
    for person, position in racers.items():
        assert position is not None, person
        assert position.over


async def test_the_deal_is_told_to_nobody_until_the_last_is_done(house: House) -> None:
    table = await begun(house, ANA, BORIS)
    done = await play_to_the_end(house, ANA, table)
    assert done.secret
    assert not house.service.may_tell(done.stored)
    with pytest.raises(RaceUntold):
        await house.service.exported(ANA, done.id)
    with pytest.raises(RaceUntold):
        await house.service.same_deal(ANA, HERE, done.id)
    last = await play_to_the_end(house, BORIS, table)
    assert not last.secret
    assert not timed_out(last.stored)
    # What was kept in memory of the others says so as well.
    for newest in (await house.service.newest(done.id), await house.service.position(done.id)):
        assert not newest.secret
    await house.service.exported(ANA, done.id)
    assert (await house.service.same_deal(DAN, HERE, done.id)).stored.origin == "seen"


async def test_no_other_table_is_begun_on_the_deal_of_a_race(house: House) -> None:
    table = await begun(house, ANA, BORIS, seed=None)
    assert table.seed is not None
    kinds: tuple[Kind, ...] = ("turns", "race")
    for kind in kinds:
        with pytest.raises(DealAtTable):
            await house.begun("pyramid", CARLA, DAN, seed=table.seed, kind=kind)
    for person in (ANA, BORIS):
        await play_to_the_end(house, person, table)
    await house.begun("pyramid", CARLA, DAN, seed=table.seed)


async def test_no_card_that_was_seen_is_turned_back(house: House) -> None:
    table = await begun(house, ANA, BORIS)
    board = await house.races.board(ANA, table.id)
    board = await house.service.advance(ANA, board.id, board.stored.version)
    with pytest.raises(LookTaken):
        await house.service.undo(ANA, board.id, board.stored.version)


async def test_what_is_under_way_when_time_is_up_is_closed_as_it_stands(house: House) -> None:
    table = await begun(house, ANA, BORIS, CARLA)
    await play_to_the_end(house, ANA, table)
    board = await house.races.board(BORIS, table.id)
    board = await house.service.advance(BORIS, board.id, board.stored.version)
    assert await house.races.time_up(table.id) == await house.tables.get(table.id)
    house.let_run_out()
    with pytest.raises(RaceClosed):
        await house.service.advance(BORIS, board.id, board.stored.version)
    table = await house.races.time_up(table.id)
    assert (table.state, table.ending) == ("over", "time")
    closed = [await house.races.board(person, table.id) for person in (ANA, BORIS, CARLA)]
    assert [timed_out(board.stored) for board in closed] == [False, True, True]
    assert not any(board.secret for board in closed)
    assert set(places(table).values()) <= {1, 2, 3}


async def test_of_a_move_and_the_end_of_time_the_database_decides(house: House) -> None:
    """The rooms above may take a race to be open that somebody has just ended."""
    table = await begun(house, ANA, BORIS)
    board = await house.races.board(ANA, table.id)
    board = await house.service.advance(ANA, board.id, board.stored.version)
    table = await house.tables.get(table.id)
    moving = asyncio.gather(
        *(house.service.advance(ANA, board.id, board.stored.version) for _ in range(3)), return_exceptions=True
    )
    stopped, moved = await asyncio.gather(house.races.stop(ANA, table.id, moderator=False), moving)
    assert stopped.state == "over"
    made = [one for one in moved if isinstance(one, Position)]
    assert len(made) <= 1
    after = await house.races.board(ANA, table.id)
    assert after.stored.move_count == board.stored.move_count + len(made)
    assert after.stored.status == "resigned"


async def test_two_who_finish_at_the_same_instant_end_it_once(house: House) -> None:
    table = await begun(house, ANA, BORIS, CARLA, DAN)
    await asyncio.gather(*(play_to_the_end(house, person, table) for person in (ANA, BORIS, CARLA, DAN)))
    over = await house.tables.get(table.id)
    assert (over.state, over.ending) == ("over", "finished")
    assert over.version == table.version + 1
    racers = await house.races.racers(over)
    # All have played alike: what tells them apart is their time.
    times = [racer.seconds for racer in racers]
    assert places(over) == {racer.seat.user_id: 1 + sum(other < racer.seconds for other in times) for racer in racers}


async def test_whoever_leaves_gives_up_and_the_others_race_on(house: House) -> None:
    table = await begun(house, ANA, BORIS, CARLA)
    table = await house.races.leave(ANA, table.id)
    assert (table.state, table.host_id) == ("playing", BORIS)
    assert (await house.races.board(ANA, table.id)).stored.status == "resigned"
    with pytest.raises(TableRefused):
        await house.races.leave(ANA, table.id)
    with pytest.raises(TableRefused):
        await house.races.stop(ANA, table.id, moderator=False)
    table = await house.races.leave(BORIS, table.id)
    table = await house.races.leave(CARLA, table.id)
    assert (table.state, table.ending) == ("over", "finished")


async def test_whoever_leaves_loses_seat_and_board_together_or_neither(house: House, database: Database) -> None:
    table = await begun(house, ANA, BORIS)
    await database.write(
        lambda connection: connection.execute(
            "CREATE TRIGGER fails BEFORE UPDATE OF status ON games BEGIN SELECT RAISE(ABORT, 'no more'); END"
        )
    )
    with pytest.raises(Exception, match="no more"):
        await house.races.leave(ANA, table.id)
    assert (await house.tables.get(table.id)).sits(ANA)
    assert not (await house.races.board(ANA, table.id)).over


async def test_nobody_leaves_a_race_whose_time_is_up(house: House) -> None:
    table = await begun(house, ANA, BORIS)
    house.let_run_out()
    with pytest.raises(TableRefused, match="over"):
        await house.races.leave(ANA, table.id)
    table = await house.tables.get(table.id)
    assert (table.state, table.ending, table.sits(ANA)) == ("over", "time", True)


async def test_who_leaves_while_they_move_has_made_the_move_or_not(house: House) -> None:
    for seed in range(5):
        table = await begun(house, ANA, BORIS, seed=str(seed))
        board = await house.races.board(ANA, table.id)
        moved, left = await asyncio.gather(
            house.service.advance(ANA, board.id, board.stored.version),
            house.races.leave(ANA, table.id),
            return_exceptions=True,
        )
        assert not isinstance(left, BaseException)
        after = await house.races.board(ANA, table.id)
        assert after.stored.status == "resigned"
        assert after.stored.move_count == int(isinstance(moved, Position))


async def test_the_host_or_a_moderator_stops_it_and_it_does_not_count(house: House) -> None:
    table = await begun(house, ANA, BORIS, seed=None)
    await play_to_the_end(house, ANA, table)
    with pytest.raises(TableRefused):
        await house.races.stop(BORIS, table.id, moderator=False)
    table = await house.races.stop(DAN, table.id, moderator=True)
    assert (table.state, table.ending, table.ended_by, table.counts) == ("over", "stopped", DAN, 0)
    assert timed_out((await house.races.board(BORIS, table.id)).stored)
    assert not (await house.service.newest((await house.races.board(ANA, table.id)).id)).secret


async def test_who_does_not_race_has_no_board(house: House) -> None:
    table = await begun(house, ANA, BORIS)
    for person in (CARLA, DAN):
        with pytest.raises(TableRefused, match="watching"):
            await house.races.board(person, table.id)
        with pytest.raises(TableRefused, match="watching"):
            await house.races.leave(person, table.id)


async def test_boards_that_are_gone_or_cannot_be_read_do_not_hold_up_the_end(house: House, database: Database) -> None:
    table = await begun(house, ANA, BORIS)
    board = await house.races.board(ANA, table.id)
    await database.write(
        lambda connection: connection.execute("UPDATE games SET game = 'forgotten' WHERE id = ?", (board.id,)).rowcount
    )
    house.let_run_out()
    table = await house.races.time_up(table.id)
    assert (table.state, table.ending) == ("over", "time")
    assert places(table) == {ANA: 2, BORIS: 1}


async def test_changes_of_boards_are_told_and_those_of_other_games_not(house: House) -> None:
    told: list[int] = []
    house.service.race_changed = told.append
    table = await begun(house, ANA, BORIS)
    other = await house.service.start(ANA, HERE, "pyramid", {})
    await house.service.advance(ANA, other.id, 1)
    assert told == []
    await play_to_the_end(house, ANA, table)
    assert set(told) == {table.id}
