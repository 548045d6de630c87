"""Asking whoever would end a table that is under way, by a button or a command, whether they are sure."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import discord
from discord.ui import View

from bot.answers import Interaction
from bot.controls import Controls
from bot.tables.checks import check_may_stop
from bot.tables.controls import TableButton
from bot.tables.places import moderates
from bot.tables.table_texts import link_to
from bot.texts import translator
from storage.table_rows import Kind, Table

_SURE: Final[MappingProxyType[Kind, str]] = MappingProxyType({"turns": "stop-sure", "race": "race-stop-sure"})


async def ask_to_stop(interaction: Interaction, table: Table, kind: Kind) -> None:
    """Answer with the question whether a table of this kind is to end; raise TableRefused if they may not end it."""
    check_may_stop(table, kind, interaction.user.id, moderator=moderates(interaction, table))
    translate = translator(interaction.locale.value)
    question = translate("Do you want to end table {number} for everybody, as it stands?").format(number=table.id)
    if table.channel_id != interaction.channel_id:
        question += f"\n{link_to(table)}"
    controls = sure_controls(table, _SURE[kind], translate("End this table"))
    await interaction.response.send_message(question, view=controls, ephemeral=True)


def sure_controls(table: Table, action: str, label: str) -> View:
    """Return the button that makes sure."""
    view = Controls()
    view.add_item(TableButton.of(table, action, label, style=discord.ButtonStyle.danger))
    return view
