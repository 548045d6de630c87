"""Invitations on the playground: whom they ping, who may answer, and what becomes of their messages."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.client import PatienceClient
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from tests.bot.house import bot_running
from tests.bot.tables.lobby_seen import labels, opened, seats, sees
from tests.bot.tables.test_lobby import MovedTime
from tests.conftest import PATIENCE

PICK = "Choose a person"
ASKING = ["Accept", "Decline", "To the table"]


@pytest.fixture
async def dan(playground: Playground) -> AsyncIterator[Person]:
    async with Person(playground.url, "Dan", patience=PATIENCE) as person:
        yield person


async def invitation_of(invited: Person) -> SeenMessage:
    """Wait until somebody sees the message that asks them."""
    return await invited.sees(lambda seen: f"<@{invited.id}>: " in seen.content and "invites you" in seen.content)


def called(playground: Playground, message: SeenMessage) -> list[str]:
    """Return whom a message pings."""
    found = playground.world.message(message.channel_id, message.id)
    assert found is not None
    return [user.global_name or "" for user in found.called]


async def test_who_is_invited_alone_is_pinged_and_sits_down_by_accepting(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person
) -> None:
    lobby = await opened(bot, ana)
    told = await ana.command("table invite", user="Boris")
    assert (told.ephemeral, told.content) == (True, f"<@{boris.id}> is invited.")
    invitation = await invitation_of(boris)
    assert labels(invitation) == ASKING
    assert called(playground, invitation) == ["Boris"]
    assert f"<@{ana.id}> invites you" in invitation.content
    assert invitation.button("To the table").url.endswith(f"/{lobby.channel_id}/{lobby.id}")
    accepted = await boris.press(invitation, "Accept")
    assert (accepted.id, accepted.buttons) == (invitation.id, ())
    assert f"<@{boris.id}> has accepted" in accepted.content
    assert seats(await sees(ana, lobby, f"2. <@{boris.id}>"))[1] == f"2. <@{boris.id}>"


async def test_the_button_offers_people_and_stays_for_the_next(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person, carla: Person
) -> None:
    lobby = await opened(bot, ana)
    asked = await ana.press(lobby, "Invite")
    assert asked.ephemeral
    for person in (boris, carla):
        said = await ana.choose(asked, PICK, person.name)
        assert (said.id, said.content) == (asked.id, f"<@{person.id}> is invited.")
        assert labels(await invitation_of(person)) == ASKING
    for name, words in (("Ana", "You sit"), ("Boris", "has not answered yet")):
        told = await ana.choose(asked, PICK, name)
        assert told.ephemeral
        assert words in told.content


async def test_the_bot_is_not_invited(bot: PatienceClient, ana: Person) -> None:
    asked = await ana.press(await opened(bot, ana), "Invite")
    assert bot.user is not None
    told = await ana.choose(asked, PICK, str(bot.user.id))
    assert "Bots don't play" in told.content
    assert await bot.rooms.inviting.stored.get(1, bot.user.id) is None


async def test_who_has_left_the_server_is_not_invited(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person
) -> None:
    asked = await ana.press(await opened(bot, ana), "Invite")
    playground.leave_guild("Boris")
    told = await ana.choose(asked, PICK, "Boris")
    assert f"<@{boris.id}> is not in this server" in told.content


async def test_declining_is_told_on_the_message_alone_and_is_final_for_this_table(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person
) -> None:
    lobby = await opened(bot, ana)
    await ana.command("table invite", user="Boris")
    declined = await boris.press(await invitation_of(boris), "Decline")
    assert f"<@{boris.id}> has declined" in declined.content
    assert declined.buttons == ()
    assert [message for message in boris.messages() if message.ephemeral] == []
    told = await ana.command("table invite", user="Boris")
    assert "has declined an invitation" in told.content
    assert seats(await boris.press(lobby, "Join"))[1] == f"2. <@{boris.id}>"


async def test_others_do_not_answer_an_invitation(
    bot: PatienceClient, ana: Person, boris: Person, carla: Person
) -> None:
    await opened(bot, ana)
    await ana.command("table invite", user="Boris")
    invitation = await invitation_of(boris)
    await sees(carla, invitation)
    for person in (ana, carla):
        for button in ("Accept", "Decline"):
            told = await person.press(invitation, button)
            assert told.ephemeral
            assert f"is for <@{boris.id}>" in told.content
    assert labels(await boris.sees(lambda seen: seen.id == invitation.id)) == ASKING


async def test_who_joins_by_the_button_of_the_lobby_has_answered(
    bot: PatienceClient, ana: Person, boris: Person
) -> None:
    lobby = await opened(bot, ana)
    await ana.command("table invite", user="Boris")
    invitation = await invitation_of(boris)
    await boris.press(lobby, "Join")
    assert (await sees(boris, invitation, "has accepted")).buttons == ()


@pytest.mark.parametrize("end", ["Start", "Cancel"])
async def test_an_invitation_expires_with_its_lobby(
    bot: PatienceClient, ana: Person, boris: Person, carla: Person, end: str
) -> None:
    lobby = await opened(bot, ana, boris)
    await ana.command("table invite", user="Carla")
    invitation = await invitation_of(carla)
    await ana.press(lobby, end)
    assert (await sees(carla, invitation, "has expired")).buttons == ()


async def test_an_invitation_that_expires_while_the_bot_is_away_says_so_when_it_is_back(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    clock = MovedTime()
    async with bot_running(playground, file, now=clock) as bot:
        await opened(bot, ana)
        await ana.command("table invite", user="Boris")
        invitation = await invitation_of(boris)
    clock.ahead += 60 * 60 * 1000
    async with bot_running(playground, file, now=clock):
        assert (await sees(boris, invitation, "has expired")).buttons == ()


async def test_an_invitation_is_answered_after_a_restart(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    async with bot_running(playground, file) as bot:
        lobby = await opened(bot, ana)
        await ana.command("table invite", user="Boris")
        invitation = await invitation_of(boris)
    async with bot_running(playground, file):
        assert "has accepted" in (await boris.press(invitation, "Accept")).content
        await sees(ana, lobby, f"2. <@{boris.id}>")


async def test_an_invitation_to_a_table_that_is_full_can_be_accepted_once_a_seat_is_free(
    bot: PatienceClient, ana: Person, boris: Person, carla: Person
) -> None:
    lobby = await opened(bot, ana, seats=2)
    await ana.command("table invite", user="Boris")
    invitation = await invitation_of(boris)
    await sees(carla, lobby)
    await carla.press(lobby, "Join")
    told = await boris.press(invitation, "Accept")
    assert told.ephemeral
    assert "All seats" in told.content
    await carla.press(lobby, "Leave")
    assert "has accepted" in (await boris.press(invitation, "Accept")).content


async def test_an_invitation_keeps_nobody_from_anything(
    bot: PatienceClient, ana: Person, boris: Person, carla: Person
) -> None:
    await opened(bot, ana)
    await ana.command("table invite", user="Boris")
    await invitation_of(boris)
    assert "Pyramid" in (await boris.command("play", game="pyramid", deal="3")).content
    other = await opened(bot, boris, game="sun")
    await sees(carla, other)
    await boris.command("table invite", user="Carla", table=2)
    assert "has accepted" in (await carla.press(await invitation_of(carla), "Accept")).content


@pytest.mark.usefixtures("dan")
async def test_only_those_who_sit_invite(bot: PatienceClient, ana: Person, boris: Person, carla: Person) -> None:
    await opened(bot, ana, boris)
    assert "is invited" in (await boris.command("table invite", user="Carla")).content
    told = await carla.command("table invite", user="Dan")
    assert "watching" in told.content
    assert "no table here" in (await carla.command("table invite", user="Dan", in_channel="lobby")).content
