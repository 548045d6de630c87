"""Results are written with the ending of a game and taken back with it; the boards equal a plain recount."""

import asyncio
import contextlib
import sqlite3
import tempfile
from collections.abc import Awaitable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar, get_args

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from storage.database import Database
from storage.games import Games
from storage.people import People, forget
from storage.periods import AGO, Period, key_of
from storage.privacy import Privacy
from storage.recount import wrong_tallies, wrongly_hidden
from storage.results import Result, Results
from storage.rows import Ending, NewGame, StoredGame
from storage.schema import migrations, upgrade
from storage.standings import Question, Standings
from storage.statistics import Statistics, Streaks
from storage.tallies import Board, merit, read_merit

T = TypeVar("T")
DAY = 24 * 3600 * 1000
START = int(datetime(2026, 3, 26, 23, 50, tzinfo=UTC).timestamp()) * 1000
NEW = NewGame(owner_id=1, game="sun", options="{}", rules=1, seed="s", guild_id=9)
PERIODS: tuple[Period, ...] = get_args(Period)
BOARDS: tuple[Board, ...] = ("daily", "points", "wins", "best", "streaks")


async def result_of(database: Database, game: StoredGame) -> Result | None:
    return await Results(database).get(game.id)


async def test_a_game_that_ends_has_a_result_in_the_same_transaction(database: Database, games: Games) -> None:
    game = await games.start(NEW, START)
    game = await games.append(game.id, 1, ["a"], None, START + 1000)
    assert await result_of(database, game) is None
    game = await games.append(game.id, 2, ["b", "c"], Ending(status="won", score=900, progress=104), START + 62_999)
    assert await result_of(database, game) == Result(
        game_id=game.id,
        owner_id=1,
        game="sun",
        options="{}",
        day=None,
        guild_id=9,
        won=1,
        score=900,
        moves=3,
        seconds=61,
        ended_at=START + 62_999,
        counted_on="2026-03-26",
        counts=1,
    )


async def test_a_lost_game_that_goes_on_has_no_result_until_it_ends_again(database: Database, games: Games) -> None:
    game = await games.start(NEW, START)
    game = await games.append(game.id, 1, ["a"], Ending(status="lost", score=5), START)
    assert await result_of(database, game) is not None
    game = await games.take_back(game.id, 2, START, reopen=True)
    assert await result_of(database, game) is None
    game = await games.resign(game.id, 3, START)
    result = await result_of(database, game)
    assert result is not None
    assert (result.won, result.score, result.moves, result.seconds) == (0, 0, 0, 0)


@pytest.mark.parametrize("origin", ["chosen", "imported", "seen"])
async def test_only_deals_of_the_bots_met_for_the_first_time_count(
    database: Database, games: Games, origin: str
) -> None:
    game = await games.start(replace(NEW, origin=origin), START)  # type: ignore[arg-type]  # one of them
    game = await games.append(game.id, 1, ["a"], Ending(status="won", score=900), START)
    result = await result_of(database, game)
    assert result is not None
    assert result.counts == 0


async def test_hints_and_looks_undone_do_not_count_and_plain_undo_does(database: Database, games: Games) -> None:
    counted = []
    for spoiled in ("hint", "peek", "undo"):
        game = await games.start(replace(NEW, seed=spoiled), START)
        if spoiled == "hint":
            await games.count_hint(game.id, 1)
        else:
            game = await games.append(game.id, 1, ["a"], None, START)
            game = await games.take_back(game.id, 2, START, peeked=spoiled == "peek")
        game = await games.append(game.id, game.version, ["a"], Ending(status="won", score=900), START)
        result = await result_of(database, game)
        assert result is not None
        counted.append(result.counts)
    assert counted == [0, 0, 1]


async def test_a_game_from_elsewhere_that_was_over_has_a_result(database: Database, games: Games) -> None:
    game = await games.start(replace(NEW, origin="imported"), START, ["a", "b"], Ending(status="resigned", score=7))
    result = await result_of(database, game)
    assert result is not None
    assert (result.won, result.score, result.moves, result.counts) == (0, 7, 2, 0)


async def test_a_daily_counts_for_its_day_whenever_it_ends(database: Database, games: Games) -> None:
    game = await games.start(replace(NEW, day="2026-03-26"), START)
    game = await games.append(game.id, 1, ["a"], Ending(status="won", score=900), START + DAY)
    result = await result_of(database, game)
    assert result is not None
    assert (result.day, result.counted_on, result.counts) == ("2026-03-26", "2026-03-26", 0)
    ask = Question("points", "", "today", date(2026, 3, 26), None, 1)
    standings = Standings(database)
    assert [row.value for row in (await standings.page(ask)).rows] == [900]
    assert (await standings.page(replace(ask, day=date(2026, 3, 27)))).rows == ()


async def test_streaks_run_on_until_a_day_has_passed_without_a_daily(database: Database, games: Games) -> None:
    for number, status in enumerate(("won", "won", "lost", "won")):
        game = await games.start(replace(NEW, day=f"2026-03-{20 + number}"), START)
        await games.append(game.id, 1, ["a"], Ending(status=status, score=1), START - (6 - number) * DAY)  # type: ignore[arg-type]
    statistics = Statistics(database)
    assert await statistics.streaks(1, date(2026, 3, 23), "sun") == Streaks(4, 4, 1, 2)
    assert await statistics.streaks(1, date(2026, 3, 24)) == Streaks(4, 4, 1, 2)
    assert await statistics.streaks(1, date(2026, 3, 25)) == Streaks(0, 4, 0, 2)
    assert await statistics.streaks(1, date(2026, 3, 24), "pyramid") == Streaks(0, 0, 0, 0)


async def test_the_first_of_a_daily_have_ranks_and_names_and_are_of_a_server_if_one_is_given(
    database: Database, games: Games
) -> None:
    people = People(database)
    for owner, score in ((1, 500), (2, 700), (3, 700), (4, 900), (5, 100)):
        game = await games.start(replace(NEW, owner_id=owner, day="2026-03-26", seed="d"), START)
        await games.append(game.id, 1, ["a"], Ending(status="lost", score=score), START)
        await people.note(owner, f"name {owner}", 9 if owner != 5 else None, START)
    await people.hide(4, START, hidden=True)
    await people.note(2, "name 2", 8, START)
    found = await Results(database).standings("sun", "2026-03-26", 9)
    assert [(rank, name, result.owner_id) for rank, name, result in found] == [
        (1, "name 2", 2), (1, "name 3", 3), (3, "name 1", 1), (4, "name 5", 5),
    ]  # fmt: skip
    here = await Results(database).standings("sun", "2026-03-26", 2, guild_id=9)
    assert [(rank, result.owner_id) for rank, _, result in here] == [(1, 2), (1, 3)]
    assert [name for _, name, _ in await Results(database).standings("sun", "2026-03-26", 9, 8)] == ["name 2"]
    assert await Results(database).standings("sun", "2026-03-26", 9, 7) == ()


async def test_of_who_is_forgotten_nothing_is_on_any_board(database: Database, games: Games) -> None:
    for owner in (1, 2):
        game = await games.start(replace(NEW, owner_id=owner, day="2026-03-26"), START)
        await games.append(game.id, 1, ["a"], Ending(status="won", score=5), START)
        await People(database).note(owner, "name", 9, START)

    def forget_one(connection: sqlite3.Connection) -> list[int]:
        connection.execute("DELETE FROM games WHERE owner_id = 1")
        forget(connection, 1)
        tables = {"results": "owner_id", "people": "user_id", "members": "user_id", "tallies": "user_id"}
        return [
            user
            for table, column in tables.items()
            for (user,) in connection.execute(f"SELECT DISTINCT {column} FROM {table}")
        ]

    assert await database.write(forget_one) == [2, 2, 2, 2]


def test_a_merit_orders_by_score_then_moves_then_seconds_and_can_be_read() -> None:
    results = [(1000, 2**24 - 1, 2**29 - 1), (1000, 12, 61), (999, 0, 0), (999, 0, 1), (999, 1, 0), (0, 0, 0)]
    merits = [merit(*result) for result in results]
    assert [read_merit(value) for value in merits] == results
    assert sorted(results, key=lambda result: (-result[0], result[1], result[2])) == [
        read_merit(value) for value in sorted(merits, reverse=True)
    ]
    assert max(merits) < 2**63


def recount(path: Path, today: date) -> dict[tuple[str, str, str, int], int]:
    """Return all tallies of the periods as seen from today, counted anew from the games and moves."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        over = connection.execute("SELECT * FROM games WHERE status <> 'playing'").fetchall()
        last = dict(connection.execute("SELECT game_id, MAX(made_at) FROM moves GROUP BY game_id").fetchall())
    tallies: dict[tuple[str, str, str, int], int] = {}
    for period in PERIODS:
        key = key_of(period, today)
        for row in over:
            counted = row["day"] or str(datetime.fromtimestamp(row["ended_at"] / 1000, UTC).date())
            if not holds(period, date.fromisoformat(counted), today):
                continue
            counts = row["origin"] == "bot" and not row["hints"] and not row["peeks"]
            seconds = max(0, last.get(row["id"], 0) - (row["first_move_at"] or 0)) // 1000 if row["move_count"] else 0
            value = merit(row["score"] or 0, row["move_count"], seconds)
            for game in ("", row["game"]):
                if row["day"]:
                    gained: dict[str, int] = {"points": row["score"] or 0, "daily": value}
                elif counts:
                    gained = {"best": value} | ({"wins": 1} if row["status"] == "won" else {})
                else:
                    gained = {}
                for board, gain in gained.items():
                    where = (key, board, game, row["owner_id"])
                    old = tallies.get(where)
                    if board in ("points", "wins"):
                        tallies[where] = (old or 0) + gain
                    else:
                        tallies[where] = gain if old is None else max(old, gain)
    return tallies | streaks_counted(over, today)


def streaks_counted(over: list[Any], today: date) -> dict[tuple[str, str, str, int], int]:
    found = {}
    for owner in {row["owner_id"] for row in over}:
        for game in ("", "sun", "sultan"):
            own = [row for row in over if row["owner_id"] == owner and row["day"] and game in ("", row["game"])]
            played = {date.fromisoformat(row["day"]) for row in own}
            won = {date.fromisoformat(row["day"]) for row in own if row["status"] == "won"}
            reached = {f"d{today}": alive(played, today) * 2**20 + alive(won, today)}
            for period in PERIODS:
                if period not in AGO:
                    inside = {day for day in played if holds(period, day, today)}
                    reached[key_of(period, today)] = longest(inside) * 2**20 + longest(inside & won)
            for key, value in reached.items():
                if value:
                    found[key, "streaks", game, owner] = value
    return found


def holds(period: Period, day: date, today: date) -> bool:
    if period in AGO:
        return (today - day).days == AGO[period]
    return key_of(period, day) == key_of(period, today)


def longest(days: set[date]) -> int:
    return max(
        (len(list(run)) for _, run in groupby(enumerate(sorted(days)), lambda pair: pair[1].toordinal() - pair[0])),
        default=0,
    )


def alive(days: set[date], today: date) -> int:
    last = today if today in days else today - timedelta(days=1)
    count = 0
    while last in days:
        count, last = count + 1, last - timedelta(days=1)
    return count


def kept(path: Path, today: date) -> dict[tuple[str, str, str, int], int]:
    """Return the tallies of the periods as seen from today, as they are stored; no streaks of days gone by."""
    keys = [key_of(period, today) for period in PERIODS]
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(
            f"SELECT period, board, game, user_id, value FROM tallies WHERE period IN ({', '.join('?' * len(keys))})"
            " AND NOT (board = 'streaks' AND period LIKE 'd%' AND period < ?)",
            (*keys, f"d{today}"),
        )
        return {(period, board, game, user): value for period, board, game, user, value in found}


class ResultsMachine(RuleBasedStateMachine):
    """Three people play dailies and solo games of two kinds while days go by; some lost games are taken up again."""

    @initialize(skipped=st.integers(0, 6))
    def begin(self, skipped: int) -> None:
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "patience.db"
        self.database = self.run(Database.open(self.path))
        self.games = Games(self.database)
        self.now = START + skipped * DAY
        self.under_way: list[StoredGame] = []
        self.lost: list[StoredGame] = []
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

    @rule(minutes=st.sampled_from([0, 1, 7, 1440, 1440, 2880, 30 * 1440]))
    def wait(self, minutes: int) -> None:
        self.now += minutes * 60_000

    @rule(owner=st.integers(1, 3), game=st.sampled_from(["sun", "sultan"]), ranked=st.booleans())
    def start(self, owner: int, game: str, ranked: bool) -> None:
        self.number += 1
        new = replace(NEW, owner_id=owner, game=game, seed=str(self.number), day=str(self.today) if ranked else None)
        try:
            self.under_way.append(self.run(self.games.start(new, self.now)))
        except sqlite3.IntegrityError:
            assert ranked

    @rule(
        owner=st.integers(1, 2),
        days=st.lists(st.tuples(st.sampled_from([0, 500, 900]), st.booleans(), st.booleans()), min_size=1, max_size=9),
    )
    def play_daily_for_days(self, owner: int, days: list[tuple[int, bool, bool]]) -> None:
        """Play the daily of a game, and one more game, on days in a row."""
        for score, won, ranked in days:
            for day in (str(self.today), None) if ranked else (None,):
                self.number += 1
                new = replace(NEW, owner_id=owner, seed=str(self.number), day=day)
                with contextlib.suppress(sqlite3.IntegrityError):
                    game = self.run(self.games.start(new, self.now))
                    ending = Ending(status="won" if won else "lost", score=score)
                    self.run(self.games.append(game.id, 1, ["a"], ending, self.now))
            self.now += DAY

    @rule(which=st.integers(0, 99), score=st.sampled_from([0, 500, 500, 900]), won=st.booleans())
    def end(self, which: int, score: int, won: bool) -> None:
        # A ranked game is closed a day after its own at the latest.
        self.under_way = [game for game in self.under_way if not game.day or self.age(game) <= 1]
        if not self.under_way:
            return
        game = self.under_way.pop(which % len(self.under_way))
        ending = Ending(status="won" if won else "lost", score=score)
        moves = ["a"] * (1 + which % 2)
        game = self.run(self.games.append(game.id, game.version, moves, ending, self.now))
        if not won:
            self.lost.append(game)

    def age(self, game: StoredGame) -> int:
        return (self.today - date.fromisoformat(game.day or "")).days

    @rule(which=st.integers(0, 99), peeked=st.booleans())
    def take_up_again(self, which: int, peeked: bool) -> None:
        self.lost = [game for game in self.lost if not game.day or self.age(game) <= 1]
        if self.lost:
            game = self.lost.pop(which % len(self.lost))
            back = self.games.take_back(game.id, game.version, self.now, reopen=True, peeked=peeked and not game.day)
            self.under_way.append(self.run(back))

    @rule(which=st.integers(0, 99))
    def hint(self, which: int) -> None:
        solo = [game for game in self.under_way if game.day is None]
        if solo:
            game = solo[which % len(solo)]
            self.run(self.games.count_hint(game.id, game.version))

    @rule(which=st.integers(0, 99))
    def resign(self, which: int) -> None:
        solo = [game for game in self.under_way if game.day is None]
        if solo:
            game = solo[which % len(solo)]
            self.under_way.remove(game)
            self.run(self.games.resign(game.id, game.version, self.now, score=100))

    @rule(owner=st.integers(1, 3), hidden=st.booleans())
    def hide(self, owner: int, hidden: bool) -> None:
        self.run(People(self.database).hide(owner, self.now, hidden=hidden))
        with closing(sqlite3.connect(self.path)) as connection:
            found = connection.execute("SELECT DISTINCT hidden FROM tallies WHERE user_id = ?", (owner,)).fetchall()
        assert found in ([], [(hidden,)])

    @rule(owner=st.integers(1, 3))
    def delete_all_that_is_kept_of(self, owner: int) -> None:
        others = {key: value for key, value in kept(self.path, self.today).items() if key[3] != owner}
        since = str(self.today - timedelta(days=1))
        deleted = self.run(Privacy(self.database).delete(owner, since, self.now)).games
        self.under_way = [game for game in self.under_way if game.id not in deleted]
        self.lost = [game for game in self.lost if game.id not in deleted]
        assert kept(self.path, self.today) == others

    @invariant()
    def the_tallies_equal_a_recount(self) -> None:
        if hasattr(self, "path"):
            assert kept(self.path, self.today) == recount(self.path, self.today)
            with closing(sqlite3.connect(self.path)) as connection:
                assert list(wrong_tallies(connection, self.today)) == []
                assert list(wrongly_hidden(connection)) == []

    @rule()
    def the_migration_counts_the_same(self) -> None:
        with closing(sqlite3.connect(self.path)) as old, tempfile.TemporaryDirectory() as folder:
            again = Path(folder) / "again.db"
            with closing(sqlite3.connect(again, isolation_level=None)) as new:
                upgrade(new, migrations()[:5])
                for table in ("games", "moves"):
                    names = [row[1] for row in new.execute(f"PRAGMA table_info({table})")]
                    rows = old.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall()
                    new.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(names))})", rows)
                upgrade(new, migrations())
                assert list(wrong_tallies(new, self.today)) == []
            assert kept(again, self.today) == recount(again, self.today)


TestResults = ResultsMachine.TestCase
TestResults.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
