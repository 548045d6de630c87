"""Looking for a plan that wins Sun: plans are changed at random, and kept by how few cards they leave (annealing)."""

from __future__ import annotations

import math
import random
from typing import Final

from engine.solve.games._sun_piles import ALL, BITS
from engine.solve.games._sun_playout import STEPS, Plan, Playout
from engine.solve.games._sun_table import FIRST_GATHERING, FIRST_TURN, Table
from engine.solve.solution import Limit

HOT: Final = 1.5
COLD: Final = 0.5
"""Temperatures in cards: at first, and at the end of a run."""
RUN: Final = 20_000
"""Playouts in a run; then another begins with a new plan."""


class Annealer:
    """A search that can be taken up again where it stopped; the same calls find the same."""

    def __init__(self, table: Table) -> None:
        self._playout = Playout(table)
        self._random = random.Random(1)
        self._start = table.step
        self._steps = [
            step
            for step in range(table.step, table.last + 1)
            if table.turns or not FIRST_TURN <= step < FIRST_GATHERING
        ]
        self._played = RUN
        self._begin()

    def _begin(self) -> None:
        released = [0] * STEPS
        released[self._start] = ALL
        self._plan = Plan(released, [0] * 4, self._random.getrandbits(104))
        self._held: dict[int, int] = {}
        self._left = 104
        self._line: list[int] = []
        self._played = 0

    def search(self, limit: Limit, playouts: int) -> tuple[list[int] | None, int]:
        """Return a line that wins or None, after at most ``playouts`` playouts, and how many there were."""
        random_number, play = self._random.random, self._playout.play
        for count in range(playouts):
            if count % 64 == 63 and limit.reached():
                return None, count
            if self._played >= RUN:
                self._begin()
            plan, held = self._changed() if self._line else (self._plan, self._held)
            left, line = play(plan)
            if left == 0:
                return line, count + 1
            heat = HOT * (COLD / HOT) ** (self._played / RUN)
            self._played += 1
            if left <= self._left or random_number() < math.exp((self._left - left) / heat):
                self._left, self._line, self._plan, self._held = left, line, plan, held
        return None, playouts

    def _changed(self) -> tuple[Plan, dict[int, int]]:
        """Return a plan like the present one with one to four changes, and the cards held in it by their steps."""
        chance, choose, steps = self._random.random, self._random.choice, self._steps
        plan = Plan(self._plan.released[:], self._plan.closing[:], self._plan.first)
        held = self._held.copy()
        for _ in range(choose((1, 2, 3, 4))):
            kind = chance()
            if kind < 0.1:
                plan.closing[int(4 * chance())] = choose(steps) if chance() < 0.6 else 0
            elif kind < 0.2:
                plan.first ^= BITS[int(104 * chance())]
            elif kind < 0.5 and held:
                number = choose(list(held))
                place = 0
                if chance() < 0.5:
                    place = max(0, min(len(steps) - 1, steps.index(held[number]) + int(7 * chance()) - 3))
                self._hold(plan, held, number, place)
            else:
                self._hold_back(plan, held)
        return plan, held

    def _hold_back(self, plan: Plan, held: dict[int, int]) -> None:
        """Hold a card of the present line for some steps more."""
        line, steps = self._line, self._steps
        place = int(len(line) * self._random.random())
        number = line[place]
        if number < 0:
            return
        while place >= 0 and line[place] >= 0:
            place -= 1
        step = ~line[place] if place >= 0 else self._start
        later = steps.index(step) + 1 + int(self._random.expovariate(0.4))
        if later < len(steps):
            self._hold(plan, held, number, later)

    def _hold(self, plan: Plan, held: dict[int, int], number: int, place: int) -> None:
        step = self._steps[place]
        plan.released[held.pop(number, self._start)] &= ~BITS[number]
        plan.released[step] |= BITS[number]
        if place:
            held[number] = step
