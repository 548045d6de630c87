"""Where difficulties part: ``python -m tests.benchmarks.difficulty [GAME …] [--deals N] [--seconds S] [--sets TEXT]``.

For each option set the deals "0", "1", … are solved, and those that can be won are measured until there are N of them:
their quartiles are the cuts, for such deals are what the bot deals. It prints the tables as ``engine/solve/cuts`` holds
them; the labels that tests pin change with them. An option set of which no deal is known to be won (sunrise alone) has
none.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from engine.game import AnyGame, games
from engine.solve import Status, solve
from engine.solve.difficulty import measure, options_text

NEVER = 300
"""An option set of whose first deals so many are not found winnable has no cuts."""

HEAD = '''"""Where the deals of {title} part into four quarters, the hardest first: three measures for each option set.

Printed by ``tests.benchmarks.difficulty``; the deals are the first that can be won of "0", "1", …
"""

from typing import Final

CUTS: Final = {{'''


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description="Print the cuts of deals into four quarters.")
    parser.add_argument("games", nargs="*", choices=[[], *games()], metavar="GAME", help="all, if none is named")
    parser.add_argument("--deals", type=int, default=200, help="how many deals are measured for an option set (200)")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each is searched (2)")
    parser.add_argument("--sets", default="", help='only option sets with this text, such as "redeals 0"')
    arguments = parser.parse_args()
    for name in arguments.games or games():
        print(HEAD.format(title=games()[name].title))
        for options in games()[name].option_sets():
            if arguments.sets in options_text(options):
                print(line(games()[name], options, arguments.deals, arguments.seconds), flush=True)
        print("}")


def line(game: AnyGame, options: Mapping[str, str | int], deals: int, seconds: float) -> str:
    """Return the line of an option set in a game's table."""
    measures = [measure(game, state) for state in winnable(game, options, deals, seconds)]
    if not measures:
        return f"    # {options_text(options)}: no deal is known that can be won"
    return entry(options, measures)


def entry(options: Mapping[str, str | int], measures: list[Fraction]) -> str:
    """Return the line that parts such measures into four quarters, to three decimals."""
    cuts = ", ".join(f'"{float(cut):.3f}"' for cut in statistics.quantiles(measures, n=4, method="inclusive"))
    return f'    "{options_text(options)}": ({cuts}),  # of {len(measures)} deals'


def winnable(game: AnyGame, options: Mapping[str, str | int], count: int, seconds: float) -> list[Any]:
    """Return the first so many deals that are found winnable; none if there is none among the first of all."""
    found: list[Any] = []
    for tried, state in enumerate(deals_of(game, options)):
        if len(found) == count or (tried == NEVER and not found):
            break
        if solve(game, state, seconds=seconds).status is Status.WON:
            found.append(state)
    return found


def deals_of(game: AnyGame, options: Mapping[str, str | int]) -> Iterator[Any]:
    """Yield first positions without end."""
    number = 0
    while True:
        yield game.deal(game.deal_from_seed(str(number)), options)
        number += 1


if __name__ == "__main__":
    main()
