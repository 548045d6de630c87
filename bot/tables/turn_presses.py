"""What presses on the message of a table that plays in turns do."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final

from bot.answers import Interaction, add, replace_question, tell
from bot.controls import read_number
from bot.ranked import LookTaken
from bot.tables.actions import Actions
from bot.tables.calls import call
from bot.tables.checks import check_may_leave
from bot.tables.controls import TablePress
from bot.tables.places import moderates
from bot.tables.refusals import TableRefused
from bot.tables.showing import answer, show
from bot.tables.stopping import ask_to_stop, sure_controls
from bot.texts import plays_left, translator
from engine.words import Phrase
from storage.errors import StorageError
from storage.rows import NothingToTakeBack
from storage.table_rows import Table

log = logging.getLogger(__name__)


async def answer_and_call(interaction: Interaction, table: Table) -> None:
    """Answer a press that was done by showing the table as it stands, and call whoever is in turn by then."""
    await _shown(interaction, table, answer(interaction, table))


async def _shown(interaction: Interaction, table: Table, showing: Awaitable[None]) -> None:
    """Wait until what was done is shown and whoever is in turn is called; what fails of it is tried again later."""
    client = interaction.client
    try:
        await showing
        await call(client, table.id)
    except StorageError as error:
        log.warning("table %d can't be shown just now: %s", table.id, error)
        client.rooms.behind.add(table.id)
        if not interaction.response.is_done():
            done = translator(interaction.locale.value)("That is done; the table will be shown as soon as it can be.")
            await add(interaction, done)
    except BaseException:
        client.rooms.behind.add(table.id)
        raise


async def _pick(interaction: Interaction, press: TablePress) -> None:
    turns, picks = interaction.client.rooms.turns, press.picks or (press.argument,)
    table, left = await turns.pick(interaction.user.id, press.table_id, press.moment, picks)
    await answer_and_call(interaction, table)
    if left:
        await add(interaction, plays_left(left, translator(interaction.locale.value)))


async def _all_plays(interaction: Interaction, press: TablePress) -> None:
    turns = interaction.client.rooms.turns
    await answer_and_call(interaction, await turns.all_plays(interaction.user.id, press.table_id, press.moment))


async def _advance(interaction: Interaction, press: TablePress) -> None:
    turns = interaction.client.rooms.turns
    await answer_and_call(interaction, await turns.advance(interaction.user.id, press.table_id, press.moment))


async def _pass(interaction: Interaction, press: TablePress) -> None:
    turns = interaction.client.rooms.turns
    await answer_and_call(interaction, await turns.hand_on(interaction.user.id, press.table_id, press.moment))


async def _undo(interaction: Interaction, press: TablePress) -> None:
    with _undo_in_words():
        table = await interaction.client.rooms.turns.undo(interaction.user.id, press.table_id, press.moment)
    await answer_and_call(interaction, table)


@contextmanager
def _undo_in_words() -> Iterator[None]:
    """Say of a table what stands in the way, where the words for a game of one's own would not fit."""
    try:
        yield
    except NothingToTakeBack:
        raise TableRefused(Phrase("You can take back only your own last play, while it is still your turn.")) from None
    except LookTaken:
        raise TableRefused(Phrase("At a table nothing is taken back that has turned a card.")) from None


async def _page(interaction: Interaction, press: TablePress) -> None:
    table = await interaction.client.rooms.turns.as_seen(interaction.user.id, press.table_id, press.moment)
    await answer(interaction, table, read_number(press.argument))


async def _sit_down(interaction: Interaction, press: TablePress) -> None:
    turns = interaction.client.rooms.turns
    await answer_and_call(interaction, await turns.sit_down(interaction.user.id, press.table_id))


async def _ping(interaction: Interaction, press: TablePress) -> None:
    table = await interaction.client.rooms.turns.set_quiet(interaction.user.id, press.table_id)
    seat, translate = table.seat_of(interaction.user.id), translator(interaction.locale.value)
    if seat is not None and seat.quiet:
        await tell(interaction, translate("You are not pinged any more when it is your turn at this table."))
    else:
        await tell(interaction, translate("You are pinged again when it is your turn at this table."))


async def _leave(interaction: Interaction, press: TablePress) -> None:
    table, translate = await _table(interaction, press), translator(interaction.locale.value)
    check_may_leave(table, "turns", interaction.user.id)
    question = translate("Do you want to leave table {number}? The others play on, and you may sit down again.")
    controls = sure_controls(table, "leave-sure", translate("Leave this table"))
    await interaction.response.send_message(question.format(number=table.id), view=controls, ephemeral=True)


async def _leave_sure(interaction: Interaction, press: TablePress) -> None:
    table = await interaction.client.rooms.turns.leave(interaction.user.id, press.table_id)
    await _answer_question(interaction, table, translator(interaction.locale.value)("You have left the table."))


async def _stop(interaction: Interaction, press: TablePress) -> None:
    await ask_to_stop(interaction, await _table(interaction, press), "turns")


async def _stop_sure(interaction: Interaction, press: TablePress) -> None:
    moderator = moderates(interaction, await _table(interaction, press))
    table = await interaction.client.rooms.turns.stop(interaction.user.id, press.table_id, moderator=moderator)
    await _answer_question(interaction, table, translator(interaction.locale.value)("You have ended the table."))


async def _answer_question(interaction: Interaction, table: Table, text: str) -> None:
    """Put what was done in the place of the question, and bring the table's message up to date."""
    try:
        await replace_question(interaction, text, [], late=False)
    finally:
        await _shown(interaction, table, show(interaction.client, table.id))


async def _table(interaction: Interaction, press: TablePress) -> Table:
    return await interaction.client.rooms.stored.get(press.table_id)


ACTIONS: Final[Actions] = MappingProxyType(
    {
        "pick": _pick,
        "all-plays": _all_plays,
        "advance": _advance,
        "pass": _pass,
        "undo": _undo,
        "page": _page,
        "sit-down": _sit_down,
        "ping": _ping,
        "leave": _leave,
        "leave-sure": _leave_sure,
        "stop": _stop,
        "stop-sure": _stop_sure,
    }
)
