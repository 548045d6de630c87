"""Invitations: who may ask whom, what an answer does, and that nobody is pestered."""

import asyncio

import pytest

from bot.tables.invitations import Inviting
from bot.tables.lobbies import WAITING
from bot.tables.refusals import TableRefused
from storage.database import Database
from storage.invitations import LOST, MOST, OF_LATE, OFTEN, Invitations
from storage.table_rows import NewTable, Table
from tests.bot.tables.conftest import ANA, BORIS, CARLA, DAN, House


@pytest.fixture
def inviting(house: House, database: Database) -> Inviting:
    return Inviting(Invitations(database), house.lobbies, house.clock)


async def lobby(house: House, host: int = ANA, most_seats: int = 4) -> Table:
    new = NewTable(
        kind="turns",
        guild_id=1,
        channel_id=2,
        locale="en-US",
        host_id=host,
        game="pyramid",
        options="{}",
        rules=1,
        most_seats=most_seats,
        clock=120,
    )
    return await house.lobbies.open(new, "3")


async def asked(inviting: Inviting, by: int, table: Table, whom: int) -> None:
    """Ask somebody, and post it."""
    await inviting.ask(by, table.id, whom)
    await inviting.stored.place(table.id, whom, 2, 1000 + table.id)


async def refused(doing: object) -> str:
    """Return why something is refused."""
    with pytest.raises(TableRefused) as caught:
        await doing  # type: ignore[misc]
    return str(caught.value.why)


async def test_who_accepts_has_a_seat(house: House, inviting: Inviting) -> None:
    table = await lobby(house)
    await asked(inviting, ANA, table, BORIS)
    assert not (await house.tables.get(table.id)).sits(BORIS)
    invitation, table = await inviting.accept(BORIS, table.id)
    assert (invitation.state, table.sits(BORIS)) == ("accepted", True)
    assert (await inviting.accept(BORIS, table.id))[1] == table


async def test_who_declines_is_not_asked_to_this_table_again_but_may_join(house: House, inviting: Inviting) -> None:
    table = await lobby(house)
    await house.lobbies.join(CARLA, table.id)
    await asked(inviting, ANA, table, BORIS)
    assert (await inviting.decline(BORIS, table.id)).state == "declined"
    assert "declined" in await refused(inviting.accept(BORIS, table.id))
    for person in (ANA, CARLA):
        assert "has declined" in await refused(inviting.ask(person, table.id, BORIS))
    assert (await house.lobbies.join(BORIS, table.id)).sits(BORIS)


async def test_nobody_is_asked_twice_while_they_have_not_answered(house: House, inviting: Inviting) -> None:
    table = await lobby(house)
    await house.lobbies.join(CARLA, table.id)
    await asked(inviting, ANA, table, BORIS)
    house.clock.now += 2 * LOST
    for person in (ANA, CARLA):
        assert "not answered" in await refused(inviting.ask(person, table.id, BORIS))


async def test_two_who_ask_the_same_person_at_once_ask_once(house: House, inviting: Inviting) -> None:
    table = await lobby(house)
    await house.lobbies.join(CARLA, table.id)
    done = await asyncio.gather(
        *(inviting.ask(person, table.id, BORIS) for person in (ANA, CARLA)), return_exceptions=True
    )
    assert sorted(isinstance(one, TableRefused) for one in done) == [False, True]


async def test_an_invitation_that_was_never_posted_stands_in_nobodys_way(house: House, inviting: Inviting) -> None:
    table = await lobby(house)
    await inviting.ask(ANA, table.id, BORIS)
    assert "not answered" in await refused(inviting.ask(ANA, table.id, BORIS))
    house.clock.now += LOST
    await inviting.ask(ANA, table.id, BORIS)
    await inviting.stored.take_back(table.id, BORIS)
    await inviting.ask(ANA, table.id, BORIS)


async def test_bots_oneself_and_those_who_sit_are_not_asked_and_strangers_do_not_ask(
    house: House, inviting: Inviting
) -> None:
    table = await lobby(house)
    await house.lobbies.join(BORIS, table.id)
    assert "Bots" in await refused(inviting.ask(ANA, table.id, DAN, bot=True))
    assert "You sit" in await refused(inviting.ask(ANA, table.id, ANA))
    assert "sits at this table" in await refused(inviting.ask(ANA, table.id, BORIS))
    assert "watching" in await refused(inviting.ask(CARLA, table.id, DAN))


async def test_an_invitation_keeps_no_seat_and_can_be_accepted_once_one_is_free(
    house: House, inviting: Inviting
) -> None:
    table = await lobby(house, most_seats=2)
    await asked(inviting, ANA, table, BORIS)
    await house.lobbies.join(CARLA, table.id)
    assert "taken" in await refused(inviting.accept(BORIS, table.id))
    await house.lobbies.leave(CARLA, table.id)
    assert (await inviting.accept(BORIS, table.id))[1].sits(BORIS)


async def test_who_accepted_and_left_may_be_asked_again(house: House, inviting: Inviting) -> None:
    table = await lobby(house)
    await asked(inviting, ANA, table, BORIS)
    await inviting.accept(BORIS, table.id)
    await house.lobbies.leave(BORIS, table.id)
    await asked(inviting, ANA, table, BORIS)
    assert (await inviting.accept(BORIS, table.id))[1].sits(BORIS)


@pytest.mark.parametrize("end", ["start", "cancel", "expire", "leave"])
async def test_invitations_expire_with_their_lobby(house: House, inviting: Inviting, end: str) -> None:
    table = await lobby(house)
    await asked(inviting, ANA, table, BORIS)
    if end == "start":
        await house.lobbies.join(CARLA, table.id)
        await house.lobbies.start(ANA, table.id)
    elif end == "cancel":
        await house.lobbies.cancel(ANA, table.id, moderator=False)
    elif end == "leave":
        await house.lobbies.leave(ANA, table.id)
    else:
        house.clock.now += WAITING
        await house.lobbies.expire(table.id)
    assert "expired" in await refused(inviting.accept(BORIS, table.id))
    assert (await inviting.decline(BORIS, table.id)).state == "expired"
    (left,) = await inviting.stored.standing(10)
    assert (left.user_id, left.message_id) == (BORIS, 1000 + table.id)
    await inviting.stored.settle(left)
    assert await inviting.stored.standing(10) == ()


async def test_an_answer_to_a_lobby_that_has_expired_does_not_stay_open(house: House, inviting: Inviting) -> None:
    table = await lobby(house)
    await asked(inviting, ANA, table, BORIS)
    house.clock.now += WAITING
    assert "expired" in await refused(inviting.accept(BORIS, table.id))
    await house.lobbies.expire(table.id)
    assert [one.user_id for one in await inviting.stored.standing(10)] == [BORIS]


async def test_after_an_answer_of_no_the_same_person_does_not_ask_to_another_table_for_a_while(
    house: House, inviting: Inviting
) -> None:
    table = await lobby(house)
    await asked(inviting, ANA, table, BORIS)
    await inviting.decline(BORIS, table.id)
    table = await lobby(house)
    await house.lobbies.join(CARLA, table.id)
    assert "often enough" in await refused(inviting.ask(ANA, table.id, BORIS))
    await inviting.ask(CARLA, table.id, BORIS)
    house.clock.now += OF_LATE
    await asked(inviting, ANA, await lobby(house), BORIS)


async def test_one_person_asks_another_so_often_and_then_not_for_a_while(house: House, inviting: Inviting) -> None:
    for _ in range(OFTEN):
        table = await lobby(house)
        await asked(inviting, ANA, table, BORIS)
        await house.lobbies.cancel(ANA, table.id, moderator=False)
    table = await lobby(house)
    assert "often enough" in await refused(inviting.ask(ANA, table.id, BORIS))
    await inviting.ask(ANA, table.id, CARLA)


async def test_so_many_are_asked_to_a_table(house: House, inviting: Inviting) -> None:
    table = await lobby(house)
    for person in range(MOST):
        await asked(inviting, ANA, table, 1000 + person)
    assert "Enough people" in await refused(inviting.ask(ANA, table.id, BORIS))


async def test_yes_and_no_at_once_leave_one_answer(house: House, inviting: Inviting) -> None:
    table = await lobby(house)
    await asked(inviting, ANA, table, BORIS)
    await asyncio.gather(inviting.accept(BORIS, table.id), inviting.decline(BORIS, table.id), return_exceptions=True)
    invitation = await inviting.stored.get(table.id, BORIS)
    assert invitation is not None
    assert (invitation.state == "accepted") == (await house.tables.get(table.id)).sits(BORIS)


async def test_many_answers_to_a_full_table_at_once_are_all_told_so_and_the_invitation_stays(
    house: House, inviting: Inviting
) -> None:
    table = await lobby(house, most_seats=2)
    await asked(inviting, ANA, table, CARLA)
    await house.lobbies.join(BORIS, table.id)
    for _ in range(20):
        told = await asyncio.gather(*(inviting.accept(CARLA, table.id) for _ in range(8)), return_exceptions=True)
        assert {type(one) for one in told} == {TableRefused}
    invitation = await inviting.stored.get(table.id, CARLA)
    assert invitation is not None
    assert invitation.state == "open"
