"""How long the solvers take: ``python -m tests.benchmarks.solve [GAME …] [--deals N] [--seconds S]``.

For each game and set of options it says how many deals were won, lost or left unknown, and how long a deal took. Deals
are those of the seeds ``bench-0``, ``bench-1`` …. Times are process time (CPU); but a solver stops by the clock on the
wall, so on a busy machine more deals are left unknown. For Pyramid's default rule the plain depth-first search with a
set of seen positions is run beside its method: absolute times say little, compare the ratio.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from engine.game import AnyGame, games
from engine.solve import Limit, Status, literal, solve


class Row(NamedTuple):
    """A game, its options other than the defaults, and how many seconds a deal is searched for at most."""

    game: str
    options: Mapping[str, str]
    seconds: float


SECONDS: Final = 10.0

ROWS: Final = (
    Row("pyramid", {}, SECONDS),
    Row("pyramid", {"redeals": "1"}, SECONDS),
    Row("pyramid", {"redeals": "2"}, SECONDS),
    Row("pyramid", {"redeals": "3"}, SECONDS),
    Row("pyramid", {"stock": "open"}, SECONDS),
    Row("pyramid", {"stock": "open", "redeals": "1"}, SECONDS),
    Row("pyramid", {"stock": "open", "redeals": "2"}, SECONDS),
    Row("pyramid", {"stock": "open", "redeals": "3"}, SECONDS),
    Row("pyramid", {"piles": "3"}, SECONDS),
    Row("pyramid", {"piles": "3", "redeals": "1"}, SECONDS),
    Row("pyramid", {"piles": "3", "redeals": "2"}, SECONDS),
    Row("pyramid", {"piles": "3", "redeals": "3"}, SECONDS),
    Row("sultan", {"divan": "6"}, SECONDS),
    Row("sultan", {"divan": "8"}, SECONDS),
    Row("sun", {}, SECONDS),
    Row("sun", {"bases": "aces"}, SECONDS),
    Row("sun", {"stages": "1-3"}, SECONDS),
    Row("sun", {"stages": "1-3", "bases": "aces"}, SECONDS),
    Row("sun", {"stages": "1"}, SECONDS),
    Row("sun", {"stages": "1", "bases": "aces"}, SECONDS),
)

DEALS: Final = 100

PLAIN_DEALS: Final = 10
"""How many of the deals the plain search is run on; it takes seconds for each."""


def deals(game: AnyGame, options: Mapping[str, str], count: int) -> list[object]:
    """Return the first positions of the deals."""
    chosen = game.read_options(options)
    return [game.deal(game.deal_from_seed(f"bench-{number}"), chosen) for number in range(count)]


def measure(states: list[object], search: Callable[[object], Status]) -> tuple[Counter[Status], list[float]]:
    """Return how many searches ended how, and the process time of each in seconds."""
    ends: Counter[Status] = Counter()
    times = []
    for state in states:
        start = time.process_time()
        ends[search(state)] += 1
        times.append(time.process_time() - start)
    return ends, times


def print_row(row: Row, count: int, seconds: float | None) -> None:
    """Search the deals of a row and print a line about them."""
    game = games()[row.game]
    most = row.seconds if seconds is None else seconds
    ends, times = measure(deals(game, row.options, count), lambda state: solve(game, state, seconds=most).status)
    named = " ".join(f"{name}={value}" for name, value in row.options.items()) or "default"
    print(
        f"{row.game:8} {named:24} {count:5} {ends[Status.WON]:5} {ends[Status.LOST]:5} {ends[Status.UNKNOWN]:7} "
        f"{statistics.median(times):9.4f} {statistics.mean(times):9.4f} {max(times):9.4f}",
        flush=True,
    )


def print_pyramid_beside_plain(count: int) -> None:
    """Print how long Pyramid's method and the plain search take under the default rule, and the ratio."""
    game = games()["pyramid"]
    states = deals(game, {}, count)
    _, times = measure(states, lambda state: solve(game, state, seconds=1e9).status)
    few = min(count, PLAIN_DEALS)
    _, plain = measure(states[:few], lambda state: literal.search(game, state, Limit(1e9)).status)
    print(f"pyramid, default rule, {count} deals: {_in_ms(times)} a deal")
    print(f"plain depth-first search, the first {few} of them: {_in_ms(plain)} a deal")
    print(f"the method is {sum(plain) / sum(times[:few]):.0f} times as fast on those {few}", flush=True)


def _in_ms(times: list[float]) -> str:
    return f"mean {1000 * statistics.mean(times):.2f} ms, median {1000 * statistics.median(times):.2f} ms"


def main() -> None:
    """Print the comparison, where Pyramid is asked for, and the table."""
    parser = argparse.ArgumentParser(description="Measure the solvers.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games to measure; all, if none is named")
    parser.add_argument("--deals", type=int, default=DEALS, help="how many deals of each set of options (%(default)s)")
    parser.add_argument("--seconds", type=float, help="how long a deal is searched for at most (as the table says)")
    asked = parser.parse_args()
    if unknown := set(asked.games) - set(games()):
        parser.error(f"no such game: {', '.join(sorted(unknown))}; there are {', '.join(games())}")
    if asked.deals < 1:
        parser.error("at least one deal has to be measured")
    if not asked.games or "pyramid" in asked.games:
        print_pyramid_beside_plain(asked.deals)
        print()
    print(
        f"{'game':8} {'options':24} {'deals':>5} {'won':>5} {'lost':>5} {'unknown':>7} "
        f"{'median s':>9} {'mean s':>9} {'max s':>9}"
    )
    for row in ROWS:
        if not asked.games or row.game in asked.games:
            print_row(row, asked.deals, asked.seconds)


if __name__ == "__main__":
    main()
