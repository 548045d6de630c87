"""The shuffle: every order is as likely as any other. Its keys are fixed here, so these tests never waver."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from engine.cards import PACK
from engine.deals import shuffled


def test_every_order_of_four_cards_comes_up_equally_often() -> None:
    # Chi-square with 23 degrees of freedom: beyond 70 in less than one of a million sets of keys. The keys are fixed.
    rounds = 4800
    seen = Counter(shuffled(range(4), f"order {number}") for number in range(rounds))
    expected = rounds / 24
    assert len(seen) == 24
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 70


def test_every_card_comes_up_equally_often_in_every_place() -> None:
    # About 51 * 51 = 2601 degrees of freedom, so a standard deviation of 72: within six of them of the mean, both ways.
    rounds = 2600
    seen = Counter(pair for number in range(rounds) for pair in enumerate(shuffled(PACK, f"place {number}")))
    expected = rounds / 52
    chi_square = sum((seen[place, one] - expected) ** 2 / expected for place in range(52) for one in PACK)
    assert 2601 - 6 * 72 < chi_square < 2601 + 6 * 72


def test_neighbours_in_a_pack_are_not_kept_together() -> None:
    # A card follows its neighbour in 51 of the 52 * 51 pairs of places: once a shuffle, with variance near 1.
    rounds = 2000
    together = sum(
        one + 1 == other for number in range(rounds) for one, other in pairwise(shuffled(PACK, f"pair {number}"))
    )
    assert abs(together - rounds * 51 / 52) < 6 * rounds**0.5


def test_a_shuffle_leaves_the_pack_it_was_given_alone() -> None:
    cards = list(PACK)
    shuffled(cards, "alone")
    assert cards == list(PACK)
    assert shuffled([], "none") == ()
    assert shuffled([7], "one") == (7,)
