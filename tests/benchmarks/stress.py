"""The bot under stress, at full counts: ``python -m tests.benchmarks.stress [PRESSES [PAIRS [KILLS [GAMES]]]]``.

Without arguments: 10,000 random presses, commands and texts by ten people with faults switched on; 500 pairs of presses
at once; 50 kills; 5,000 games. 0 leaves one out. The tests of the bot do the same with smaller counts. It ends with an
error where something does not hold.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.bot.test_flat import SETTLED, growth
from tests.bot.test_killed import killed
from tests.bot.test_pairs import pairs
from tests.bot.test_random_use import random_use

COUNTS = (10_000, 500, 50, 5_000)

MOST_GROWTH = 1024
"""Bytes that a game may leave behind, in the bot, the playground and the page together."""


async def main(actions: int, presses: int, kills: int, games: int) -> None:
    """Run what is asked for and print a line for each."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        began = time.monotonic()
        if actions:
            diary, history, late = await random_use(folder, actions, seed=actions)
            kept = f"{len(history.rows)} games and {history.requests} changes kept, {len(diary.boards)} boards compared"
            print(f"random use: {diary}; {kept}; {late} boards were late and caught up", flush=True)
        if presses:
            print(f"pairs: {(await pairs(folder, presses)).requests} played of {presses} pairs", flush=True)
        if kills:
            history, answers = await killed(folder, kills)
            print(f"kills: {kills}; {answers} answers compared, {history.requests} changes kept", flush=True)
        if games:
            grown, before = await growth(folder, games)
            print(f"memory: {before:,} bytes after {SETTLED} games, {grown:+,} after {games}", flush=True)
            assert grown < MOST_GROWTH * games, "memory grows"
        print(f"all holds; {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    given = tuple(map(int, sys.argv[1:]))
    asyncio.run(main(*given, *COUNTS[len(given) :]))
