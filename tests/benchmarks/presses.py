"""How many presses a game takes: ``python -m tests.benchmarks.presses [GAMES]``.

A player with a phone plays whole games on the playground, by buttons and menus alone, and reads nothing but the board.
Every press on a button and every choice in a menu, however many plays are picked in it, counts as one.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pytest

from engine.game import games
from playground.person import Person
from playground.seen import SeenMessage
from tests.bot.house import bot_running, playground_running

GAMES = 100
"""How many games of each kind are played."""

MOST = 400
"""So many presses without an end are a fault of the player or of the bot."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went; ``board`` is how it stood at its end."""

    presses: int
    board: SeenMessage

    @property
    def won(self) -> bool:
        return "**Won!**" in self.board.content


async def play(person: Person, game: str, seed: str) -> Played:
    """Play a game to its end as a sensible player does who wants to press little."""
    board = await person.command("play", game=game, deal=seed)
    for presses in range(MOST):
        picks = picked(board)
        if (button := enabled(board, "play-on")) is not None:
            board = await person.press(board, button)
        elif picks:
            board = await person.choose(board, board.selects[0].custom_id, *picks)
        elif (button := enabled(board, "draw-on")) is not None:
            board = await person.press(board, button)
        else:
            return Played(presses, board)
    raise RuntimeError(f"{game} {seed!r} has no end: {board.content}")


def enabled(board: SeenMessage, way: str) -> str | None:
    """Return the custom id of the button for a way to go on, if it can be pressed."""
    found = (button for button in board.buttons if button.custom_id.endswith(f":{way}") and not button.disabled)
    return next((button.custom_id for button in found), None)


def picked(board: SeenMessage) -> list[str]:
    """Return the plays of the menu that share no card, those of single cards first."""
    taken: set[str] = set()
    picks = []
    offered = [option.value for select in board.selects if not select.disabled for option in select.options]
    for text in sorted(offered, key=len):
        cards = set(text.split("+"))
        if not cards & taken:
            taken |= cards
            picks.append(text)
    return picks


async def measure(count: int) -> None:
    """Play so many games of each kind and print how many presses they took."""
    print(f"{'game':8} {'games':>6} {'median':>7} {'most':>5} {'moves':>6} {'won':>4} {'ms/press':>9}")
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        async with (
            playground_running(patched) as playground,
            bot_running(playground, Path(folder) / "games.db") as bot,
            Person(playground.url) as ana,
        ):
            for game in games():
                began = time.perf_counter()
                played = [await play(ana, game, str(seed)) for seed in range(count)]
                presses = [one.presses for one in played]
                spent = 1000 * (time.perf_counter() - began) / sum(presses)
                moves = [row.move_count for row in await bot.service.recent(ana.id, count)]
                won = sum(one.won for one in played)
                print(
                    f"{game:8} {count:6} {median(presses):7.1f} {max(presses):5} {median(moves):6.0f} {won:4}"
                    f" {spent:9.1f}",
                    flush=True,
                )


if __name__ == "__main__":
    asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
