"""Finding out which deals the games of older versions have: by their cards, so that the same are known as the same."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from bot.new_games import name_of_seed
from engine.game import games
from storage.deals import Deals
from storage.errors import StorageError

log = logging.getLogger(__name__)

BATCH: Final = 50
"""So many are looked at at once: some milliseconds, for which nobody's write has to wait."""


@asynccontextmanager
async def deals_named(deals: Deals) -> AsyncIterator[None]:
    """Have the deals of older games named, beside what the block does and until it ends."""
    naming = asyncio.create_task(_name(deals), name="naming")
    try:
        yield
    finally:
        naming.cancel()
        await asyncio.gather(naming, return_exceptions=True)


async def _name(deals: Deals) -> None:
    try:
        await name_deals(deals)
    except StorageError as error:
        # They are named the next time; until then their seeds alone say which are the same.
        log.warning("the deals of older games could not be named: %s", error)


async def name_deals(deals: Deals) -> None:
    """Name the deals of all games of which they are not known; '' stands for one that can't be."""
    while found := await deals.unknown(BATCH):
        await deals.note(await asyncio.to_thread(_named, found))


def _named(found: tuple[tuple[int, str, str], ...]) -> dict[int, str]:
    known = games()
    return {number: name_of_seed(known[game], seed) if game in known else "" for number, game, seed in found}
