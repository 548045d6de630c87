"""Sultan's method: its wins replay, and what it calls lost is lost, as the literal search tells."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import HEARTS, QUEEN, SUITS, Card, card, parse_cards, rank_of
from engine.game import games
from engine.games.sultan import SultanOptions, SultanState
from engine.solve import Limit, NoShortestLine, Status, literal, solve
from engine.solve.games import _sultan_beam, sultan
from engine.solve.games._sultan_places import places_of
from engine.view import Outcome
from tests.engine.walks import VARIANTS, Variant, walk

GAME = games()["sultan"]
SULTANS = [variant for variant in VARIANTS if variant.game is GAME]
SMALL_GAMES = range(400)


class Looks(Limit):
    """A limit in positions looked at, not in seconds: the literal search asks once a position."""

    def __init__(self, most: int) -> None:
        self._left = most

    def reached(self) -> bool:
        self._left -= 1
        return self._left < 0


def small_game(chance: random.Random) -> SultanState:
    """Return a late position, the high cards in front rather, as that is what makes it hard.

    The divan has often fewer places than in a real game, so that a short pack is enough to block it.
    """
    divan = chance.choice((1, 1, 2, 2, 3, 3, 6, 8))
    suits = chance.sample(range(4), chance.choice((1, 1, 2, 2, 3, 4)))
    wanted = divan + chance.randint(3, 14)
    heights = [QUEEN] * 8
    left: list[Card] = []
    while len(left) < wanted and any(heights[2 * suit + 1] > 1 for suit in suits):
        pile = 2 * chance.choice(suits) + chance.randint(0, 1)
        if heights[pile] > (1 if pile == 2 * HEARTS + 1 else 0):
            left.append(card(heights[pile], pile // 2))
            heights[pile] -= 1
    chance.shuffle(left)
    spread = chance.choice((0.5, 1.5, 3.0, 50.0))
    left.sort(key=lambda one: chance.gauss(-rank_of(one), spread))
    pack = left[divan:]
    if chance.random() < 0.6:
        chance.shuffle(pack)
    drawn = chance.choice((0, 0, chance.randint(0, len(pack))))
    return SultanState(
        SultanOptions(divan if divan > 3 else 6),
        tuple(left[:divan]) + (None,) * (divan - len(left)),
        stock=tuple(pack[drawn:]),
        waste=tuple(pack[:drawn]),
        heights=tuple(height for suit in range(len(SUITS)) for height in sorted(heights[2 * suit : 2 * suit + 2])),
        redealt=chance.choice((0, 1, 1, 2, 2, 2, 2, 2)),
    )


def briefly_told(state: SultanState) -> Status:
    """Return what the method says of a position within a number of looks; its line is replayed."""
    if GAME.outcome(state) is not None:
        return Status.WON if GAME.outcome(state) is Outcome.WON else Status.LOST
    found = sultan.search(state, Looks(600), shortest=False)
    for move in found.moves:
        state = GAME.apply(state, move)
    assert (found.status is Status.WON) == (GAME.outcome(state) is Outcome.WON)
    return found.status


def is_won_by_plain_play(state: SultanState) -> bool:
    while GAME.outcome(state) is None:
        state = GAME.apply(state, GAME.legal_moves(state)[0])
    return GAME.outcome(state) is Outcome.WON


def hard_small_game(seed: int) -> SultanState:
    chance = random.Random(seed)
    while True:
        state = small_game(chance)
        if GAME.outcome(state) is None and not is_won_by_plain_play(state):
            return state


@cache
def small_games() -> tuple[tuple[SultanState, Status], ...]:
    """Return small games with what the literal search says of them, without those that are too large for it."""
    states = map(hard_small_game, SMALL_GAMES)
    told = [(state, literal.search(GAME, state, Looks(600)).status) for state in states]
    return tuple((state, status) for state, status in told if status is not Status.UNKNOWN)


def test_small_games_are_told_apart_as_the_literal_search_does() -> None:
    told: Counter[Status] = Counter()
    for state, status in small_games():
        assert solve(GAME, state).status is status, state
        told[status] += 1
    assert min(told[Status.WON], told[Status.LOST]) > 80  # else they show little


def test_placing_all_that_fits_is_no_proof() -> None:
    """A card of which the other copy may be had first has to be left at times: the quick search must not count."""
    missed = 0
    for state, status in small_games():
        quick = _sultan_beam.search(places_of(state), 1_000_000, Looks(10_000), quick=True)
        assert not quick.complete
        assert quick.line is None or status is Status.WON
        missed += quick.line is None and status is Status.WON
    assert missed


def test_a_search_that_left_something_out_is_no_proof() -> None:
    left_out = 0
    for state, status in small_games():
        narrow = _sultan_beam.search(places_of(state), 1, Looks(10_000))
        if narrow.line is None and narrow.complete:
            assert status is Status.LOST
        left_out += not narrow.complete
    assert left_out


def test_a_card_may_be_left_for_its_other_copy_that_the_redeal_brings_first() -> None:
    state = SultanState(
        SultanOptions(),
        parse_cards("TD"),
        stock=parse_cards("JD"),
        waste=parse_cards("QD 6D 8D JD 7D QD 9D"),
        heights=(12, 12, 5, 10, 12, 12, 12, 12),
        redealt=1,
    )
    assert solve(GAME, state).status is literal.search(GAME, state, Looks(10_000)).status is Status.WON


@pytest.mark.parametrize("variant", SULTANS, ids=str)
def test_deals_are_won_almost_always(variant: Variant) -> None:
    statuses = Counter(solve(GAME, variant.deal(f"bench-{number}")).status for number in range(5))
    assert statuses == {Status.WON: 5}


def test_a_deal_that_cannot_be_won_is_proved_lost() -> None:
    variant = next(one for one in SULTANS if one.options["divan"] == 6)
    assert solve(GAME, variant.deal("tune-845")).status is Status.LOST


def test_a_wrong_card_in_the_last_pass_is_seen_at_once() -> None:
    """Two cards in the waste the wrong way round, and the divan's one place is locked: nothing to look for."""
    state = SultanState(
        SultanOptions(),
        (card(QUEEN, 0),),
        stock=(),
        waste=(card(10, 0), card(11, 0)),
        heights=(12, 9, 12, 12, 12, 12, 12, 12),
        redealt=2,
    )
    assert solve(GAME, state).status is Status.LOST


def test_an_emptied_pack_wins() -> None:
    queen = card(QUEEN, 3)
    state = SultanState(SultanOptions(), (None, queen, None, queen), (), (), (12, 12, 12, 12, 12, 12, 11, 11), 1)
    assert [GAME.format(move) for move in solve(GAME, state).moves] == ["d2", "d4"]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SULTANS), st.integers(0, 10**6), st.floats(0.3, 1.0), st.floats(0.0, 1.0))
def test_any_position_of_play_can_be_asked_about(variant: Variant, seed: int, play: float, share: float) -> None:
    """What is said of a position holds for the next one in play: no way leads from a lost one to a won one."""
    one = walk(variant, f"{seed}", play)
    place = int(share * (len(one.states) - 2))
    before, after = (briefly_told(one.states[number]) for number in (place, place + 1))
    assert not (before is Status.LOST and after is Status.WON)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(SULTANS), st.integers(0, 10**6), st.floats(0.0, 1.0))
def test_on_the_way_to_a_win_nothing_is_lost(variant: Variant, seed: int, share: float) -> None:
    state = variant.deal(f"{seed}")
    line = solve(GAME, state).moves
    for move in line[: int(share * len(line))]:
        state = GAME.apply(state, move)
    assert briefly_told(state) is not Status.LOST


def test_no_shortest_lines_are_promised() -> None:
    with pytest.raises(NoShortestLine, match="sultan"):
        solve(GAME, SULTANS[0].deal("bench-0"), shortest=True)
