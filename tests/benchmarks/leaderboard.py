"""How long a page of a leaderboard takes, with a million results of 50,000 people in 2,000 servers over 1,000 days.

``python -m tests.benchmarks.leaderboard`` makes such a database, by the migration that makes results of the games that
were there before, with 200,000 tables of two to eight people beside them, and prints for each board how long its
slowest pages took and along which indexes they were read. Its exit status is 1 if a page takes more than LIMIT, or any
query reads a whole table. Times are of the thread: what else the machine does is not counted.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, get_args

from storage import standings, tallies
from storage.database import READ_CACHE
from storage.periods import Period, day_of, kept_spans, key_of
from storage.rows import Ending
from storage.schema import migrations, upgrade
from storage.standings import PAGE, Question, page
from storage.statements import end
from storage.table_ends import settle
from storage.table_tallies import COUNTED, table_tallies

LIMIT: Final = 10.0
"""Milliseconds that a page may take."""

AIM: Final = 1.0
RESULTS, TABLES, PEOPLE, SERVERS, DAYS = 1_000_000, 200_000, 50_000, 2_000, 1_000
GAMES: Final = ("pyramid", "sultan", "sun")
NOW: Final = int(datetime(2026, 11, 29, 20, tzinfo=UTC).timestamp()) * 1000
TODAY: Final = day_of(NOW)
DAY: Final = 24 * 3600 * 1000
REPEATS: Final = 5
SEATS: Final = 8
RESULTS_STEP: Final = 6
"""Which migration makes the results."""


def main() -> int:
    """Make the database, ask for pages, and print what that took."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.leaderboard", description=__doc__)
    parser.add_argument("--results", type=int, default=RESULTS, help="how many results there are")
    parser.add_argument("--database", type=Path, help="where to keep the database; one that is there is used again")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = given.database or Path(folder) / "leaderboard.db"
        made = path.exists()
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            if not made:
                _make(connection, given.results)
            connection.execute(f"PRAGMA {READ_CACHE}")
            return _measured(connection)


def _make(connection: sqlite3.Connection, count: int) -> None:
    draw = random.Random(6)
    connection.execute("PRAGMA synchronous = OFF")
    upgrade(connection, migrations()[: RESULTS_STEP - 1])
    connection.execute("BEGIN")
    connection.executemany(
        "INSERT OR IGNORE INTO games (owner_id, game, options, rules, seed, day, version, move_count, undo_count,"
        " status, score, progress, started_at, first_move_at, touched_at, ended_at)"
        " VALUES (?, ?, '{}', 1, 's', ?, 2, ?, 0, ?, ?, 0, ?, ?, ?, ?)",
        itertools.islice(_games(draw), count),
    )
    connection.execute("COMMIT")
    before = time.thread_time()
    upgrade(connection, migrations())
    print(f"made results and tallies of the games: {time.thread_time() - before:.1f} s")
    connection.execute("BEGIN")
    _make_tables(connection, draw, count * TABLES // RESULTS)
    connection.executemany("INSERT INTO people VALUES (?, ?, 0, ?)", ((n, f"Person {n}", NOW) for n in range(PEOPLE)))
    connection.executemany("INSERT OR IGNORE INTO members VALUES (?, ?, ?)", _members(draw))
    hidden = [(n,) for n in range(PEOPLE) if n % 50 == 7]
    connection.executemany("UPDATE people SET hidden = 1 WHERE user_id = ?", hidden)
    connection.executemany("UPDATE tallies SET hidden = 1 WHERE user_id = ?", hidden)
    connection.execute("COMMIT")


def _games(draw: random.Random) -> Iterator[tuple[object, ...]]:
    """Yield games that are over: some people play much more than others; three in five are dailies."""
    while True:
        owner = int(PEOPLE * draw.random() ** 2)
        ended = NOW - draw.randrange(DAYS) * DAY - draw.randrange(DAY // 2)
        won = draw.random() < 0.3
        score = draw.randrange(900, 1001) if won else draw.randrange(700)
        day = str(day_of(ended)) if draw.random() < 0.6 else None
        status = "won" if won else "lost"
        yield (owner, draw.choice(GAMES), day, draw.randrange(10, 150), status, score, ended, ended, ended, ended)


def _make_tables(connection: sqlite3.Connection, draw: random.Random, count: int) -> None:
    """Make tables that are over and count, and what the leaderboard of tables keeps of them."""
    for number in range(1, count + 1):
        ended = NOW - draw.randrange(DAYS) * DAY - draw.randrange(DAY // 2)
        connection.execute(
            "INSERT INTO tables (id, kind, guild_id, channel_id, locale, threaded, host_id, game, options, rules,"
            " origin, most_seats, clock, state, ending, counts, counted_on, version, moment, turn_number, created_at,"
            " ended_at) VALUES (?, 'turns', 1, 2, 'en-US', 0, 1, ?, '{}', 1, 'bot', 8, 60, 'over', 'lost', 1, ?, 1, 1,"
            " 1, ?, ?)",
            (number, draw.choice(GAMES), str(day_of(ended)), ended, ended),
        )
        people = {int(PEOPLE * draw.random() ** 2) + 1 for _ in range(draw.randrange(2, 9))}
        connection.executemany(
            "INSERT INTO seats (table_id, user_id, position, state, gained, place) VALUES (?, ?, ?, 'in', 5, ?)",
            [(number, person, place, place) for place, person in enumerate(people, 1)],
        )
    for span in kept_spans(TODAY, TODAY):
        for (person, game), value in table_tallies(connection, span).items():
            tallies.put(connection, span.key, "tables", game, person, 0, value)


def _members(draw: random.Random) -> Iterator[tuple[int, int, int]]:
    """Yield who was seen in which server and when: the largest one has over two thousand, most a few dozen."""
    for person in range(PEOPLE):
        for _ in range(draw.choice((1, 2, 3))):
            yield int(SERVERS * draw.random() ** 2), person, NOW - draw.randrange(120) * DAY


def _measured(connection: sqlite3.Connection) -> int:
    count, seats, kept, members = (
        connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
        for table in ("results", "seats", "tallies", "members")
    )
    sizes = connection.execute("SELECT guild_id, COUNT(*) FROM members GROUP BY guild_id ORDER BY COUNT(*)").fetchall()
    print(
        f"{count} results, {seats} seats at tables, {kept} tallies, {members} members; SQLite {sqlite3.sqlite_version}"
    )
    scopes = {
        "everyone": None,
        f"a server of {sizes[len(sizes) // 2][1]}": sizes[len(sizes) // 2][0],
        f"a server of {sizes[-1][1]}": sizes[-1][0],
    }
    worst = 0.0
    print(f"{'board':9}{'period':14}{'scope':20}{'pages':>7}{'median ms':>11}{'slowest ms':>12}")
    for board in get_args(tallies.Board):
        for period in get_args(Period):
            for name, guild in scopes.items():
                times, pages = _times(connection, Question(board, "", period, TODAY, guild, 0))
                worst = max(worst, *times)
                print(f"{board:9}{period:14}{name:20}{pages:7}{statistics.median(times):11.3f}{max(times):12.3f}")
    ended, settled = _endings(connection), _table_ends(connection)
    print(f"slowest page {worst:.2f} ms (limit {LIMIT}, aim {AIM}); the end of a game: {ended:.2f} ms at the median")
    print(
        f"the end of a table of {SEATS}: {statistics.median(settled):.2f} ms at the median, {max(settled):.2f} at most"
    )
    scans = _plans(connection)
    return int(worst > LIMIT or scans > 0)


def _times(connection: sqlite3.Connection, question: Question) -> tuple[list[float], int]:
    """Return milliseconds of the first, a middle and the last page, of a game and of all, for different askers."""
    times, most = [], 0
    for game in ("", "sun"):
        asked = replace(question, game=game)
        last = _last_page(connection, asked)
        most = max(most, last + 1)
        rows = page(connection, replace(asked, page=last)).rows
        askers = {0, 7, rows[-1].user_id if rows else 1}
        for number in {0, last // 2, last}:
            for asker in askers:
                wanted = replace(asked, page=number, asker=asker)
                times.append(_fastest(lambda wanted=wanted: page(connection, wanted)))  # type: ignore[misc]
    return times, most


def _last_page(connection: sqlite3.Connection, question: Question) -> int:
    low, high = 0, PEOPLE // PAGE
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if page(connection, replace(question, page=middle)).rows else (low, middle - 1)
    return low


def _fastest(work: Callable[[], object]) -> float:
    """Return the milliseconds of the thread that the median of a few runs took."""
    times = []
    for _ in range(REPEATS):
        before = time.thread_time()
        work()
        times.append((time.thread_time() - before) * 1000)
    return statistics.median(times)


def _endings(connection: sqlite3.Connection) -> float:
    """Return the milliseconds in which a daily ends, with all that follows from it; nothing of it is kept."""
    times = []
    connection.execute("BEGIN")
    for owner in range(0, 2000, 20):
        (number,) = connection.execute(
            "INSERT INTO games (owner_id, game, options, rules, seed, day, version, move_count, undo_count, status,"
            " started_at, first_move_at, touched_at) VALUES (?, 'sun', '{}', 1, 's', ?, 2, 9, 0, 'playing', ?, ?, ?)"
            " RETURNING id",
            (owner, str(TODAY + timedelta(days=1)), NOW, NOW, NOW),
        ).fetchone()
        before = time.thread_time()
        end(connection, number, Ending(status="won", score=950), NOW + DAY)
        times.append((time.thread_time() - before) * 1000)
    connection.execute("ROLLBACK")
    return statistics.median(times)


def _table_ends(connection: sqlite3.Connection) -> list[float]:
    """Return the milliseconds in which tables end, of those who have played most and of others; nothing is kept."""
    times = []
    found = connection.execute("SELECT user_id FROM seats GROUP BY user_id ORDER BY COUNT(*) DESC").fetchall()
    people = [person for (person,) in found]
    connection.execute("BEGIN")
    for first in range(0, len(people) - SEATS, max(1, len(people) // 50)):
        (number,) = connection.execute(
            "INSERT INTO tables (kind, guild_id, channel_id, locale, threaded, host_id, game, options, rules, origin,"
            " most_seats, clock, state, ending, version, moment, turn_number, created_at, ended_at)"
            " VALUES ('turns', 1, 2, 'en-US', 0, 1, 'sun', '{}', 1, 'bot', 8, 60, 'over', 'lost', 1, 1, 1, ?, ?)"
            " RETURNING id",
            (NOW, NOW),
        ).fetchone()
        connection.executemany(
            "INSERT INTO seats (table_id, user_id, position, state, gained) VALUES (?, ?, ?, 'in', ?)",
            [(number, person, place, place) for place, person in enumerate(people[first : first + SEATS])],
        )
        before = time.thread_time()
        settle(connection, number, NOW)
        times.append((time.thread_time() - before) * 1000)
    connection.execute("ROLLBACK")
    return times


def _plans(connection: sqlite3.Connection) -> int:
    """Print along which indexes the queries are read; return how many of them read a whole table."""
    scans = 0
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    named = {
        "period": key_of("all", TODAY), "board": "wins", "game": "", "guild_id": 1, "since": 0, "asker": 1, "skip": 0,
        "value": 1, "own": 1, "user_id": 1,
    }  # fmt: skip
    for name in ("EVERYONE", "EQUAL", "BETTER", "SERVER", "OWN", "NAMES"):
        statement = getattr(standings, name)
        values = [1] * (PAGE + 1) if name == "NAMES" else named
        print(f"{name.lower()}:")
        for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values):
            print(f"    {step}")
            scans += re.match(rf"SCAN ({'|'.join(tables)})\b", step) is not None
    print("counted at tables:")
    for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {COUNTED}", (1,)):
        print(f"    {step}")
        scans += re.match(rf"SCAN ({'|'.join(tables)})\b", step) is not None
    return scans


if __name__ == "__main__":
    sys.exit(main())
