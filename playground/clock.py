"""The one clock of the playground, which a test may move forward."""

import asyncio
import time
from collections.abc import Callable


class Alarm:
    """A callback due at a moment of the clock; `cancel` it when it is not wanted any more."""

    def __init__(self, clock: "Clock", when: float, callback: Callable[[], None]) -> None:
        self.when = when
        self._clock = clock
        self._callback = callback
        self._handle: asyncio.TimerHandle | None = None

    def arm(self) -> None:
        """Count on the event loop again from the clock's present moment."""
        if self._handle is not None:
            self._handle.cancel()
        delay = max(0.0, self.when - self._clock.now())
        if delay == 0 or self._clock.runs:
            self._handle = asyncio.get_running_loop().call_later(delay, self._ring)

    def cancel(self) -> None:
        """Forget the callback; harmless when it has already run."""
        if self._handle is not None:
            self._handle.cancel()
        self._clock.forget(self)

    def _ring(self) -> None:
        self._clock.forget(self)
        self._callback()


class Clock:
    """Unix time in seconds, which never runs backwards and can be moved forward; unless it `runs`, by that alone.

    It begins at the present, unless `begins` says at which Unix time.
    """

    def __init__(self, *, runs: bool = True, begins: float | None = None) -> None:
        self.runs = runs
        # Monotonic time is anchored once, so that a corrected system clock cannot reorder snowflakes.
        self._offset = (time.time() if begins is None else begins) - (time.monotonic() if runs else 0)
        self._alarms: set[Alarm] = set()

    def now(self) -> float:
        """Return the present moment as Unix time in seconds."""
        return self._offset + (time.monotonic() if self.runs else 0)

    def call_later(self, delay: float, callback: Callable[[], None]) -> Alarm:
        """Run `callback` on the event loop once the clock has gone on by `delay` seconds."""
        alarm = Alarm(self, self.now() + delay, callback)
        self._alarms.add(alarm)
        alarm.arm()
        return alarm

    def advance(self, seconds: float) -> None:
        """Move on by `seconds`; whatever falls due in them rings on the loop's next turn.

        Raises ValueError for a negative number: time does not go back.
        """
        if seconds < 0:
            raise ValueError("the clock only goes forward; give a number of seconds of at least 0")
        self._offset += seconds
        for alarm in sorted(self._alarms, key=lambda alarm: alarm.when):
            alarm.arm()

    def stop(self) -> None:
        """Cancel everything still due."""
        for alarm in list(self._alarms):
            alarm.cancel()

    def forget(self, alarm: Alarm) -> None:
        """Drop an alarm that has rung or was cancelled."""
        self._alarms.discard(alarm)
