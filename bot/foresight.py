"""Pictures of what the next press will likely show, drawn while nobody waits for one.

The cards of a game are fixed, so that the bot can tell what any press leads to. What it foresees it keeps to itself,
and it looks ahead only while it has the time: whoever waits for a board comes first.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from bot.drawing import Drawer
from bot.positions import Position
from engine.automatic import WAYS, Run, can_go_on, ways
from engine.words import Translate

PAUSE: Final = 0.05
"""Seconds that have to pass without any board shown before the next picture: under load there is no looking ahead."""

WAITING: Final = 64
"""How many boards wait to be looked ahead from; the longest shown are given up first."""


class Foresight:
    """Looks ahead from the boards that are shown, one picture at a time; ``close`` ends it."""

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer
        self._shown: OrderedDict[int, tuple[Position, Translate]] = OrderedDict()
        self._last_shown = 0.0
        self._looking: asyncio.Task[None] | None = None

    def shown(self, position: Position, translate: Translate) -> None:
        """Note that a board is shown, and that its player thinks about the next press."""
        self._last_shown = asyncio.get_running_loop().time()
        self._shown[position.id] = position, translate
        self._shown.move_to_end(position.id)
        if len(self._shown) > WAITING:
            self._shown.popitem(last=False)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_ahead(), name="foresight")

    async def close(self) -> None:
        """Look ahead no more."""
        self._shown.clear()
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking

    async def _look_ahead(self) -> None:
        await self._calm()
        while self._shown:
            _, (position, translate) = self._shown.popitem()
            before = position.game.view(position.state)
            for state in likely_next(position):
                await asyncio.wait([self._drawer.foresee(position.game.view(state), before, translate)])
                await self._calm()

    async def _calm(self) -> None:
        """Wait until nobody waits for a picture, nor has just been shown one."""
        loop = asyncio.get_running_loop()
        while (left := self._last_shown + PAUSE - loop.time()) > 0:  # noqa: ASYNC110 - every board begins it anew
            await asyncio.sleep(left)
        await self._drawer.quiet()


def likely_next(position: Position) -> Iterator[Any]:
    """Give where the likeliest presses lead: to advance, and to go on as far as there is a button for."""
    game, state = position.game, position.state
    if position.over:
        return
    if (advance := game.advance(state)) is not None:
        yield game.apply(state, advance)
    for way in ways(game)[:1]:
        if can_go_on(game, state, way):
            yield WAYS[way](game, Run(state)).state
