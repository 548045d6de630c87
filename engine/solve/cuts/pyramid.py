"""Where the deals of Pyramid part into four quarters, the hardest first: three measures for each option set.

Printed by ``tests.benchmarks.difficulty``; the deals are the first that can be won of "0", "1", …
"""

from typing import Final

CUTS: Final = {
    "piles 1, stock closed, redeals 0": ("0.706", "0.915", "35.537"),  # of 100 deals
    "piles 1, stock closed, redeals 1": ("0.803", "5.726", "65.148"),  # of 100 deals
    "piles 1, stock closed, redeals 2": ("4.728", "67.789", "142.211"),  # of 100 deals
    "piles 1, stock closed, redeals 3": ("10.758", "92.899", "178.230"),  # of 100 deals
    "piles 1, stock open, redeals 0": ("0.693", "0.798", "14.109"),  # of 100 deals
    "piles 1, stock open, redeals 1": ("0.748", "1.936", "69.875"),  # of 100 deals
    "piles 1, stock open, redeals 2": ("1.391", "34.830", "114.382"),  # of 100 deals
    "piles 1, stock open, redeals 3": ("1.628", "49.700", "142.947"),  # of 100 deals
    "piles 3, stock closed, redeals 0": ("0.704", "3.215", "18.053"),  # of 100 deals
    "piles 3, stock closed, redeals 1": ("2.415", "28.883", "95.318"),  # of 100 deals
    "piles 3, stock closed, redeals 2": ("5.753", "49.766", "112.900"),  # of 100 deals
    "piles 3, stock closed, redeals 3": ("6.364", "50.710", "120.155"),  # of 100 deals
}
