"""The pool of deals that can be won is kept full, while nobody waits for a worker."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from bot.dealing import Ask, search
from bot.new_games import options_text
from engine.game import RULES, games
from engine.solve.difficulty import Difficulty
from storage.errors import StorageError
from storage.pool import Kind, Pool

log = logging.getLogger(__name__)

FULL: Final = 12
"""How many deals wait of each kind that is usual, or often asked for."""
OFTEN: Final = 3
SOME: Final = 4
"""How many wait of the other kinds that are asked for, and for each who plays and has met many of them."""
OF_EACH: Final = 2
"""How many of them have each difficulty, where that can be told."""

LATELY: Final = 30 * 24 * 3600 * 1000
"""For how many milliseconds it counts that a kind was played."""
PEOPLE: Final = 64
"""How many of those who played last are thought of."""

CHUNK: Final = 2.0
LONGEST_CHUNK: Final = 16.0
"""Seconds of one search; where it finds nothing the next takes twice as long, up to this."""
IN_VAIN: Final = 12
"""After so many searches in vain a kind is let be until it is dealt again."""

PAUSE: Final = 0.2
"""Seconds to wait after a search that gave way, or was not answered."""
RETRY: Final = 60.0
"""Seconds to wait where the database can't be reached."""


@dataclass(frozen=True, slots=True)
class _Goal:
    """What is missing of a kind: so many deals and, beside those or among them, of these difficulties."""

    kind: Kind
    deals: int
    difficulties: tuple[str, ...]
    share: float
    """How full the kind is: the emptiest comes first."""


class Filler:
    """Keeps the pool full, one search at a time; ``async with`` begins and ends that."""

    def __init__(
        self, pool: Pool, ask: Ask, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000, *, idle: bool = False
    ) -> None:
        """``idle`` is for where nobody can be asked."""
        self._pool = pool
        self._ask = ask
        self._now = now
        self._idle = idle
        self._asked: Counter[Kind] = Counter()
        self._people: OrderedDict[tuple[int, Kind], str | None] = OrderedDict()
        self._in_vain: Counter[tuple[Kind, str | None]] = Counter()
        self._open = dict.fromkeys(usual_kinds())
        self._woken = asyncio.Event()
        self._full = asyncio.Event()
        self._filling: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        if not self._idle:
            self._filling = asyncio.create_task(self._fill(), name="filling")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._filling is not None:
            self._filling.cancel()
            with suppress(asyncio.CancelledError):
                await self._filling

    def dealt(self, owner_id: int, kind: Kind, wish: str | None) -> None:
        """Note that a person was dealt a deal of this kind, or would have been had there been one."""
        self._asked[kind] += 1
        self._people[owner_id, kind] = wish
        self._people.move_to_end((owner_id, kind))
        while len(self._people) > PEOPLE:
            self._people.popitem(last=False)
        self._look_at(kind)

    def forget(self, owner_id: int) -> None:
        """Look after a person's deals no more."""
        for key in [key for key in self._people if key[0] == owner_id]:
            del self._people[key]

    async def full(self) -> None:
        """Wait until nothing is missing, or no more is searched for."""
        await self._full.wait()

    def _look_at(self, kind: Kind) -> None:
        if not _is_playable(kind):
            return
        for key in [key for key in self._in_vain if key[0] == kind]:
            del self._in_vain[key]
        self._open[kind] = None
        self._woken.set()
        self._full.clear()

    async def _fill(self) -> None:
        known = False
        while True:
            try:
                if not known:
                    for kind, count in (await self._pool.played(self._now() - LATELY)).items():
                        self._asked[kind] += count
                        self._look_at(kind)
                    known = True
                await self._fill_on()
            except StorageError as error:
                log.warning("the pool of deals can't be filled just now: %s", error)
                await asyncio.sleep(RETRY)
            except Exception:
                # Play goes on without it; the next deal wakes it again.
                log.exception("the pool of deals is not filled")
                self._woken.clear()
                await self._woken.wait()

    async def _fill_on(self) -> None:
        """Search for what is missing most or, if nothing is, wait until something may be."""
        self._woken.clear()
        goals = []
        for kind in list(self._open):
            goal = await self._goal(kind)
            if goal is None:
                self._open.pop(kind, None)
            else:
                goals.append(goal)
        if goals:
            # What was searched for in vain comes later: others are not to wait for it.
            await self._search(min(goals, key=lambda goal: goal.share + self._in_vain[goal.kind, None] / IN_VAIN))
        else:
            self._full.set()
            await self._woken.wait()

    async def _goal(self, kind: Kind) -> _Goal | None:
        usual = kind in usual_kinds() or self._asked[kind] >= OFTEN
        target = FULL if usual else SOME
        stock = await self._pool.stock(kind)
        deals = target - sum(stock.values())
        wanted = {one: OF_EACH - stock.get(one, 0) for one in Difficulty} if usual else {}
        share = sum(stock.values()) / target
        for (owner_id, played), wish in list(self._people.items()):
            if played == kind:
                unmet = await self._pool.stock(kind, owner_id)
                deals = max(deals, SOME - sum(unmet.values()))
                if wish is not None:
                    wish = Difficulty(wish)
                    wanted[wish] = max(wanted.get(wish, 0), OF_EACH - unmet.get(wish, 0))
        # Where the deals that there are have no difficulty, no others will.
        told = any(one is not None for one in stock)
        missing = tuple(
            str(one) for one, count in wanted.items() if told and count > 0 and self._in_vain[kind, one] < IN_VAIN
        )
        if self._in_vain[kind, None] >= IN_VAIN:
            deals = 0
        return _Goal(kind, deals, missing, share) if deals > 0 or missing else None

    async def _search(self, goal: _Goal) -> None:
        kind = goal.kind
        difficulty = None if goal.deals > 0 else goal.difficulties[0]
        seconds = min(LONGEST_CHUNK, CHUNK * 2 ** self._in_vain[kind, difficulty])
        most = goal.deals if difficulty is None else OF_EACH
        found = await search(self._ask, kind, difficulty, most, seconds=seconds, background=True)
        # Of the difficulties that there are enough of, no more are kept than deals are missing.
        wanted = [deal for deal in found or () if deal.difficulty in goal.difficulties]
        others = [deal for deal in found or () if deal.difficulty not in goal.difficulties]
        kept = [*wanted, *others[: max(0, goal.deals - len(wanted))]]
        if kept:
            await self._pool.add(kind, kept, self._now())
        self._in_vain[kind, difficulty] = 0 if kept else self._in_vain[kind, difficulty] + 1
        if found is None:
            await asyncio.sleep(PAUSE)


def usual_kinds() -> tuple[Kind, ...]:
    """Return the kinds of deals that are dealt where no variant is asked for."""
    return tuple(Kind(game.name, options_text(game.read_options({})), RULES) for game in games().values())


def _is_playable(kind: Kind) -> bool:
    game = games().get(kind.game)
    return (
        game is not None and kind.rules == RULES and kind.options in {options_text(one) for one in game.option_sets()}
    )
