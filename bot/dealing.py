"""Which deal a new game gets: one of the pool, that can be won, unless something else is wished. No Discord here."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol

from bot.new_games import Place, name_of_seed, new_game
from bot.positions import Position
from bot.ranked import check_told
from bot.refusals import DealUntold
from bot.service import Service
from engine.game import MoveError, games
from engine.view import Outcome
from storage.pool import Kind, Pool, Proved
from storage.rows import ANY, NewGame, StoredGame

log = logging.getLogger(__name__)

SEARCHING: Final = 2.0
"""Seconds that are searched for a deal that can be won, where the pool has none for a player."""

PATIENCE: Final = 6.0
"""Seconds that the player waits for that at most: others may be waiting for a worker too."""

KEPT: Final = 4
"""How many deals such a search adds to the pool at most."""

IN_VAIN: Final = 3
"""After so many searches without a deal, nobody waits for another of the kind until the pool has one again."""


class NoProof(LookupError):
    """No way to win this deal is known."""


def wins(position: Position, moves: Sequence[str]) -> bool:
    """Say whether moves win the deal of a game, from its start; it takes a moment."""
    game = position.game
    state = game.deal(position.deal(), position.options)
    try:
        for text in moves:
            state = game.apply(state, game.parse(text))
    except MoveError:
        return False
    return game.outcome(state) is Outcome.WON


class Ask(Protocol):
    """Who searches: see ``Workers.ask``."""

    def __call__(
        self, question: str, request: Mapping[str, Any], *, seconds: float, background: bool = False
    ) -> Awaitable[dict[str, Any] | None]:
        """Return an answer or, where there is none, None."""


async def search(ask: Ask, kind: Kind, difficulty: str | None, most: int, **how: Any) -> list[Proved] | None:
    """Return deals of a kind that can be won, so many of the difficulty if there is time; None if there is no answer.

    ``how`` says for how long, and whether in the background.
    """
    request = {"game": kind.game, "options": json.loads(kind.options), "most": most, "difficulty": difficulty}
    answer = await ask("deal", request, **how)
    if answer is None:
        return None
    return [Proved(one["seed"], tuple(one["proof"]), one["difficulty"]) for one in answer["found"]]


class Dealer:
    """Starts games on deals of the bot's choice.

    ``dealt`` is told whom a deal of which kind was dealt, and the difficulty they wished, if any: it may see to it
    that there are more; ``forget`` is told whose data is deleted. ``now`` gives the time in milliseconds since 1970
    (UTC).
    """

    def __init__(
        self,
        service: Service,
        pool: Pool,
        ask: Ask,
        dealt: Callable[[int, Kind, str | None], None] = lambda owner_id, kind, wish: None,
        now: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        forget: Callable[[int], None] = lambda owner_id: None,
    ) -> None:
        self._service = service
        self._pool = pool
        self._ask = ask
        self._dealt = dealt
        self._now = now
        self.forget = forget
        self._in_vain: Counter[tuple[Kind, str | None]] = Counter()

    async def play(
        self, owner_id: int, place: Place, name: str, options: Mapping[str, str], wish: str | None = None
    ) -> Position:
        """Deal a new game that can be won, of the difficulty wished if there is one; with the wish ANY, any deal.

        Where none is found in time it is any deal too. Raise KeyError for an unknown game, and OptionError.
        """
        if wish != ANY:
            game = games()[name]
            new = new_game(owner_id, place, game, game.read_options(options), None, "bot", wish)
            stored = await self._proved(new)
            if stored is not None:
                return await self._service.position(stored.id)
        return await self._service.start(owner_id, place, name, options, wish=wish)

    async def again(self, owner_id: int, place: Place, game_id: int) -> Position:
        """Deal a new game of the same kind, options and wish as another, whoever played that."""
        before = (await self._service.position(game_id)).stored
        options = {name: str(value) for name, value in json.loads(before.options).items()}
        return await self.play(owner_id, place, before.game, options, before.wish)

    async def way_to_win(self, owner_id: int, game_id: int) -> tuple[Position, tuple[str, ...]]:
        """Return the player's own game, which is over, and moves that win its deal; it can't be taken up again then.

        Raise NotYours, NoGame, DealUntold if the game is not over, DayUntold, RaceUntold, or NoProof.
        """
        position = await self._service.owned(owner_id, game_id)
        if not position.over:
            raise DealUntold
        check_told(position)
        if position.stored.pool_id is None:
            raise NoProof
        try:
            proof = await self._pool.proof(position.stored.pool_id)
        except LookupError:
            raise NoProof from None
        if not await asyncio.to_thread(wins, position, proof):
            log.warning("the proof of deal %d of the pool does not hold, and is forgotten", position.stored.pool_id)
            await self._pool.reject(position.stored.pool_id)
            raise NoProof
        return await self._service.note_shown(game_id), proof

    async def _proved(self, new: NewGame) -> StoredGame | None:
        """Start the game on a deal that can be won; of another difficulty than wished rather than on none."""
        kind, wish = Kind(new.game, new.options, new.rules), new.wish
        deal_of = partial(name_of_seed, games()[new.game])
        stored = await self._pool.start(new, wish, self._now(), deal_of)
        if stored is not None:
            self._in_vain[kind, wish] = 0
        elif self._in_vain[kind, wish] < IN_VAIN:
            self._in_vain[kind, wish] += 1
            if await self.find_more(kind, wish):
                stored = await self._pool.start(new, wish, self._now(), deal_of)
        if stored is None and wish is not None:
            stored = await self._pool.start(new, None, self._now(), deal_of)
        self._dealt(new.owner_id, kind, wish)
        return stored

    async def find_more(self, kind: Kind, wish: str | None = None) -> bool:
        """Look a while for deals of a kind, and keep them in the pool; return whether there were any."""
        found = await self._found(kind, wish)
        if not found:
            return False
        found.sort(key=lambda deal: deal.difficulty != wish)
        await self._pool.add(kind, found[:KEPT], self._now())
        return True

    async def _found(self, kind: Kind, wish: str | None) -> list[Proved] | None:
        try:
            async with asyncio.timeout(PATIENCE):
                return await search(self._ask, kind, wish, 1, seconds=SEARCHING)
        except TimeoutError:
            return None
