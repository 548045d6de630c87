"""The processes that search, and whose question comes next.

They are started when something is asked, each answers one question at a time, and one that dies, hangs or is to give
way is killed and replaced.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self

log = logging.getLogger(__name__)

SECRETS: Final = frozenset({"DISCORD_TOKEN", "DAILY_SECRET"})

COMMAND: Final = (sys.executable, "-m", "bot.solving.worker")

STARTING: Final = 30.0
"""Seconds that a process may take until it is ready: on a busy machine, at its low priority."""

GRACE: Final = 5.0
"""Seconds that an answer may take beyond what it was given: on a busy machine, at its low priority."""

GRACE_UNAWAITED: Final = 60.0
"""The same where nobody waits."""

STOPPING: Final = 1.0
"""Seconds that a process has to end by itself."""

MOST_WAITING: Final = 32
"""How many people's questions wait for a worker; whoever comes then gets no answer, rather than one too late."""

LONGEST: Final = 2**22
"""The most bytes of an answer."""


class _Dead(Exception):
    """The process has ended, or could not be started."""


class _Hung(Exception):
    """No answer came in time."""


@dataclass(eq=False)
class _Slot:
    """A place for a process: who is being answered there, and whether that is to give way."""

    process: Process | None = None
    background: bool = False
    gives_way: bool = False


class Workers:
    """So many processes that answer the questions of ``questions``; none of them where ``count`` is 0.

    ``async with`` ends them. ``command`` starts one. Its methods are called on one event loop.
    """

    def __init__(self, count: int, command: Sequence[str] = COMMAND) -> None:
        self.count = count
        self._command = tuple(command)
        self._slots = [_Slot() for _ in range(count)]
        self._free = deque(self._slots)
        self._all_free = asyncio.Event()
        self._all_free.set()
        self._people: deque[asyncio.Future[_Slot | None]] = deque()
        self._patient: set[asyncio.Future[_Slot | None]] = set()
        self._background: deque[asyncio.Future[_Slot | None]] = deque()
        self._dismissed = self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the processes; whoever still waits for an answer gets none."""
        self._closed = True
        for waiting in (*self._people, *self._background):
            if not waiting.done():
                waiting.set_result(None)
        await asyncio.gather(*(_stop(slot) for slot in self._slots))
        await self._all_free.wait()

    def dismiss(self) -> None:
        """Give people no more answers, those that wait for one included: there is no time left."""
        self._dismissed = True
        for waiting in self._people:
            if not waiting.done():
                waiting.set_result(None)
        for slot in self._slots:
            if slot not in self._free and not slot.background:
                _make_way(slot)

    async def ask(
        self,
        question: str,
        request: Mapping[str, Any],
        *,
        seconds: float,
        background: bool = False,
        patient: bool = False,
    ) -> dict[str, Any] | None:
        """Return the answer to a question, which may take so many seconds once its turn has come.

        None is no answer: there are no workers, or too many people wait for them; two of them died over it, one hung,
        or the question could not be answered. A question of the ``background`` waits for people's, and gives way
        where a person waits for its worker: that is no answer too. A ``patient`` one waits for those of people that
        are not, unless it has begun.
        """
        if self.count == 0 or self._closed:
            return None
        if not background and (self._dismissed or len(self._people) >= MOST_WAITING):
            return None
        line = json.dumps({"question": question, "request": {**request, "seconds": seconds}}).encode() + b"\n"
        slot = await self._taken(background, patient)
        if slot is None:
            return None
        try:
            return await self._answer(slot, question, line, seconds)
        finally:
            try:
                if slot.gives_way:
                    # It may have answered just before it was killed.
                    await _kill(slot)
            finally:
                self._give_back(slot)

    async def _answer(self, slot: _Slot, question: str, line: bytes, seconds: float) -> dict[str, Any] | None:
        for _ in range(2):
            if slot.gives_way or self._closed:
                return None
            try:
                told = await self._exchange(slot, line, seconds)
            except _Hung:
                log.warning("a worker hung over %r and is replaced", question)
                return None
            except _Dead as error:
                if not (slot.gives_way or self._closed):
                    log.warning("a worker died over %r and is replaced: %s", question, error)
                continue
            if "error" in told:
                log.error("a worker failed at %r: %s", question, told["error"])
            return told.get("answer")
        return None

    async def _exchange(self, slot: _Slot, line: bytes, seconds: float) -> dict[str, Any]:
        """Send a line and return the one that answers it. However that fails, the slot is left without a process."""
        try:
            if slot.process is None or slot.process.returncode is not None:
                slot.process = await self._started()
                self._check_wanted(slot)
                await _read(slot.process, STARTING)
                self._check_wanted(slot)
            assert slot.process.stdin is not None
            try:
                async with asyncio.timeout(STARTING):
                    slot.process.stdin.write(line)
                    await slot.process.stdin.drain()
            except TimeoutError:
                raise _Hung from None
            except (ConnectionError, RuntimeError) as error:
                raise _Dead(str(error)) from error
            return await _read(slot.process, seconds + (GRACE_UNAWAITED if slot.background else GRACE))
        except BaseException:
            await _kill(slot)
            raise

    def _check_wanted(self, slot: _Slot) -> None:
        if slot.gives_way or self._closed:
            raise _Dead("it was not wanted any more")

    async def _started(self) -> Process:
        # Whoever has the token is the bot, and the secret tells deals to come: a worker has no need of them.
        variables = {name: value for name, value in os.environ.items() if name not in SECRETS}
        try:
            return await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, env=variables, limit=LONGEST
            )
        except OSError as error:
            raise _Dead(str(error)) from error

    async def _taken(self, background: bool, patient: bool) -> _Slot | None:
        """Wait for a slot that is free; None once the workers are closed."""
        if self._free:
            slot = self._free.popleft()
            slot.background = background
            self._all_free.clear()
            return slot
        if not background:
            self._make_way()
        waiting: asyncio.Future[_Slot | None] = asyncio.get_running_loop().create_future()
        if background:
            self._background.append(waiting)
        elif patient:
            self._people.append(waiting)
            self._patient.add(waiting)
        else:
            places = (place for place, other in enumerate(self._people) if other in self._patient)
            self._people.insert(next(places, len(self._people)), waiting)
        try:
            return await waiting
        except asyncio.CancelledError:
            # It may have been handed over in the moment in which whoever waited was cancelled.
            if not waiting.cancelled() and (handed := waiting.result()) is not None:
                self._give_back(handed)
            raise
        finally:
            self._patient.discard(waiting)

    def _give_back(self, slot: _Slot) -> None:
        """Hand a slot to whoever waits for one: to people first, each in their turn."""
        slot.gives_way = False
        for queue in (self._people, self._background):
            while queue:
                waiting = queue.popleft()
                if not waiting.done():
                    slot.background = queue is self._background
                    waiting.set_result(slot)
                    return
        slot.background = False
        self._free.append(slot)
        if len(self._free) == self.count:
            self._all_free.set()

    def _make_way(self) -> None:
        """Kill what answers a question of the background, for the person who comes now."""
        for slot in self._slots:
            if slot.background and not slot.gives_way:
                _make_way(slot)
                return


def _make_way(slot: _Slot) -> None:
    slot.gives_way = True
    if slot.process is not None:
        _send_kill(slot.process)


async def _read(process: Process, seconds: float) -> dict[str, Any]:
    assert process.stdout is not None
    try:
        async with asyncio.timeout(seconds):
            line = await process.stdout.readline()
        if not line:
            raise _Dead("it ended")
        told: dict[str, Any] = json.loads(line)
    except TimeoutError:
        raise _Hung from None
    except (ConnectionError, ValueError) as error:
        raise _Dead(str(error)) from error
    return told


async def _kill(slot: _Slot) -> None:
    process, slot.process = slot.process, None
    if process is not None:
        _send_kill(process)
        await process.wait()


def _send_kill(process: Process) -> None:
    """End a process at once.

    ``Process.kill`` asks whether it has ended by itself, and so may take its end away from the thread that waits for
    it: asyncio then warns of an unknown child.
    """
    if process.returncode is None:
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.kill(process.pid, signal.SIGKILL)


async def _stop(slot: _Slot) -> None:
    """Let the process of a slot end by itself, for a moment."""
    process = slot.process
    if process is None:
        return
    assert process.stdin is not None
    process.stdin.close()
    with suppress(TimeoutError):
        async with asyncio.timeout(STOPPING):
            await process.wait()
    await _kill(slot)
