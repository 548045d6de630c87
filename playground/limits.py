"""How often a bot may ask: so many requests a second in all, so many messages and edits in a channel."""

import hashlib
import math
from dataclasses import dataclass

from playground.clock import Clock
from playground.errors import old_edits_exhausted, rate_limited
from playground.state import Message


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `count` requests in `seconds`, counted from the first of them."""

    count: int
    seconds: float


REQUESTS_OF_A_BOT = Limit(50, 1.0)
POSTS_IN_A_CHANNEL = Limit(5, 5.0)
EDITS_IN_A_CHANNEL = Limit(5, 5.0)
# Discord tells nobody how many; this is what bots have observed.
OLD_EDITS_IN_A_CHANNEL = Limit(3, 20.0)
OLD_AFTER = 60 * 60.0  # seconds


@dataclass(slots=True)
class Window:
    """What has been used of a limit since `began`."""

    limit: Limit
    began: float = -math.inf
    used: int = 0

    def take(self, now: float) -> bool:
        """Use one request up; False if none is left."""
        if now - self.began >= self.limit.seconds:
            self.began, self.used = now, 0
        if self.used >= self.limit.count:
            return False
        self.used += 1
        return True

    @property
    def ends(self) -> float:
        """When all requests are there again."""
        return self.began + self.limit.seconds

    def left(self, now: float) -> float:
        """Return the seconds until then, to the millisecond and never none."""
        return max(0.001, round(self.ends - now, 3))


class RateLimits:
    """Counts a bot's requests by the playground's clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._all = Window(REQUESTS_OF_A_BOT)
        self._windows: dict[tuple[str, str], Window] = {}
        self._old_edits: dict[int, Window] = {}

    def count(self) -> None:
        """Count a request that goes against the bot's limit. Raises ApiError 429 if there are too many."""
        now = self._clock.now()
        if not self._all.take(now):
            raise rate_limited(self._all.left(now), {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"})

    def count_in(self, bucket: str, place: str, limit: Limit) -> dict[str, str]:
        """Count a request to one `place`, as a channel, and return the headers that say what is left.

        Raises ApiError 429 with the same headers if there are too many.
        """
        window = self._windows.setdefault((bucket, place), Window(limit))
        now = self._clock.now()
        taken = window.take(now)
        headers = {
            "X-RateLimit-Limit": str(limit.count),
            "X-RateLimit-Remaining": str(limit.count - window.used),
            "X-RateLimit-Reset": f"{window.ends:.3f}",
            "X-RateLimit-Reset-After": f"{window.left(now):.3f}",
            "X-RateLimit-Bucket": hashlib.blake2b(bucket.encode(), digest_size=16).hexdigest(),
        }
        if not taken:
            raise rate_limited(window.left(now), headers | {"X-RateLimit-Scope": "user"})
        return headers

    def count_edit(self, message: Message) -> None:
        """Count an edit by the bot's own token. Raises ApiError 429/30046 if it is one too many of old messages."""
        now = self._clock.now()
        if now - message.created_at.timestamp() < OLD_AFTER:
            return
        window = self._old_edits.setdefault(message.channel.id, Window(OLD_EDITS_IN_A_CHANNEL))
        if not window.take(now):
            raise old_edits_exhausted(window.left(now))
