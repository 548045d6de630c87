"""Playing Sun to its end by a plan, as quickly as Python can: what the search spends its time on.

All that fits is played at each step but what the plan holds back. Every way to play is some plan's: hold each card
until the step in which it is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from engine.games._sun import RAYS
from engine.solve.games._sun_piles import ALL, BITS, SUIT_SETS, Piles
from engine.solve.games._sun_table import (
    FIRST_GATHERING,
    FIRST_TURN,
    LAST_ARC,
    WIND,
    Table,
    available,
    blown,
)

STEPS: Final = WIND + 1

Path: TypeAlias = tuple[int, Any] | None
"""The last card built, or ``~step``, and the path before it."""


@dataclass(slots=True)
class Plan:
    """What to hold back, and which card goes first where several fit."""

    released: list[int]
    """By step: the set of cards that may be played from then on. After the last ``next`` all may."""
    closing: list[int]
    """By suit: the step from which, its rows having met, it may be closed."""
    first: int
    """The set of cards that go before others."""


class Playout:
    """Plays plans from one position."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rays = [list(ray) for ray in table.rays]
        self._clouds = [list(cloud) for cloud in table.clouds]
        self._arcs = [list(arc) for arc in table.arcs]
        self._available = available(table.step, table.rays, table.clouds)
        self._arc_sets = [sum(BITS[number] for number in arc) for arc in table.arcs]
        # Where each card lies: its ray from 0, or 13 and the place of its cloud in the list.
        self._where = [0] * 104
        for pile, cards in enumerate((*table.rays, *table.clouds)):
            for number in cards:
                self._where[number] = pile
        for arc in table.arcs:
            for ray, number in enumerate(arc):
                self._where[number] = ray
        self._wanted = self._met = 0
        for standing in table.standings:
            fits = table.piles.fits[standing]
            if fits in SUIT_SETS:
                self._met |= fits
            else:
                self._wanted |= fits

    def play(self, plan: Plan) -> tuple[int, list[int]]:
        """Return how many cards are left at the end, and the line: cards in order, ``~step`` where a step begins."""
        table, bits, suit_sets = self._table, BITS, SUIT_SETS
        rays, clouds = [ray[:] for ray in self._rays], [cloud[:] for cloud in self._clouds]
        where, standings = self._where[:], list(table.standings)
        ready, wanted, met = self._available, self._wanted, self._met
        after, arcs, last, turns = table.piles.after, self._arcs, table.last, table.turns
        released, closing, first = plan.released, plan.closing, plan.first
        step = table.step
        free = 0
        for earlier in range(step + 1):
            free |= released[earlier]
        in_turn = step - FIRST_TURN if FIRST_TURN <= step < FIRST_GATHERING else -1
        line: list[int] = []
        while True:
            if step == last:
                free = ALL
            while True:
                playable = ready & wanted & free
                if not playable:
                    # Nothing but suits whose rows have met: any card of them would close its suit.
                    if not met:
                        break
                    playable = ready & met & free
                    if not playable:
                        break
                    if step < last:
                        for suit in (0, 1, 2, 3):
                            if closing[suit] > step:
                                playable &= ~suit_sets[suit]
                        if not playable:
                            break
                chosen = playable & first or playable
                chosen &= -chosen
                number = chosen.bit_length() - 1
                line.append(number)
                ready ^= chosen
                pile = where[number]
                if pile < 13:
                    cards = rays[pile]
                    if cards[-1] == number:
                        cards.pop()
                        if cards:
                            ready |= bits[cards[-1]]
                    else:
                        cards.remove(number)
                else:
                    cards = clouds[pile - 13]
                    cards.remove(number)
                    if cards:
                        ready |= bits[cards[0]] | bits[cards[-1]]
                suit = number // 26
                standings[suit], wanted_change, met_change = after[standings[suit]][number]
                wanted ^= wanted_change
                met ^= met_change
            if step < LAST_ARC:
                step += 1
                free |= released[step]
                for cards, number in zip(rays, arcs[step], strict=True):
                    cards.append(number)
                ready = self._arc_sets[step]
                line.append(~step)
                continue
            if in_turn >= 0:
                for number in rays[in_turn][:-1]:
                    ready ^= bits[number]
                in_turn = -1
            if step == last:
                return sum(map(len, rays)), line
            step += 1
            free |= released[step]
            if step < FIRST_GATHERING:
                while step < FIRST_GATHERING and not (turns and rays[step - FIRST_TURN]):
                    step += 1
                    free |= released[step]
                if step < FIRST_GATHERING:
                    in_turn = step - FIRST_TURN
                    for number in rays[in_turn]:
                        ready |= bits[number]
                    line.append(~step)
                    continue
            while step < WIND and not rays[step - FIRST_GATHERING]:
                step += 1
                free |= released[step]
            if step == WIND:
                if not any(clouds):
                    return 0, line
                line.append(~WIND)
                left, tail = after_wind(table.piles, standings, blown(table.wind, clouds))
                return left, line + tail
            pile = step - FIRST_GATHERING
            gathered = rays[pile]
            rays[pile] = []
            ready ^= bits[gathered[-1]]
            for number in gathered:
                pile += 1
                if pile == RAYS:
                    break
                cards = rays[pile]
                if cards:
                    ready ^= bits[cards[-1]]
                cards.append(number)
                ready |= bits[number]
                where[number] = pile
            over = gathered[RAYS - 1 - step + FIRST_GATHERING :]
            if over:
                for number in over:
                    where[number] = RAYS + len(clouds)
                clouds.append(over)
                ready |= bits[over[0]] | bits[over[-1]]
            line.append(~step)


def after_wind(piles: Piles, standings: list[int], cloud: list[int]) -> tuple[int, list[int]]:
    """Return the fewest cards that can be left of the wind's cloud, and a line to there: every way is tried.

    What has been taken from its two ends tells how the foundations stand, so each pair of ends is seen once.
    """
    fits, after = piles.fits, piles.after
    best = len(cloud)
    best_path: Path = None
    seen = set()
    waiting: list[tuple[int, int, tuple[int, ...], Path]] = [(0, len(cloud), tuple(standings), None)]
    while waiting:
        start, end, standing, path = waiting.pop()
        if end - start < best:
            best, best_path = end - start, path
        if start == end:
            break
        for begin, stop, number in ((start + 1, end, cloud[start]), (start, end - 1, cloud[end - 1])):
            suit = number // 26
            if fits[standing[suit]] & BITS[number] and (begin, stop) not in seen:
                seen.add((begin, stop))
                built = (*standing[:suit], after[standing[suit]][number][0], *standing[suit + 1 :])
                waiting.append((begin, stop, built, (number, path)))
    return best, line_of(best_path)


def line_of(path: Path) -> list[int]:
    """Return a path's cards and steps from its start."""
    line: list[int] = []
    while path is not None:
        number, path = path
        line.append(number)
    return line[::-1]
