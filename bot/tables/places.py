"""Where tables can be: what the bot needs there, who moderates, and which table a command is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import discord

from bot.answers import Interaction, bot_is_there
from bot.tables.refusals import TableRefused
from engine.words import Phrase, Translate
from storage.table_rows import NoSuchTable, Table

MOST_FOUND: Final = 50
"""So many tables of a channel or a person are looked through."""

THREADS: Final = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)


def check_server(interaction: Interaction) -> None:
    """Raise TableRefused outside of servers that the bot was added to."""
    if interaction.guild_id is None:
        raise TableRefused(
            Phrase("Tables are for the channels of servers that I was added to, not for private messages.")
        )
    if not bot_is_there(interaction):
        raise TableRefused(Phrase("Tables need me in the server: somebody who may manage it can add me."))


def check_place(interaction: Interaction, translate: Translate) -> None:
    """Raise TableRefused where there can be no table, and say what is missing."""
    check_server(interaction)
    allowed, missing = interaction.app_permissions, []
    if not allowed.view_channel:
        missing.append(translate("View Channel"))
    if in_thread(interaction):
        if not allowed.send_messages_in_threads:
            missing.append(translate("Send Messages in Threads"))
    elif not allowed.send_messages:
        missing.append(translate("Send Messages"))
    if missing:
        raise TableRefused(
            Phrase("There can be no table here: I lack the permission {missing}.", {"missing": ", ".join(missing)})
        )


def in_thread(interaction: Interaction) -> bool:
    """Say whether an interaction happens in a thread."""
    return interaction.channel is not None and interaction.channel.type in THREADS


def moderates(interaction: Interaction, table: Table) -> bool:
    """Say whether somebody may end what others play at a table: in their channel, its threads, or all of the server."""
    if table.guild_id != interaction.guild_id:
        return False
    may = interaction.permissions
    if may.administrator or may.manage_guild:
        return True
    found = interaction.client.get_channel(table.channel_id)
    parent = found.parent_id if isinstance(found, discord.Thread) else None
    return may.manage_messages and interaction.channel_id in (table.channel_id, parent)


async def table_here(interaction: Interaction, table_id: int) -> Table:
    """Return a table of this server; raise NoSuchTable also for one of another, which no honest press asks for."""
    table = await interaction.client.rooms.stored.get(table_id)
    if table.guild_id != interaction.guild_id:
        raise NoSuchTable(table_id)
    return table


async def nearby(interaction: Interaction) -> list[Table]:
    """Return the tables of this server that are not over, here or where somebody sits, the newest first."""
    stored = interaction.client.rooms.stored
    here = await stored.of_channel(interaction.channel_id or 0, MOST_FOUND)
    theirs = await stored.of_user(interaction.user.id, MOST_FOUND)
    found = {table.id: table for table in (*here, *theirs) if table.guild_id == interaction.guild_id}
    return sorted(found.values(), key=lambda table: -table.id)


async def table_meant(interaction: Interaction, number: int | None, *wishes: Callable[[Table], bool]) -> Table:
    """Return the table of a ``number``; without one, the only one that the first of the wishes with any fits.

    Raise TableRefused if there is none, or if it can't be told which.
    """
    if number is not None:
        try:
            table = await interaction.client.rooms.stored.get(number)
        except (NoSuchTable, OverflowError):
            table = None
        if table is None or table.guild_id != interaction.guild_id:
            raise TableRefused(Phrase("There is no table {number} in this server.", {"number": number}))
        return table
    tables = await nearby(interaction)
    for wish in wishes:
        if fitting := [table for table in tables if wish(table)]:
            return _only(fitting)
    raise TableRefused(Phrase("There is no table here for that. Open one with /table open."))


def _only(tables: Sequence[Table]) -> Table:
    if len(tables) > 1:
        numbers = ", ".join(str(table.id) for table in tables)
        raise TableRefused(
            Phrase("There are several tables: say which one, with table: one of {numbers}.", {"numbers": numbers})
        )
    return tables[0]
