"""What comes at the same time in a race: no move is lost, done twice or made after the end, and it ends once."""

import asyncio
import contextlib
import random
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from bot.positions import Position
from bot.ranked import LookTaken, timed_out
from bot.refusals import NoAdvance, NoWayOn
from bot.tables.refusals import TableRefused
from engine.automatic import ways
from engine.game import MoveError, games
from storage.rows import GameChanged, NothingToTakeBack
from storage.table_rows import Table
from storage.tallies import merit
from tests.bot.tables.conftest import ANA, BORIS, CARLA, DAN, House

INTERLEAVINGS = 500
PEOPLE = (ANA, BORIS, CARLA, DAN)
REFUSALS = (TableRefused, GameChanged, NoAdvance, NoWayOn, LookTaken, NothingToTakeBack, MoveError)


@dataclass(frozen=True)
class Made:
    """A change of a board that somebody was told of: how many moves it had before, and the board after."""

    before: int
    after: Position


async def attempt(before: Position, doing: Coroutine[Any, Any, Position]) -> Made | None:
    try:
        return Made(before.stored.move_count, await doing)
    except REFUSALS:
        return None


async def at_the_table(doing: Coroutine[Any, Any, Table]) -> None:
    with contextlib.suppress(*REFUSALS):
        await doing


def something(
    house: House, chance: random.Random, table: Table, boards: Sequence[Position]
) -> Coroutine[Any, Any, Made | None]:
    """Return what somebody tries, having seen their board: mostly moves, now and then what may end the race."""
    number = chance.randrange(len(PEOPLE))
    person, board = PEOPLE[number], boards[number]
    seen = person, board.id, board.stored.version
    what = chance.choice(("advance",) * 6 + ("way",) * 4 + ("undo",) * 2 + ("resign", "leave", "stop", "clock"))
    match what:
        case "advance":
            return attempt(board, house.service.advance(*seen))
        case "way":
            return attempt(board, house.service.go_on(*seen, ways(board.game)[0]))
        case "undo":
            return attempt(board, house.service.undo(*seen))
        case "resign" if chance.random() < 0.3:
            return attempt(board, house.service.resign(*seen))
        case "leave" if chance.random() < 0.3:
            return at_the_table(house.races.leave(person, table.id))
        case "stop" if chance.random() < 0.1:
            return at_the_table(house.races.stop(person, table.id, moderator=True))
        case _:
            return at_the_table(house.races.time_up(table.id))


async def check(house: House, before: Sequence[Position], made: list[Made], table_id: int) -> Table:
    """See that each board is what it was with what its player was told of, and that all are at one about the end."""
    table = await house.tables.get(table_id)
    for old in before:
        new = await house.service.position(old.id)
        told = {one.after.stored.version: one.after.stored for one in made if one.after.id == old.id}
        # Of those who saw the same board, one at most has changed it.
        assert sum(one.after.id == old.id for one in made) == len(told) <= 1
        if told:
            (only,) = told.values()
            assert new.stored.moves == only.moves
        else:
            assert new.stored.moves == old.stored.moves
        assert new.stored.version - old.stored.version == len(told) + (
            new.over and not any(one.status != "playing" for one in told.values()) and not old.over
        )
        newest = await house.service.newest(old.id)
        assert newest.secret == new.secret == (table.state == "playing")
        if table.state == "over":
            assert new.over
            assert not timed_out(new.stored) or table.ending in ("time", "stopped")
    if table.state == "over":
        await check_places(house, table)
    return table


async def check_places(house: House, table: Table) -> None:
    """Hold the places against the boards: by score, then fewer moves, then less time."""
    reached = {}
    for racer in await house.races.racers(table):
        assert racer.position is not None
        stored = racer.position.stored
        reached[racer.seat.user_id] = merit(stored.score or 0, stored.move_count, racer.seconds)
    for seat in table.seats:
        assert seat.place == 1 + sum(other > reached[seat.user_id] for other in reached.values())
    assert (table.ending == "stopped") == (table.ended_by is not None)


@pytest.mark.parametrize("game", games())
async def test_what_comes_at_once_in_a_race_is_done_once_and_nothing_after_its_end(house: House, game: str) -> None:
    chance = random.Random(f"race {game}")
    changes, endings = 0, set[str | None]()
    table: Table | None = None
    for number in range(INTERLEAVINGS // len(games()) + 1):
        if table is None or table.state != "playing":
            table = await house.begun(game, *PEOPLE, seed=f"{game} {number}", kind="race")
        if chance.random() < 0.05:
            house.let_run_out()
        boards = [await house.races.board(person, table.id) for person in PEOPLE]
        crowd = [something(house, chance, table, boards) for _ in range(chance.randint(2, 10))]
        made = [one for one in await asyncio.gather(*crowd) if one is not None]
        await house.races.time_up(table.id)
        table = await check(house, boards, made, table.id)
        endings.add(table.ending)
        changes += len(made)
    assert changes > INTERLEAVINGS // len(games()) // 2
    assert {"finished", "time", "stopped"} & endings
