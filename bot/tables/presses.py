"""What a press on a button or a menu of a table does."""

from __future__ import annotations

from typing import Final

from bot.answers import Interaction, replace_question, report, tell
from bot.sentences import sentence_for
from bot.tables import invitation_messages, lobby_presses, race_presses, turn_presses
from bot.tables.actions import Actions
from bot.tables.controls import TablePress
from bot.tables.places import table_here
from bot.tables.refusals import StaleTable
from bot.tables.showing import answer
from bot.texts import translator
from storage.table_rows import TableChanged

ACTIONS: Final[Actions] = {
    **lobby_presses.ACTIONS,
    **invitation_messages.ACTIONS,
    **turn_presses.ACTIONS,
    **race_presses.ACTIONS,
}


async def handle(interaction: Interaction, press: TablePress) -> None:
    """Do what the press asks for, and answer it whatever happens."""
    try:
        do = ACTIONS.get(press.action)
        if do is None:
            # A button of another version of the program.
            raise StaleTable
        await table_here(interaction, press.table_id)
        await do(interaction, press)
    except (StaleTable, TableChanged) as error:
        # What was pressed shows the past: it is brought up to date, and the press has done nothing.
        await _catch_up(interaction, press, error)
    except Exception as error:
        await report(interaction, error)


async def _catch_up(interaction: Interaction, press: TablePress, error: Exception) -> None:
    told = sentence_for(error, translator(interaction.locale.value)) or str(error)
    try:
        if interaction.response.is_done():
            await tell(interaction, told)
        elif interaction.message is not None and interaction.message.flags.ephemeral:
            # It was a question that was pressed, not the table.
            await replace_question(interaction, told, [], late=False)
        else:
            await answer(interaction, await table_here(interaction, press.table_id))
            await tell(interaction, told)
    except Exception as failure:
        await report(interaction, failure)
