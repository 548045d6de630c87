"""Going on by many moves at once, in every game under every combination of its options."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.automatic import WAYS, Run, all_plays, can_go_on, draw_on, play_on, ways
from engine.game import AnyGame, games
from engine.view import View
from tests.engine.suns import CLUBS, FALL, PLAIN, RISE, arcs
from tests.engine.tables import Table
from tests.engine.walks import VARIANTS, Walk, replayed, with_others_hidden

SUN = games()["sun"]


def plays(game: AnyGame, state: Any) -> list[Any]:
    return [move for move in game.legal_moves(state) if not game.is_advance(move)]


def in_words(game: AnyGame, state: Any) -> set[str]:
    return {str(game.describe(state, play)) for play in plays(game, state)}


def stock(view: View) -> int:
    return sum(len(pile.cards) for pile in view.piles if pile.role == "stock")


@st.composite
def begun(draw: st.DrawFn) -> Walk:
    """A game of any variant, played by chance up to somewhere."""
    variant = draw(st.sampled_from(VARIANTS))
    chance = draw(st.randoms(use_true_random=False))
    game, deal = variant.game, variant.game.deal_from_seed(str(draw(st.integers(0, 9999))))
    states, moves = [game.deal(deal, variant.options)], list[Any]()
    for _ in range(draw(st.integers(0, 150))):
        legal = game.legal_moves(states[-1])
        if not legal:
            break
        moves.append(chance.choice(legal))
        states.append(game.apply(states[-1], moves[-1]))
    return Walk(variant, deal, tuple(states), tuple(moves))


@given(begun(), st.sampled_from(sorted(WAYS)))
def test_a_run_is_its_moves_made_one_by_one_and_none_of_them_is_illegal(one: Walk, way: str) -> None:
    game, state = one.game, one.states[-1]
    run = WAYS[way](game, Run(state))
    assert can_go_on(game, state, way) == bool(run.moves)
    for move in run.moves:
        state = game.apply(state, move)
    assert state == run.state


@given(begun())
def test_drawing_on_advances_at_least_once_and_stops_at_the_first_new_play_or_with_the_stock(
    one: Walk,
) -> None:
    game, state = one.game, one.states[-1]
    if not game.draws_on:
        return
    run = draw_on(game, Run(state))
    assert bool(run.moves) == (game.advance(state) is not None)
    known = in_words(game, state)
    for number, move in enumerate(run.moves, 1):
        assert game.is_advance(move)
        state = game.apply(state, move)
        stops = bool(in_words(game, state) - known) or stock(game.view(state)) == 0
        assert stops == (number == len(run.moves))


@given(begun())
def test_all_plays_leaves_no_play_that_brings_a_card_on(one: Walk) -> None:
    game = one.game
    run = all_plays(game, Run(one.states[-1]))
    assert not any(game.is_advance(move) for move in run.moves)
    assert game.next_play(run.state) is None
    if game is not SUN:
        assert plays(game, run.state) == []


@given(begun())
def test_playing_on_is_all_plays_then_drawing_on_then_all_plays(one: Walk) -> None:
    game, state = one.game, one.states[-1]
    first = all_plays(game, Run(state))
    run = play_on(game, Run(state))
    assert run.moves[: len(first.moves)] == first.moves
    rest = run.moves[len(first.moves) :]
    advances = [move for move in rest if game.is_advance(move)]
    assert list(rest[: len(advances)]) == advances
    if not game.draws_on:
        assert len(advances) == (game.advance(first.state) is not None)


@given(begun(), st.sampled_from(sorted(WAYS)))
def test_what_lies_face_down_has_no_part_in_the_first_step(one: Walk, way: str) -> None:
    game = one.game
    *_, other = replayed(one, with_others_hidden(one, len(one.moves)), len(one.moves))
    assert game.view(other) == game.view(one.states[-1])
    assert can_go_on(game, other, way) == can_go_on(game, one.states[-1], way)
    assert WAYS[way](game, Run(other)).moves[:1] == WAYS[way](game, Run(one.states[-1])).moves[:1]


@given(begun(), st.integers(0, 10_000), st.integers(0, 10_000))
def test_a_play_that_follows_another_still_takes_its_cards(one: Walk, first: int, second: int) -> None:
    game, state = one.game, one.states[-1]
    offered = plays(game, state)
    if not offered:
        return
    made, play = offered[first % len(offered)], offered[second % len(offered)]
    followed = game.follow(state, made, play)
    if made == play:
        assert followed is None
        return
    after = game.apply(state, made)
    if followed in game.legal_moves(after):
        assert followed is not None
        assert cards(game, after, followed) == cards(game, state, play)
        assert game.apply(after, followed).plays == state.plays + 2


def cards(game: AnyGame, state: Any, play: Any) -> dict[str, str | int]:
    """Return the cards that a play names."""
    values = game.describe(state, play).values
    return {name: value for name, value in values.items() if name in ("card", "first", "second")}


def test_each_game_says_what_suits_it() -> None:
    assert {name: ways(game) for name, game in games().items()} == {
        "pyramid": ("draw-on",),
        "sultan": ("play-on", "draw-on", "all-plays"),
        "sun": ("play-on", "all-plays"),
    }


@pytest.mark.parametrize("name", [name for name, game in games().items() if game.plays_all])
def test_a_game_is_played_to_its_end_by_playing_on_alone(name: str) -> None:
    game = games()[name]
    for options in game.option_sets():
        for seed in range(10):
            run = Run(game.deal(game.deal_from_seed(str(seed)), options))
            presses = 0
            while can_go_on(game, run.state, "play-on"):
                run = play_on(game, run)
                presses += 1
            assert game.outcome(run.state) is not None, f"{options} {seed}"
            assert presses <= 100


def test_where_a_card_fits_both_rows_of_sun_it_goes_to_the_ace_row_and_that_is_said_to_be_a_choice() -> None:
    # The sixes of clubs are wanted by both rows when those lie at five and at seven; one of them is at hand.
    table = Table("sun", arcs(CLUBS, PLAIN)).play(RISE[:5]).play(FALL[:7])
    assert {"r6>A", "r6>K"} <= set(table.legal)
    run = all_plays(SUN, Run(table.state))
    assert [SUN.format(move) for move in run.moves] == ["r6>A"]
    assert run.chose


def test_plays_of_sun_that_leave_each_other_alone_are_no_choice() -> None:
    table = Table("sun", PLAIN.replace("2C 3D", "AC KD"))
    run = all_plays(SUN, Run(table.state))
    assert [SUN.format(move) for move in run.moves] == ["r1>A", "r2>K"]
    assert not run.chose


def test_no_card_of_sun_shifts_by_itself_while_a_step_is_left() -> None:
    rows_have_met = Table("sun", arcs(CLUBS, PLAIN)).play(RISE[:6]).play(FALL[:7])
    assert "C>A" in rows_have_met.legal
    assert SUN.next_play(rows_have_met.state) is None


def test_at_the_last_step_cards_of_sun_shift_just_so_far_that_another_goes_home() -> None:
    for seed, shifts in (("12", ["D>A"]), ("19", ["C>K"] * 7), ("25", ["S>A"] * 2)):
        run = Run(SUN.deal(SUN.deal_from_seed(seed), SUN.read_options({"stages": "1"})))
        while SUN.outcome(run.state) is None:
            run = play_on(SUN, run)
        made = [SUN.format(move) for move in run.moves]
        places = [place for place, text in enumerate(made) if text[1] == ">"]
        assert [made[place] for place in places] == shifts
        assert "next" not in made[places[0] :]
        assert made[places[-1] + 1].startswith("r")


def test_the_waste_is_turned_over_by_a_press_of_its_own_and_drawn_from_at_once() -> None:
    game = games()["sultan"]
    state = game.deal(game.deal_from_seed("x"), game.option_sets()[0])
    seen = []
    while game.advance(state) is not None:
        run = draw_on(game, Run(state))
        seen.append([game.format(move) for move in run.moves])
        state = run.state
    turned = [moves for moves in seen if "redeal" in moves]
    assert len(turned) == 2
    for moves in turned:
        assert moves[0] == "redeal"
        assert set(moves[1:]) == {"draw"}
