"""Where the deals of Sun part into four quarters, the hardest first: three measures for each option set.

Printed by ``tests.benchmarks.difficulty``; the deals are the first that can be won of "0", "1", …
"""

from typing import Final

CUTS: Final = {
    "stages 1-2-3, bases aces-kings": ("13.741", "31.316", "50.808"),  # of 100 deals
    "stages 1-2-3, bases aces": ("0.673", "2.694", "11.984"),  # of 100 deals
    "stages 1-3, bases aces-kings": ("0.498", "0.533", "0.558"),  # of 60 deals
    "stages 1-3, bases aces": ("0.410", "0.450", "0.475"),  # of 24 deals
}
