"""Days in a row: of the challenge's days, in one game or over all, those that go on and the most there ever were."""

from hypothesis import given
from hypothesis import strategies as st

from bot.days import after
from bot.streaks import Streak, streaks
from storage.daily import Played

TODAY = "2026-11-30"


def played(*days: int, game: str = "sun", won: bool = False) -> list[Played]:
    """Return attempts so many days before today."""
    return [Played(game, after(TODAY, -day), won=won) for day in days]


def test_who_has_never_played_has_none() -> None:
    assert streaks([], TODAY).played == Streak(0, 0)


def test_a_streak_goes_on_until_a_whole_day_was_left_out() -> None:
    assert streaks(played(0, 1, 2), TODAY).played == Streak(3, 3)
    assert streaks(played(1, 2), TODAY).played == Streak(2, 2)
    assert streaks(played(2, 3), TODAY).played == Streak(0, 2)
    assert streaks(played(0, 2, 3, 4), TODAY).played == Streak(1, 3)


def test_a_game_that_was_not_won_counts_as_played_alone() -> None:
    found = streaks(played(0) + played(1, 2, won=True) + played(3), TODAY)
    assert (found.played, found.won) == (Streak(4, 4), Streak(2, 2))


def test_over_all_a_day_counts_by_any_of_its_games() -> None:
    attempts = played(0, 2) + played(1, 2, game="sultan", won=True)
    assert streaks(attempts, TODAY).played == Streak(3, 3)
    assert streaks(attempts, TODAY, "sun").played == Streak(1, 1)
    assert streaks(attempts, TODAY, "sultan").won == Streak(2, 2)


def test_over_the_end_of_a_year_and_a_leap_day_days_are_in_a_row() -> None:
    days = [
        Played("sun", day, won=True) for day in ("2027-12-31", "2028-01-01", "2028-02-28", "2028-02-29", "2028-03-01")
    ]
    assert streaks(days, "2028-03-01").won == Streak(3, 3)


@given(st.sets(st.integers(0, 30)))
def test_streaks_are_what_counting_day_by_day_gives(days: set[int]) -> None:
    runs, length = [0], 0
    for day in range(30, -1, -1):
        length = length + 1 if day in days else 0
        runs.append(length)
    current = runs[-1] or runs[-2]
    assert streaks(played(*days), TODAY).played == Streak(current, max(runs))
