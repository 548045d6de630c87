"""A thread of its own for a table, begun from the message of its lobby."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.answers import Interaction, is_undelivered
from bot.boards import EDITING
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
    assert interaction.message is not None
    async with turn_of(table.id):
        newest = await client.rooms.stored.get(table.id)
        if newest.channel_id == interaction.message.id or newest.message_id is None:
            # A thread has the id of the message at which it was begun.
            return newest
        check_thread(interaction)
        try:
            thread_id = await _begin(client, newest)
            # In turns each is called when theirs comes; of a race that has begun elsewhere they have to be told.
            called = [seat.user_id for seat in newest.seated if not seat.quiet] if newest.kind == "race" else []
            await send(client, newest, thread_id, called=called)
        except Exception as error:
            if not is_undelivered(error):
                raise
            log.info("table %d got no thread: %s", table.id, error)
            raise NoThread(Phrase("No thread could be begun: the table is played here.")) from None
        return await client.rooms.stored.get(table.id)


async def _begin(client: PatienceClient, table: Table) -> int:
    """Begin the thread and return its id, which is that of the message."""
    assert table.message_id is not None
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
