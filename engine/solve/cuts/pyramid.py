"""Where the deals of Pyramid part into four quarters, the hardest first: three measures for each option set.

Printed by ``tests.benchmarks.difficulty``.
"""

from fractions import Fraction
from typing import Final

CUTS: Final = {
    "piles 1, stock closed, redeals 0": (
        Fraction(15857, 22400),
        Fraction(1849, 448),
        Fraction(1128157, 22400),
    ),  # of 40 deals
    "piles 1, stock closed, redeals 1": (
        Fraction(2503, 3200),
        Fraction(5417, 1600),
        Fraction(630309, 22400),
    ),  # of 40 deals
    "piles 1, stock closed, redeals 2": (
        Fraction(2003, 560),
        Fraction(236573, 5600),
        Fraction(2815737, 22400),
    ),  # of 40 deals
    "piles 1, stock closed, redeals 3": (
        Fraction(74749, 11200),
        Fraction(730539, 11200),
        Fraction(3408479, 22400),
    ),  # of 40 deals
    "piles 1, stock open, redeals 0": (
        Fraction(16297, 22400),
        Fraction(883, 1120),
        Fraction(112081, 22400),
    ),  # of 40 deals
    "piles 1, stock open, redeals 1": (
        Fraction(16763, 22400),
        Fraction(31799, 11200),
        Fraction(115691, 1600),
    ),  # of 40 deals
    "piles 1, stock open, redeals 2": (
        Fraction(4381, 3200),
        Fraction(30469, 1400),
        Fraction(83973, 800),
    ),  # of 40 deals
    "piles 1, stock open, redeals 3": (
        Fraction(5331, 3200),
        Fraction(56633, 2240),
        Fraction(76593, 700),
    ),  # of 40 deals
    "piles 3, stock closed, redeals 0": (
        Fraction(1857, 2800),
        Fraction(7213, 5600),
        Fraction(88933, 11200),
    ),  # of 40 deals
    "piles 3, stock closed, redeals 1": (
        Fraction(2209, 896),
        Fraction(199629, 11200),
        Fraction(633461, 11200),
    ),  # of 40 deals
    "piles 3, stock closed, redeals 2": (
        Fraction(9049, 1400),
        Fraction(400613, 11200),
        Fraction(185439, 2240),
    ),  # of 40 deals
    "piles 3, stock closed, redeals 3": (
        Fraction(9049, 1400),
        Fraction(400623, 11200),
        Fraction(932807, 11200),
    ),  # of 40 deals
}
