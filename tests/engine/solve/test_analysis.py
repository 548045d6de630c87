"""Where a game was still to be won: halving finds what looking at every position finds, and claims no more."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.solve import Status, solve
from engine.solve.analysis import Analysis, last_winnable
from engine.view import Outcome
from tests.engine.walks import VARIANTS, Variant, Walk, walk

AMPLE = 60.0
"""Seconds that no search here comes near."""

PYRAMIDS = tuple(one for one in VARIANTS if one.game.name == "pyramid" and one.options["redeals"] == 0)


def won_by_plays() -> Walk:
    """Return a game that chance has won."""
    sultan = next(one for one in VARIANTS if one.game.name == "sultan" and one.options["divan"] == 8)
    found = (walk(sultan, f"won {number}", 0.99) for number in range(100))
    return next(one for one in found if one.game.outcome(one.states[-1]) is Outcome.WON)


@given(st.sampled_from(PYRAMIDS), st.integers(0, 30), st.integers(5, 15))
@settings(max_examples=12)
def test_it_finds_what_looking_at_every_position_finds(variant: Variant, seed: int, first: int) -> None:
    game = variant.game
    states = walk(variant, f"analysed {seed}", 0.6).states[first:]
    found = last_winnable(game, states, AMPLE)
    assert found.exact
    for position, state in enumerate(states):
        assert found.status(position) is solve(game, state, seconds=AMPLE).status


def test_there_is_a_game_that_was_lost_on_the_way_and_its_line_wins_from_the_last_position() -> None:
    variant = next(one for one in PYRAMIDS if one.options["piles"] == 3)
    games = (walk(variant, f"lost {number}", 0.6) for number in range(100))
    for one in games:
        found = last_winnable(one.game, one.states, AMPLE)
        if found.won is not None and found.won > 0:
            break
    assert found.won is not None
    assert found.lost == found.won + 1
    state = one.states[found.won]
    for move in found.line:
        state = one.game.apply(state, move)
    assert one.game.outcome(state) is Outcome.WON


def test_a_game_that_was_won_could_be_won_throughout_whatever_the_time() -> None:
    one = won_by_plays()
    found = last_winnable(one.game, one.states, 0)
    assert found == Analysis(len(one.states), len(one.states) - 1, None)
    assert found.exact


def test_a_way_that_is_found_shows_how_far_the_game_has_come_along_it() -> None:
    one = won_by_plays()
    game, states = one.game, one.states[:-1]
    line = last_winnable(game, states, AMPLE).line
    assert line
    assert game.outcome(game.apply(states[-1], one.moves[-1])) is Outcome.WON


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_without_time_it_claims_nothing_that_it_did_not_prove(variant: Variant) -> None:
    one = walk(variant, "no time", 0.9)
    found = last_winnable(one.game, one.states, 0)
    outcome = one.game.outcome(one.states[-1])
    assert found.status(len(one.states) - 1) is (Status.WON if outcome is Outcome.WON else Status.LOST)
    assert found.won is None or found.lost is None or found.won < found.lost


def test_a_game_without_positions_is_none() -> None:
    with pytest.raises(ValueError, match="at least one"):
        last_winnable(PYRAMIDS[0].game, (), 1)
