"""What presses on the message of a race do."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from bot.answers import Interaction, replace_question
from bot.boards import post_board
from bot.tables.actions import Actions
from bot.tables.checks import check_may_leave
from bot.tables.controls import TablePress
from bot.tables.places import moderates
from bot.tables.stopping import ask_to_stop, sure_controls
from bot.texts import translator


async def _board(interaction: Interaction, press: TablePress) -> None:
    """Open the presser's own board, for them alone."""
    await post_board(interaction, await interaction.client.rooms.races.board(interaction.user.id, press.table_id))


async def _leave(interaction: Interaction, press: TablePress) -> None:
    table, translate = await interaction.client.rooms.stored.get(press.table_id), translator(interaction.locale.value)
    check_may_leave(table, "race", interaction.user.id)
    question = translate("Do you want to leave the race of table {number}? You give up your board with that.")
    controls = sure_controls(table, "race-leave-sure", translate("Leave this race"))
    await interaction.response.send_message(question.format(number=table.id), view=controls, ephemeral=True)


async def _leave_sure(interaction: Interaction, press: TablePress) -> None:
    await interaction.client.rooms.races.leave(interaction.user.id, press.table_id)
    await _answer_question(interaction, press, translator(interaction.locale.value)("You have left the race."))


async def _stop(interaction: Interaction, press: TablePress) -> None:
    await ask_to_stop(interaction, await interaction.client.rooms.stored.get(press.table_id), "race")


async def _stop_sure(interaction: Interaction, press: TablePress) -> None:
    moderator = moderates(interaction, await interaction.client.rooms.stored.get(press.table_id))
    await interaction.client.rooms.races.stop(interaction.user.id, press.table_id, moderator=moderator)
    await _answer_question(interaction, press, translator(interaction.locale.value)("You have ended the table."))


async def _answer_question(interaction: Interaction, press: TablePress, text: str) -> None:
    """Put what was done in the place of the question, and bring the race's message up to date."""
    interaction.client.refresher.note(press.table_id)
    await replace_question(interaction, text, [], late=False)


ACTIONS: Final[Actions] = MappingProxyType(
    {
        "race-board": _board,
        "race-leave": _leave,
        "race-leave-sure": _leave_sure,
        "race-stop": _stop,
        "race-stop-sure": _stop_sure,
    }
)
