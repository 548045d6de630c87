"""Showing a table on a new message: in answer to a command, at the bottom of its channel, in a thread."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import discord

from bot.answers import Interaction, add
from bot.boards import EDITING
from bot.delivery import answer_id, give, give_late, is_closed, ready
from bot.tables.showing import board_of, delete_message, show
from bot.texts import translator
from storage.table_rows import Table

if TYPE_CHECKING:
    from bot.client import PatienceClient

log = logging.getLogger(__name__)

_turns: Final[WeakValueDictionary[int, asyncio.Lock]] = WeakValueDictionary()
"""A lock for each table that is being posted somewhere; nothing is kept of the others."""


def turn_of(table_id: int) -> asyncio.Lock:
    """Return what has to be held while it is decided where a table is shown: of two who do at once, one posts it."""
    return _turns.setdefault(table_id, asyncio.Lock())


async def post(interaction: Interaction, table: Table, *, called: Collection[int] = ()) -> None:
    """Answer with a new message that shows the table; the one that showed it before goes. It pings those ``called``."""
    client = interaction.client
    board, late = await ready(
        interaction, board_of(client, table, attach=interaction.app_permissions.attach_files), anew=True
    )
    message_id = None
    if late:
        message, failure = await give_late(interaction, board)
        message_id = None if message is None else message.id
    else:
        answer, failure = await give(
            interaction.response.send_message(
                board.content, files=board.files, view=board.controls, allowed_mentions=pinging(called)
            )
        )
        message_id = None if answer is None else answer.message_id
    if message_id is None and (failure is None or isinstance(failure, TimeoutError)):
        # It may have arrived, and only the word of it not.
        message_id = await answer_id(interaction)
    if message_id is None:
        log.info("table %d was not posted in answer: %s", table.id, failure)
        if is_closed(failure):
            translate = translator(interaction.locale.value)
            await add(interaction, translate("This thread is locked. /table show shows your table in another channel."))
        await show(client, table.id)
        return
    assert interaction.channel_id is not None
    await _take_the_place(client, table, interaction.channel_id, message_id)


async def send(client: PatienceClient, table: Table, channel_id: int) -> None:
    """Show a table on a new message in a channel; the one that showed it before goes, if it is in the same channel.

    It pings nobody. It follows the one before: sent again, because nobody knows what became of it, there is still but
    one. Raise what Discord refuses.
    """
    channel = client.get_partial_messageable(channel_id, guild_id=table.guild_id)
    board = await board_of(client, table, attach=True)
    for attach in (True, False):
        if not attach:
            board = await board_of(client, table, attach=False)
        try:
            async with asyncio.timeout(EDITING):
                message = await channel.send(
                    board.content,
                    files=board.files,
                    view=board.controls,
                    allowed_mentions=pinging([]),
                    nonce=f"m{table.message_id or table.id}",
                )
        except discord.Forbidden:
            # Where files may not be attached, words still can be sent.
            if not attach or board.picture is None:
                raise
        else:
            await _take_the_place(client, table, channel_id, message.id)
            if message.content != board.content:
                # It had arrived before, as the table stood then.
                await show(client, table.id)
            return


def pinging(people: Collection[int]) -> discord.AllowedMentions:
    """Return that these people are pinged by a message, and nobody else."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(one) for one in people]
    )


async def _take_the_place(client: PatienceClient, table: Table, channel_id: int, message_id: int) -> None:
    """Note that a message shows the table, and delete the one that did; if the table has changed by now, show that."""
    before_channel, before = await client.rooms.stored.place(table.id, channel_id, message_id)
    if before is not None and before != message_id and before_channel == channel_id:
        await delete_message(client, before_channel, before)
    newest = await client.rooms.stored.get(table.id)
    if newest.version != table.version:
        await show(client, table.id)
