"""Sun's search: its lines win, and where it calls a position lost or won, so does the literal search."""

import dataclasses
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import CLUBS, KING, TWO_PACKS, card
from engine.games._sun import RAYS, SunMove, SunOptions, SunState
from engine.games.sun import GAME, Sun
from engine.solve import NoShortestLine, Solution, Status, literal, solve
from engine.solve.solution import Found, Limit
from engine.view import Outcome

OPTIONS = tuple(SunOptions(**options) for options in GAME.option_sets())  # type: ignore[arg-type]
SEARCHES_ENDING = 60.0
"""Seconds that none of these searches comes near."""


class Uncounted(Sun):
    """Sun without its counters: positions that play to and fro between the rows comes back to are the same."""

    def apply(self, state: SunState, move: SunMove) -> SunState:
        return uncounted(super().apply(state, move))


def uncounted(state: SunState) -> SunState:
    return dataclasses.replace(state, plays=0, advances=0)


class Nodes(Limit):
    """A limit in questions, not in seconds: it ends at the same place on every machine."""

    def __init__(self, most: int) -> None:
        super().__init__(SEARCHES_ENDING)
        self._most = most

    def reached(self) -> bool:
        self._most -= 1
        return self._most < 0


def literally(state: SunState, most: int) -> Found:
    return literal.search(Uncounted(), uncounted(state), Nodes(most))


def built_by_hand(chance: random.Random, options: SunOptions) -> SunState:
    """Return a position with few cards left at any place of the game, whether or not play leads there."""
    heights = [_heights(chance, options) for _ in range(chance.randint(1, 4))]
    heights = [*heights, *[(KING, KING)] * (4 - len(heights))]
    chance.shuffle(heights)
    left = Counter(TWO_PACKS)
    for suit, (first, second) in enumerate(heights):
        left.subtract(card(rank, suit) for rank in range(1, first + 1))
        kings = options.bases == "aces-kings"
        left.subtract(card(KING + 1 - rank if kings else rank, suit) for rank in range(1, second + 1))
    cards = list(left.elements())
    chance.shuffle(cards)
    wind = list(TWO_PACKS)
    chance.shuffle(wind)
    rays: list[list[int]] = [[] for _ in range(RAYS)]
    clouds: list[list[int]] = []
    stages = {"1-2-3": (1, 2, 3, 3), "1-3": (1, 3, 3), "1": (1,)}[options.stages]
    stage = chance.choice(stages)
    stock: list[int] = []
    gathered, ray, blown = 0, None, False
    if stage == 1:
        arcs = chance.randint(0, len(cards) // RAYS)
        stock, cards = cards[: RAYS * arcs], cards[RAYS * arcs :]
    elif stage == 2:
        ray = chance.randint(1, RAYS)
    else:
        gathered = chance.randint(1, RAYS)
        blown = gathered == RAYS and chance.random() < 0.5
        clouds = [[] for _ in range(1 if blown else chance.randint(0 if gathered < RAYS else 1, 3))]
    # A few rays hold what there is, so that cards lie on one another.
    open_rays = [] if stage == 3 and blown else list(range(gathered, RAYS))
    piles = [rays[place] for place in chance.sample(open_rays, min(len(open_rays), chance.randint(1, 6)))] + clouds
    for one in cards:
        chance.choice(piles).append(one)
    return SunState(
        options,
        tuple(map(tuple, rays)),
        tuple(stock),
        tuple(wind),
        tuple(first for first, _ in heights),
        tuple(second for _, second in heights),
        stage,
        ray,
        gathered,
        tuple(map(tuple, clouds)),
        blown,
    )


def _heights(chance: random.Random, options: SunOptions) -> tuple[int, int]:
    if options.bases == "aces":
        high = chance.randint(8, KING)
        return high, chance.randint(max(0, high - 5), high)
    first = chance.randint(0, KING)
    # From two cards short of meeting to all but closed.
    second = KING - first + chance.choice((-2, -1, 0, 0, 1, 3, 6, 9))
    return first, max(0, min(KING, second))


def played_at_random(chance: random.Random, options: SunOptions, most: int) -> SunState:
    """Return a position of a random deal after at most so many moves; plays come three times as often as next."""
    state = GAME.deal(GAME.deal_from_seed(f"random-{chance.random()}"), GAME.read_options(dataclasses.asdict(options)))
    for _ in range(most):
        moves = GAME.legal_moves(state)
        plays = [move for move in moves if not GAME.is_advance(move)]
        after = GAME.apply(state, chance.choice(plays if plays and chance.random() < 0.75 else moves))
        if GAME.outcome(after) is not None:
            break
        state = after
    return state


def agrees(state: SunState, most: int) -> Status:
    """Hold the search against the literal one; return what that found."""
    if GAME.outcome(state) is not None:
        return Status.UNKNOWN
    found = literally(state, most)
    if found.status is not Status.UNKNOWN:
        assert solve(GAME, state, seconds=SEARCHES_ENDING).status is found.status, state
    return found.status


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_small_positions_are_won_and_lost_as_the_literal_search_says(options: SunOptions) -> None:
    chance = random.Random(f"small {options}")
    found = Counter(agrees(built_by_hand(chance, options), 150) for _ in range(60))
    assert found[Status.WON] >= 3
    assert found[Status.LOST] >= 3


@given(st.randoms(use_true_random=False), st.sampled_from(OPTIONS), st.integers(0, 260))
@settings(max_examples=30, deadline=None)
def test_any_position_is_answered_and_won_lines_win(chance: random.Random, options: SunOptions, moves: int) -> None:
    state = played_at_random(chance, options, moves)
    found = solve(GAME, state, seconds=0.05)
    if found.status is Status.WON:
        for move in found.moves:
            assert GAME.outcome(state) is None
            state = GAME.apply(state, move)
        assert GAME.outcome(state) is Outcome.WON
    else:
        assert not found.moves


def _last_cloud(clubs: tuple[int, int], ranks: tuple[int, ...]) -> SunState:
    """Return a position after the wind in which all but clubs, of these heights, is built, and these are left."""
    rest = (KING,) * 3
    cloud = tuple(card(rank, CLUBS) for rank in ranks)
    blown_from = ((),)
    return SunState(
        SunOptions(),
        ((),) * RAYS,
        (),
        TWO_PACKS,
        (clubs[0], *rest),
        (clubs[1], *rest),
        stage=3,
        gathered=RAYS,
        clouds=(*blown_from, cloud),
        blown=True,
    )


def test_rows_that_have_met_are_moved_to_let_a_card_in() -> None:
    found = solve(GAME, _last_cloud((10, 3), (5, 6, 7, 9, 10, 11, 12, 13, 4, 3, 2, 1, 8)))
    moves = [GAME.format(move) for move in found.moves]
    # Closed by the eight, the suit would want the seven or the nine, and both are inside.
    assert moves[:9] == ["C>K"] * 5 + ["c2f>K", "c2f>A", "c2f>A", "c2l>A"]


def test_the_first_king_goes_to_the_king_row_where_the_ace_row_wants_it_too() -> None:
    found = solve(GAME, _last_cloud((12, 0), (13, 5, 6, 7, 8, 9, 10, 11, 12, 13, 4, 3, 2, 1)))
    assert GAME.format(found.moves[0]) == "c2f>K"
    assert found.status is Status.WON


def test_deals_are_won() -> None:
    def solved(seed: str, **options: str) -> Solution:
        return solve(GAME, GAME.deal(GAME.deal_from_seed(seed), GAME.read_options(options)), seconds=SEARCHES_ENDING)

    assert {solved(f"bench-{number}").status for number in range(4)} == {Status.WON}
    assert solved("bench-0", bases="aces").status is Status.WON
    assert solved("bench-9", stages="1-3").status is Status.WON
    assert solved("bench-0", stages="1", bases="aces").status is Status.LOST


def test_the_same_position_gets_the_same_line() -> None:
    state = GAME.deal(GAME.deal_from_seed("bench-2"), GAME.read_options({}))
    assert solve(GAME, state).moves == solve(GAME, state).moves


def test_shortest_lines_are_not_known() -> None:
    state = GAME.deal(GAME.deal_from_seed("bench-2"), GAME.read_options({}))
    with pytest.raises(NoShortestLine):
        solve(GAME, state, shortest=True)
