"""A position of Sun as its search sees it: cards by number, steps by a number of their own, nothing checked.

A step (what ``next`` leads to) is numbered by what it does, whether or not the game gets to it: arc 1 to 8 are the
steps 0 to 7, the turns of rays 1 to 13 are 8 to 20, gathering rays 1 to 13 is 21 to 33, and the wind is 34. Turns and
gatherings of empty rays are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.cards import Card
from engine.games._sun import PLAYING, RAYS, SUNRISE, SunState
from engine.solve.games._sun_piles import BITS, Piles, piles

LAST_ARC: Final = 7
FIRST_TURN: Final = 8
FIRST_GATHERING: Final = FIRST_TURN + RAYS
WIND: Final = FIRST_GATHERING + RAYS

CARDS: Final = bytes(number // 2 if number < 104 else number for number in range(256))
"""For ``bytes.translate``: cards by number become cards whose copies are alike."""


@dataclass(frozen=True, slots=True)
class Table:
    """Where a search starts. Rays have their innermost card first; ``clouds`` have those that are gone as well."""

    kings: bool
    piles: Piles
    step: int
    last: int
    """The last step there may be: arc 8 or the wind."""
    turns: bool
    """Whether stage two is played."""
    rays: tuple[bytes, ...]
    clouds: tuple[bytes, ...]
    arcs: tuple[bytes, ...]
    """Those still to be dealt, by their step; empty for the others."""
    standings: tuple[int, ...]
    wind: tuple[int, ...]
    """The place in the wind of each card, by its number: the first of the two for copy 0."""


def table_of(state: SunState) -> Table:
    """Return the position; copies are told apart by the order in which they lie."""
    copies = [0] * 52

    def numbered(cards: Iterable[Card]) -> bytes:
        numbers = bytearray()
        for one in cards:
            numbers.append(2 * one + copies[one])
            copies[one] += 1
        return bytes(numbers)

    rays = tuple(numbered(cards) for cards in state.rays)
    clouds = tuple(numbered(cards) for cards in state.clouds)
    stock = numbered(state.stock)
    to_come = len(stock) // RAYS
    step = LAST_ARC - to_come
    arcs = (b"",) * (step + 1) + tuple(stock[RAYS * arc : RAYS * (arc + 1)] for arc in range(to_come))
    kings = state.has_king_row
    tables = piles(kings=kings)
    return Table(
        kings=kings,
        piles=tables,
        step=step if state.stage == SUNRISE else _later_step(state),
        last=LAST_ARC if state.options.stages == "1" else WIND,
        turns=state.options.stages == "1-2-3",
        rays=rays,
        clouds=clouds,
        arcs=arcs,
        standings=tuple(tables.standing(suit, state.aces[suit], state.others[suit], kings=kings) for suit in range(4)),
        wind=_places(state.wind),
    )


def _later_step(state: SunState) -> int:
    if state.stage == PLAYING:
        return FIRST_TURN - 1 + (state.ray or 1)
    return WIND if state.blown else FIRST_GATHERING - 1 + state.gathered


def _places(wind: tuple[Card, ...]) -> tuple[int, ...]:
    places = [0] * 104
    seen = [0] * 52
    for place, one in enumerate(wind):
        places[2 * one + seen[one]] = place
        seen[one] += 1
    return tuple(places)


def blown(wind: tuple[int, ...], clouds: Iterable[Iterable[int]]) -> list[int]:
    """Return the wind's cloud: where one copy of a card is left, it lies at the first of its two places."""
    left = {number for cloud in clouds for number in cloud}
    return sorted(left, key=lambda number: wind[number if number ^ 1 in left else number & ~1])


def advanced(
    table: Table, step: int, rays: tuple[bytes, ...], clouds: tuple[bytes, ...]
) -> tuple[int, tuple[bytes, ...], tuple[bytes, ...]] | None:
    """Return the step that ``next`` leads to, with its rays and clouds; None if there is no next."""
    if step < LAST_ARC:
        arc = table.arcs[step + 1]
        return step + 1, tuple(ray + arc[place : place + 1] for place, ray in enumerate(rays)), clouds
    if step >= table.last:
        return None
    for later in range(step + 1, WIND):
        ray = (later - FIRST_TURN) % RAYS
        if rays[ray] and (later >= FIRST_GATHERING or table.turns):
            return (later, *_gathered(ray, rays, clouds)) if later >= FIRST_GATHERING else (later, rays, clouds)
    if not any(clouds):
        return None
    return WIND, rays, (*(b"",) * len(clouds), bytes(blown(table.wind, clouds)))


def _gathered(
    ray: int, rays: tuple[bytes, ...], clouds: tuple[bytes, ...]
) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    cards = rays[ray]
    room = RAYS - 1 - ray
    dealt = tuple(
        other + cards[place : place + 1] if place < room else other for place, other in enumerate(rays[ray + 1 :])
    )
    over = cards[room:]
    return (*rays[:ray], b"", *dealt), ((*clouds, over) if over else clouds)


def available(step: int, rays: Iterable[bytes], clouds: Iterable[bytes]) -> int:
    """Return the set of the cards that may be moved."""
    found = 0
    turn = step - FIRST_TURN if FIRST_TURN <= step < FIRST_GATHERING else -1
    for place, ray in enumerate(rays):
        for number in ray if place == turn else ray[-1:]:
            found |= BITS[number]
    for cloud in clouds:
        if cloud:
            found |= BITS[cloud[0]] | BITS[cloud[-1]]
    return found
