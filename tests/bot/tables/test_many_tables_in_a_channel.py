"""Many tables are busy in one channel, which takes few edits: all are shown in the end, on the messages they have."""

import asyncio

import pytest

from bot.client import PatienceClient
from bot.tables import showing
from bot.tables.showing import show
from playground.limits import EDITS_IN_A_CHANNEL
from playground.person import Person
from playground.state import PATIENCE_ID
from tests.bot.tables.lobby_seen import noted, sees


@pytest.mark.timeout(120)
async def test_edits_that_a_channels_limit_keeps_waiting_are_no_reason_to_post_anew(
    bot: PatienceClient, ana: Person, boris: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    # More of them wait for longer than one edit may take, and each by itself for less.
    monkeypatch.setattr(showing, "EDITING", EDITS_IN_A_CHANNEL.seconds * 1.8)
    shown = {}
    for number in range(1, 3 * EDITS_IN_A_CHANNEL.count + 1):
        lobby = await ana.command("table open", game="pyramid", kind="race")
        shown[(await noted(bot, lobby, number)).id] = lobby
    for number in shown:
        await bot.rooms.lobbies.join(boris.id, number)
    await asyncio.gather(*(show(bot, number) for number in shown))
    for number, lobby in shown.items():
        assert (await bot.rooms.stored.get(number)).message_id == lobby.id
        await sees(ana, lobby, f"<@{boris.id}>")
    tables = [message for message in ana.messages() if "· table " in message.content]
    assert len(tables) == len(shown)
    assert {message.channel_id for message in tables} == {PATIENCE_ID}
