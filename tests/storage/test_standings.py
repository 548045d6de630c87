"""A page of a board is what sorting all of it gives: ranks, ties, hidden people, members of servers, the own row."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.periods import kept_spans, key_of, outdated
from storage.schema import migrations, upgrade
from storage.standings import PAGE, Page, Question, Row, page

DAY = date(2026, 11, 30)
SEEN = int(datetime(2026, 11, 1, tzinfo=UTC).timestamp()) * 1000
LONG_AGO = int(datetime(2026, 8, 1, tzinfo=UTC).timestamp()) * 1000
HERE = 77


@dataclass(frozen=True, slots=True)
class Player:
    user: int
    value: int
    hidden: bool
    seen_at: int | None


def filled(connection: sqlite3.Connection, players: list[Player]) -> None:
    for table in ("tallies", "members", "people"):
        connection.execute(f"DELETE FROM {table}")
    for one in players:
        for period, game in (("a", ""), ("a", "sun"), ("m2026-10", "")):
            connection.execute(
                "INSERT INTO tallies VALUES (?, 'wins', ?, ?, ?, ?)", (period, game, one.user, one.hidden, one.value)
            )
        connection.execute("INSERT INTO people VALUES (?, ?, ?, 1)", (one.user, f"name {one.user}", one.hidden))
        if one.seen_at is not None:
            connection.execute("INSERT INTO members VALUES (?, ?, ?)", (HERE, one.user, one.seen_at))
            connection.execute("INSERT INTO members VALUES (?, ?, ?)", (HERE + 1, one.user, SEEN))


def expected(players: list[Player], guild: int | None, asker: int, number: int) -> Page:
    shown = [
        one
        for one in players
        if not one.hidden and (guild is None or (one.seen_at is not None and one.seen_at > LONG_AGO))
    ]
    shown.sort(key=lambda one: (-one.value, one.user))

    def row(one: Player) -> Row:
        rank = 1 + sum(other.value > one.value for other in shown)
        return Row(rank, one.user, f"name {one.user}", one.value)

    own = next((row(one) for one in players if one.user == asker), None)
    rows = tuple(map(row, shown[number * PAGE : number * PAGE + PAGE]))
    return Page(rows, own, len(shown) > (number + 1) * PAGE)


@pytest.fixture(scope="module")
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        upgrade(connection, migrations())
        yield connection


@given(st.integers(0, 45), st.integers(1, 40), st.randoms(use_true_random=False))
def test_every_page_is_as_sorting_gives_it(
    connection: sqlite3.Connection, count: int, values: int, draw: random.Random
) -> None:
    players = [
        Player(user, draw.randrange(values), draw.random() < 0.2, draw.choice([None, SEEN, SEEN, LONG_AGO]))
        for user in draw.sample(range(1, 1000), count)
    ]
    filled(connection, players)
    for guild in (None, HERE):
        for number in range(count // PAGE + 2):
            asker = draw.choice(players).user if players else 1
            question = Question("wins", "", "all", DAY, guild, asker, number)
            assert page(connection, question) == expected(players, guild, asker, number)


def test_a_page_of_another_period_game_board_or_server_is_empty(connection: sqlite3.Connection) -> None:
    filled(connection, [Player(1, 5, False, SEEN)])
    nothing = Page((), None, False)
    assert page(connection, Question("wins", "sun", "all", DAY, HERE, 1)).rows
    assert page(connection, Question("wins", "", "month", DAY, None, 1)) == nothing
    assert page(connection, Question("wins", "pyramid", "all", DAY, None, 1)) == nothing
    assert page(connection, Question("best", "", "all", DAY, None, 1)) == nothing
    assert page(connection, Question("wins", "", "all", DAY, HERE + 2, 1)).rows == ()


def test_periods_hold_their_days_and_outlive_them_by_three(connection: sqlite3.Connection) -> None:
    assert [key_of(period, date(2026, 3, 1)) for period in ("today", "week", "month", "all")] == [
        "d2026-03-01", "w2026-02-23", "m2026-03", "a",
    ]  # fmt: skip
    keys = {span.key for span in kept_spans(date(2026, 2, 28), date(2026, 3, 3))}
    assert keys == {"d2026-02-28", "w2026-02-23", "m2026-02", "a"}
    assert {span.key for span in kept_spans(date(2026, 2, 27), date(2026, 3, 3))} == keys - {"d2026-02-28"}
    assert {span.key for span in kept_spans(date(2026, 1, 30), date(2026, 3, 3))} == {"a"}
    assert outdated(date(2026, 3, 3)) == (("d", "d2026-02-28"), ("w", "w2026-02-23"), ("m", "m2026-02"))
