"""A clock that jumps far ahead closes nobody's daily at once: it may be set right again."""

from __future__ import annotations

from bot.steady import DOUBTED, JUMP, Steadiness

DAY = 24 * 3600.0


class Clocks:
    """The time that is told, which may be wrong, and the time that passes; both in seconds."""

    def __init__(self) -> None:
        self.passed = 1000.0
        self.wrong_by = 0.0
        self.steadiness = Steadiness(lambda: round((1_780_000_000 + self.passed + self.wrong_by) * 1000), self.wait)

    def wait(self, seconds: float = 0.0) -> float:
        self.passed += seconds
        return self.passed

    def steady(self, after: float = 20.0) -> bool:
        self.wait(after)
        return self.steadiness.is_steady()


def test_time_that_goes_by_is_steady_however_long_nobody_looks() -> None:
    clocks = Clocks()
    assert all(clocks.steady(seconds) for seconds in (0.0, 20.0, DAY, 90 * DAY))


def test_a_jump_ahead_is_doubted_for_a_while_and_then_it_is_the_time() -> None:
    clocks = Clocks()
    assert clocks.steady()
    clocks.wrong_by = 40 * DAY
    assert not clocks.steady()
    assert not clocks.steady(DOUBTED - 1)
    assert clocks.steady(1)
    assert clocks.steady()


def test_a_clock_that_is_set_right_again_is_not_doubted_any_more() -> None:
    clocks = Clocks()
    clocks.steady()
    clocks.wrong_by = 40 * DAY
    assert not clocks.steady()
    clocks.wrong_by = 0
    assert clocks.steady()


def test_a_clock_that_is_set_a_little_or_back_is_not_doubted() -> None:
    clocks = Clocks()
    for wrong_by in (JUMP - 1, 0, -JUMP / 2, -40 * DAY, -40 * DAY + JUMP / 2):
        clocks.wrong_by = wrong_by
        assert clocks.steady()
