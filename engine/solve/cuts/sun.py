"""Where the deals of Sun part into four quarters, the hardest first: three measures for each option set.

Printed by ``tests.benchmarks.difficulty``; the deals are the first that can be won of "0", "1", …
"""

from typing import Final

CUTS: Final = {
    "stages 1-2-3, bases aces-kings": ("13.801", "31.829", "50.808"),  # of 40 deals
    "stages 1-2-3, bases aces": ("0.714", "3.193", "19.728"),  # of 40 deals
    "stages 1-3, bases aces-kings": ("0.500", "0.543", "0.558"),  # of 40 deals
}
