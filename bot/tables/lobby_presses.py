"""What presses on the message of a lobby do."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from bot.answers import Interaction, add, tell
from bot.controls import Controls
from bot.delivery import Board, give, give_late, ready
from bot.tables import lobby_message
from bot.tables.actions import Actions
from bot.tables.calls import call
from bot.tables.controls import TablePress
from bot.tables.invitation_messages import joined, picker
from bot.tables.places import check_place, moderates
from bot.tables.posting import post, turn_of
from bot.tables.showing import answer, show
from bot.tables.table_texts import link_to
from bot.tables.threads import NoThread, begin_thread
from bot.texts import translator
from storage.table_rows import Table


async def _join(interaction: Interaction, press: TablePress) -> None:
    rooms, user = interaction.client.rooms, interaction.user.id
    before = await rooms.stored.get(press.table_id)
    table = await rooms.lobbies.join(user, press.table_id)
    await _show(interaction, table)
    if before.sits(user):
        translate = translator(interaction.locale.value)
        await add(interaction, translate("You have a seat at this table."))
    else:
        await joined(interaction.client, table, user)


async def _leave(interaction: Interaction, press: TablePress) -> None:
    table = await interaction.client.rooms.lobbies.leave(interaction.user.id, press.table_id)
    await _show(interaction, table)


async def _cancel(interaction: Interaction, press: TablePress) -> None:
    rooms = interaction.client.rooms
    moderator = moderates(interaction, await rooms.stored.get(press.table_id))
    table = await rooms.lobbies.cancel(interaction.user.id, press.table_id, moderator=moderator)
    await _show(interaction, table)


async def _invite(interaction: Interaction, press: TablePress) -> None:
    """Offer, privately, whom to ask."""
    rooms, user = interaction.client.rooms, interaction.user.id
    table = await rooms.stored.get(press.table_id)
    rooms.inviting.check_may_ask(user, table)
    translate = translator(interaction.locale.value)
    await interaction.response.send_message(
        translate("Whom do you want to invite?"), view=picker(table.id, translate), ephemeral=True
    )


async def _start(interaction: Interaction, press: TablePress) -> None:
    """Begin; where a thread of its own is wished, there."""
    client = interaction.client
    (table, no_thread), late = await ready(interaction, _started(interaction, press), anew=False)
    await _show(interaction, table, late=late)
    await call(client, table.id)
    if no_thread is not None:
        await add(interaction, no_thread.why.text(translator(interaction.locale.value)))


async def _started(interaction: Interaction, press: TablePress) -> tuple[Table, NoThread | None]:
    """Return the table that has begun, in its thread if that is wished, and why there is none if so."""
    table = await interaction.client.rooms.lobbies.start(interaction.user.id, press.table_id)
    if not table.threaded:
        return table, None
    try:
        return await begin_thread(interaction, table), None
    except NoThread as error:
        return table, error


async def _show(interaction: Interaction, table: Table, *, late: bool = False) -> None:
    """Answer by showing the table on the message pressed; where it is played in a thread of that, by saying so.

    ``late`` is as ``ready`` says.
    """
    if interaction.message is None or table.channel_id != interaction.message.id:
        await (show(interaction.client, table.id) if late else answer(interaction, table))
        return
    board = Board(lobby_message.moved(table, translator(table.locale)), Controls())
    if late:
        await give_late(interaction, board)
    else:
        await give(interaction.response.edit_message(content=board.content, attachments=[], view=board.controls))


async def _rematch(interaction: Interaction, press: TablePress) -> None:
    """Open the lobby of a rematch, and ping those who have a seat in it: once, whoever presses again."""
    rooms, user = interaction.client.rooms, interaction.user.id
    check_place(interaction, translator(interaction.locale.value))
    table = await rooms.lobbies.rematch(user, press.table_id)
    async with turn_of(table.id):
        table = await rooms.stored.get(table.id)
        if table.message_id is None and table.state == "lobby":
            called = [seat.user_id for seat in table.seats if seat.user_id != user and not seat.quiet]
            await post(interaction, table, called=called)
            return
    translate = translator(interaction.locale.value)
    sentence = translate("There is a rematch already, table {number}: {where}")
    await tell(interaction, sentence.format(number=table.id, where=link_to(table)))


ACTIONS: Final[Actions] = MappingProxyType(
    {
        "join": _join,
        "leave-lobby": _leave,
        "cancel": _cancel,
        "invite": _invite,
        "start": _start,
        "rematch": _rematch,
    }
)
