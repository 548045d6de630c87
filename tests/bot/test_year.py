"""A year of dailies, by six people in two servers: after each day the standings are what the stored games come to.

The machine's own clock is set to Chisinau's for half of the year and to Yerevan's for the other, over both changes of
summer time; the program ends and begins again at midnights; and much is asked for at the same instant.
"""

from __future__ import annotations

import asyncio
import heapq
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.dailies import Challenge
from bot.days import DAY, after, begins, closes, day_at
from bot.leaders import Leaders
from bot.new_games import Place
from bot.positions import Position
from bot.service import Service
from engine.game import games
from engine.solve import solve
from storage.announcements import Announcements
from storage.daily import Dailies
from storage.database import Database
from storage.games import Games
from storage.recount import wrong_tallies
from storage.rows import GameChanged

FIRST, LAST = "2026-09-01", "2027-08-31"
CHISINAU, YEREVAN = "EET-2EEST,M3.5.0/2,M10.5.0/3", "<+04>-4"
PEOPLE = range(1, 7)
SERVERS = (100, 200)
GAMES = tuple(games())


class House:
    """The parts of the program that days are made of, over one database; ``now`` is the test's."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        async def nobody(*_: Any, **__: Any) -> None:
            raise AssertionError("nothing is searched for")

        self.service = Service(Games(database), now)
        self.challenge = Challenge(self.service, Dailies(database), nobody, now=now, idle=True)
        self.leaders = Leaders(database, now)
        self.announcements = Announcements(database)


@asynccontextmanager
async def opened(file: Path, now: Callable[[], int]) -> AsyncIterator[House]:
    async with await Database.open(file) as database:
        yield House(database, now)


class Year:
    """What happens, in the order of its time, and all of it by chance that is the same at every run."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.now = begins(FIRST)
        self.rng = random.Random(12)
        self._order = count()
        self._waiting: list[tuple[int, int, Callable[[House], Coroutine[Any, Any, None]]]] = []

    def at(self, when: int, do: Callable[[House], Coroutine[Any, Any, None]]) -> None:
        heapq.heappush(self._waiting, (when, next(self._order), do))

    async def up_to(self, when: int, house: House) -> None:
        """Do all that is to be done before a time."""
        while self._waiting and self._waiting[0][0] < when:
            self.now, _, do = heapq.heappop(self._waiting)
            await do(house)
        self.now = when

    def plan(self, day: str) -> None:
        """Have about half of the people play a game each on a day."""
        for person in PEOPLE:
            if self.rng.random() < 0.5:
                self._plan(day, person, self.rng.choice(GAMES))

    def _plan(self, day: str, person: int, name: str) -> None:
        # Midnights are the moments to watch.
        begun = begins(day) + self.rng.choice([0, DAY - 1, self.rng.randrange(DAY)])
        ended = min(begun + self.rng.choice([1000, 60_000, 30 * 3_600_000, 3 * DAY]), closes(day) + 1000)
        wins = self.rng.random() < 0.04 and name != "pyramid"

        async def begin(house: House) -> None:
            places = [Place(1, SERVERS[0]), Place(2, SERVERS[1])]
            if self.rng.random() < 0.3:
                one, other = await asyncio.gather(*(house.challenge.open(person, place, name) for place in places))
                assert one.id == other.id
            await house.leaders.note(person, f"Player {person}", SERVERS[person % 2])
            position = await house.challenge.open(person, places[person % 2], name)
            assert (position.stored.day, position.stored.owner_id) == (day, person)
            await self._play(house, position, wins=wins)

        async def end(house: House) -> None:
            position = (await house.challenge.attempts(person, day))[name]
            assert position is not None
            if position.over:
                return
            resigning = (
                house.service.resign(person, position.id, position.stored.version)
                for _ in range(self.rng.choice([1, 2]))
            )
            settings = house.announcements.choose(SERVERS[0], 5, "ro", day_at(self.now), self.now)
            done = await asyncio.gather(*resigning, settings, return_exceptions=True)
            refused = [one for one in done if isinstance(one, BaseException)]
            assert all(isinstance(one, GameChanged) for one in refused)
            assert sum(isinstance(one, Position) for one in done) == 1

        self.at(begun, begin)
        if ended < closes(day):
            self.at(ended, end)

    async def _play(self, house: House, position: Position, *, wins: bool) -> None:
        game, owner = position.game, position.stored.owner_id
        if wins:
            moves = [game.format(move) for move in solve(game, position.state, seconds=60).moves]
        else:
            moves = []
            state = position.state
            for _ in range(self.rng.randrange(1, 6)):
                legal = game.legal_moves(state)
                move = self.rng.choice(legal)
                moves.append(game.format(move))
                state = game.apply(state, move)
        if moves:
            await house.service.move_on(owner, position.id, position.stored.version, moves)


def recounted(file: Path, day: str) -> dict[str, list[tuple[int, int, int, int]]]:
    """Return of each game who has which score, moves and seconds on a day: from the deals and moves alone."""
    found: dict[str, list[tuple[int, int, int, int]]] = {name: [] for name in GAMES}
    with closing(sqlite3.connect(file)) as connection:
        attempts = connection.execute(
            "SELECT id, owner_id, game, seed, first_move_at, status FROM games WHERE day = ?", (day,)
        ).fetchall()
        for number, owner, name, seed, first, status in attempts:
            assert status != "playing"
            made = connection.execute(
                "SELECT move, made_at FROM moves WHERE game_id = ? ORDER BY ply", (number,)
            ).fetchall()
            game = games()[name]
            state = game.deal(game.deal_from_seed(seed), game.read_options({}))
            for text, _ in made:
                state = game.apply(state, game.parse(text))
            seconds = (made[-1][1] - first) // 1000 if made else 0
            found[name].append((owner, game.score(state), len(made), seconds))
    return found


async def check(house: House, file: Path, day: str) -> None:
    """Hold the standings of a day, which are final, against what was stored."""
    for name, attempts in recounted(file, day).items():
        best = sorted((-score, moves, seconds) for _, score, moves, seconds in attempts)
        for server in (None, *SERVERS):
            shown = await house.leaders.results.standings(name, day, 100, server)
            here = [one for one in attempts if server in (None, SERVERS[one[0] % 2])]
            assert {(result.owner_id, result.score, result.moves, result.seconds) for _, _, result in shown} == set(
                here
            )
            places = [(-result.score, result.moves, result.seconds) for _, _, result in shown]
            assert places == sorted(places)
            assert all(rank == places.index(place) + 1 for (rank, _, _), place in zip(shown, places, strict=True))
        assert len(best) == len({owner for owner, *_ in attempts})


def streaks_recounted(file: Path, person: int, today: str, *, won: bool) -> tuple[int, int]:
    """Return how many days in a row a person has played or won, up to today or yesterday, and the most ever."""
    with closing(sqlite3.connect(file)) as connection:
        days = {
            date.fromisoformat(day)
            for (day,) in connection.execute(
                "SELECT day FROM games WHERE owner_id = ? AND day IS NOT NULL AND status <> 'playing'"
                " AND (status = 'won' OR NOT ?)",
                (person, won),
            )
        }

    def up_to(day: date) -> int:
        length = 0
        while day in days:
            length, day = length + 1, day - timedelta(days=1)
        return length

    now = date.fromisoformat(today)
    return up_to(now) or up_to(now - timedelta(days=1)), max(map(up_to, days), default=0)


@pytest.fixture
def clock_of(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Set what the machine takes for its own time; put back afterwards."""

    def to(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield to
    monkeypatch.undo()
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the machine's time zone can't be set here")
async def test_after_each_day_of_a_year_the_standings_are_what_the_stored_games_come_to(
    tmp_path: Path, clock_of: Callable[[str], None]
) -> None:
    year, day = Year(tmp_path / "year.db"), FIRST
    closed = 0
    clock_of(CHISINAU)
    while day <= LAST:
        # The program begins anew at one of some midnights, and runs for days otherwise.
        async with opened(year.file, lambda: year.now) as house:
            for _ in range(year.rng.choice([1, 1, 7, 14])):
                await house.challenge.prepare()
                closed += await house.challenge.close_overdue()
                await check(house, year.file, after(day, -2))
                year.plan(day)
                day = after(day)
                await year.up_to(begins(day), house)
            for person in PEOPLE:
                found = await house.leaders.statistics.streaks(person, date.fromisoformat(day))
                assert (found.played, found.longest_played) == streaks_recounted(year.file, person, day, won=False)
                assert (found.won, found.longest_won) == streaks_recounted(year.file, person, day, won=True)
            with closing(sqlite3.connect(year.file)) as connection:
                assert list(wrong_tallies(connection, date.fromisoformat(day))) == []
        if day > "2027-02-28":
            clock_of(YEREVAN)
    with closing(sqlite3.connect(year.file)) as connection:
        (played, late, won) = connection.execute(
            "SELECT COUNT(*), SUM(ended_at >= strftime('%s', day, '+1 day') * 1000), SUM(status = 'won') FROM games"
        ).fetchone()
        days = connection.execute("SELECT COUNT(DISTINCT day), COUNT(DISTINCT seed), COUNT(*) FROM dailies").fetchone()
    assert played > 900
    assert late > 100
    assert won > 5
    assert closed > 50
    assert days[0] >= 365
    assert days[1] == days[2] == len(GAMES) * days[0]
