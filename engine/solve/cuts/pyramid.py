"""Where the deals of Pyramid part into four quarters, the hardest first: three measures for each option set.

Printed by ``tests.benchmarks.difficulty``; the deals are the first that can be won of "0", "1", …
"""

from typing import Final

CUTS: Final = {
    "piles 1, stock closed, redeals 0": ("0.708", "4.127", "50.364"),  # of 40 deals
    "piles 1, stock closed, redeals 1": ("0.782", "3.386", "28.139"),  # of 40 deals
    "piles 1, stock closed, redeals 2": ("3.577", "42.245", "125.703"),  # of 40 deals
    "piles 1, stock closed, redeals 3": ("6.674", "65.227", "152.164"),  # of 40 deals
    "piles 1, stock open, redeals 0": ("0.728", "0.788", "5.004"),  # of 40 deals
    "piles 1, stock open, redeals 1": ("0.748", "2.839", "72.307"),  # of 40 deals
    "piles 1, stock open, redeals 2": ("1.369", "21.764", "104.966"),  # of 40 deals
    "piles 1, stock open, redeals 3": ("1.666", "25.283", "109.419"),  # of 40 deals
    "piles 3, stock closed, redeals 0": ("0.663", "1.288", "7.940"),  # of 40 deals
    "piles 3, stock closed, redeals 1": ("2.465", "17.824", "56.559"),  # of 40 deals
    "piles 3, stock closed, redeals 2": ("6.464", "35.769", "82.785"),  # of 40 deals
    "piles 3, stock closed, redeals 3": ("6.464", "35.770", "83.286"),  # of 40 deals
}
