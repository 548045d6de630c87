"""What is shown of something that changes often: at most every few seconds, and the last change always."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from storage.errors import StorageError
from storage.table_rows import NoSuchTable

log = logging.getLogger(__name__)

EVERY: Final = 4.0
"""Seconds between two times that a table is shown: Discord takes some five edits in five seconds in a channel."""


async def _pause() -> None:
    await asyncio.sleep(EVERY)


class Refresher:
    """Shows tables that have changed. Of what does not change, nothing is kept, and nothing waits for it.

    ``show`` brings a table's message up to date; ``pause`` is how long to leave it alone after that.
    """

    def __init__(self, show: Callable[[int], Awaitable[None]], pause: Callable[[], Awaitable[None]] = _pause) -> None:
        self._show = show
        self._pause = pause
        self._changed: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def note(self, table_id: int) -> None:
        """See to it that a table is shown as it is now, or as it is when it may be shown again."""
        self._changed.add(table_id)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._refresh(table_id), name=f"race-{table_id}")

    async def close(self) -> None:
        """Show nothing any more."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _refresh(self, table_id: int) -> None:
        try:
            while table_id in self._changed:
                self._changed.discard(table_id)
                try:
                    await self._show(table_id)
                except NoSuchTable:
                    return
                except StorageError as error:
                    log.warning("table %d can't be shown just now: %s", table_id, error)
                    self._changed.add(table_id)
                except Exception:
                    log.exception("table %d can't be shown", table_id)
                await self._pause()
        finally:
            # No change comes between the last look and this: nothing is waited for.
            del self._tasks[table_id]
