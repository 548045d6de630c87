"""The deals of the days: one attempt a person, whatever comes at once, and whatever is deleted."""

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from storage.daily import AttemptUsed, Dailies, Daily
from storage.database import Database
from storage.games import Games
from storage.pool import Kind, Pool
from storage.rows import Ending, NewGame, UntoldDeal

KIND = Kind("sun", "{}", 1)
NEW = NewGame(owner_id=1, game="sun", options="{}", rules=1)
TOLD = 1000
CARDS = "AS KD 2C TH 9S 3D"
DAILY = Daily("sun", "2026-11-28", 5, 2, "the third seed", CARDS, ("next", "r1>A"), TOLD)


@pytest.fixture
def dailies(database: Database) -> Dailies:
    return Dailies(database)


async def test_a_secret_is_made_once(dailies: Dailies, path: Path, database: Database) -> None:
    made = await dailies.secret("daily")
    assert len(bytes.fromhex(made)) == 32
    assert await dailies.secret("other") != made
    await database.close()
    async with await Database.open(path) as again:
        assert await Dailies(again).secret("daily") == made


async def test_the_deal_that_was_stored_first_is_the_deal_of_the_day(dailies: Dailies) -> None:
    assert await dailies.of("sun", DAILY.day) is None
    assert await dailies.keep(DAILY, KIND, "fair", 1) == DAILY
    other = replace(DAILY, k=3, seed="the fourth seed", proof=())
    assert await dailies.keep(other, KIND, None, 2) == DAILY
    assert await dailies.of("sun", DAILY.day) == DAILY
    unproved = replace(DAILY, game="sultan", proof=())
    assert await dailies.keep(unproved, KIND, None, 2) == unproved
    assert await dailies.since(DAILY.day) == (unproved, DAILY)
    assert await dailies.since("2026-11-29") == ()


async def test_the_deal_of_a_day_is_proved_but_never_dealt_otherwise(dailies: Dailies, database: Database) -> None:
    await dailies.keep(DAILY, KIND, "fair", 1)
    pool = Pool(database)
    assert await pool.start(NEW, None, 2) is None
    game = await dailies.start(NEW, DAILY.day, 3)
    assert (game.seed, game.origin, game.day, game.difficulty) == (DAILY.seed, "bot", DAILY.day, "fair")
    assert game.pool_id is not None
    assert await pool.proof(game.pool_id) == DAILY.proof


async def test_a_person_has_one_attempt_at_a_game_and_day_wherever_they_begin_it(dailies: Dailies) -> None:
    for daily in (DAILY, replace(DAILY, game="sultan"), replace(DAILY, day="2026-11-29", seed="another")):
        await dailies.keep(daily, KIND, None, 1)
    begun = await asyncio.gather(
        *(dailies.start(replace(NEW, guild_id=number, channel_id=number), DAILY.day, 2) for number in range(1, 9))
    )
    assert len({game.id for game in begun}) == 1
    assert await dailies.attempt(1, "sun", DAILY.day) == begun[0]
    others = [
        await dailies.start(replace(NEW, owner_id=2), DAILY.day, 2),
        await dailies.start(replace(NEW, game="sultan"), DAILY.day, 2),
        await dailies.start(NEW, "2026-11-29", 2),
    ]
    assert len({begun[0].id, *(game.id for game in others)}) == 4


async def test_the_database_itself_holds_to_the_single_attempt(dailies: Dailies, games: Games) -> None:
    await dailies.keep(DAILY, KIND, None, 1)
    await dailies.start(NEW, DAILY.day, 2)
    with pytest.raises(sqlite3.IntegrityError):
        await games.start(replace(NEW, seed="any", day=DAILY.day), 3)


async def test_an_attempt_that_is_over_is_not_begun_again(dailies: Dailies, games: Games) -> None:
    await dailies.keep(DAILY, KIND, None, 1)
    game = await dailies.start(NEW, DAILY.day, 2)
    over = await games.append(game.id, 1, ["next"], Ending(status="lost", score=7, progress=1), 3)
    assert await dailies.start(NEW, DAILY.day, 4) == over


async def test_a_day_without_a_deal_cannot_be_begun(dailies: Dailies) -> None:
    with pytest.raises(LookupError):
        await dailies.start(NEW, DAILY.day, 2)


async def test_deleting_what_is_kept_of_a_person_gives_no_second_attempt(dailies: Dailies, database: Database) -> None:
    await dailies.keep(DAILY, KIND, None, 1)
    await dailies.start(NEW, DAILY.day, 2)
    await dailies.mark_attempts(1, DAILY.day)
    await database.write(lambda connection: connection.execute("DELETE FROM games").rowcount)
    with pytest.raises(AttemptUsed):
        await dailies.start(NEW, DAILY.day, 3)
    assert (await dailies.start(replace(NEW, owner_id=2), DAILY.day, 3)).owner_id == 2
    assert await dailies.used(1, DAILY.day) == {DAILY.game}
    assert await dailies.used(2, DAILY.day) == await dailies.used(1, "2026-11-29") == frozenset()
    marks = await database.read(lambda connection: connection.execute("SELECT * FROM daily_marks").fetchall())
    assert [day for _, day in marks] == [DAILY.day]
    await dailies.forget_marks(DAILY.day)
    with pytest.raises(AttemptUsed):
        await dailies.start(NEW, DAILY.day, 4)
    await dailies.forget_marks("2026-11-29")
    assert (await dailies.start(NEW, DAILY.day, 5)).day == DAILY.day


async def test_attempts_of_days_gone_by_that_are_under_way_are_found(dailies: Dailies, games: Games) -> None:
    days = ["2026-11-28", "2026-11-29", "2026-11-30"]
    for day in days:
        await dailies.keep(replace(DAILY, day=day, seed=day), KIND, None, 1)
    begun = [await dailies.start(NEW, day, 2) for day in days]
    await games.start(replace(NEW, seed="no daily"), 2)
    assert [row.id for row in await dailies.unfinished("2026-11-30", 9)] == [begun[0].id, begun[1].id]
    assert [row.id for row in await dailies.unfinished("2026-11-30", 1)] == [begun[0].id]
    await games.resign(begun[0].id, 1, 3)
    assert [row.id for row in await dailies.unfinished("2026-11-30", 9)] == [begun[1].id]


@pytest.mark.parametrize(
    "new",
    [
        replace(NEW, seed=DAILY.seed, origin="chosen"),
        replace(NEW, seed=DAILY.seed),
        replace(NEW, cards=CARDS, wind="AS", origin="imported"),
        replace(NEW, cards="AH KC 2S TD 9D 3D", origin="imported"),
        replace(NEW, cards="AS KD 5C 6H 7S 8D", origin="imported"),
    ],
    ids=["named", "dealt", "by its cards", "in other suits", "in part"],
)
async def test_until_it_is_told_the_deal_of_a_day_is_played_in_no_other_way(
    dailies: Dailies, games: Games, new: NewGame
) -> None:
    await dailies.keep(DAILY, KIND, None, 1)
    with pytest.raises(UntoldDeal) as refused:
        await games.start(new, TOLD - 1)
    assert (refused.value.day, refused.value.told_at) == (DAILY.day, TOLD)
    assert (await games.start(new, TOLD)).day is None


async def test_other_deals_and_other_games_are_played_as_ever(dailies: Dailies, games: Games) -> None:
    await dailies.keep(DAILY, KIND, None, 1)
    for new in (
        replace(NEW, seed="another"),
        replace(NEW, game="sultan", seed=DAILY.seed),
        replace(NEW, cards="2S KD 3C JH TS 4D", origin="imported"),
    ):
        await games.start(new, 2)


async def test_an_unranked_game_on_the_deal_of_a_past_day_is_found_again(dailies: Dailies, games: Games) -> None:
    await dailies.keep(DAILY, KIND, None, 1)
    await dailies.start(NEW, DAILY.day, 2)
    assert await dailies.past(1, "sun", DAILY.day) is None
    game = await games.start(replace(NEW, seed=DAILY.seed), TOLD)
    assert game.origin == "seen"
    assert await dailies.past(1, "sun", DAILY.day) == game
    await games.resign(game.id, 1, TOLD)
    assert await dailies.past(1, "sun", DAILY.day) is None
