"""How many deals can be won: ``python -m tests.benchmarks.shares [GAME …] [--deals N] [--seconds S] [--sets TEXT]``.

For each option set the deals "0", "1", … are solved, the stock's order and the wind known. The interval is Wilson's
for 95 %; open deals count as lost at its lower end and as won at its upper one. Beside it stands how often a player
wins who plays a random one of what fits as long as something does.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Mapping
from typing import Final

from engine.game import AnyGame, games
from engine.solve import Status, solve
from engine.solve.difficulty import options_text, playout

DEVIATES: Final = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""

PLAYOUTS: Final = 4
"""Of the plain player, for each deal."""


def main() -> None:
    """Print a table for each game, as Markdown."""
    parser = argparse.ArgumentParser(description="Print which share of deals can be won.")
    parser.add_argument("games", nargs="*", choices=[[], *games()], metavar="GAME", help="all, if none is named")
    parser.add_argument("--deals", type=int, default=1000, help="how many deals of each option set (1000)")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each is searched (2)")
    parser.add_argument("--sets", default="", help='only option sets with this text, such as "redeals 0"')
    arguments = parser.parse_args()
    print("| game | deals | can be won | 95 % interval | proved lost | open | plain player wins |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in arguments.games or games():
        for options in games()[name].option_sets():
            if arguments.sets in options_text(options):
                found, plain = count(games()[name], options, arguments.deals, arguments.seconds)
                print(line(f"{games()[name].title}, {options_text(options)}", found, plain), flush=True)


def count(game: AnyGame, options: Mapping[str, str | int], deals: int, seconds: float) -> tuple[Counter[Status], float]:
    """Return how many deals there are of each status, and the share of playouts that the plain player wins."""
    found: Counter[Status] = Counter()
    plain = 0
    for number in range(deals):
        state = game.deal(game.deal_from_seed(str(number)), options)
        found[solve(game, state, seconds=seconds).status] += 1
        plain += sum(playout(game, state, random.Random(again), 0.0) == game.total for again in range(PLAYOUTS))
    return found, plain / (PLAYOUTS * deals)


def line(title: str, found: Counter[Status], plain: float) -> str:
    """Return a line of the table."""
    deals = found.total()
    won, lost, unknown = (found[status] for status in (Status.WON, Status.LOST, Status.UNKNOWN))
    low, high = wilson(won, deals)[0], wilson(won + unknown, deals)[1]
    return (
        f"| {title} | {deals:,} | {won / deals:.1%} | {low:.1%} to {high:.1%} | {lost / deals:.1%} | {unknown} "
        f"| {plain:.1%} |"
    ).replace("%", " %")


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """Return Wilson's interval for a share, from 0 to 1."""
    share, square = hits / tries, DEVIATES**2
    middle = share + square / (2 * tries)
    half = DEVIATES * math.sqrt(share * (1 - share) / tries + square / (4 * tries**2))
    return max(0.0, (middle - half) / (1 + square / tries)), min(1.0, (middle + half) / (1 + square / tries))


if __name__ == "__main__":
    main()
