"""Whether the clock may be gone by: one that has jumped far ahead may be set right again in a moment."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

log = logging.getLogger(__name__)

JUMP: Final = 3600.0
"""So many seconds further than time has gone by is a jump; less is a clock that is set."""
DOUBTED: Final = 600.0
"""For how many seconds a jump ahead is doubted: then that is the time, as after a computer was asleep."""


class Steadiness:
    """Compares two clocks: ``now`` gives the time that is told in milliseconds, ``passed`` seconds that only go on."""

    def __init__(self, now: Callable[[], int], passed: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._passed = passed
        self._seen: tuple[float, float] | None = None
        self._doubted_until: float | None = None

    def is_steady(self) -> bool:
        """Say whether the clock has gone on by itself since it was asked last or, after a jump ahead, for a while."""
        told, passed = self._now() / 1000, self._passed()
        before, self._seen = self._seen, (told, passed)
        jumped = 0.0 if before is None else told - before[0] - (passed - before[1])
        if jumped > JUMP:
            log.warning("the clock has jumped ahead by %d minutes: nothing is closed by it yet", jumped // 60)
            self._doubted_until = passed + DOUBTED
        elif jumped < -JUMP or (self._doubted_until is not None and passed >= self._doubted_until):
            self._doubted_until = None
        return self._doubted_until is None
