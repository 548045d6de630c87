"""What comes at once at a lobby is decided by the database, and everybody is answered."""

import asyncio

import pytest

from bot.client import PatienceClient
from bot.tables.refusals import TableRefused
from playground import Playground
from playground.person import Person
from playground.state import PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from storage.table_rows import NewTable
from tests.bot.tables.conftest import ANA, BORIS, CARLA, DAN, House
from tests.bot.tables.lobby_seen import opened, seats, sees


async def test_of_two_who_join_the_last_seat_at_once_one_has_it(
    bot: PatienceClient, ana: Person, boris: Person, carla: Person
) -> None:
    lobby = await opened(bot, ana, seats=2)
    for person in (boris, carla):
        await sees(person, lobby)
    answers = await asyncio.gather(*(person.press(lobby, "Join") for person in (boris, carla)))
    (told,) = [answer for answer in answers if answer.ephemeral]
    assert "All seats" in told.content
    table = await bot.rooms.stored.get(1)
    assert len(table.seats) == 2
    second = table.seats[1].user_id
    assert (await sees(ana, lobby, f"2. <@{second}>")).content.count("free") == 0


async def test_the_host_starts_while_somebody_leaves(bot: PatienceClient, ana: Person, boris: Person) -> None:
    lobby = await opened(bot, ana, boris)
    await asyncio.gather(ana.press(lobby, "Start"), boris.press(lobby, "Leave"))
    table = await bot.rooms.stored.get(1)
    # Either they had left before it began, or it began with both.
    expected = {"lobby": [ana.id], "playing": [ana.id, boris.id]}[table.state]
    assert [seat.user_id for seat in table.seats] == expected


async def test_a_double_start_deals_one_game(bot: PatienceClient, ana: Person, boris: Person) -> None:
    lobby = await opened(bot, ana, boris, deal=None)
    answers = await asyncio.gather(*(ana.press(lobby, "Start") for _ in range(3)))
    assert {answer.id for answer in answers} == {lobby.id}
    table = await bot.rooms.stored.get(1)
    assert (table.state, table.game_id, table.turn_number) == ("playing", 1, 1)
    with pytest.raises(LookupError):
        await bot.service.position(2)


async def test_host_and_moderator_cancel_at_once(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person
) -> None:
    lobby = await opened(bot, ana)
    playground.set_member_permissions(PATIENCE_ID, MEMBER_PERMISSIONS | Permission.MANAGE_MESSAGES)
    await sees(boris, lobby)
    await asyncio.gather(ana.press(lobby, "Cancel"), boris.press(lobby, "Cancel"))
    table = await bot.rooms.stored.get(1)
    assert (table.state, table.ending) == ("closed", "cancelled")
    assert table.ended_by in (ana.id, boris.id)
    assert (await sees(boris, lobby, f"called off by <@{table.ended_by}>")).buttons == ()


async def test_start_and_cancel_at_once_are_one_of_both(bot: PatienceClient, ana: Person, boris: Person) -> None:
    lobby = await opened(bot, ana, boris)
    await asyncio.gather(ana.press(lobby, "Start"), ana.press(lobby, "Cancel"))
    table = await bot.rooms.stored.get(1)
    assert (table.state == "playing") == (table.game_id is not None)
    assert table.state in ("playing", "closed")


async def test_everybody_joins_and_leaves_at_once_and_the_message_says_who_is_left(
    bot: PatienceClient, ana: Person, boris: Person, carla: Person
) -> None:
    lobby = await opened(bot, ana)
    for person in (boris, carla):
        await sees(person, lobby)
    presses = [person.press(lobby, button) for person in (boris, carla) for button in ("Join", "Leave", "Join")]
    await asyncio.gather(*presses)
    table = await bot.rooms.stored.get(1)
    places = [f"{number}. <@{seat.user_id}>" for number, seat in enumerate(table.seats, 1)]
    last = await sees(ana, lobby, *places)
    assert sum("free" not in seat for seat in seats(last)) == len(places)


async def test_many_who_join_and_leave_never_take_more_seats_than_there_are(house: House) -> None:
    new = NewTable(
        kind="turns",
        guild_id=1,
        channel_id=2,
        locale="en-US",
        host_id=ANA,
        game="pyramid",
        options="{}",
        rules=1,
        most_seats=3,
        clock=120,
    )
    table = await house.lobbies.open(new, "3")
    people = (BORIS, CARLA, DAN, 205, 206)
    doing = [do(person, table.id) for person in people for do in (house.lobbies.join, house.lobbies.leave)]
    doing += [house.lobbies.join(person, table.id) for person in people]
    for done in await asyncio.gather(*doing, return_exceptions=True):
        assert not isinstance(done, BaseException) or isinstance(done, TableRefused)
    table = await house.tables.get(table.id)
    assert len(table.seats) == 3
    assert len({seat.position for seat in table.seats}) == 3
