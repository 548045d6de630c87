"""The day is announced once in each server that wants it, whoever begins it and however it ends."""

import asyncio
from dataclasses import replace

import pytest

from storage.announcements import Announcements, Wanted
from storage.database import Database

DAY, NEXT = "2026-11-28", "2026-11-29"
HERE = Wanted(1, 100, "ro")


@pytest.fixture
def stored(database: Database) -> Announcements:
    return Announcements(database)


async def choose(stored: Announcements, wanted: Wanted, today: str = DAY) -> None:
    await stored.choose(wanted.guild_id, wanted.channel_id, wanted.locale, today, 1)


async def test_a_channel_is_chosen_changed_and_given_up(stored: Announcements) -> None:
    assert await stored.channel(1) is None
    await choose(stored, HERE)
    assert await stored.channel(1) == 100
    await choose(stored, replace(HERE, channel_id=200, locale="ru"))
    assert await stored.due(NEXT, 9) == (Wanted(1, 200, "ru"),)
    await stored.choose(1, None, "ru", DAY, 2)
    assert await stored.channel(1) is None
    assert await stored.due(NEXT, 9) == ()


async def test_the_day_on_which_a_channel_is_chosen_is_not_announced_any_more(stored: Announcements) -> None:
    await choose(stored, HERE)
    assert await stored.due(DAY, 9) == ()
    assert await stored.due(NEXT, 9) == (HERE,)
    assert await stored.claimed() == ()


async def test_of_those_that_begin_at_once_one_may(stored: Announcements) -> None:
    await choose(stored, HERE)
    claims = await asyncio.gather(*(stored.claim(HERE, NEXT, f"nonce {number}", 5) for number in range(5)))
    (claim,) = [one for one in claims if one is not None]
    assert await stored.due(NEXT, 9) == ()
    assert await stored.claimed() == (claim,)
    await stored.sent(claim, 77)
    assert await stored.claimed() == ()
    assert await stored.claim(HERE, NEXT, "another", 6) is None


async def test_what_failed_is_not_begun_again_that_day(stored: Announcements) -> None:
    await choose(stored, HERE)
    claim = await stored.claim(HERE, NEXT, "nonce", 5)
    assert claim is not None
    await stored.failed(claim)
    await stored.sent(claim, 77)
    assert await stored.due(NEXT, 9) == ()
    assert await stored.claimed() == ()
    assert await stored.due("2026-11-30", 9) == (HERE,)


async def test_servers_are_given_in_parts(stored: Announcements) -> None:
    servers = [replace(HERE, guild_id=number) for number in range(1, 6)]
    for one in servers:
        await choose(stored, one)
    assert await stored.due(NEXT, 3) == tuple(servers[:3])


async def test_what_is_long_past_is_forgotten(stored: Announcements) -> None:
    await choose(stored, HERE)
    claims = [await stored.claim(HERE, f"2026-12-{day:02}", "nonce", day) for day in range(1, 12)]
    await stored.forget("2026-12-03")
    assert await stored.claimed() == tuple(claims[2:])
    await stored.forget("2026-12-04")
    assert await stored.claimed() == tuple(claims[3:])


async def test_what_a_clock_that_was_ahead_takes_for_long_past_is_not_announced_again(stored: Announcements) -> None:
    await choose(stored, HERE)
    await stored.claim(HERE, NEXT, "nonce", 5)
    assert await stored.claim(HERE, "2027-01-08", "another", 6) is not None
    await stored.forget("2027-01-01")
    assert await stored.due(NEXT, 9) == ()
    assert await stored.due("2026-11-30", 9) == (HERE,)
