"""Calling whoever is in turn: a message that pings them, one for each turn, and the one before goes.

To a race all are called by one message when its host has started it. The last call pings nobody: it tells that the
table is over, to those who have lost sight of its message meanwhile.

It is noted which turn was called last, and the message carries that turn's nonce, with which Discord takes one message
within some minutes. Whether one was posted before a crash, and only not noted, is looked up in the channel.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import discord
from discord.ui import Button

from bot.answers import is_undelivered
from bot.boards import EDITING
from bot.controls import Controls
from bot.tables.table_texts import call_text, called_turn, end_text, link_to
from bot.texts import translator
from storage.table_rows import Table

if TYPE_CHECKING:
    from bot.client import PatienceClient

log = logging.getLogger(__name__)

SEARCHED: Final = 100
"""How many of a channel's last messages are looked through for a call that was not noted."""

_calling: Final[WeakValueDictionary[int, asyncio.Lock]] = WeakValueDictionary()
"""A lock for each table at which somebody is being called."""


async def call(client: PatienceClient, table_id: int) -> None:
    """Call whoever is in turn, or tell the end, if that is still to do, and delete the call before.

    While this waits for Discord turns may go by: those are not called any more. What can't be delivered is noted in
    ``rooms.behind``, and tried again. Raise NoSuchTable.
    """
    rooms = client.rooms
    lock = _calling.setdefault(table_id, asyncio.Lock())
    async with lock:
        table = await rooms.stored.get(table_id)
        try:
            known, cleared = None, True
            if table_id in rooms.doubtful and table.state in ("playing", "over"):
                known, cleared = await _found(client, table)
            if table.called != table.turn_number:
                cleared = await _call(client, table, known) and cleared
            if cleared:
                rooms.doubtful.discard(table_id)
            else:
                rooms.doubtful.add(table_id)
                rooms.behind.add(table_id)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("nobody can be called at table %d: %s", table_id, error)
            if table.call_id is not None:
                await _delete(client, table, table.call_id)
            # Should that have been out of reach as well, the next call removes it.
            await rooms.stored.note_call(table_id, table.turn_number, table.call_id)
            rooms.doubtful.discard(table_id)
        except Exception as error:
            if not is_undelivered(error):
                raise
            log.info("whoever is in turn at table %d could not be called: %s", table_id, error)
            rooms.doubtful.add(table_id)
            rooms.behind.add(table_id)


async def _call(client: PatienceClient, table: Table, known: int | None) -> bool:
    """Post the call of a turn, unless it is ``known`` that it was posted, delete the one before, and note it.

    Return False if the one before is still to be deleted.
    """
    called = (known or await _posted(client, table)) if to_be_called(table) or wants_end(table) else None
    cleared = table.call_id is None or table.call_id == called or await _delete(client, table, table.call_id)
    await client.rooms.stored.note_call(table.id, table.turn_number, called)
    return cleared


def to_be_called(table: Table) -> list[int]:
    """Return who is to be pinged: nobody who is alone, nor who doesn't want it, nor who has just started the race."""
    if table.state != "playing" or len(table.seated) < 2:
        return []
    wanting = [seat.user_id for seat in table.seated if not seat.quiet]
    if table.kind == "race":
        return [user_id for user_id in wanting if user_id != table.host_id]
    return [user_id for user_id in wanting if user_id == table.turn]


def wants_end(table: Table) -> bool:
    """Say whether it is to be told that a table is over: not if nobody was left, and not of a lobby."""
    return table.state == "over" and table.ending != "deserted"


async def _posted(client: PatienceClient, table: Table) -> int:
    """Post the call of a turn, or the end of the table, and return the message's id."""
    channel = client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    translate = translator(table.locale)
    view = Controls()
    view.add_item(Button(label=translate("To the table"), url=link_to(table)))
    called = to_be_called(table)
    async with asyncio.timeout(EDITING):
        posted = await channel.send(
            call_text(table, called, translate) if called else end_text(table, translate),
            view=view,
            nonce=f"t{table.id}-{table.turn_number}",
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(user_id) for user_id in called]),
        )
    return posted.id


async def _found(client: PatienceClient, table: Table) -> tuple[int | None, bool]:
    """Return the message that calls this turn, or tells the end, though it was not noted; delete earlier calls.

    Return also whether none of those is left to be deleted.
    """
    channel = client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    me, translate = client.user, translator(table.locale)
    try:
        async with asyncio.timeout(EDITING):
            messages = [message async for message in channel.history(limit=SEARCHED)]
    except discord.Forbidden as error:
        # Posted within the last minutes, the nonce still tells it.
        log.info("whether somebody was called at table %d can't be seen: %s", table.id, error)
        return None, True
    found, cleared = None, True
    for message in messages:
        turn = called_turn(message.content, table, translate) if message.author == me else None
        if turn == table.turn_number:
            found = message.id
        elif turn is not None and message.id != table.call_id:
            cleared = await _delete(client, table, message.id) and cleared
    return found, cleared


async def _delete(client: PatienceClient, table: Table, message_id: int) -> bool:
    """Delete a call; return False if that is to be tried again."""
    try:
        async with asyncio.timeout(EDITING):
            await client.get_partial_messageable(table.channel_id).get_partial_message(message_id).delete()
    except (discord.Forbidden, discord.NotFound) as error:
        log.info("a call at table %d is out of reach: %s", table.id, error)
    except Exception as error:
        if not is_undelivered(error):
            raise
        log.info("a call at table %d could not be removed: %s", table.id, error)
        return False
    return True
