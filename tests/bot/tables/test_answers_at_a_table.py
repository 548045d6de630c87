"""Answers to presses at a table that are late or get lost: what was done stands, and is shown in the end."""

import asyncio

import pytest

from bot.client import PatienceClient
from playground import Playground
from playground.person import Person
from storage.errors import StorageError
from storage.table_rows import Table
from storage.tables import Tables
from tests.bot.tables.gathering import Gathering, button, until


@pytest.mark.parametrize("carried_out", [False, True])
@pytest.mark.parametrize("status", [500, 503])
async def test_where_discord_fails_a_press_is_done_once_and_shown(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person, status: int, carried_out: bool
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    message = await gathering.message(ana)
    playground.faults.refuse("/interactions/*", status, times=9, carried_out=carried_out)
    gathering.let_pass()
    pressing = asyncio.create_task(ana.press(message, button(message, "advance")))
    after = await turn_of(gathering, boris)
    assert after.turn == boris.id
    playground.faults.clear()
    assert (await gathering.message(boris)).id == message.id
    assert (await gathering.called(ana)).mentions == ("Boris",)
    assert (await gathering.position()).stored.move_count == 1
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)


async def test_a_press_is_acknowledged_while_the_table_is_still_being_shown(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.AT_ONCE", 0.1)
    gathering = await Gathering.begin(playground, bot, ana, boris)
    message = await gathering.message(ana)
    playground.faults.slow("/channels/*", 3600, method="PATCH", carried_out=True)
    bot.rooms.behind.add(gathering.table_id)
    await until(lambda: playground.faults.holding)
    pressing = asyncio.create_task(ana.press(message, button(message, "advance")))
    await turn_of(gathering, boris)
    playground.faults.clear()
    await pressing
    await gathering.message(boris)
    assert (await gathering.position()).stored.move_count == 1


async def test_a_database_that_fails_before_is_told_and_nothing_is_done(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    before = await gathering.table()
    with monkeypatch.context() as broken:
        broken.setattr(Tables, "save", fail)
        told = await gathering.press(ana, "advance")
        assert told.ephemeral
        assert "nothing was changed" in told.content
    assert (await gathering.table()).version == before.version


async def test_a_database_that_fails_after_a_press_was_done_does_not_say_that_nothing_was(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    await gathering.called(ana)
    with monkeypatch.context() as broken:
        broken.setattr(Tables, "movers", fail)
        told = await gathering.press(ana, "advance")
        assert told.ephemeral
        assert "That is done" in told.content
    await gathering.message(boris)
    assert (await gathering.called(ana)).mentions == ("Boris",)


async def fail(*_: object, **__: object) -> None:
    raise StorageError("the disk is full")


async def turn_of(gathering: Gathering, person: Person) -> Table:
    """Wait until it is somebody's turn, and return the table."""
    for _ in range(6000):
        table = await gathering.table()
        if table.turn == person.id:
            return table
        await asyncio.sleep(0.01)
    raise AssertionError("the turn is not handed on")
