"""How long it takes from a press to the new board: ``python -m tests.benchmarks.bot [ROUNDS]``.

Absolute times say little, as machines differ and are busy, and the playground and the people on it take their share of
them. The yardstick is a bare discord.py bot that answers with a ready-made picture of the same size. Each bot is a
process of its own, at a playground of its own in this process, and they take turns; compare the ratios.

The press is acknowledged by the very request that brings the board, so that its time is never longer than what is
printed. On a busy machine the tenth of the presses that were quickest (p10) show best what a quiet one would.
Heartbeats are told to come every second: how late is how much longer than that one took to come after another.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import fmean, quantiles

from engine.game import games
from playground import Playground, gateway
from playground.person import PEOPLE, Person, Refused
from playground.seen import SeenMessage

ROUNDS = 10
AT_ONCE = 50
WARM_UP = 5
THOUGHT = 1.0
"""Seconds between one round of presses and the next: people look at a board before they press again."""
HEARTBEAT_MS = 1_000

AIM, TARGET = 1.5, 2.5
"""What the bare bot's times may be multiplied by."""
ACKNOWLEDGED = 1.0
"""Seconds within which 99 of 100 presses are acknowledged, fifty at once."""
LATE = 1.0
"""Seconds after which a heartbeat is late."""


@dataclass
class Contender:
    """A bot at its playground, with people who have boards before them; times in seconds."""

    name: str
    playground: Playground
    people: list[Person]
    boards: list[tuple[Person, SeenMessage]] = field(default_factory=list)
    alone: list[float] = field(default_factory=list)
    at_once: list[float] = field(default_factory=list)
    refused: int = 0
    """How often there was no new board: the bot was too late, or said that it could not."""

    async def deal(self, count: int) -> None:
        """Put up so many boards, of every game in turn, each person's in turn."""
        names = list(games())
        for number in range(count):
            person = self.people[number % len(self.people)]
            board = await person.command("play", game=names[number % len(names)], deal=f"board {number}")
            self.boards.append((person, board))

    async def press(self, number: int) -> float | None:
        """Press the next button of a board; return how long it took until it was a new one, None if it was not."""
        person, board = self.boards[number]
        button = next_button(board)
        start = time.perf_counter()
        try:
            after = await person.press(board, button)
        except Refused:
            after = board
        taken = time.perf_counter() - start
        if after.id != board.id or after.attachments[0].id == board.attachments[0].id:
            self.refused += 1
            self.boards[number] = person, person.message(board.id)
            return None
        self.boards[number] = person, after
        return taken

    async def warm_up(self) -> None:
        """Press every board some times that don't count: games begin with smaller pictures than they go on with."""
        for _ in range(WARM_UP):
            for number in range(len(self.boards)):
                await self.press(number)
        self.refused = 0

    async def press_each(self) -> None:
        """Press every fifth board, one after the other."""
        self.alone += [taken for number in range(0, len(self.boards), 5) if (taken := await self.press(number))]

    async def press_all(self) -> None:
        """Press all boards at once."""
        all_taken = await asyncio.gather(*(self.press(number) for number in range(len(self.boards))))
        self.at_once += [taken for taken in all_taken if taken is not None]

    def latest_heartbeat(self) -> float:
        """Return by how much the latest of all heartbeats was late."""
        beats = [*self.playground.gateway.heartbeats, asyncio.get_running_loop().time()]
        return max(after - before for before, after in pairwise(beats)) - HEARTBEAT_MS / 1000

    def picture_size(self) -> float:
        """Return the mean size of the pictures shown, in bytes."""
        return fmean(board.attachments[0].size for _, board in self.boards)


def next_button(board: SeenMessage) -> str:
    """Return the custom id of the advance or, where there is none, of taking back."""
    usable = [button.custom_id for button in board.buttons if not button.disabled]
    return next(button for action in ("play:", "undo:") for button in usable if button.startswith(action))


@contextlib.asynccontextmanager
async def contender(
    name: str, command: Callable[[Playground], Sequence[str]], settings: dict[str, str]
) -> AsyncIterator[Contender]:
    """Run a bot on a playground of its own."""
    async with contextlib.AsyncExitStack() as stack:
        playground = await stack.enter_async_context(Playground(0))
        variables = {"DISCORD_TOKEN": playground.token, "DISCORD_API_URL": playground.api_url, "LOG_LEVEL": "WARNING"}
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command(playground), env={**os.environ, **variables, **settings}
        )
        stack.push_async_callback(process.wait)
        stack.callback(process.terminate)
        people = [await stack.enter_async_context(Person(playground.url, who, patience=30)) for who in PEOPLE]
        await people[0].bot_to_be(online=True)
        yield Contender(name, playground, people)


async def pictures(contender: Contender, folder: Path) -> None:
    """Keep a picture of every game as a file."""
    for person, board in contender.boards[: len(games())]:
        shown = board.attachments[0]
        (folder / f"{shown.filename.partition('-')[0]}.png").write_bytes(await person.download(shown.url))


async def measure(rounds: int) -> None:
    """Let the two bots take turns, and print what they took."""
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ours = await stack.enter_async_context(
            # Deals are searched for in the background until enough are kept: that is no part of what a press takes.
            contender("ours", lambda _: ["-m", "bot"], {"DATABASE": str(folder / "games.db"), "SOLVER_WORKERS": "0"})
        )
        await ours.deal(AT_ONCE)
        await ours.warm_up()
        await pictures(ours, folder)
        bare = await stack.enter_async_context(
            contender(
                "bare",
                lambda playground: [
                    "-m",
                    "tests.benchmarks.bare_bot",
                    playground.api_url,
                    playground.token,
                    str(folder),
                ],
                {},
            )
        )
        await bare.deal(AT_ONCE)
        await bare.warm_up()
        both = [ours, bare]
        for _ in range(rounds):
            for turn in (Contender.press_each, Contender.press_all):
                for one in both:
                    await asyncio.sleep(THOUGHT)
                    await turn(one)
            both.reverse()
        report(ours, bare)


def report(ours: Contender, bare: Contender) -> None:
    """Print the table, and what is aimed at beside what was seen."""
    print(
        f"{'presses':14} {'bot':5} {'count':>5} {'p10 ms':>8} {'median':>8} {'p99':>8}"
        f" {'p10/bare':>9} {'median/bare':>12} {'p99/bare':>9}"
    )
    for title, times in (
        ("one at a time", {one.name: one.alone for one in (ours, bare)}),
        (f"{AT_ONCE} at once", {one.name: one.at_once for one in (ours, bare)}),
    ):
        yardstick = cuts(times["bare"])
        for name, taken in times.items():
            low, median, most = cuts(taken)
            ratios = [mine / bares for mine, bares in zip((low, median, most), yardstick, strict=True)]
            print(
                f"{title:14} {name:5} {len(taken):5} {1000 * low:8.1f} {1000 * median:8.1f} {1000 * most:8.1f}"
                f" {ratios[0]:9.2f} {ratios[1]:12.2f} {ratios[2]:9.2f}"
            )
    print(f"\nAim: the median at most {TARGET} times the bare bot's, better {AIM} times")
    most = cuts(ours.at_once)[-1]
    print(f"Acknowledged by 99 of 100 presses, {AT_ONCE} at once: within {most:.2f} s (aim: {ACKNOWLEDGED} s)")
    for one in (ours, bare):
        beats, late = len(one.playground.gateway.heartbeats), one.latest_heartbeat()
        print(
            f"{one.name}: {one.refused} presses without a new board (aim: 0); {beats} heartbeats, the latest"
            f" {1000 * late:.0f} ms late (aim: {1000 * LATE:.0f} ms); pictures of {one.picture_size() / 1024:.1f} KiB"
        )


def cuts(times: Sequence[float]) -> tuple[float, float, float]:
    """Return what 10, 50 and 99 of 100 take at most."""
    parts = quantiles(times, n=100, method="inclusive")
    return parts[9], parts[49], parts[98]


def main(rounds: int = ROUNDS) -> None:
    """Measure and print."""
    gateway.HEARTBEAT_INTERVAL_MS = HEARTBEAT_MS
    asyncio.run(measure(rounds))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
