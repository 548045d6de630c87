"""The one message that shows a table: posted, brought up to date, and never behind what is saved.

A table is shown by one after another, and each shows the newest there is by then: so whoever waits while others do, and
is covered by what they show, has nothing left to do. However much happens at once, that takes two edits.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

import discord

from bot.answers import THREAD_CLOSED, Interaction, is_undelivered
from bot.boards import EDITING, TOO_MANY, UNKNOWN_MESSAGE
from bot.delivery import Board, give, give_late, ready
from bot.tables import lobby_message, race_message, result_message, turn_message
from bot.tables.calls import call
from bot.texts import translator
from storage.table_rows import Table

if TYPE_CHECKING:
    from bot.client import PatienceClient

log = logging.getLogger(__name__)

TOO_OLD: Final = 30046
"""Discord's code for one edit too many of a message that is more than an hour old."""

POSTED_ANEW: Final = (UNKNOWN_MESSAGE, TOO_OLD, THREAD_CLOSED)
"""Discord's codes for a message that is gone or takes no edits, where a new one can be posted."""


class _Showing:
    """Whose turn it is to show a table, and how many of those who asked for it are covered."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.asked = 0
        self.covered = 0


_showings: Final[WeakValueDictionary[int, _Showing]] = WeakValueDictionary()
"""For each table that is being shown; nothing is kept of the others."""


_editing: Final[WeakValueDictionary[int, asyncio.Lock]] = WeakValueDictionary()
"""A lock for each channel in which a table's message is being edited.

Where many tables are busy in a channel, its limit keeps some waiting: in line, each waits its own turn's time alone.
"""


async def show(client: PatienceClient, table_id: int) -> None:
    """Bring the message of a table up to date with the newest there is; post it where it has none, or lost it.

    Of one that is over, the last call goes. What can't be delivered is noted in ``rooms.behind``, and tried again.
    Raise NoSuchTable.
    """
    showing = _showings.setdefault(table_id, _Showing())
    showing.asked += 1
    mine = showing.asked
    async with showing.lock:
        if showing.covered >= mine:
            return
        covered = showing.asked
        table = await client.rooms.stored.get(table_id)
        if await _show(client, table):
            showing.covered = covered
        else:
            client.rooms.behind.add(table_id)
            return
    await _settle(client, table)


async def answer(interaction: Interaction, table: Table, page: int = 0) -> None:
    """Answer a press on a table's message by bringing that up to date, with a ``page`` of its plays.

    A message that is not the table's any more goes.
    """
    client = interaction.client
    if interaction.message is None or interaction.message.id != await _shown_by(interaction, table):
        await interaction.response.defer()
        if interaction.message is not None:
            await delete_message(client, interaction.message.channel.id, interaction.message.id)
        await show(client, table.id)
        return
    showing = _showings.setdefault(table.id, _Showing())
    async with AsyncExitStack() as turn:
        making = _in_turn(turn, interaction, showing, table, page)
        (covered, newest, board), late = await ready(interaction, making, anew=False)
        if late:
            _, failure = await give_late(interaction, board)
        else:
            _, failure = await give(
                interaction.response.edit_message(content=board.content, attachments=board.files, view=board.controls)
            )
        if failure is None:
            showing.covered = max(showing.covered, covered)
    if failure is not None:
        log.info("a press at table %d was not answered: %s", table.id, failure)
        await show(client, table.id)
    else:
        await _settle(client, newest)


async def _in_turn(
    turn: AsyncExitStack, interaction: Interaction, showing: _Showing, table: Table, page: int
) -> tuple[int, Table, Board]:
    """Wait for the table's turn, which ``turn`` holds then; return whom the answer covers, and the newest there is."""
    await turn.enter_async_context(showing.lock)
    covered, client = showing.asked, interaction.client
    newest = await client.rooms.stored.get(table.id)
    return covered, newest, await board_of(client, newest, attach=interaction.app_permissions.attach_files, page=page)


async def _settle(client: PatienceClient, shown: Table) -> None:
    """Note that the end of a table is shown, by calling nobody any more."""
    if shown.state in ("over", "closed"):
        await call(client, shown.id)


async def board_of(client: PatienceClient, table: Table, *, attach: bool, page: int = 0) -> Board:
    """Return what the message of a table shows, in the table's language; without pictures unless they ``attach``."""
    translate = translator(table.locale)
    if table.state in ("lobby", "closed"):
        return Board(lobby_message.content(table, translate), lobby_message.controls(table, translate))
    if table.state == "over":
        return await result_message.message(client, table, translate, attach=attach)
    if table.kind == "race":
        return await race_message.message(client, table, translate)
    return await turn_message.message(client, table, translate, attach=attach, page=page)


async def _shown_by(interaction: Interaction, table: Table) -> int | None:
    """Return the message that shows the table: the one pressed, if it was posted there last but never noted."""
    assert interaction.message is not None
    pressed = interaction.message
    newest = await interaction.client.rooms.stored.get(table.id)
    lost = pressed.channel.id == newest.channel_id and pressed.id > (newest.message_id or 0)
    if pressed.flags.ephemeral or not lost:
        return newest.message_id
    await _note(interaction.client, table.id, pressed.channel.id, pressed.id)
    return pressed.id


async def _show(client: PatienceClient, table: Table) -> bool:
    """Edit the message of a table, or post it anew; return whether there is nothing left to try."""
    channel = client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    try:
        for attach in (True, False):
            board = await board_of(client, table, attach=attach)
            try:
                if table.message_id is None or not await _edit(channel, table.message_id, board):
                    await _post(client, channel, table, board)
                return True
            except discord.Forbidden:
                # Where files may not be attached, words still can be changed.
                if not attach or board.picture is None:
                    raise
    except (discord.Forbidden, discord.NotFound) as error:
        # The channel is out of the bot's reach: whoever presses is answered all the same.
        log.info("table %d can't be shown: %s", table.id, error)
    except Exception as error:
        if not is_undelivered(error):
            raise
        log.info("table %d could not be brought up to date: %s", table.id, error)
        return False
    return True


async def _edit(channel: discord.PartialMessageable, message_id: int, board: Board) -> bool:
    """Edit the message of a table; return False if it has to be posted anew."""
    try:
        async with _editing.setdefault(channel.id, asyncio.Lock()), asyncio.timeout(EDITING):
            await channel.get_partial_message(message_id).edit(
                content=board.content, attachments=board.files, view=board.controls
            )
    except TimeoutError:
        # A channel takes few edits of old messages, and keeps the others waiting for long.
        return False
    except discord.HTTPException as error:
        if error.code in POSTED_ANEW or error.status == TOO_MANY:
            return False
        raise
    return True


async def _post(client: PatienceClient, channel: discord.PartialMessageable, table: Table, board: Board) -> None:
    """Post the message of a table anew, note it, and delete the one before.

    It follows that one: should its sending be repeated because nobody knows what became of it, there is still but one.
    """
    nonce = f"s{table.id}" if table.message_id is None else f"s{table.message_id}"
    async with asyncio.timeout(EDITING):
        posted = await channel.send(board.content, files=board.files, view=board.controls, nonce=nonce)
    await _note(client, table.id, table.channel_id, posted.id)
    if (posted.content, _ids(posted.components)) != (board.content, _ids(board.controls.to_components())):
        # It had arrived before, as the table stood then.
        await _edit(channel, posted.id, board)


def _ids(components: Any) -> list[str]:
    """Return the custom ids of what stands under a message: they tell the moment that it shows."""
    rows = [row if isinstance(row, dict) else row.to_dict() for row in components]
    return [item.get("custom_id", "") for row in rows for item in row["components"]]


async def _note(client: PatienceClient, table_id: int, channel_id: int, message_id: int) -> None:
    """Keep which message shows a table, and delete the one that did."""
    before = await client.rooms.stored.place(table_id, channel_id, message_id)
    if before[1] is not None and before[1] != message_id:
        await delete_message(client, before[0], before[1])


async def delete_message(client: PatienceClient, channel_id: int, message_id: int) -> None:
    """Delete a message that showed a table, if it is still there."""
    try:
        await client.get_partial_messageable(channel_id).get_partial_message(message_id).delete()
    except Exception as error:
        if not is_undelivered(error):
            raise
        # It may be gone already, or out of the bot's reach; pressed again, it is deleted then.
        log.info("an old message of a table could not be removed: %s", error)
