"""Who may bring games from elsewhere: not who has brought a deal that others still play, until those are done.

That a deal is refused says that it is like one of those. Brought again and again with a card changed, it would be told
card by card what lies face down there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from storage.rows import DealAtTable, NewGame, UntoldDeal


class ImportsClosed(Exception):
    """The person has brought a deal that others still play: until they are done they bring no games of its kind."""


class Imports:
    """Lets people bring games of a kind one after the other.

    ``check`` raises UntoldDeal or DealAtTable for a game on a deal that others still play.
    """

    def __init__(self, check: Callable[[NewGame], Awaitable[None]]) -> None:
        self._check = check
        self._turns: WeakValueDictionary[tuple[int, str], asyncio.Lock] = WeakValueDictionary()
        self._refused: dict[tuple[int, str], NewGame] = {}
        """The last that was refused to whom of which game, for no longer than it would be again."""

    @asynccontextmanager
    async def turn(self, new: NewGame) -> AsyncIterator[None]:
        """Have somebody bring a game, and none other of its kind at the same time; raise ImportsClosed."""
        key = new.owner_id, new.game
        async with self._turns.setdefault(key, asyncio.Lock()):
            if key in self._refused:
                try:
                    await self._check(self._refused[key])
                except (UntoldDeal, DealAtTable):
                    raise ImportsClosed from None
                del self._refused[key]
            try:
                yield
            except (UntoldDeal, DealAtTable):
                self._refused[key] = new
                raise
