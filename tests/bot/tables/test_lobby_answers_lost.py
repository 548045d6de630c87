"""Lobbies whose answers are late or get lost: there is one message for each, and nobody is left waiting."""

import asyncio

import pytest

from bot.client import PatienceClient
from playground import Playground
from playground.person import Person
from playground.state import PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.bot.tables.lobby_seen import LOBBY, labels, noted, opened, seats, sees
from tests.bot.tables.test_inviting import invitation_of

OPEN = {"game": "pyramid", "kind": "turns", "deal": "3"}


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have everything acknowledged before it is answered."""
    monkeypatch.setattr("bot.delivery.AT_ONCE", 0.0)


@pytest.mark.usefixtures("late")
async def test_everything_works_that_takes_a_moment(
    bot: PatienceClient, ana: Person, boris: Person, carla: Person
) -> None:
    lobby = await opened(bot, ana)
    assert labels(lobby) == LOBBY
    await sees(boris, lobby)
    assert seats(await boris.press(lobby, "Join"))[1] == f"2. <@{boris.id}>"
    assert "is invited" in (await ana.command("table invite", user="Carla")).content
    assert "has accepted" in (await carla.press(await invitation_of(carla), "Accept")).content
    await ana.press(lobby, "Start")
    await ana.sees(lambda message: message.id == lobby.id and bool(message.attachments))
    assert not [message for message in ana.messages() if message.thinking]


async def test_a_lobby_whose_word_is_lost_is_known_all_the_same(
    bot: PatienceClient, playground: Playground, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.ANSWERING", 0.5)
    playground.faults.slow("/interactions/*", 60, method="POST", carried_out=True)
    commanded = asyncio.create_task(ana.command("table open", **OPEN))
    lobby = await ana.sees(lambda message: bool(message.buttons))
    await noted(bot, lobby)
    assert [message.id for message in ana.messages()] == [lobby.id]
    playground.faults.clear()
    await commanded


async def test_a_lobby_whose_answer_is_refused_is_posted_otherwise(
    bot: PatienceClient, playground: Playground, ana: Person
) -> None:
    playground.faults.refuse("/interactions/*", 500, method="POST", times=10)
    commanded = asyncio.create_task(ana.command("table open", **OPEN))
    lobby = await ana.sees(lambda message: bool(message.buttons))
    await noted(bot, lobby)
    playground.faults.clear()
    assert labels(lobby) == LOBBY
    commanded.cancel()


async def test_an_invitation_that_can_not_be_posted_is_none(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person
) -> None:
    await opened(bot, ana)
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.SEND_MESSAGES)
    told = await ana.command("table invite", user="Boris")
    assert told.ephemeral
    assert "nobody was invited" in told.content
    assert await bot.rooms.inviting.stored.get(1, boris.id) is None
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS)
    assert "is invited" in (await ana.command("table invite", user="Boris")).content


async def test_a_thread_that_can_not_be_begun_keeps_nobody_from_playing(
    bot: PatienceClient, playground: Playground, ana: Person, boris: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await opened(bot, ana, boris, thread=True)
    monkeypatch.setattr("bot.tables.threads.EDITING", 0.5)
    threads = f"/channels/{lobby.channel_id}/messages/{lobby.id}/threads"
    playground.faults.slow(threads, 60, method="POST", carried_out=False)
    board = await ana.press(lobby, "Start")
    assert (board.id, bool(board.attachments)) == (lobby.id, True)
    told = await ana.sees(lambda message: message.ephemeral)
    assert "No thread could be begun" in told.content
