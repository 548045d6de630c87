"""Where the deals of Sultan part into four quarters, the hardest first: three measures for each option set.

Printed by ``tests.benchmarks.difficulty``; the deals are the first that can be won of "0", "1", …
"""

from typing import Final

CUTS: Final = {
    "divan 6": ("0.669", "0.763", "6.011"),  # of 100 deals
    "divan 8": ("4.734", "33.834", "126.907"),  # of 100 deals
}
