"""What the search knows of a player's game: hints while it goes on, an analysis when it is over. No Discord here.

The workers search; what they found of a board is kept for a while, so that asking twice costs them nothing.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from bot.positions import Position
from bot.ranked import check_told
from bot.records import written
from bot.service import Service
from bot.solving.workers import Workers
from engine.game import AnyGame
from engine.solve import Status
from engine.solve.analysis import Analysis
from engine.solve.hints import Hint
from storage.rows import GameRow

T = TypeVar("T")

HINT_SECONDS: Final = 2.0
ANALYSIS_SECONDS: Final = 8.0
"""How long a search may take, once it has its turn."""

KEPT: Final = 128
"""How many answers of each kind are kept."""


class SearchOff(Exception):
    """This bot has no workers that could search."""


class NotFound(Exception):
    """The workers have given no answer: they died over it, hung, or too many people wait for them."""


class StillSearching(NotFound):
    """Nothing was searched for: what the person asked before has not been answered yet."""


class NoHintsHere(Exception):
    """There are no hints in a game of this kind."""


class HintAfterEnd(Exception):
    """The game is over: there is no move to hint at."""


class StillUnderWay(Exception):
    """The game is not over: an analysis would tell cards that lie face down."""


def hints_allowed(game: GameRow) -> bool:
    """Say whether there are hints in a game: the one place where kinds of games without any are told apart."""
    return not game.ranked


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint, and how many the player has been given in this game, this one included."""

    hint: Hint
    given: int


class Advisor:
    """Asks the workers about players' games, and counts hints. Its methods are called on one event loop.

    Of each person one hint and one analysis are searched for at a time: nobody waits for all that another has asked.
    """

    def __init__(self, service: Service, workers: Workers) -> None:
        self._service = service
        self._workers = workers
        self._hints = _Answers[Hint]()
        self._analyses = _Answers[Analysis]()

    @property
    def on(self) -> bool:
        """Whether there are workers that could search."""
        return self._workers.count > 0

    async def hint(self, owner_id: int, position: Position) -> Advice:
        """Return a hint for the player's own game, at the version that they saw, and count it.

        Raise HintAfterEnd, NoHintsHere, SearchOff, NotFound, StillSearching or, where the game has moved on meanwhile,
        what counting raises; none of these is counted, nor is asking again on the same board.
        """
        if position.over:
            raise HintAfterEnd
        if not hints_allowed(position.stored):
            raise NoHintsHere
        hint = await self._hints.of(position, self._search_hint)
        given = await self._service.count_hint(owner_id, position.id, position.stored.version)
        return Advice(hint, given)

    async def analysis(self, position: Position) -> Analysis:
        """Return where a game that is over could be won.

        Raise StillUnderWay, DayUntold, RaceUntold, SearchOff, NotFound or StillSearching.
        """
        if not position.over:
            raise StillUnderWay
        check_told(position)
        return await self._analyses.of(position, self._search_game)

    def forget(self, game_ids: Collection[int]) -> None:
        """Know nothing more of games that have been deleted."""
        self._hints.forget(game_ids)
        self._analyses.forget(game_ids)

    async def _search_hint(self, position: Position) -> Hint:
        told = await self._ask("hint", position, HINT_SECONDS)
        status, moves = Status(told["status"]), _moves(position.game, told["moves"])
        if status is not Status.LOST:
            return Hint(status, moves)
        return Hint(status, before=Analysis(position.stored.move_count + 1, told["won"], told["lost"]))

    async def _search_game(self, position: Position) -> Analysis:
        told = await self._ask("analyse", position, ANALYSIS_SECONDS, patient=True)
        line = _moves(position.game, told["moves"])
        return Analysis(position.stored.move_count + 1, told["won"], told["lost"], line)

    async def _ask(self, question: str, position: Position, seconds: float, *, patient: bool = False) -> dict[str, Any]:
        if not self.on:
            raise SearchOff
        told = await self._workers.ask(question, {"record": written(position)}, seconds=seconds, patient=patient)
        if told is None:
            raise NotFound
        return told


class _Answers(Generic[T]):
    """The last answers to one question, by the version of the game; those who ask at once get the same one."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[int, int], asyncio.Task[T]] = OrderedDict()
        self._under_way: dict[int, asyncio.Task[T]] = {}
        """What is searched for just now, by whose game it is."""

    async def of(self, position: Position, search: Callable[[Position], Coroutine[Any, Any, T]]) -> T:
        """Return what is known of a position, or search; what fails is searched again the next time.

        Raise StillSearching while something else is searched for in a game of the same person.
        """
        key, owner = (position.id, position.stored.version), position.stored.owner_id
        if key not in self._found:
            if owner in self._under_way:
                raise StillSearching
            task = self._found[key] = self._under_way[owner] = asyncio.create_task(search(position))
            task.add_done_callback(lambda done: self._forget_failed(key, done))
            task.add_done_callback(lambda done: self._under_way.pop(owner))
        self._found.move_to_end(key)
        while len(self._found) > KEPT:
            self._found.popitem(last=False)
        # Whoever stops waiting must not take the answer from others.
        return await asyncio.shield(self._found[key])

    def forget(self, game_ids: Collection[int]) -> None:
        """Keep no answers for these games any more; who waits for one still gets it."""
        for key in [key for key in self._found if key[0] in game_ids]:
            del self._found[key]

    def _forget_failed(self, key: tuple[int, int], done: asyncio.Task[T]) -> None:
        if (done.cancelled() or done.exception() is not None) and self._found.get(key) is done:
            del self._found[key]


def _moves(game: AnyGame, texts: list[str]) -> tuple[Any, ...]:
    return tuple(game.parse(text) for text in texts)
