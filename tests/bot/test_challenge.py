"""Which deal a day has: from the secret alone, the first that is proved, and chosen before the day begins."""

import asyncio
import sqlite3
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.dailies import Challenge, DailyRefused, seed_of
from bot.days import DAY, NoSuchDay, after, begins, closes, day_at, number_of, read_day
from bot.new_games import Place
from bot.service import Service
from bot.solving.questions import first_won
from bot.solving.workers import Workers
from engine.cards import parse_cards
from engine.game import games
from engine.record import make_record, read_record, write_record
from engine.view import Outcome
from storage.daily import Dailies
from storage.database import Database
from storage.games import Games
from tests.bot.conftest import Clock

SECRET = "a secret of the tests"
NOON = begins("2026-11-28") + DAY // 2
HERE = Place(1)


class Searcher:
    """Answers as told, one deal after another, and notes which those were; "time" is that it was up after one."""

    def __init__(self, *answers: str | None) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, bool]] = []

    async def __call__(
        self, question: str, request: Mapping[str, Any], *, seconds: float, background: bool = False
    ) -> dict[str, Any] | None:
        assert question == "first"
        for tried, record in enumerate(map(read_record, request["records"])):
            self.asked.append((f"{record.game.name} {record.deal.seed}", background))
            answer = self.answers.pop(0) if self.answers else "won"
            if answer is None:
                return None
            if answer == "won":
                return {"number": tried, "moves": ["a", "proof"], "tried": tried + 1}
            if answer == "time":
                return {"number": None, "moves": [], "tried": tried + 1}
        return {"number": None, "moves": [], "tried": len(request["records"])}


def challenge(database: Database, ask: Any, clock: Clock, **more: Any) -> Challenge:
    return Challenge(Service(Games(database), clock), Dailies(database), ask, now=clock, **more)


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.dailies.PAUSE", 0.0)


def test_seeds_follow_from_the_secret_and_differ_by_day_game_and_number() -> None:
    seeds = {
        seed_of(secret, day, game, k)
        for secret in (SECRET, "another secret")
        for day in ("2026-11-28", "2026-11-29")
        for game in ("sun", "sultan")
        for k in (0, 1)
    }
    assert len(seeds) == 16
    assert seed_of(SECRET, "2026-11-28", "sun", 0) == "2aedbec187b5329e5e6b12199ea77b8bc92d00ffda35b36bfb23f3ebcc8d4428"


async def test_the_first_deal_that_is_proved_is_the_one_of_the_day(database: Database) -> None:
    clock, ask = Clock(NOON), Searcher("unknown", "time", "won")
    daily = await challenge(database, ask, clock, secret=SECRET).daily("sun", "2026-11-29")
    assert (daily.k, daily.proof) == (2, ("a", "proof"))
    assert daily.seed == seed_of(SECRET, "2026-11-29", "sun", 2)
    assert daily.number == number_of("2026-11-29")
    assert tuple(parse_cards(daily.cards)) == games()["sun"].deal_from_seed(daily.seed).cards
    assert [background for _, background in ask.asked] == [True] * 3


async def test_of_today_and_tomorrow_all_deals_are_chosen_ahead_and_once(database: Database) -> None:
    clock, ask = Clock(NOON), Searcher()
    days = challenge(database, ask, clock)
    await asyncio.gather(days.prepare(), days.prepare())
    await days.prepare()
    assert len(ask.asked) == 2 * len(games())
    kept = await Dailies(database).since("2000-01-01")
    assert {(one.game, one.day) for one in kept} == {
        (name, day) for name in games() for day in ("2026-11-28", "2026-11-29")
    }
    clock.now += DAY
    await days.prepare()
    assert len(ask.asked) == 3 * len(games())


async def test_the_secret_is_kept_and_another_one_set_changes_no_deal_that_is_chosen(database: Database) -> None:
    clock = Clock(NOON)
    first = await challenge(database, Searcher(), clock).daily("sun", "2026-11-29")
    assert await challenge(database, Searcher(), clock, secret=SECRET).daily("sun", "2026-11-29") == first
    secret = await Dailies(database).secret("daily")
    assert first.seed == seed_of(secret, "2026-11-29", "sun", 0)
    later = await challenge(database, Searcher(), clock).daily("sun", "2026-11-30")
    assert later.seed == seed_of(secret, "2026-11-30", "sun", 0)


@pytest.mark.parametrize("day", ["2026-11-28", "2026-11-29"])
async def test_people_come_first_where_nobody_waits_for_the_deal(day: str, database: Database) -> None:
    clock, ask = Clock(NOON), Searcher(*[None] * 20, "won")
    daily = await challenge(database, ask, clock).daily("sun", day)
    assert daily.proof
    assert all(background for _, background in ask.asked)
    assert len({seed for seed, _ in ask.asked}) == 1


async def test_for_somebody_who_waits_a_deal_without_a_proof_is_taken_rather_than_none(database: Database) -> None:
    clock, ask = Clock(NOON), Searcher(*[None] * 20)
    days = challenge(database, ask, clock, secret=SECRET)
    position = await days.open(1, HERE, "sun")
    assert (position.stored.seed, position.stored.pool_id) == (seed_of(SECRET, "2026-11-28", "sun", 0), None)
    assert len(ask.asked) == 3
    assert not any(background for _, background in ask.asked)


async def test_where_nobody_can_be_asked_nobody_is(database: Database) -> None:
    ask = Searcher()
    daily = await challenge(database, ask, Clock(NOON), idle=True).daily("sun", "2026-11-29")
    assert (daily.k, daily.proof, ask.asked) == (0, (), [])


async def test_where_no_deal_can_be_proved_the_first_is_taken(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.dailies.MOST_TRIED", 4)
    ask = Searcher(*["unknown"] * 9)
    daily = await challenge(database, ask, Clock(NOON)).daily("sun", "2026-11-29")
    assert (daily.k, daily.proof, len(ask.asked)) == (0, (), 4)


async def test_the_workers_prove_the_deals_of_a_day(tmp_path: Path) -> None:
    async with Workers(1) as workers, await Database.open(tmp_path / "proved.db") as database:
        days = challenge(database, workers.ask, Clock(NOON), secret=SECRET)
        daily = await days.daily("pyramid", "2026-11-29")
    game = games()["pyramid"]
    state = game.deal(game.deal_from_seed(daily.seed), game.read_options({}))
    for text in daily.proof:
        state = game.apply(state, game.parse(text))
    assert game.outcome(state) is Outcome.WON


async def test_somebody_who_waits_too_long_for_the_deal_of_today_is_told(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.dailies.WAITING", 0.0)

    async def never(question: str, request: Mapping[str, Any], **how: Any) -> dict[str, Any] | None:
        await asyncio.sleep(3600)
        return None

    with pytest.raises(DailyRefused, match="still being looked for"):
        await challenge(database, never, Clock(NOON)).open(1, HERE, "sun")


def test_a_day_begins_at_midnight_utc_and_closes_a_day_after_its_end() -> None:
    start = begins("2026-03-29")
    assert day_at(start) == day_at(start + DAY - 1) == "2026-03-29"
    assert day_at(start - 1) == "2026-03-28"
    assert closes("2026-03-29") == begins("2026-03-31")
    # Whatever clocks do in Chisinau or Yerevan, every day has as many hours.
    year = [after("2026-01-01", number) for number in range(366)]
    assert {begins(later) - begins(day) for day, later in pairwise(year)} == {DAY}
    assert [number_of(day) for day in year] == list(range(1, 367))


@pytest.mark.parametrize("text", ["2026-11-28", " 2026-11-28 ", "2026-11-28\n"])
def test_a_date_is_read(text: str) -> None:
    assert read_day(text) == "2026-11-28"


@pytest.mark.parametrize(
    "text", ["", "28.11.2026", "2026-13-01", "2026-02-29", "0000-01-01", "2026-11-28T00", "²026-1-1"]
)
def test_what_is_no_date_is_not(text: str) -> None:
    with pytest.raises(NoSuchDay):
        read_day(text)


def test_a_worker_tries_deals_one_after_another_and_says_how_far_it_came() -> None:
    game = games()["pyramid"]
    options = game.read_options({})
    records = [
        write_record(make_record(game, options, game.deal_from_seed(f"daily {number}"))) for number in range(36, 41)
    ]
    found = first_won({"records": records, "seconds": 60.0, "each": 30.0})
    assert (found["number"], found["tried"]) == (2, 3)
    state = game.deal(game.deal_from_seed("daily 38"), options)
    for text in found["moves"]:
        state = game.apply(state, game.parse(text))
    assert game.outcome(state) is Outcome.WON
    assert first_won({"records": records[:2], "seconds": 60.0, "each": 30.0}) == {
        "number": None,
        "moves": [],
        "tried": 2,
    }


async def test_attempts_that_cannot_be_closed_keep_none_of_the_others_waiting(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock(NOON)
    dailies = challenge(database, Searcher(), clock)
    attempts = [(await dailies.open(owner, HERE, "sun")).id for owner in range(1, 8)]
    broken = {"options = 'x'": 1, "seed = ''": 2, "game = 'chess'": 3, "day = '2026-02-30'": 4}

    def change(connection: sqlite3.Connection) -> None:
        for wrong, number in broken.items():
            connection.execute(f"UPDATE games SET {wrong} WHERE id = ?", (attempts[number - 1],))

    await database.write(change)
    monkeypatch.setattr("bot.dailies.CLOSED_AT_ONCE", 2)
    clock.now = closes(day_at(NOON)) + 1
    dailies = challenge(database, Searcher(), clock)
    assert await dailies.close_overdue() == len(attempts) - len(broken)
    assert [record.levelname for record in caplog.records] == ["ERROR"] * len(broken)
    assert await dailies.close_overdue() == 0
