"""What a player may see, in every game under every combination of its options: all that is open, nothing face down."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.cards import card_label, parse_card
from engine.game import AnyGame, games
from engine.view import Outcome, View, reveals
from tests.engine.walks import (
    VARIANTS,
    Variant,
    Walk,
    flat,
    on_view,
    refused,
    replayed,
    walks,
    with_others_hidden,
)

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def sampled(one: Walk) -> list[int]:
    """Return the numbers of some positions of a game: every eleventh, and the last ones."""
    last = len(one.states) - 1
    return sorted({*range(0, last, 11), *range(max(0, last - 3), last + 1)})


def reasons(game: AnyGame, state: Any) -> dict[str, str]:
    """Return why each conceivable move that cannot be made now cannot."""
    return {text: str(error) for text, error in refused(game, state).items()}


@every_variant
def test_no_card_is_lost_or_doubled_on_view(variant: Variant) -> None:
    game = variant.game
    all_cards = Counter((*game.pack, *game.fixed))
    for one in walks(variant):
        for state in one.states:
            piles = [pile for pile in game.view(state).piles if pile.role != "fate"]
            assert sum(len(pile.cards) for pile in piles) == all_cards.total()
            assert on_view(game, state) <= all_cards
            assert len({pile.name for pile in game.view(state).piles}) == len(game.view(state).piles)


@every_variant
def test_no_card_is_lost_or_doubled_in_print(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        for state in one.states:
            fields = game.fields(state)
            lying = [fields[name] for name in fields.keys() - {"foundations", "aces", "kings", "stage", "ray"}]
            printed = Counter(parse_card(text) for text in flat(lying) if isinstance(text, str))
            away = Counter(
                card
                for pile in game.view(state).piles
                if pile.role in ("foundation", "discard", "ornament")
                for card in pile.cards
                if card is not None
            )
            assert printed + away == Counter((*game.pack, *game.fixed))


@every_variant
def test_hidden_cards_change_nothing_that_can_be_seen_tried_or_read(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        for length in sampled(one):
            others = list(replayed(one, with_others_hidden(one, length), length))
            for state, other in zip(one.states, others, strict=False):
                assert game.view(state) == game.view(other)
            state, other = one.states[length], others[-1]
            legal = game.legal_moves(state)
            assert legal == game.legal_moves(other)
            assert reasons(game, state) == reasons(game, other)
            for move in legal:
                assert game.describe(state, move) == game.describe(other, move)


@every_variant
def test_a_move_that_reveals_nothing_shows_the_same_whatever_is_hidden(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        for length in sampled(one)[:-1]:
            for move in game.legal_moves(one.states[length]):
                after = game.view(game.apply(one.states[length], move))
                if not reveals(game.view(one.states[length]), after):
                    *_, other = replayed(one, with_others_hidden(one, length), length)
                    assert game.view(game.apply(other, move)) == after


@every_variant
def test_the_other_hidden_order_of_these_tests_is_a_different_deal(variant: Variant) -> None:
    one = walks(variant)[0]
    assert with_others_hidden(one, 0).cards != one.deal.cards
    assert Counter(with_others_hidden(one, 0).cards) == Counter(one.deal.cards)


@every_variant
def test_every_play_is_marked_at_a_card_that_it_takes(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        for state in one.states:
            view = game.view(state)
            plays = {game.format(move) for move in game.legal_moves(state) if not game.is_advance(move)}
            assert {move for mark in view.marks for move in mark.moves} == plays
            for mark in view.marks:
                card = view.cards(mark.pile)[mark.index]
                assert card is not None
                assert mark.index >= 0
                assert mark.moves
                for move in mark.moves:
                    named = game.describe(state, game.parse(move)).values.values()
                    assert card_label(card) in named, (mark, move)
            places = [(mark.pile, mark.index, mark.tag) for mark in view.marks]
            assert len(places) == len(set(places))


@every_variant
def test_a_view_says_what_the_game_says(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        for state in one.states:
            view = game.view(state)
            advance = game.advance(state)
            assert view.game == game.name
            assert dict(view.options) == dict(variant.options) == dict(game.options_of(state))
            assert [name for name, _ in view.options] == [option.name for option in game.options]
            assert view.advance == (None if advance is None else game.format(advance))
            assert view.outcome == game.outcome(state)
            assert (view.progress, view.total, view.score) == (game.progress(state), game.total, game.score(state))
            assert hash(view) == hash(game.view(state))


@every_variant
def test_every_legal_move_is_put_in_words(variant: Variant) -> None:
    game = variant.game
    for one in walks(variant):
        for state in one.states[::3]:
            said = [game.describe(state, move).text() for move in game.legal_moves(state)]
            assert all(said)
            assert not any("{" in sentence for sentence in said)


def test_a_view_knows_its_piles_facts_and_options_by_name() -> None:
    sun = next(variant for variant in VARIANTS if variant.game.name == "sun")
    view: View = sun.game.view(sun.deal("names"))
    assert len(view.cards("r1")) == 1
    assert view.cards("stock") == (None,) * 91
    assert view.fact("stage") == 1
    assert view.option("stages") == "1-2-3"
    assert view.hidden == 91 + 104
    for ask in (view.cards, view.fact, view.option):
        with pytest.raises(KeyError):
            ask("nothing")


def test_nothing_can_be_played_in_a_game_that_was_resigned() -> None:
    for name in games():
        game = games()[name]
        view = game.view(game.deal(game.deal_from_seed("resigned"), game.read_options({})))
        given_up = view.resigned()
        assert (given_up.outcome, given_up.marks, given_up.advance) == (Outcome.RESIGNED, (), None)
        assert replace(given_up, outcome=None, marks=view.marks, advance=view.advance) == view


def test_an_outcome_is_its_word() -> None:
    assert [str(outcome) for outcome in Outcome] == ["won", "lost", "resigned"]
