"""Places at tables, which tables count, and the leaderboard of them: kept up as each ends, whatever people delete."""

import asyncio
import sqlite3
import tempfile
from collections.abc import Awaitable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar, get_args

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from storage.database import Database
from storage.people import People
from storage.periods import Period, key_of
from storage.privacy import Privacy
from storage.recount import wrong_tallies, wrongly_hidden
from storage.standings import Question, Standings
from storage.table_rows import HowEnded, Table
from storage.table_tallies import read_table, table_value
from tests.storage.tables_kept import NEW, begun, ended, played, raced

T = TypeVar("T")
PERIODS = get_args(Period)
START = int(datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp()) * 1000
DAY = 24 * 3600 * 1000
PEOPLE = (1, 2, 3, 4)


@given(
    st.lists(
        st.lists(st.integers(1, 8), min_size=1, max_size=30),
        min_size=2,
        max_size=10,
    )
)
def test_tallies_are_in_the_order_of_wins_mean_place_and_tables(people: list[list[int]]) -> None:
    def sums(places: list[int]) -> tuple[int, int, int]:
        return places.count(1), sum(places), len(places)

    def shown(places: list[int]) -> tuple[int, Fraction, int]:
        """Return what is compared: the mean place is rounded to hundredths, as it is shown."""
        mean = Fraction(int(Fraction(100 * sum(places), len(places)) + Fraction(1, 2)), 100)
        return places.count(1), -mean, len(places)

    by_value = sorted(people, key=lambda places: table_value(*sums(places)))
    assert [shown(places) for places in by_value] == sorted(map(shown, people))
    for places in people:
        won, mean, played = read_table(table_value(*sums(places)))
        assert (won, -Fraction(mean, 100), played) == shown(places)


def test_the_greatest_tally_fits_a_column() -> None:
    assert table_value(2**40, 2**40, 2**40) < 2**63


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def kept(path: Path, today: date) -> dict[tuple[str, str, int], int]:
    """Return the tallies of tables in the periods that hold today."""
    keys = [key_of(period, today) for period in PERIODS]
    found = rows(path, "SELECT period, game, user_id, value FROM tallies WHERE board = 'tables'")
    return {(period, game, user): value for period, game, user, value in found if period in keys}


def recount(path: Path, today: date) -> dict[tuple[str, str, int], int]:
    """Return what the tables lead to, counted from what they say of themselves."""
    places: dict[tuple[str, str, int], list[int]] = {}
    found = rows(
        path,
        "SELECT user_id, tables.game, ended_at, place FROM seats JOIN tables ON tables.id = table_id"
        " WHERE tables.state = 'over' AND origin = 'bot' AND ending <> 'stopped' AND user_id > 0"
        " AND (SELECT SUM(gained > 0) FROM seats AS other WHERE other.table_id = tables.id) > 1",
    )
    for user, game, ended_at, place in found:
        day = datetime.fromtimestamp(ended_at / 1000, UTC).date()
        spans: tuple[Period, ...] = ("today", "week", "month", "all")
        for period in spans:
            key = key_of(period, day)
            if key in {key_of(of, today) for of in PERIODS}:
                for name in ("", game):
                    places.setdefault((key, name, user), []).append(place)
    return {key: table_value(own.count(1), sum(own), len(own)) for key, own in places.items()}


class TablesMachine(RuleBasedStateMachine):
    """Four people play at tables of two games while days go by; some hide, some delete all that is kept of them."""

    @initialize(skipped=st.integers(0, 12))
    def begin(self, skipped: int) -> None:
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "patience.db"
        self.database = self.run(Database.open(self.path))
        self.now = START + skipped * DAY
        self.number = 0

    def run(self, work: Awaitable[T]) -> T:
        async def wait() -> T:
            return await work

        return self.runner.run(wait())

    def teardown(self) -> None:
        if hasattr(self, "database"):
            self.run(self.database.close())
            self.runner.close()
            self.folder.cleanup()

    @property
    def today(self) -> date:
        return datetime.fromtimestamp(self.now / 1000, UTC).date()

    @rule(days=st.sampled_from([0, 1, 1, 2, 7, 30]))
    def wait(self, days: int) -> None:
        self.now += days * DAY

    def table(self, kind: str, game: str, count: int, chosen: bool) -> Table:
        self.number += 1
        new = replace(NEW, kind=kind, game=game, origin="chosen" if chosen else "bot")  # type: ignore[arg-type]
        return self.run(begun(self.database, new, PEOPLE[-count:], str(self.number), self.now))

    @rule(
        game=st.sampled_from(["sun", "sultan"]),
        gains=st.lists(st.sampled_from([0, 0, 1, 2, 30]), min_size=2, max_size=4),
        bonus=st.integers(0, 5),
        how=st.sampled_from(["won", "lost", "passed", "deserted", "stopped"]),
        chosen=st.sampled_from([False, False, False, True]),
    )
    def play_in_turns(self, game: str, gains: list[int], bonus: int, how: HowEnded, chosen: bool) -> None:
        table = self.table("turns", game, len(gains), chosen)
        for seat, gain in zip(table.seats, gains, strict=True):
            table = self.run(played(self.database, table, seat.user_id, ("a",), gain, self.now))
        winner = table.seats[0].user_id
        table = self.run(ended(self.database, table, how, self.now, {winner: bonus} if how == "won" else None))
        reached = [seat.gained + seat.bonus for seat in table.seats]
        assert [seat.place for seat in table.seats] == [1 + sum(other > one for other in reached) for one in reached]

    @rule(
        game=st.sampled_from(["sun", "sultan"]),
        scores=st.lists(st.sampled_from([0, 0, 500, 900]), min_size=2, max_size=4),
        chosen=st.sampled_from([False, False, False, True]),
    )
    def race(self, game: str, scores: list[int], chosen: bool) -> None:
        table = self.table("race", game, len(scores), chosen)
        by_user = {seat.user_id: score for seat, score in zip(table.seats, scores, strict=True)}
        table = self.run(raced(self.database, table, by_user, self.now))
        assert table.state == "over"
        assert [seat.place for seat in table.seats] == [1 + sum(other > one for other in scores) for one in scores]

    @rule(user=st.sampled_from(PEOPLE), hidden=st.booleans())
    def hide(self, user: int, hidden: bool) -> None:
        self.run(People(self.database).hide(user, self.now, hidden=hidden))

    @rule(user=st.sampled_from(PEOPLE))
    def delete_all_that_is_kept_of(self, user: int) -> None:
        others = "SELECT * FROM seats WHERE user_id > 0 AND user_id <> {} ORDER BY 1, 2"
        before = rows(self.path, others.format(user))
        places = rows(self.path, "SELECT table_id, position, place, gained, bonus FROM seats ORDER BY 1, 2")
        self.run(Privacy(self.database).delete(user, str(self.today), self.now))
        assert rows(self.path, others.format(user)) == before
        assert rows(self.path, "SELECT table_id, position, place, gained, bonus FROM seats ORDER BY 1, 2") == places

    @invariant()
    def the_tallies_equal_a_recount(self) -> None:
        if hasattr(self, "path"):
            assert kept(self.path, self.today) == recount(self.path, self.today)
            with closing(sqlite3.connect(self.path)) as connection:
                assert list(wrong_tallies(connection, self.today)) == []
                assert list(wrongly_hidden(connection)) == []

    @invariant()
    def who_is_hidden_is_on_no_page(self) -> None:
        if hasattr(self, "path"):
            page = self.run(Standings(self.database).page(Question("tables", "", "all", self.today, None, 1)))
            hidden = {user for (user,) in rows(self.path, "SELECT user_id FROM people WHERE hidden = 1")}
            assert not hidden & {row.user_id for row in page.rows}
            assert all(row.user_id > 0 for row in page.rows)


TablesMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestTables = TablesMachine.TestCase


async def test_a_race_ends_with_its_last_board_though_that_was_deleted(path: Path, database: Database) -> None:
    table = await begun(database, replace(NEW, kind="race"), (1, 2, 3), "s", START)
    await raced(database, table, {1: 500, 2: 900}, START)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE seats SET state = 'left' WHERE user_id = 3")
        connection.commit()
    await Privacy(database).delete(3, "2026-11-20", START + 1)
    (after,) = rows(path, "SELECT state, ending, counts FROM tables")
    assert after == ("over", "finished", 1)
    assert rows(path, "SELECT user_id, place, game_id IS NULL FROM seats ORDER BY position") == [
        (1, 2, 0), (2, 1, 0), (-1, 3, 1),
    ]  # fmt: skip
