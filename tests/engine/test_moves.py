"""Moves, in every game under every combination of its options: what may be made, what not, and how it is written."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import AnyGame, InvalidMove, games
from tests.engine import spellings
from tests.engine.walks import VARIANTS, Variant, conceivable, refused, walk, walks

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)


NOT_MOVES = [
    "nonsense",
    "draw!",
    "K",
    "KS+",
    "+",
    "d0",
    "d9",
    "w1",
    "r0>A",
    "r14>A",
    "r7",
    "r7>",
    "r7.0>A",
    "c0f>A",
    "c1>A",
    "S>",
    ">A",
    "S>S",
    "nextt",
    "r7>K",
    "ſ>A",
    "r٧>A",
    "d١",
    "Aſ+QH",
    "KS+KS",
    "4H+4H",
    "4H+9C+9D",
    "4H+8C",
    "QS",
]


def accepted(game: AnyGame, state: Any) -> set[str]:
    """Return which of the conceivable moves are applied."""
    return set(conceivable(game)) - refused(game, state).keys()


@every_variant
def test_the_legal_moves_are_exactly_the_moves_that_can_be_made(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        # Every position would take long; the last ones are where games end.
        for state in (*one.states[::7], *one.states[-3:]):
            legal = [game.format(move) for move in game.legal_moves(state)]
            assert len(legal) == len(set(legal))
            assert set(legal) == accepted(game, state)


@every_variant
def test_a_move_that_cannot_be_made_changes_nothing(variant: Variant) -> None:
    game = variant.game
    for state in walks(variant)[0].states[::11]:
        before = copy.deepcopy(state)
        for text, error in refused(game, state).items():
            assert error.move == text
            assert str(error.why).strip()
            assert "{" not in str(error.why)
        assert state == before
        assert game.printed(state) == game.printed(before)


@every_variant
def test_a_legal_move_leaves_the_position_it_is_made_in_as_it_was(variant: Variant) -> None:
    game = variant.game
    for state in walks(variant)[0].states[::11]:
        before = copy.deepcopy(state)
        for move in game.legal_moves(state):
            assert game.apply(state, move) != before
        assert state == before


@every_variant
def test_positions_and_moves_are_values_that_nothing_can_change(variant: Variant) -> None:
    one = walks(variant)[0]
    for value in (one.states[0], one.states[-1], *one.moves[:40]):
        hash(value)
        for field in type(value).__dataclass_fields__:
            with pytest.raises(AttributeError):
                setattr(value, field, None)
        with pytest.raises((AttributeError, TypeError)):
            value.something_else = 1


@every_variant
def test_a_move_is_read_back_as_it_is_written(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        for move in {move for state in one.states for move in game.legal_moves(state)}:
            text = game.format(move)
            assert text.isascii()
            assert " " not in text
            assert game.parse(text) == move
            for spelling in spellings.others(game.name, text):
                assert game.parse(spelling) == move, spelling


@every_game
def test_every_conceivable_move_is_read_back_as_it_is_written(game: AnyGame) -> None:
    for text in conceivable(game):
        assert game.format(game.parse(text)) == text


@every_variant
def test_replaying_the_first_moves_of_a_game_gives_the_same_position(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        texts = one.texts()
        for length in (0, 1, len(texts) // 2, len(texts)):
            state = variant.game.deal(one.deal, variant.options)
            for text in texts[:length]:
                state = game.apply(state, game.parse(text))
            assert state == one.states[length]
            assert hash(state) == hash(one.states[length])


@every_variant
def test_a_finished_game_has_no_moves_and_refuses_every_one(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        end = one.states[-1]
        assert game.outcome(end) is not None
        assert game.legal_moves(end) == ()
        assert game.advance(end) is None
        assert accepted(game, end) == set()
        assert {str(error.why) for error in refused(game, end).values()} == {"The game is over"}
        for state in one.states[:-1]:
            assert game.outcome(state) is None
            assert game.legal_moves(state)


@every_variant
def test_there_is_at_most_one_advance_and_every_other_move_is_a_play(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        for state in one.states:
            advances = [move for move in game.legal_moves(state) if game.is_advance(move)]
            assert advances == ([] if game.advance(state) is None else [game.advance(state)])
        for before, move, after in one.steps():
            made = (after.advances - before.advances, after.plays - before.plays)
            assert made == ((1, 0) if game.is_advance(move) else (0, 1))


@every_variant
def test_a_game_without_a_single_play_makes_all_its_advances(variant: Variant) -> None:
    idle = walk(variant, "idle", 0.0)
    game, first = variant.game, idle.states[0]
    made = 0
    state = first
    while (move := game.advance(state)) is not None:
        state = game.apply(state, move)
        made += 1
    assert made == game.most_advances(first) == game.most_advances(state)


@every_variant
def test_no_game_makes_more_advances_than_one_without_plays(variant: Variant) -> None:
    for number in range(6):
        one = walk(variant, f"advances {number}", number / 5)
        assert one.states[-1].advances <= variant.game.most_advances(one.states[0])


@every_game
@pytest.mark.parametrize("text", ["", " ", "\0", "KS KH", "next next", "x" * 10_000, *NOT_MOVES])
def test_a_text_that_is_no_move_is_refused_with_a_reason(game: AnyGame, text: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        game.parse(text)
    assert caught.value.move == text
    assert str(caught.value.why)
    assert "{" not in str(caught.value.why)


@every_game
@given(text=st.text(max_size=30))
def test_no_text_is_read_as_anything_but_a_move_or_an_invalid_one(game: AnyGame, text: str) -> None:
    try:
        move = game.parse(text)
    except InvalidMove:
        return
    assert game.parse(game.format(move)) == move
