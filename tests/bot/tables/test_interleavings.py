"""What comes at the same time at one table is done one after another: nothing out of turn, lost or done twice."""

import asyncio
import contextlib
import random
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

import pytest

from bot.ranked import LookTaken
from bot.refusals import NoAdvance, NoWayOn
from bot.tables.refusals import StaleTable, TableRefused
from engine.game import MoveError, games
from storage.rows import NothingToTakeBack
from storage.table_rows import Table
from tests.bot.tables.conftest import ANA, BORIS, CARLA, DAN, House

INTERLEAVINGS = 500
PEOPLE = (ANA, BORIS, CARLA, DAN)
PRESSES = ("advance", "hand-on", "undo", "pick")
"""What only whoever is in turn may do."""
REFUSALS = (TableRefused, StaleTable, NoAdvance, NoWayOn, LookTaken, NothingToTakeBack, MoveError)


@dataclass
class Done:
    """What somebody has tried at the moment that they saw, and the table that it led to; None where it was refused."""

    what: str
    user_id: int
    moment: int
    table: Table | None = None


async def attempt(done: Done, doing: Coroutine[Any, Any, Table]) -> Done:
    with contextlib.suppress(*REFUSALS):
        done.table = await doing
    return done


async def _picked(house: House, user_id: int, table: Table, text: str) -> Table:
    return (await house.turns.pick(user_id, table.id, table.moment, [text]))[0]


def something(house: House, chance: random.Random, table: Table, plays: list[str]) -> Coroutine[Any, Any, Done]:
    """Return what somebody tries, having seen the table: mostly those in turn, now and then others and the clock."""
    user_id = table.turn if table.turn is not None and chance.random() < 0.6 else chance.choice(PEOPLE)
    what = chance.choice((*PRESSES * 3, "pick", "leave", "sit-down", "clock", "quiet"))
    if what == "pick" and not plays:
        what = "advance"
    turns, seen = house.turns, (user_id, table.id, table.moment)
    doing: dict[str, Coroutine[Any, Any, Table]] = {}
    match what:
        case "advance":
            doing[what] = turns.advance(*seen)
        case "hand-on":
            doing[what] = turns.hand_on(*seen)
        case "undo":
            doing[what] = turns.undo(*seen)
        case "pick":
            doing[what] = _picked(house, user_id, table, chance.choice(plays))
        case "leave":
            doing[what] = turns.leave(user_id, table.id)
        case "sit-down":
            doing[what] = turns.sit_down(user_id, table.id)
        case "clock":
            doing[what] = turns.run_out(table.id)
        case "quiet":
            doing[what] = turns.set_quiet(user_id, table.id)
    return attempt(Done(what, user_id, table.moment), doing[what])


async def check(house: House, before: Table, done: list[Done]) -> Table:
    """See that what was done follows from one state to the next, and return the last."""
    after = await house.tables.get(before.id)
    states = {before.version: before}
    for one in done:
        if one.table is not None:
            # Whoever found nothing to do was given the table as it stood.
            states.setdefault(one.table.version, one.table)
    assert sorted(states) == list(range(before.version, after.version + 1))
    assert states[after.version] == after
    made = [one for one in done if one.what in PRESSES and one.table is not None]
    assert len({one.table.version for one in made if one.table}) == len(made)
    for one in made:
        assert one.table is not None
        was = states[one.table.version - 1]
        assert (was.turn, was.moment) == (one.user_id, one.moment)
        assert was.sits(one.user_id)
    board = await house.turns.board(after)
    gained = dict.fromkeys((seat.user_id for seat in after.seats), 0)
    state = board.game.deal(board.deal(), board.options)
    movers = await house.tables.movers(board.id)
    for ply, text in enumerate(board.stored.moves, 1):
        later = board.game.apply(state, board.game.parse(text))
        if ply in movers:
            gained[movers[ply]] += board.game.progress(later) - board.game.progress(state)
        else:
            assert board.game.is_advance(board.game.parse(text))
        state = later
    assert {seat.user_id: seat.gained for seat in after.seats} == gained
    assert board.over == (after.state == "over")
    if after.state == "playing":
        assert after.turn is not None
        assert after.sits(after.turn)
        assert after.sits(after.host_id)
        assert after.deadline is not None
    return after


@pytest.mark.parametrize("game", games())
async def test_what_comes_at_once_is_done_in_turn_and_once(house: House, game: str) -> None:
    chance = random.Random(game)
    interleavings, done_at_all, tables = 0, 0, 0
    table: Table | None = None
    while interleavings < INTERLEAVINGS // len(games()) + 1:
        if table is None or table.state != "playing":
            tables += 1
            table = await house.begun(game, *PEOPLE, seed=f"{game} {tables}")
        if chance.random() < 0.1:
            house.let_run_out()
        board = await house.turns.board(table)
        plays = [text for text, _ in board.plays()]
        crowd = [something(house, chance, table, plays) for _ in range(chance.randint(2, 8))]
        done = await asyncio.gather(*crowd)
        table = await check(house, table, list(done))
        interleavings += 1
        done_at_all += sum(one.table is not None for one in done)
    assert done_at_all > interleavings // 2
