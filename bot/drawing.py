"""Boards drawn off the event loop by a few threads of their own; where they are foreseen, before they are asked for."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from engine.deals import Deal
from engine.game import AnyGame
from engine.record import make_record, write_record
from engine.solve.analysis import Analysis
from engine.view import View
from engine.words import Translate
from render.alt import describe
from render.analysis import analysis_alt, analysis_picture
from render.board import draw, warm
from render.film import film
from render.rules import Rules, rules

THREADS: Final = 2

KEPT: Final = 128
"""How many pictures are kept that nobody has asked for yet: some 80 KiB each."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as a PNG, and in words for those who can't see it."""

    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Film:
    """A game as its record, and as a moving picture (GIF)."""

    record: str
    gif: bytes | None


T = TypeVar("T")

_Asked: TypeAlias = tuple[View, View | None, Translate]
"""A position as its player sees it, what they saw before, and their language."""


class Drawer:
    """Draws boards; ``close`` ends its threads. Its methods are called on one event loop."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="draw")
        # A film takes seconds: boards don't wait for it, and one at a time is enough.
        self._films = ThreadPoolExecutor(1, thread_name_prefix="film")
        self._foreseen: OrderedDict[_Asked, asyncio.Future[Picture]] = OrderedDict()
        self._under_way = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        # The cards are made while the bot still connects; a board that is asked for before then is drawn all the same.
        self._threads.submit(warm)

    async def quiet(self) -> None:
        """Wait until no picture is being drawn."""
        await self._quiet.wait()

    def foresee(self, view: View, before: View | None, translate: Translate) -> asyncio.Future[Picture]:
        """Begin with a picture that will soon be asked for; it is kept until then, the last ``KEPT`` of them are."""
        asked = view, before, translate
        if asked not in self._foreseen:
            self._foreseen[asked] = self._begin(*asked)
            if len(self._foreseen) > KEPT:
                self._foreseen.popitem(last=False)
        return self._foreseen[asked]

    async def picture(self, view: View, before: View | None, translate: Translate) -> Picture:
        """Return the picture of a position, marked where it differs from ``before``."""
        foreseen = self._foreseen.pop((view, before, translate), None)
        return await (foreseen or self._begin(view, before, translate))

    def _begin(self, view: View, before: View | None, translate: Translate) -> asyncio.Future[Picture]:
        self._under_way += 1
        self._quiet.clear()
        drawing = asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: Picture(draw(view, before=before), describe(view, translate))
        )
        drawing.add_done_callback(self._done)
        return drawing

    def _done(self, drawing: asyncio.Future[Picture]) -> None:
        self._under_way -= 1
        if self._under_way == 0:
            self._quiet.set()
        if not drawing.cancelled():
            # Whoever asks for the picture is told of the failure; what was only foreseen may fail unheard.
            drawing.exception()

    async def film(
        self,
        game: AnyGame,
        options: Mapping[str, str | int],
        deal: Deal,
        moves: Sequence[str],
        limit: int | None,
        *,
        resigned: bool = False,
    ) -> Film:
        """Return moves played on a deal, drawn in at most ``limit`` bytes; with no limit there is no picture.

        Of a game that was ``resigned`` after them, the last position says so.
        """

        def make() -> Film:
            record = make_record(game, options, deal, moves, resigned=resigned)
            return Film(write_record(record), None if limit is None else film(record, limit=limit))

        return await asyncio.get_running_loop().run_in_executor(self._films, make)

    async def rules(self, game: str, translate: Translate) -> Rules:
        """Return the rules of a game, with their pictures; raise LookupError if there is no such game."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, rules, game, translate)

    async def analysis(self, view: View, found: Analysis, translate: Translate) -> Picture:
        """Return the picture of a game's last position, with what is known of all of them."""
        known = found.positions - 1, found.won, found.lost
        return await asyncio.get_running_loop().run_in_executor(
            self._threads,
            lambda: Picture(analysis_picture(view, *known), analysis_alt(view, *known, translate)),
        )

    async def chart(self, make: Callable[[], T]) -> T:
        """Return what ``make`` draws; it is called on a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, make)

    def close(self) -> None:
        """Wait for the boards and films under way and end the threads."""
        self._threads.shutdown()
        self._films.shutdown(cancel_futures=True)
