"""Games made up move by move: whatever is played, taken back or tried, a game stays the sum of its deal and moves."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.deals import Deal
from engine.game import AnyGame, IllegalMove
from engine.record import make_record, read_record, write_record
from tests.engine.walks import VARIANTS, Variant, conceivable


class OneGame(RuleBasedStateMachine):
    """A game that is played, tried out, taken back and put on record."""

    @initialize(variant=st.sampled_from(VARIANTS), seed=st.text("abcdefghij ", min_size=1, max_size=8))
    def start(self, variant: Variant, seed: str) -> None:
        self.game: AnyGame = variant.game
        self.options = variant.options
        self.deal: Deal = self.game.deal_from_seed(seed)
        self.states: list[Any] = [self.game.deal(self.deal, self.options)]
        self.moves: list[str] = []

    @property
    def state(self) -> Any:
        return self.states[-1]

    def make(self, move: Any) -> None:
        self.moves.append(self.game.format(move))
        note(self.moves[-1])
        self.states.append(self.game.apply(self.state, move))

    @precondition(lambda self: self.game.advance(self.state) is not None)
    @rule()
    def advance(self) -> None:
        self.make(self.game.advance(self.state))

    @precondition(lambda self: self.game.legal_moves(self.state))
    @rule(data=st.data(), count=st.integers(1, 30))
    def play_on(self, data: st.DataObject, count: int) -> None:
        for _ in range(count):
            legal = self.game.legal_moves(self.state)
            if not legal:
                break
            self.make(data.draw(st.sampled_from(legal)))

    @precondition(lambda self: self.moves)
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        keep = data.draw(st.integers(0, len(self.moves) - 1))
        del self.moves[keep:], self.states[keep + 1 :]

    @rule(data=st.data())
    def try_any(self, data: st.DataObject) -> None:
        move = self.game.parse(data.draw(st.sampled_from(conceivable(self.game))))
        if move in self.game.legal_moves(self.state):
            self.game.apply(self.state, move)
        else:
            with pytest.raises(IllegalMove):
                self.game.apply(self.state, move)

    @rule(resigned=st.booleans())
    def put_on_record(self, resigned: bool) -> None:
        resigned = resigned and self.game.outcome(self.state) is None
        record = make_record(self.game, self.options, self.deal, self.moves, resigned=resigned)
        again = read_record(write_record(record))
        assert again == record
        assert again.state == self.state

    @invariant()
    def all_cards_are_there(self) -> None:
        if not hasattr(self, "game"):
            return
        view = self.game.view(self.state)
        piles = [pile for pile in view.piles if pile.role != "fate"]
        assert sum(len(pile.cards) for pile in piles) == len(self.game.pack) + len(self.game.fixed)

    @invariant()
    def a_game_is_over_when_no_move_is_left(self) -> None:
        if hasattr(self, "game"):
            assert (self.game.outcome(self.state) is None) == bool(self.game.legal_moves(self.state))


OneGame.TestCase.settings = settings(max_examples=80, stateful_step_count=30, deadline=None)
TestOneGame = OneGame.TestCase


@settings(max_examples=150, deadline=None)
@given(
    variant=st.sampled_from(VARIANTS),
    seed=st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=16),
    chances=st.lists(st.integers(0, 2**16), min_size=1, max_size=60),
)
def test_the_same_choices_on_the_same_deal_lead_to_the_same_game(
    variant: Variant, seed: str, chances: list[int]
) -> None:
    game = variant.game

    def played() -> Any:
        state = variant.deal(seed)
        for chance in chances:
            legal = game.legal_moves(state)
            if legal:
                state = game.apply(state, legal[chance % len(legal)])
        return state

    once, again = played(), played()
    assert once == again
    assert game.printed(once) == game.printed(again)
    assert once.advances <= game.most_advances(once)
