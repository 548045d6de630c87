"""The method of Pyramid: held against the literal search on small games, and against published deals."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import KING, PACK, Card, parse_cards, rank_of
from engine.deals import Deal
from engine.games.pyramid import COVERED_BY, GAME, SIZE, PyramidOptions, PyramidState
from engine.solve import Limit, Status, literal, solve

DEALS = json.loads((Path(__file__).parent / "cases" / "pyramid.json").read_text("utf-8"))["deals"]
PUBLISHED = [
    pytest.param(deal["cards"], expected, id="-".join([deal["id"], *expected["options"].values()]))
    for deal in DEALS
    for expected in deal["expected"]
]
QUICK_TO_SHORTEN = [
    pytest.param(deal["cards"], expected, id="-".join([deal["id"], *expected["options"].values()]))
    for deal in DEALS
    for expected in deal["expected"]
    if expected["fewest_moves"] and expected["fewest_moves"] <= (26 if expected["options"] else 42)
]

OPTION_SETS: tuple[Any, ...] = tuple(PyramidOptions(**options) for options in map(dict[str, Any], GAME.option_sets()))
IN_WORDS = [f"{one.piles}-{one.stock}-{one.redeals}" for one in OPTION_SETS]
NEVER = 1e9
"""Seconds that no search reaches."""


def small_game(seed: object, options: PyramidOptions, most: int = 9) -> PyramidState:
    """Return a position of at most so many pairs, from one to three ranks and their partners, and perhaps kings."""
    chance = random.Random(f"{seed}/{options}/{most}")
    ranks = chance.sample(range(1, 7), chance.choice((1, 2, 2, 3)))
    pairs: list[tuple[Card, Card]] = []
    for rank in ranks:
        low = [card for card in PACK if rank_of(card) == rank]
        high = [card for card in PACK if rank_of(card) == KING - rank]
        chance.shuffle(low)
        pairs.extend(zip(low, high, strict=True))
    cards = [card for pair in chance.sample(pairs, min(len(pairs), chance.randint(2, most))) for card in pair]
    cards += chance.sample([card for card in PACK if rank_of(card) == KING], chance.choice((0, 0, 1, 1, 2, 3)))
    chance.shuffle(cards)
    outside = chance.randint(len(cards) // 3, min(len(cards) - 1, most + 2))
    stock, standing = cards[:outside], cards[outside:]
    wastes: list[tuple[Card, ...]] = []
    for _ in range(options.piles):
        length = chance.choice((0, 0, 1, 2, 3, 4))
        wastes.append(tuple(stock[:length]))
        stock = stock[length:]
    redealt = chance.randint(0, options.redeals)
    return PyramidState(options, pyramid_of(standing, chance), tuple(stock), tuple(wastes), redealt)


def pyramid_of(cards: list[Card], chance: random.Random) -> tuple[Card | None, ...]:
    """Peel cards off a pyramid until as many places are left as there are cards, and lay them there."""
    places = set(range(SIZE))
    while len(places) > len(cards):
        places.remove(chance.choice([place for place in sorted(places) if not places & set(COVERED_BY[place])]))
    laid = dict(zip(sorted(places), cards, strict=True))
    return tuple(laid.get(place) for place in range(SIZE))


def late_in_random_play(seed: object, options: PyramidOptions, left: int) -> PyramidState | None:
    """Return the first position of a game by chance with at most so many cards left; None if it ends before."""
    chance = random.Random(f"{seed}/{options}")
    cards = list(PACK)
    chance.shuffle(cards)
    state = GAME.deal(Deal(tuple(cards)), GAME.options_of(PyramidState(options, (), (), ())))
    while moves := GAME.legal_moves(state):
        outside = sum(map(len, (state.stock, *state.wastes)))
        if outside + SIZE - GAME.progress(state) <= left:
            return state
        plays = [move for move in moves if not GAME.is_advance(move)]
        state = GAME.apply(state, chance.choice(plays if plays and chance.random() < 0.95 else moves))
    return None


def check(state: PyramidState, *, shortest: bool) -> Status:
    """Hold the method against the literal search, which it has to agree with."""
    expected = literal.search(GAME, state, Limit(NEVER), shortest=shortest)
    solution = solve(GAME, state, seconds=NEVER, shortest=shortest)
    assert solution.status is expected.status, state
    if shortest:
        assert len(solution.moves) == len(expected.moves), state
    return solution.status


@pytest.mark.parametrize("options", OPTION_SETS, ids=IN_WORDS)
def test_small_games_end_as_the_literal_search_says(options: PyramidOptions) -> None:
    met = {check(small_game(seed, options), shortest=False) for seed in range(40)}
    assert met == {Status.WON, Status.LOST}


@pytest.mark.parametrize("options", OPTION_SETS, ids=IN_WORDS)
def test_shortest_lines_of_small_games_are_as_short_as_the_literal_searchs(options: PyramidOptions) -> None:
    met = {check(small_game(seed, options), shortest=True) for seed in range(100, 116)}
    assert met == {Status.WON, Status.LOST}


@pytest.mark.parametrize("options", OPTION_SETS, ids=IN_WORDS)
def test_games_by_chance_end_as_the_literal_search_says(options: PyramidOptions) -> None:
    states = [state for seed in range(16) if (state := late_in_random_play(seed, options, 18)) is not None]
    for number, state in enumerate(states):
        check(state, shortest=number % 2 == 0)
    assert states


@given(st.integers(0, 10**9), st.sampled_from(OPTION_SETS))
@settings(max_examples=40, deadline=None)
def test_each_move_of_a_shortest_line_brings_the_win_a_move_nearer(seed: int, options: PyramidOptions) -> None:
    state = small_game(seed, options)
    line = solve(GAME, state, seconds=NEVER, shortest=True)
    found = solve(GAME, state, seconds=NEVER)
    assert found.status is line.status
    assert len(found.moves) >= len(line.moves)
    for made, move in enumerate(line.moves, 1):
        state = GAME.apply(state, move)
        assert len(solve(GAME, state, seconds=NEVER, shortest=True).moves) == len(line.moves) - made


@given(st.integers(0, 10**9), st.sampled_from([options for options in OPTION_SETS if options.redeals < 3]))
@settings(max_examples=40, deadline=None)
def test_one_more_redeal_never_loses_a_game(seed: int, options: PyramidOptions) -> None:
    state = small_game(seed, options)
    more = PyramidState(
        PyramidOptions(options.piles, options.stock, options.redeals + 1),
        state.pyramid,
        state.stock,
        state.wastes,
        state.redealt,
    )
    if solve(GAME, state, seconds=NEVER).status is Status.WON:
        assert solve(GAME, more, seconds=NEVER).status is Status.WON


def published(cards: str, expected: dict[str, Any]) -> PyramidState:
    options = GAME.read_options({name.lower(): value for name, value in expected["options"].items()})
    return GAME.deal(GAME.deal_from_cards(parse_cards(cards)), options)


@pytest.mark.parametrize(("cards", "expected"), PUBLISHED)
def test_published_deals_can_be_won_or_not_as_was_found(cards: str, expected: dict[str, Any]) -> None:
    solution = solve(GAME, published(cards, expected), seconds=NEVER)
    assert solution.status is (Status.WON if expected["winnable"] else Status.LOST)


@pytest.mark.parametrize(("cards", "expected"), QUICK_TO_SHORTEN)
def test_published_deals_are_won_in_the_fewest_moves_that_were_found(cards: str, expected: dict[str, Any]) -> None:
    solution = solve(GAME, published(cards, expected), seconds=NEVER, shortest=True)
    assert len(solution.moves) == expected["fewest_moves"]


@pytest.mark.parametrize("redeals", [1, 2, 3])
def test_a_deal_that_is_won_after_many_wrong_redeals_is_won(redeals: int) -> None:
    options = GAME.read_options({"piles": "3", "redeals": str(redeals)})
    state = GAME.deal(GAME.deal_from_seed("bench-31"), options)
    assert solve(GAME, state, seconds=NEVER).status is Status.WON


def test_without_time_nothing_is_said_of_a_hard_deal() -> None:
    deal = next(deal for deal in DEALS if deal["id"] == "mchung94-random-0269")
    state = published(deal["cards"], {"options": {"Piles": "3"}})
    assert solve(GAME, state, seconds=0).status is Status.UNKNOWN
    assert solve(GAME, state, seconds=0, shortest=True).status is Status.UNKNOWN
