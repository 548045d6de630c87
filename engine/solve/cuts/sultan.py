"""Where the deals of Sultan part into four quarters, the hardest first: three measures for each option set.

Printed by ``tests.benchmarks.difficulty``.
"""

from fractions import Fraction
from typing import Final

CUTS: Final = {
    "divan 6": (Fraction(50819, 76000), Fraction(29919, 38000), Fraction(75827, 15200)),  # of 40 deals
    "divan 8": (Fraction(17287, 3040), Fraction(2179679, 38000), Fraction(5203151, 38000)),  # of 40 deals
}
