"""Lobbies, invitations, turns and races, deletions and a clock that is set: whatever comes at once, all follows."""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from bot.ranked import LookTaken
from bot.refusals import NoAdvance, NoGame, NotYours, NoWayOn
from bot.tables.invitations import Inviting
from bot.tables.refusals import StaleTable, TableRefused
from bot.verify import wrong_games
from engine.game import MoveError, games
from storage.database import Database
from storage.invitations import Invitations
from storage.privacy import Privacy
from storage.rows import DealAtTable, GameChanged, NoSuchGame, NothingToTakeBack, UntoldDeal
from storage.table_privacy import SeatedAtTables
from storage.table_rows import MOST_SEATS, NewTable, NoSuchTable, Table, TableChanged
from tests.bot.tables.conftest import House

PEOPLE: Final = (201, 202, 203, 204, 205)
CROWDS: Final = 1500
TOLD: Final = (
    *(TableRefused, StaleTable, NoSuchTable, TableChanged, SeatedAtTables, NoGame, NoSuchGame, NotYours, GameChanged),
    *(NoAdvance, NoWayOn, LookTaken, NothingToTakeBack, MoveError, UntoldDeal, DealAtTable),
)
"""What is said to people in a sentence."""

Doing = Callable[[], Awaitable[Any]]


@dataclass
class Crowd:
    """People who do what comes to their minds."""

    house: House
    inviting: Inviting
    privacy: Privacy
    chance: random.Random

    async def do_something(self, table: Table) -> None:
        """Do something at a table, mostly what may be done there, and bear what is said to it."""
        with contextlib.suppress(*TOLD):
            await self._something(table)()

    def _something(self, table: Table) -> Doing:
        one, other, chance = self.chance.choice(PEOPLE), self.chance.choice(PEOPLE), self.chance
        lobbies, turns, races, number = self.house.lobbies, self.house.turns, self.house.races, table.id
        mover = table.turn if table.turn is not None and chance.random() < 0.8 else one
        moment = table.moment - (chance.random() < 0.1)
        in_lobby: list[Doing] = [
            *[lambda: lobbies.join(one, number)] * 3,
            *[lambda: lobbies.start(table.host_id, number)] * 2,
            lambda: lobbies.leave(one, number),
            lambda: lobbies.expire(number),
            lambda: lobbies.rematch(one, number),
            lambda: self.inviting.ask(one, number, other),
            *[lambda: self.inviting.accept(one, number)] * 2,
            lambda: self.inviting.decline(one, number),
        ]
        in_turns: list[Doing] = [
            *[lambda: self._pick(table, mover, moment)] * 3,
            *[lambda: turns.advance(mover, number, moment)] * 2,
            lambda: turns.all_plays(mover, number, moment),
            lambda: turns.hand_on(mover, number, moment),
            lambda: turns.undo(mover, number, moment),
            lambda: turns.run_out(number),
            lambda: turns.set_quiet(one, number),
            lambda: turns.sit_down(one, number),
        ]
        in_race: list[Doing] = [*[lambda: self._race(table, one)] * 4, lambda: races.time_up(number)]
        seldom: list[Doing] = [
            lambda: turns.leave(one, number),
            lambda: races.leave(one, number),
            lambda: turns.stop(one, number, moderator=False),
            lambda: races.stop(one, number, moderator=False),
            lambda: lobbies.cancel(one, number, moderator=False),
            lambda: self._delete(one),
        ]
        if chance.random() < 0.04:
            return chance.choice(seldom)
        if chance.random() < 0.1:
            return chance.choice(in_lobby + in_turns + in_race)
        under_way = in_turns if table.kind == "turns" else in_race
        return chance.choice(under_way if table.state == "playing" else in_lobby)

    async def _pick(self, table: Table, mover: int, moment: int) -> None:
        if table.game_id is not None and (plays := (await self.house.turns.board(table)).plays()):
            await self.house.turns.pick(mover, table.id, moment, [self.chance.choice(plays)[0]])

    async def _race(self, table: Table, racer: int) -> None:
        board, service = await self.house.races.board(racer, table.id), self.house.service
        seen, chosen = (racer, board.id, board.stored.version), self.chance.random()
        if chosen < 0.5 and (plays := board.plays()):
            await service.move(*seen, self.chance.choice(plays)[0])
        elif chosen < 0.8:
            await service.advance(*seen)
        elif chosen < 0.95:
            await service.undo(*seen)
        else:
            await service.resign(*seen)

    async def _delete(self, person: int) -> None:
        """Leave every table, as who has their data deleted does, and have it deleted."""
        for table in await self.house.tables.of_user(person, 100):
            with contextlib.suppress(*TOLD):
                if table.state == "lobby":
                    await self.house.lobbies.expire(table.id)
                    await self.house.lobbies.leave(person, table.id)
                elif table.kind == "race":
                    await self.house.races.leave(person, table.id)
                else:
                    await self.house.turns.leave(person, table.id)
        self.house.service.forget((await self.privacy.delete(person, "2026-01-01", self.house.clock())).games)

    async def open(self) -> None:
        """Open a table of any kind, sometimes on a deal that somebody has chosen."""
        new = NewTable(
            kind=self.chance.choice(("turns", "race")),
            guild_id=1,
            channel_id=2,
            locale="en-US",
            host_id=self.chance.choice(PEOPLE),
            game=self.chance.choice(sorted(games())),
            options="{}",
            rules=1,
            most_seats=self.chance.randint(2, MOST_SEATS),
            clock=120,
        )
        with contextlib.suppress(*TOLD):
            await self.house.lobbies.open(new, str(self.chance.randint(1, 3)) if self.chance.random() < 0.4 else None)


async def check(house: House, table: Table) -> None:
    """See that somebody who sits is host and in turn, that no seat is too many, and that who has left plays no more."""
    if table.state == "lobby":
        assert 1 <= len(table.seats) <= table.most_seats
        assert table.sits(table.host_id)
    if table.state == "playing":
        assert table.sits(table.host_id) or not table.seated
        assert table.kind == "race" or (table.turn is not None and table.sits(table.turn))
    for seat in table.seats:
        if seat.game_id is not None and seat.state != "in":
            with contextlib.suppress(NoGame):
                assert (await house.service.position(seat.game_id)).over


@pytest.mark.timeout(180)
@pytest.mark.parametrize("seed", [1, 2])
async def test_whatever_comes_at_once_is_done_or_refused_in_a_sentence_and_all_follows(
    house: House, database: Database, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    crowd = Crowd(house, Inviting(Invitations(database), house.lobbies, house.clock), Privacy(database), chance)
    for _ in range(CROWDS):
        newest = await house.tables.newest()
        live = [table for table in await house.tables.of_channel(2, 100) if table.state in ("lobby", "playing")][:4]
        if len(live) < 3:
            await crowd.open()
            continue
        if chance.random() < 0.05:
            house.clock.now += chance.choice([1000, 60_000, 121_000, 31 * 60_000, -60 * 60_000])
        table = chance.choice(live) if chance.random() < 0.9 else await house.tables.get(chance.randint(1, newest))
        await asyncio.gather(*(crowd.do_something(table) for _ in range(chance.randint(1, 5))))
        await check(house, await house.tables.get(table.id))
    assert list(wrong_games(tmp_path / "games.db", lambda done, count: None)) == []
