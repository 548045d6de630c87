"""Boards drawn off the event loop, by a few threads of their own."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from engine.view import View
from engine.words import Translate
from render.alt import describe
from render.board import draw, warm
from render.rules import Rules, rules

THREADS: Final = 2


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as a PNG, and in words for those who can't see it."""

    png: bytes
    alt: str


class Drawer:
    """Draws boards; ``close`` ends its threads."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="draw")
        # The cards are made while the bot still connects; a board that is asked for before then is drawn all the same.
        self._threads.submit(warm)

    async def picture(self, view: View, before: View | None, translate: Translate) -> Picture:
        """Return the picture of a position, marked where it differs from ``before``."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._threads, lambda: Picture(draw(view, before=before), describe(view, translate))
        )

    async def rules(self, game: str, translate: Translate) -> Rules:
        """Return the rules of a game, with their pictures; raise LookupError if there is no such game."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, rules, game, translate)

    def close(self) -> None:
        """Wait for the boards under way and end the threads."""
        self._threads.shutdown()
