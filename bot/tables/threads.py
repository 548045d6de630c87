"""A thread of its own for a table, begun from the message of its lobby."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.answers import Interaction, is_undelivered
from bot.boards import EDITING
from bot.tables.lobby_message import moved
from bot.tables.places import in_thread
from bot.tables.posting import send, turn_of
from bot.texts import translator
from engine.game import games
from engine.words import Phrase
from storage.table_rows import Table

if TYPE_CHECKING:
    from bot.client import PatienceClient

log = logging.getLogger(__name__)

ALREADY_THERE: Final = 160004
"""Discord's code for a message that has a thread."""

DAY: Final = 1440
WEEK: Final = 7 * DAY
"""Minutes without a message after which Discord archives a thread."""

_CHANNELS: Final = (discord.ChannelType.text, discord.ChannelType.news)
"""The kinds of channels that have threads at messages."""


class NoThread(Exception):
    """A table gets no thread of its own: ``why`` is a sentence. It is played where its lobby was."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(str(why))
        self.why = why


def check_thread(interaction: Interaction) -> None:
    """Raise NoThread if the bot can't begin a thread here."""
    allowed = interaction.app_permissions
    if in_thread(interaction):
        raise NoThread(Phrase("This is a thread already: the table is played here."))
    if interaction.channel is None or interaction.channel.type not in _CHANNELS:
        raise NoThread(Phrase("There are no threads in this channel: the table is played here."))
    if not (allowed.create_public_threads and allowed.send_messages_in_threads):
        raise NoThread(
            Phrase("I lack the permission Create Public Threads or Send Messages in Threads: the table is played here.")
        )


async def begin_thread(interaction: Interaction, table: Table) -> Table:
    """Begin a thread at the message of a table that has just begun, and show the table there; return it.

    Raise NoThread. Asked for twice at once, it happens once.
    """
    client = interaction.client
    async with turn_of(table.id):
        newest = await client.rooms.stored.get(table.id)
        if not newest.threaded:
            return newest
        try:
            check_thread(interaction)
            await _move(client, newest)
        except NoThread:
            await client.rooms.stored.stay(table.id)
            raise
        return await client.rooms.stored.get(table.id)


async def take_up_thread(client: PatienceClient, table_id: int) -> None:
    """Begin the thread of a table that had begun when the bot was stopped, and not its thread.

    Where none can be begun, the table is played where its lobby was.
    """
    async with turn_of(table_id):
        table = await client.rooms.stored.get(table_id)
        if table.state != "playing" or not table.threaded:
            return
        try:
            await _move(client, table)
        except NoThread:
            await client.rooms.stored.stay(table_id)
            return
        await _point_there(client, table)


async def _move(client: PatienceClient, table: Table) -> None:
    """Begin a table's thread, and show the table there; raise NoThread if that can't be done."""
    try:
        thread_id = await _begin(client, table)
        await send(client, table, thread_id)
    except Exception as error:
        if not is_undelivered(error):
            raise
        log.info("table %d got no thread: %s", table.id, error)
        raise NoThread(Phrase("No thread could be begun: the table is played here.")) from None


async def _point_there(client: PatienceClient, before: Table) -> None:
    """Let the message of a lobby say where its table is played."""
    assert before.message_id is not None
    table = await client.rooms.stored.get(before.id)
    message = client.get_partial_messageable(before.channel_id).get_partial_message(before.message_id)
    try:
        async with asyncio.timeout(EDITING):
            await message.edit(content=moved(table, translator(table.locale)), view=None)
    except Exception as error:
        if not is_undelivered(error):
            raise
        # Pressed, it says so then.
        log.info("the lobby of table %d could not be changed: %s", table.id, error)


async def _begin(client: PatienceClient, table: Table) -> int:
    """Begin the thread and return its id, which is that of the message; raise NoThread if that is not known."""
    if table.message_id is None:
        raise NoThread(Phrase("No thread could be begun: the table is played here."))
    translate = translator(table.locale)
    name = translate("{game}, table {number}").format(game=translate(games()[table.game].title), number=table.id)
    channel = client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    try:
        async with asyncio.timeout(EDITING):
            await channel.get_partial_message(table.message_id).create_thread(
                name=name, auto_archive_duration=WEEK if table.clock >= DAY * 60 else DAY
            )
    except discord.HTTPException as error:
        if error.code != ALREADY_THERE:
            raise
    return table.message_id
