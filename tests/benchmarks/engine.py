"""How many whole games a second the rules play: ``python -m tests.benchmarks.engine [SECONDS]``.

Absolute times say little, as machines differ and are busy. A yardstick, a fixed loop of plain Python, is run beside
each game; compare the ratio: games for each 1,000 rounds of the yardstick.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Mapping

from engine.game import AnyGame, games

SECONDS = 2.0
"""For how long each game is played."""

PLAY = 0.9
"""How often a play is preferred to the advance; not always, as the plays of Sun can go round in circles."""


def yardstick() -> int:
    """Do a fixed piece of work of the kind that the rules do: small tuples, comparisons, a dictionary."""
    seen: dict[tuple[int, ...], int] = {}
    cards = tuple(range(52))
    for place in range(52):
        cards = (*cards[:place], cards[-place], *cards[place + 1 :])
        seen[cards] = sum(one > place for one in cards)
    return sum(seen.values())


def play(game: AnyGame, options: Mapping[str, str | int], seed: int) -> int:
    """Play one whole game by chance, plays preferred; return how many moves it took."""
    chance = random.Random(seed)
    state = game.deal(game.deal_from_seed(str(seed)), options)
    made = 0
    while moves := game.legal_moves(state):
        plays = [move for move in moves if not game.is_advance(move)]
        advances = [move for move in moves if game.is_advance(move)]
        preferred = plays and (not advances or chance.random() < PLAY)
        state = game.apply(state, chance.choice(plays if preferred else advances))
        made += 1
    return made


def measure(game: AnyGame, options: Mapping[str, str | int], seconds: float) -> tuple[float, float, float]:
    """Return games, moves and rounds of the yardstick, each for a second spent on it, the two taking turns."""
    clock = time.process_time
    spent_on_games = spent_on_yardstick = 0.0
    played = moves = rounds = 0
    while spent_on_games < seconds:
        start = clock()
        moves += play(game, options, played)
        played += 1
        middle = clock()
        yardstick()
        rounds += 1
        spent_on_games += middle - start
        spent_on_yardstick += clock() - middle
    return played / spent_on_games, moves / spent_on_games, rounds / spent_on_yardstick


def main(seconds: float = SECONDS) -> None:
    """Print a table, a line for each game under its default options and under its last ones."""
    print(f"{'game':8} {'options':32} {'games/s':>8} {'moves/s':>9} {'yard/s':>8} {'games/1000 yard':>16}")
    for game in games().values():
        sets = game.option_sets()
        for options in (sets[0], sets[-1]):
            a_second, moves, rounds = measure(game, options, seconds)
            named = " ".join(f"{name}={value}" for name, value in options.items())
            print(
                f"{game.name:8} {named:32} {a_second:8.1f} {moves:9.0f} {rounds:8.0f} {1000 * a_second / rounds:16.1f}"
            )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
