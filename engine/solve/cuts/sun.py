"""Where the deals of Sun part into four quarters, the hardest first: three measures for each option set.

Printed by ``tests.benchmarks.difficulty``.
"""

from fractions import Fraction
from typing import Final

CUTS: Final = {
    "stages 1-2-3, bases aces-kings": (
        Fraction(574139, 41600),
        Fraction(662037, 20800),
        Fraction(4227217, 83200),
    ),  # of 40 deals
    "stages 1-2-3, bases aces": (
        Fraction(59369, 83200),
        Fraction(132833, 41600),
        Fraction(820683, 41600),
    ),  # of 40 deals
    "stages 1-3, bases aces-kings": (
        Fraction(20803, 41600),
        Fraction(22577, 41600),
        Fraction(23209, 41600),
    ),  # of 40 deals
}
