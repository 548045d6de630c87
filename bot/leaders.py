"""Who plays here, how their games ended, and where they stand: what commands ask of the store. No Discord here."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import date
from typing import Final
from weakref import WeakValueDictionary

from storage.database import Database
from storage.games import Games
from storage.people import FRESH, People
from storage.periods import day_of
from storage.privacy import Deleted, Privacy
from storage.results import Results
from storage.standings import Standings
from storage.statistics import Statistics
from storage.table_history import TableHistory

KEPT: Final = 10_000
"""Of how many people, in a server each, it is kept in memory that they were noted."""


class Leaders:
    """Results, standings and people of a database. ``now`` gives the time in milliseconds since 1970 (UTC)."""

    def __init__(self, database: Database, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000) -> None:
        self.results = Results(database)
        self.statistics = Statistics(database)
        self.standings = Standings(database)
        self.people = People(database)
        self.games = Games(database)
        self.privacy = Privacy(database)
        self.tables = TableHistory(database)
        self.now = now
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._noted: OrderedDict[tuple[int, int | None], tuple[str, int]] = OrderedDict()

    @property
    def today(self) -> date:
        """The UTC day that it is."""
        return day_of(self.now())

    async def note(self, user_id: int, name: str, guild_id: int | None, *, only_known: bool = False) -> None:
        """Note that somebody was seen; written only if they are new there, have another name, or a day has passed.

        With ``only_known`` nobody is noted of whom nothing is kept.
        """
        key = user_id, guild_id
        turn = self._turns.setdefault(user_id, asyncio.Lock())
        # Who is noted for two reasons at once is noted once, and both wait for it.
        async with turn:
            now = self.now()
            name_before, noted_at = self._noted.get(key, ("", 0))
            if name_before == name and abs(now - noted_at) < FRESH:
                return
            noted = await self.people.is_noted(user_id, name, guild_id, now)
            if not noted and not await self.people.note(user_id, name, guild_id, now, only_known=only_known):
                return
            self._noted[key] = name, now
            self._noted.move_to_end(key)
            while len(self._noted) > KEPT:
                self._noted.popitem(last=False)

    async def left(self, guild_id: int, user_id: int) -> None:
        """Note that somebody has left a server."""
        self._noted.pop((user_id, guild_id), None)
        await self.people.left(guild_id, user_id)

    async def delete(self, user_id: int, since: str) -> Deleted:
        """Delete all that is kept of somebody: see ``Privacy.delete``."""
        # Whoever is just being noted is so before; or after, and then it is known that nothing is kept of them.
        async with self._turns.setdefault(user_id, asyncio.Lock()):
            deleted = await self.privacy.delete(user_id, since, self.now())
            for key in [key for key in self._noted if key[0] == user_id]:
                del self._noted[key]
        return deleted
