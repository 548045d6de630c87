"""Tables over a real database file, with a clock that the test moves."""

from dataclasses import dataclass

import pytest

from bot.dealing import Dealer
from bot.service import Service
from bot.tables.lobbies import Lobbies
from bot.tables.races import Races
from bot.tables.turns import Turns
from storage.database import Database
from storage.games import Games
from storage.pool import Pool
from storage.table_rows import Kind, NewTable, Table
from storage.tables import Tables
from tests.bot.conftest import Clock

ANA, BORIS, CARLA, DAN = 201, 202, 203, 204
TURN = 120
"""Seconds of a turn."""


@dataclass
class House:
    """The use cases of tables, over one database and one clock."""

    clock: Clock
    service: Service
    tables: Tables
    lobbies: Lobbies
    turns: Turns
    races: Races

    async def begun(
        self, game: str, *people: int, seed: str | None = "3", options: str = "{}", kind: Kind = "turns"
    ) -> Table:
        """Return a table at which so many play in turns, in the order given, on a deal that is named; or race on it."""
        new = NewTable(
            kind=kind,
            guild_id=1,
            channel_id=2,
            locale="en-US",
            host_id=people[0],
            game=game,
            options=options,
            rules=1,
            most_seats=8,
            clock=TURN,
        )
        table = await self.lobbies.open(new, seed)
        for person in people[1:]:
            await self.lobbies.join(person, table.id)
        return await self.lobbies.start(people[0], table.id)

    def let_run_out(self) -> None:
        """Let the time of a turn, or of a race, go by."""
        self.clock.now += TURN * 1000


async def nobody(*_: object, **__: object) -> None:
    """Search for nothing."""


@pytest.fixture
def house(database: Database) -> House:
    return house_over(database)


def house_over(database: Database) -> House:
    """Return the use cases over a database, with a clock of their own."""
    clock = Clock()
    service, tables = Service(Games(database), clock), Tables(database)
    return House(
        clock,
        service,
        tables,
        Lobbies(tables, Dealer(service, Pool(database), nobody, now=clock), clock),
        Turns(tables, service, clock),
        Races(tables, service, clock),
    )
