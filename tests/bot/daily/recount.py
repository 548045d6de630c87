"""The dailies of a database counted anew, in the plainest way: from deals and moves, not from what is kept of them."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias

from bot.days import DAY, begins
from engine.game import games
from engine.view import Outcome
from storage.recount import wrong_tallies
from storage.standings import Page, Question, page
from storage.tallies import ALL_GAMES, read_merit, read_streak

GAMES = tuple(games())
PERIODS = ("today", "yesterday", "two-days-ago", "week", "month", "all")
SEEN_FOR = 90 * DAY
ONE = timedelta(days=1)

# What somebody has reached on a board, so that the greater is the better.
Reached: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """An attempt at a daily that is over. `seconds` are whole ones."""

    owner: int
    game: str
    day: date
    won: bool
    score: int
    moves: int
    seconds: int


class Recount:
    """Counts what is over in a database, which the bot goes on using; `with` opens it for reading."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None, timeout=30)
        self.played: dict[int, Played] = {}
        """All that is over, by the number of its game."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def check(self, today: date, asker: int, guilds: Iterable[int]) -> None:
        """Hold the leaderboards of a day that has just begun against the count, everywhere and in each server."""
        # The bot may note who is there meanwhile: both are read as of one moment.
        self._connection.execute("BEGIN")
        self._replay_what_is_new()
        shown_in = {guild: self._shown_in(guild, today) for guild in (None, *guilds)}
        for game in (ALL_GAMES, *GAMES):
            of_game = self._of(game)
            days = {won: _days(of_game, won=won) for won in (False, True)}
            for period in PERIODS:
                span = _span(period, today)
                streaks = {owner: streak for owner in days[False] if any(streak := _streak(days, owner, *span))}
                for board, reached in (*_merits(of_game, *span), ("streaks", streaks)):
                    for guild, shown in shown_in.items():
                        question = Question(board, game, period, today, guild, asker)  # type: ignore[arg-type]
                        found = _read(page(self._connection, question), board)
                        assert found == _expected(reached, shown, asker), question
        self._connection.execute("COMMIT")

    def wrong_tallies(self, today: date) -> list[Any]:
        """Return what the program itself finds wrong with the numbers on leaderboards."""
        return list(wrong_tallies(self._connection, today))

    def podium(self, game: str, day: date, guild: int | None) -> set[tuple[int, int, int, int, int]]:
        """Return of everybody who is shown their rank at a daily, id, score, moves and seconds."""
        shown = self._shown_in(guild, day)
        here = [one for one in self._of(game) if one.day == day and one.owner in shown]
        return {
            (1 + sum(_merit(other) > _merit(one) for other in here), one.owner, one.score, one.moves, one.seconds)
            for one in here
        }

    def streaks(self, person: int, today: date, *, won: bool, game: str = ALL_GAMES) -> tuple[int, int]:
        """Return how many days in a row somebody has played or won, up to today or yesterday, and the most ever."""
        days = _days(self._of(game), won=won).get(person, set())
        return _running(days, today), _longest(days)

    def _replay_what_is_new(self) -> None:
        over = self._connection.execute(
            "SELECT id, owner_id, game, day, seed, first_move_at, status FROM games"
            " WHERE day IS NOT NULL AND status <> 'playing'"
        ).fetchall()
        assert self.played.keys() <= {number for number, *_ in over}, "what was over goes on"
        for number, owner, name, day, seed, first, status in over:
            if number in self.played:
                continue
            made = self._connection.execute(
                "SELECT move, made_at FROM moves WHERE game_id = ? ORDER BY ply", (number,)
            ).fetchall()
            game = games()[name]
            state: Any = game.deal(game.deal_from_seed(seed), game.read_options({}))
            for text, _ in made:
                state = game.apply(state, game.parse(text))
            won = game.outcome(state) is Outcome.WON
            assert won is (status == "won"), f"game {number} is {status}"
            seconds = (made[-1][1] - first) // 1000 if made else 0
            self.played[number] = Played(
                owner, name, date.fromisoformat(day), won, game.score(state), len(made), seconds
            )

    def _shown_in(self, guild: int | None, day: date) -> set[int]:
        """Return who is shown in a server on a day, or everywhere: those who are not hidden and were seen there."""
        everybody = {owner for (owner,) in self._connection.execute("SELECT DISTINCT owner_id FROM games")}
        hidden = {user for (user,) in self._connection.execute("SELECT user_id FROM people WHERE hidden = 1")}
        if guild is None:
            return everybody - hidden
        members = self._connection.execute(
            "SELECT user_id FROM members WHERE guild_id = ? AND seen_at >= ?", (guild, begins(str(day)) - SEEN_FOR)
        )
        return {user for (user,) in members} - hidden

    def _of(self, game: str) -> list[Played]:
        return [one for one in self.played.values() if game in (ALL_GAMES, one.game)]


def _merit(one: Played) -> Reached:
    return one.score, -one.moves, -one.seconds


def _merits(played: Iterable[Played], first: date, last: date) -> Iterator[tuple[str, dict[int, Reached]]]:
    """Yield the boards of single dailies and of points: what everybody has reached on them from a day to another."""
    daily: dict[int, Reached] = {}
    points: Counter[int] = Counter()
    for one in played:
        if first <= one.day <= last:
            daily[one.owner] = max(_merit(one), daily.get(one.owner, _merit(one)))
            points[one.owner] += one.score
    yield "daily", daily
    yield "points", {owner: (score,) for owner, score in points.items()}


def _streak(days: Mapping[bool, Mapping[int, set[date]]], owner: int, first: date, last: date) -> Reached:
    """Return how many days in a row somebody has played, and won: up to the day, or at most within several."""
    both = [days[won].get(owner, set()) for won in (False, True)]
    if first == last:
        return tuple(_running(days, last) for days in both)
    return tuple(_longest({day for day in days if first <= day <= last}) for days in both)


def _days(played: Iterable[Played], *, won: bool) -> dict[int, set[date]]:
    """Return on which days people have played, or won."""
    days: defaultdict[int, set[date]] = defaultdict(set)
    for one in played:
        if one.won or not won:
            days[one.owner].add(one.day)
    return days


def _up_to(day: date, days: set[date]) -> int:
    length = 0
    while day in days:
        length, day = length + 1, day - ONE
    return length


def _running(days: set[date], today: date) -> int:
    return _up_to(today, days) or _up_to(today - ONE, days)


def _longest(days: set[date]) -> int:
    return max((_up_to(day, days) for day in days if day + ONE not in days), default=0)


def _span(period: str, today: date) -> tuple[date, date]:
    match period:
        case "today" | "yesterday" | "two-days-ago":
            day = today - ("today", "yesterday", "two-days-ago").index(period) * ONE
            return day, day
        case "week":
            monday = today - today.weekday() * ONE
            return monday, monday + 6 * ONE
        case "month":
            return today.replace(day=1), (today.replace(day=28) + 4 * ONE).replace(day=1) - ONE
        case _:
            return date.min, date.max - ONE


def _read(shown: Page, board: str) -> tuple[list[tuple[int, int, Reached]], tuple[int, int, Reached] | None]:
    rows = [(row.rank, row.user_id, _reached(board, row.value)) for row in shown.rows]
    own = shown.own
    return rows, None if own is None else (own.rank, own.user_id, _reached(board, own.value))


def _reached(board: str, value: int) -> Reached:
    if board == "daily":
        score, moves, seconds = read_merit(value)
        return score, -moves, -seconds
    return read_streak(value) if board == "streaks" else (value,)


def _expected(
    reached: Mapping[int, Reached], shown: set[int], asker: int
) -> tuple[list[tuple[int, int, Reached]], tuple[int, int, Reached] | None]:
    """Return a board's rows and the asker's own, from what everybody has reached, and who is shown."""
    on_it = {user: value for user, value in reached.items() if user in shown}

    def rank(value: Reached) -> int:
        return 1 + sum(other > value for other in on_it.values())

    in_order = sorted(on_it.items(), key=lambda entry: (*(-part for part in entry[1]), entry[0]))
    rows = [(rank(value), user, value) for user, value in in_order]
    own = reached.get(asker)
    return rows, None if own is None else (rank(own), asker, own)
