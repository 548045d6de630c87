"""Scores, in every game under every combination of its options."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import pytest

from engine.game import games
from engine.view import Outcome
from tests.engine.walks import VARIANTS, Variant, walks

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)

MOST = {
    "pyramid-1-closed-0": 24,
    "pyramid-1-closed-1": 49,
    "pyramid-1-closed-2": 74,
    "pyramid-1-closed-3": 99,
    "pyramid-1-open-0": 24,
    "pyramid-1-open-1": 49,
    "pyramid-1-open-2": 74,
    "pyramid-1-open-3": 99,
    "pyramid-3-closed-0": 8,
    "pyramid-3-closed-1": 17,
    "pyramid-3-closed-2": 26,
    "pyramid-3-closed-3": 35,
    "sultan-6": 3 * 89 + 2,
    "sultan-8": 3 * 87 + 2,
    "sun-1-2-3-aces-kings": 34,
    "sun-1-2-3-aces": 34,
    "sun-1-3-aces-kings": 21,
    "sun-1-3-aces": 21,
    "sun-1-aces-kings": 7,
    "sun-1-aces": 7,
}


@every_variant
def test_a_score_is_whole_from_0_to_1000_and_worked_out_exactly(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        for state in one.states:
            won = game.outcome(state) is Outcome.WON
            exact = 700 * Fraction(game.progress(state), game.total)
            if won:
                exact += 200 + 100 * (1 - Fraction(state.advances, game.most_advances(state)))
            score = game.score(state)
            assert type(score) is int
            assert score == floor(exact)
            assert 0 <= score <= 1000
            assert won or score <= 700


@every_variant
def test_progress_and_score_never_fall(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        assert game.progress(one.states[0]) == 0
        for before, move, after in one.steps():
            assert game.progress(before) <= game.progress(after) <= game.total
            assert game.score(before) <= game.score(after)
            if game.is_advance(move):
                assert game.progress(before) == game.progress(after)


@every_variant
def test_the_whole_progress_is_made_when_the_game_is_won_and_only_then(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        for state in one.states:
            assert (game.outcome(state) is Outcome.WON) == (game.progress(state) == game.total)


@pytest.mark.parametrize(("name", "most"), MOST.items(), ids=MOST)
def test_the_most_advances_are_what_the_rules_say(name: str, most: int) -> None:
    variant = next(one for one in VARIANTS if str(one) == name)
    assert variant.game.most_advances(variant.deal("most")) == most


def test_what_is_to_be_cleared_or_built_is_what_the_rules_say() -> None:
    assert {name: games()[name].total for name in ("pyramid", "sultan", "sun")} == {
        "pyramid": 28,
        "sultan": 95,
        "sun": 104,
    }
