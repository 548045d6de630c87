"""Where the deals of Sultan part into four quarters, the hardest first: three measures for each option set.

Printed by ``tests.benchmarks.difficulty``; the deals are the first that can be won of "0", "1", …
"""

from typing import Final

CUTS: Final = {
    "divan 6": ("0.669", "0.787", "4.989"),  # of 40 deals
    "divan 8": ("5.687", "57.360", "136.925"),  # of 40 deals
}
