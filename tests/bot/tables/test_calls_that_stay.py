"""Calls whose channel takes no messages, or which can't be deleted just now: none is left behind."""

import asyncio

import pytest

from bot.client import PatienceClient
from bot.tables import calls, keeper
from playground import Playground
from playground.person import Person
from playground.state import PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.bot.tables.gathering import Gathering


async def called(gathering: Gathering) -> None:
    """Wait until it is noted that whoever is in turn was called, or can't be."""
    for _ in range(6000):
        table = await gathering.table()
        if table.called == table.turn_number:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("nobody is called")


@pytest.mark.parametrize("lacking", [Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL])
async def test_where_the_bot_may_not_write_for_a_while_no_call_is_left_from_before(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person, lacking: Permission
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    await gathering.called(ana)
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~lacking)
    for _ in range(2):
        await gathering.advance()
        await called(gathering)
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS)
    await gathering.advance()
    await gathering.called(ana)


@pytest.mark.parametrize("over", [False, True], ids=["in the next turn", "at the end"])
async def test_a_call_that_discord_does_not_delete_goes_later(
    playground: Playground,
    bot: PatienceClient,
    ana: Person,
    boris: Person,
    monkeypatch: pytest.MonkeyPatch,
    over: bool,
) -> None:
    monkeypatch.setattr(keeper, "AGAIN", 0.1)
    monkeypatch.setattr(calls, "EDITING", 1)
    gathering = await Gathering.begin(playground, bot, ana, boris)
    first = await gathering.called(ana)
    playground.faults.slow(f"/channels/*/messages/{first.id}", 3600, method="DELETE", carried_out=False)
    if over:
        question = await gathering.press(ana, "stop")
        await ana.press(question, question.buttons[0].custom_id)
        await gathering.nobody_called(ana)
    else:
        await gathering.advance()
        await gathering.called(ana)
    await ana.no_longer_sees(first)
