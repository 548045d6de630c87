"""Snowflakes: 64-bit ids that rise with time, as Discord makes them."""

import re
from datetime import UTC, datetime

from playground.clock import Clock

DISCORD_EPOCH_MS = 1_420_070_400_000
_LOW_BITS = 22
_WRITTEN = re.compile(r"[0-9]{1,20}")  # 64 bits have no more digits


class SnowflakeMint:
    """Hands out ids that rise strictly and carry the millisecond they were made in.

    They start from the time of day, so ids of an earlier run of the playground do not come again.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        """Return a new id, greater than any before it."""
        now = (int(self._clock.now() * 1000) - DISCORD_EPOCH_MS) << _LOW_BITS
        self._last = max(now, self._last + 1)
        return self._last


def parse_id(text: str) -> int | None:
    """Return the id that is written like this, or None if none is: at most twenty digits of ASCII."""
    return int(text) if _WRITTEN.fullmatch(text) else None


def moment_of(snowflake: int) -> datetime:
    """Return when an id was made, in UTC, to the millisecond."""
    milliseconds = (snowflake >> _LOW_BITS) + DISCORD_EPOCH_MS
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
