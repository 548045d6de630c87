"""A rematch: the lobby of another table with the same seats, the order shifted by one."""

import asyncio

import pytest

from bot.client import PatienceClient
from bot.tables.refusals import TableRefused
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from storage.table_rows import Table
from tests.bot.tables.conftest import ANA, BORIS, CARLA, DAN, House
from tests.bot.tables.lobby_seen import LOBBY, labels, noted, opened, seats, sees


async def ended(house: House, *people: int) -> Table:
    """Return a table in turns that its host has ended."""
    table = await house.begun("pyramid", *people)
    return await house.turns.stop(people[0], table.id, moderator=False)


def order(table: Table) -> list[int]:
    return [seat.user_id for seat in table.seats]


async def test_the_seats_are_the_same_and_the_order_is_shifted_by_one(house: House) -> None:
    before = await ended(house, ANA, BORIS, CARLA)
    table = await house.lobbies.rematch(BORIS, before.id)
    assert (order(table), table.host_id, table.state) == ([BORIS, CARLA, ANA], BORIS, "lobby")
    assert (table.game, table.options, table.clock, table.kind) == (
        before.game,
        before.options,
        before.clock,
        before.kind,
    )
    # The bot chooses the deal, whoever chose the one before.
    assert (table.origin, table.seed) == ("bot", None)
    begun = await house.lobbies.start(BORIS, table.id)
    assert begun.turn == BORIS


async def test_whoever_asks_there_is_one_rematch(house: House) -> None:
    before = await ended(house, ANA, BORIS)
    tables = await asyncio.gather(*(house.lobbies.rematch(person, before.id) for person in (ANA, BORIS, ANA)))
    assert len({table.id for table in tables}) == 1
    again = await house.turns.stop(ANA, (await started(house, tables[0])).id, moderator=True)
    assert (await house.lobbies.rematch(ANA, again.id)).id != again.id


async def started(house: House, table: Table) -> Table:
    return await house.lobbies.start(table.host_id, table.id)


async def test_who_had_left_has_no_seat_unless_they_ask(house: House) -> None:
    table = await house.begun("pyramid", ANA, BORIS, CARLA)
    await house.turns.leave(BORIS, table.id)
    before = await house.turns.stop(ANA, table.id, moderator=False)
    assert order(await house.lobbies.rematch(CARLA, before.id)) == [CARLA, ANA]
    table = await house.begun("pyramid", ANA, BORIS, CARLA)
    await house.turns.leave(BORIS, table.id)
    before = await house.turns.stop(ANA, table.id, moderator=False)
    assert order(await house.lobbies.rematch(BORIS, before.id)) == [BORIS, CARLA, ANA]


async def test_strangers_and_tables_that_are_not_over_have_no_rematch(house: House) -> None:
    table = await house.begun("pyramid", ANA, BORIS)
    with pytest.raises(TableRefused, match="not over"):
        await house.lobbies.rematch(ANA, table.id)
    before = await house.turns.stop(ANA, table.id, moderator=False)
    with pytest.raises(TableRefused, match="watching"):
        await house.lobbies.rematch(DAN, before.id)


async def result_of(bot: PatienceClient, ana: Person, boris: Person) -> SeenMessage:
    """Return the message of a table in turns that its host has ended."""
    lobby = await opened(bot, ana, boris)
    begun = await ana.press(lobby, "Start")
    await ana.press(await ana.command("table end"), "End this table")
    return await sees(ana, begun, "**Ended**")


async def test_the_players_are_pinged_once_and_take_their_seats(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person
) -> None:
    result = await result_of(bot, ana, boris)
    rematch = await ana.press(result, "Rematch")
    assert rematch.id != result.id
    assert labels(rematch) == LOBBY
    assert seats(rematch)[:2] == [f"1. <@{boris.id}>", f"2. <@{ana.id}>, the host"]
    posted = playground.world.message(rematch.channel_id, rematch.id)
    assert posted is not None
    assert [user.global_name for user in posted.called] == ["Boris"]
    await noted(bot, rematch, 2)
    told = await boris.press(result, "Rematch")
    assert told.ephemeral
    assert f"/{rematch.id}" in told.content
    begun = await ana.press(rematch, "Start")
    assert begun.id == rematch.id
    assert (await bot.rooms.stored.get(2)).turn == boris.id


async def test_two_who_press_rematch_at_once_have_one(bot: PatienceClient, ana: Person, boris: Person) -> None:
    result = await result_of(bot, ana, boris)
    await sees(boris, result, "**Ended**")
    answers = await asyncio.gather(ana.press(result, "Rematch"), boris.press(result, "Rematch"))
    (lobby,) = [answer for answer in answers if not answer.ephemeral]
    (told,) = [answer for answer in answers if answer.ephemeral]
    assert labels(lobby) == LOBBY
    assert f"/{lobby.id}" in told.content
    assert len(await bot.rooms.stored.unsettled(2**60, 10)) == 1
