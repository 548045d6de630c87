"""What the last move changed: found on the table, marked in the picture, and never mistaken for what may be played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from engine.game import games
from engine.view import Outcome, View
from render.board import draw, placed
from render.changes import fresh
from tests.render.positions import EVERY_GAME, played

UPRIGHT = [(name, options) for name, options in EVERY_GAME if name in ("pyramid", "sultan")]


def test_without_a_view_from_before_nothing_is_fresh() -> None:
    view = _course("sultan")[0]
    assert fresh(None, view) == frozenset()
    assert fresh(view, view) == frozenset()


def test_a_card_that_came_is_fresh_and_one_that_moved_up_is_not() -> None:
    for before, after in _moves():
        for pile, index in fresh(before, after):
            cards = after.cards(pile)
            if index == len(cards):
                assert len(before.cards(pile)) > index
            else:
                assert cards[index] is not None


def test_every_move_changes_something_that_can_be_seen() -> None:
    for before, after in _moves():
        assert draw(after, before=before) != draw(after) or after.outcome is Outcome.WON or _out_of_sight(before, after)


@pytest.mark.parametrize("name", ["pyramid", "sultan"])
def test_cards_that_came_are_marked_and_no_others(name: str) -> None:
    marked = 0
    for before, after in _moves(name):
        if after.outcome is Outcome.WON:
            continue
        came = {(pile, index) for pile, index in fresh(before, after) if index < len(after.cards(pile))}
        shown = {(one.pile, one.index) for one in placed(after, before=before) if one.sprite.fresh}
        assert shown == came
        marked += len(shown)
    assert marked > 20


def test_the_card_that_comes_to_light_on_an_open_stock_is_marked() -> None:
    game = games()["pyramid"]
    kings = 0
    for seed in ("1", "2", "3"):
        state = game.deal(game.deal_from_seed(seed), game.read_options({"stock": "open"}))
        while game.view(state).advance == "draw":
            before = game.view(state)
            king = next(
                (mark.moves[0] for mark in before.marks if mark.pile == "stock" and "+" not in mark.moves[0]), None
            )
            state = game.apply(state, game.parse(king or "draw"))
            after = game.view(state)
            top = len(after.cards("stock")) - 1
            if top >= 0:
                shown = [one for one in placed(after, before=before) if one.pile == "stock" and one.kind == "card"]
                assert [(one.index, one.sprite.fresh) for one in shown] == [(top, True)]
                kings += king is not None
    assert kings


def test_where_a_pair_was_taken_from_the_pyramid_an_outline_is_left() -> None:
    outlines = 0
    for before, after in _moves("pyramid"):
        gone = {
            pile.name for pile in after.piles if pile.name[0] == "p" and len(before.cards(pile.name)) > len(pile.cards)
        }
        shown = {one.pile for one in placed(after, before=before) if one.kind == "place" and one.pile[0] == "p"}
        if after.outcome is not Outcome.WON:
            assert shown == gone
            outlines += len(shown)
    assert outlines > 5


def test_marks_of_the_last_move_are_not_rims() -> None:
    for before, after in _moves():
        plain = {(one.pile, one.index, one.sprite.rim) for one in placed(after) if one.kind == "card"}
        assert {
            (one.pile, one.index, one.sprite.rim) for one in placed(after, before=before) if one.kind == "card"
        } == plain


def _course(name: str) -> list[View]:
    return played(name, games()[name].read_options({}), "changes")


def _moves(*names: str) -> Iterator[tuple[View, View]]:
    for name, options in UPRIGHT:
        if not names or name in names:
            yield from list(pairwise(played(name, options, "changes")))[:60:3]


def _out_of_sight(before: View, after: View) -> bool:
    """Say whether nothing has changed but the last card of an open stock, which is gone, and what is out."""
    return not after.cards("stock") and all(
        pile.role in ("stock", "discard") or before.cards(pile.name) == pile.cards for pile in after.piles
    )
