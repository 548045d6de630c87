"""How hard deals are: the same everywhere, told by what is seen, and true of players who were not asked."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deals import Deal
from engine.game import games
from engine.games.pyramid import Pyramid
from engine.solve.difficulty import Difficulty, difficulty, measure, options_text, playout
from tests.engine.walks import VARIANTS, Variant, Walk, walk, walks, with_others_hidden

SUNRISE_ALONE = [variant for variant in VARIANTS if variant.options.get("stages") == "1"]

LABELS = [
    ("pyramid", "piles 1, stock closed, redeals 0", "1239", "fiendish"),
    ("pyramid", "piles 1, stock closed, redeals 0", "577", "gentle"),
    ("pyramid", "piles 1, stock closed, redeals 1", "9", "hard"),
    ("pyramid", "piles 1, stock closed, redeals 1", "174", "fair"),
    ("pyramid", "piles 1, stock closed, redeals 2", "81", "fiendish"),
    ("pyramid", "piles 1, stock closed, redeals 2", "103", "gentle"),
    ("pyramid", "piles 1, stock closed, redeals 3", "46", "hard"),
    ("pyramid", "piles 1, stock closed, redeals 3", "22", "fair"),
    ("pyramid", "piles 1, stock open, redeals 0", "699", "fiendish"),
    ("pyramid", "piles 1, stock open, redeals 0", "592", "gentle"),
    ("pyramid", "piles 1, stock open, redeals 1", "153", "hard"),
    ("pyramid", "piles 1, stock open, redeals 1", "13", "fair"),
    ("pyramid", "piles 1, stock open, redeals 2", "143", "fiendish"),
    ("pyramid", "piles 1, stock open, redeals 2", "65", "gentle"),
    ("pyramid", "piles 1, stock open, redeals 3", "71", "hard"),
    ("pyramid", "piles 1, stock open, redeals 3", "60", "fair"),
    ("pyramid", "piles 3, stock closed, redeals 0", "13", "fiendish"),
    ("pyramid", "piles 3, stock closed, redeals 0", "183", "gentle"),
    ("pyramid", "piles 3, stock closed, redeals 1", "5", "hard"),
    ("pyramid", "piles 3, stock closed, redeals 1", "115", "fair"),
    ("pyramid", "piles 3, stock closed, redeals 2", "87", "fiendish"),
    ("pyramid", "piles 3, stock closed, redeals 2", "130", "gentle"),
    ("pyramid", "piles 3, stock closed, redeals 3", "13", "hard"),
    ("pyramid", "piles 3, stock closed, redeals 3", "44", "fair"),
    ("sultan", "divan 6", "86", "fiendish"),
    ("sultan", "divan 6", "68", "hard"),
    ("sultan", "divan 6", "31", "fair"),
    ("sultan", "divan 6", "45", "gentle"),
    ("sultan", "divan 8", "62", "hard"),
    ("sultan", "divan 8", "77", "fair"),
    ("sun", "stages 1-2-3, bases aces-kings", "56", "fiendish"),
    ("sun", "stages 1-2-3, bases aces-kings", "46", "hard"),
    ("sun", "stages 1-2-3, bases aces-kings", "91", "fair"),
    ("sun", "stages 1-2-3, bases aces-kings", "5", "gentle"),
    ("sun", "stages 1-2-3, bases aces", "69", "hard"),
    ("sun", "stages 1-2-3, bases aces", "100", "fair"),
    ("sun", "stages 1-3, bases aces-kings", "62", "fiendish"),
    ("sun", "stages 1-3, bases aces-kings", "80", "gentle"),
    ("sun", "stages 1-3, bases aces", "12", "hard"),
    ("sun", "stages 1-3, bases aces", "51", "fair"),
]
"""Deals and how hard they are among those of their option set. They change when cuts are measured anew."""

MEASURES = [
    ("pyramid", "piles 1, stock closed, redeals 0", "215/336"),
    ("pyramid", "piles 1, stock closed, redeals 1", "1507/168"),
    ("pyramid", "piles 1, stock closed, redeals 2", "13"),
    ("pyramid", "piles 1, stock closed, redeals 3", "13"),
    ("pyramid", "piles 1, stock open, redeals 0", "19/28"),
    ("pyramid", "piles 1, stock open, redeals 1", "1117/112"),
    ("pyramid", "piles 1, stock open, redeals 2", "671/56"),
    ("pyramid", "piles 1, stock open, redeals 3", "671/56"),
    ("pyramid", "piles 3, stock closed, redeals 0", "445/168"),
    ("pyramid", "piles 3, stock closed, redeals 1", "1297/336"),
    ("pyramid", "piles 3, stock closed, redeals 2", "1979/336"),
    ("pyramid", "piles 3, stock closed, redeals 3", "193/28"),
    ("sultan", "divan 6", "187/285"),
    ("sultan", "divan 8", "129/190"),
    ("sun", "stages 1-2-3, bases aces-kings", "2445/416"),
    ("sun", "stages 1-2-3, bases aces", "205/312"),
    ("sun", "stages 1-3, bases aces-kings", "587/1248"),
    ("sun", "stages 1-3, bases aces", "185/624"),
    ("sun", "stages 1, bases aces-kings", "93/416"),
    ("sun", "stages 1, bases aces", "11/78"),
]
"""Measures of the deal called anywhere, by twelve playouts."""

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


class Watched:
    """A game that keeps the positions in which a player looks for moves."""

    def __init__(self, variant: Variant, deal: Deal) -> None:
        self._game = variant.game
        self.states: list[Any] = []
        playout(self, variant.game.deal(deal, variant.options), random.Random(5), 0.1)  # type: ignore[arg-type]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def legal_moves(self, state: Any) -> Any:
        self.states.append(state)
        return self._game.legal_moves(state)


class Fourth(Pyramid):
    """A game that nothing else knows of."""

    name = "fourth"


def variant_of(game: str, options: str) -> Variant:
    return next(one for one in VARIANTS if one.game.name == game and options_text(one.options) == options)


@pytest.mark.parametrize(("game", "options", "seed", "label"), LABELS)
def test_labels_of_deals_stay(game: str, options: str, seed: str, label: str) -> None:
    variant = variant_of(game, options)
    assert difficulty(variant.game, variant.deal(seed)) == label


@pytest.mark.parametrize(("game", "options", "measured"), MEASURES)
def test_a_measure_is_the_same_on_every_machine(game: str, options: str, measured: str) -> None:
    variant = variant_of(game, options)
    assert measure(variant.game, variant.deal("anywhere"), 12) == Fraction(measured)


def test_labels_are_pinned_for_every_option_set_of_which_deals_are_won() -> None:
    pinned = {(game, options) for game, options, _, _ in LABELS}
    assert pinned == {(one.game.name, options_text(one.options)) for one in VARIANTS if one not in SUNRISE_ALONE}


@pytest.mark.parametrize("variant", SUNRISE_ALONE, ids=str)
def test_where_no_deal_is_known_to_be_won_none_is_called_hard_or_gentle(variant: Variant) -> None:
    assert difficulty(variant.game, variant.deal("any")) is None


def test_a_fourth_game_is_measured_too_but_has_no_labels() -> None:
    options = games()["pyramid"].option_sets()[0]
    deal = games()["pyramid"].deal_from_seed("any")
    pyramid = games()["pyramid"].deal(deal, options)
    assert measure(Fourth(), Fourth().deal(deal, options), 12) == measure(games()["pyramid"], pyramid, 12)
    assert difficulty(Fourth(), Fourth().deal(deal, options)) is None


@every_variant
@pytest.mark.parametrize("seen", [0.1, 0.3, 0.6])
def test_what_lies_face_down_has_no_part_in_a_choice(variant: Variant, seen: float) -> None:
    deal = variant.game.deal_from_seed("seen")
    states = Watched(variant, deal).states
    length = int(seen * len(states))
    other = with_others_hidden(Walk(variant, deal, tuple(states), ()), length)
    others = Watched(variant, other).states
    views = [variant.game.view(state) for state in states[: length + 1]]
    assert [variant.game.view(state) for state in others[: length + 1]] == views


@every_variant
@settings(max_examples=15)
@given(
    where=st.floats(0, 1),
    walked=st.integers(0, 1),
    fate=st.integers(0, 10**6),
    goes_on=st.sampled_from([0.0, 0.1, 1.0]),
)
def test_playouts_end_wherever_they_begin(
    variant: Variant, where: float, walked: int, fate: int, goes_on: float
) -> None:
    states = walks(variant)[walked].states
    state = states[int(where * (len(states) - 1))]
    reached = playout(variant.game, state, random.Random(fate), goes_on)
    assert variant.game.progress(state) <= reached <= variant.game.total


@every_variant
def test_a_measure_counts_wins_before_progress(variant: Variant) -> None:
    state = walk(variant, "begun").states[-1]
    share = Fraction(variant.game.progress(state), variant.game.total)
    assert measure(variant.game, state, 7) == (7 if share == 1 else 0) + share


@pytest.mark.parametrize("game", sorted({name for name, *_ in LABELS}))
def test_other_players_come_further_in_gentle_deals(game: str) -> None:
    """In all deals pinned of a game, two of each option set or more, players with other fates than those asked."""
    reached: dict[bool, list[float]] = {True: [], False: []}
    for name, options, seed, label in LABELS:
        if name == game:
            variant = variant_of(name, options)
            for fate in range(1000, 1010):
                progress = playout(variant.game, variant.deal(seed), random.Random(fate), 0.03)
                reached[label in (Difficulty.GENTLE, Difficulty.FAIR)].append(progress / variant.game.total)
    assert sum(reached[True]) / len(reached[True]) > sum(reached[False]) / len(reached[False])
