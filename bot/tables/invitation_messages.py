"""The messages that ask people to tables: posted, answered, and changed when there is nothing to answer any more."""

from __future__ import annotations

import asyncio
import logging
import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Self

import discord
from discord.ui import DynamicItem, UserSelect, View

from bot.answers import Interaction, is_undelivered, report, tell
from bot.boards import EDITING
from bot.controls import Controls
from bot.delivery import give, ready
from bot.sentences import sentence_for
from bot.tables.actions import Actions
from bot.tables.controls import TableButton, TablePress
from bot.tables.lobby_message import what
from bot.tables.places import table_here
from bot.tables.posting import pinging
from bot.tables.refusals import TableRefused
from bot.tables.showing import show
from bot.tables.table_texts import link_to
from bot.texts import translator
from engine.words import Phrase, Translate, mark
from storage.invitations import Invitation, InvitationState
from storage.table_rows import Table

if TYPE_CHECKING:
    from bot.client import PatienceClient

log = logging.getLogger(__name__)

AT_ONCE: Final = 50
"""How many invitations that have expired are looked after at a time."""

_ANSWERED: Final[MappingProxyType[InvitationState, str]] = MappingProxyType(
    {
        "accepted": mark("{person} has accepted the invitation to table {number}."),
        "declined": mark("{person} has declined the invitation to table {number}."),
        "expired": mark("The invitation of {person} to table {number} has expired."),
    }
)


def asking(table: Table, whom: int, invited_by: int, translate: Translate) -> str:
    """Return the words that ask somebody to a table."""
    lines = [
        translate("{person}: {host} invites you to a table.").format(person=f"<@{whom}>", host=f"<@{invited_by}>"),
        *what(table, translate),
    ]
    if table.deadline is not None:
        lines.append(translate("It waits for its host to start, until {until}.").format(until=_time(table.deadline)))
    return "\n".join(lines)


def answered(invitation: Invitation, translate: Translate) -> str:
    """Return the words of an invitation that can't be answered any more."""
    words = translate(_ANSWERED[invitation.state])
    return words.format(person=f"<@{invitation.user_id}>", number=invitation.table_id)


def _time(milliseconds: int) -> str:
    return f"<t:{milliseconds // 1000}:t>"


def _controls(table: Table, whom: int, translate: Translate) -> View:
    view = Controls()
    accept, decline = translate("Accept"), translate("Decline")
    style = discord.ButtonStyle.success
    view.add_item(TableButton.of(table, "accept", accept, style=style, argument=str(whom)))
    view.add_item(TableButton.of(table, "decline", decline, argument=str(whom)))
    view.add_item(discord.ui.Button(label=translate("To the table"), url=link_to(table)))
    return view


async def invite(interaction: Interaction, table_id: int, person: discord.User | discord.Member) -> str:
    """Ask somebody to a table, by a message in its channel; return what to tell whoever asks. Raise TableRefused."""
    client, user = interaction.client, interaction.user.id
    translate = translator(interaction.locale.value)
    table = await table_here(interaction, table_id)
    mention = {"person": f"<@{person.id}>"}
    client.rooms.inviting.check_may_ask(user, table)
    if not person.bot and not isinstance(person, discord.Member):
        raise TableRefused(Phrase("{person} is not in this server.", mention))
    if isinstance(person, discord.Member) and not _sees(interaction, table, person):
        raise TableRefused(Phrase("{person} can't see this channel.", mention))
    table = await client.rooms.inviting.ask(user, table_id, person.id, bot=person.bot)
    words = translator(table.locale)
    channel = client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    try:
        async with asyncio.timeout(EDITING):
            message = await channel.send(
                asking(table, person.id, user, words),
                view=_controls(table, person.id, words),
                allowed_mentions=pinging([person.id]),
            )
    except Exception as error:
        await client.rooms.inviting.stored.take_back(table_id, person.id)
        if not is_undelivered(error):
            raise
        log.info("an invitation to table %d could not be posted: %s", table_id, error)
        raise TableRefused(Phrase("I can't write in the channel of this table just now: nobody was invited.")) from None
    await client.rooms.inviting.stored.place(table_id, person.id, table.channel_id, message.id)
    return translate("{person} is invited.").format(**mention)


def _sees(interaction: Interaction, table: Table, person: discord.Member) -> bool:
    """Say whether somebody can see the table, as far as Discord tells it with what was asked here."""
    known = person.resolved_permissions
    return known is None or interaction.channel_id != table.channel_id or known.view_channel


async def joined(client: PatienceClient, table: Table, user_id: int) -> None:
    """Change the invitation of somebody who has taken a seat without answering it."""
    stored = client.rooms.inviting.stored
    invitation = await stored.change(table.id, user_id, "open", "accepted")
    if invitation is not None:
        await _close(client, invitation, translator(table.locale))


async def close_invitations(client: PatienceClient) -> bool:
    """Say on the messages of invitations that have expired that they have; they lose their buttons.

    Return False if that is to be tried again.
    """
    stored, done = client.rooms.inviting.stored, True
    for invitation in await stored.standing(AT_ONCE):
        table = await client.rooms.stored.get(invitation.table_id)
        if await _close(client, invitation, translator(table.locale)):
            await stored.settle(invitation)
        else:
            done = False
    return done


async def _close(client: PatienceClient, invitation: Invitation, translate: Translate) -> bool:
    """Change the message of an invitation that can't be answered any more; return False if it is to be tried again."""
    if invitation.channel_id is None or invitation.message_id is None:
        return True
    message = client.get_partial_messageable(invitation.channel_id).get_partial_message(invitation.message_id)
    try:
        async with asyncio.timeout(EDITING):
            await message.edit(content=answered(invitation, translate), view=None)
    except (discord.Forbidden, discord.NotFound) as error:
        log.info("the invitation of table %d is out of reach: %s", invitation.table_id, error)
    except Exception as error:
        if not is_undelivered(error):
            raise
        log.info("an invitation of table %d could not be changed: %s", invitation.table_id, error)
        return False
    return True


async def _accept(interaction: Interaction, press: TablePress) -> None:
    """Take the seat that one is asked to take."""
    if await _is_for_another(interaction, press):
        return
    inviting, user = interaction.client.rooms.inviting, interaction.user.id
    try:
        invitation, table = await inviting.accept(user, press.table_id)
    except TableRefused as error:
        translate = translator(interaction.locale.value)
        await _answer(interaction, await inviting.stored.get(press.table_id, user), press.table_id)
        await tell(interaction, sentence_for(error, translate) or str(error))
        return
    await _answer(interaction, invitation, table.id)
    await show(interaction.client, table.id)


async def _decline(interaction: Interaction, press: TablePress) -> None:
    """Note that somebody does not want to sit down; nobody is told but by the message that asked."""
    if await _is_for_another(interaction, press):
        return
    invitation = await interaction.client.rooms.inviting.decline(interaction.user.id, press.table_id)
    await _answer(interaction, invitation, press.table_id)


async def _is_for_another(interaction: Interaction, press: TablePress) -> bool:
    """Tell somebody who presses on an invitation that is not theirs, if so."""
    if press.argument == str(interaction.user.id):
        return False
    whom = press.argument if re.fullmatch("[0-9]{1,20}", press.argument) else "0"
    translate = translator(interaction.locale.value)
    sentence = translate("This invitation is for {person}. You may join the table by its own button.")
    await tell(interaction, sentence.format(person=f"<@{whom}>"))
    return True


async def _answer(interaction: Interaction, invitation: Invitation | None, table_id: int) -> None:
    """Answer a press on an invitation by changing it: one that is open stays as it is."""
    if invitation is not None and invitation.state == "open":
        await give(interaction.response.defer())
        return
    translate = translator((interaction.guild_locale or interaction.locale).value)
    if invitation is None:
        # It was never noted: its message was thought to be lost.
        words = translate("This invitation has expired.")
    else:
        words = answered(invitation, translator((await interaction.client.rooms.stored.get(table_id)).locale))
    await give(interaction.response.edit_message(content=words, view=None))


class Picker(DynamicItem[UserSelect[View]], template=r"table-invite:(?P<table>[0-9]{1,18})"):
    """A menu of the people of a server: who is chosen is asked to a table."""

    def __init__(self, table_id: int, select: UserSelect[View]) -> None:
        super().__init__(select)
        self.table_id = table_id

    @classmethod
    def of(cls, table_id: int, placeholder: str) -> Self:
        """Return a new menu."""
        return cls(table_id, UserSelect(custom_id=f"table-invite:{table_id}", placeholder=placeholder))

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, match: re.Match[str], /) -> Self:
        """Return the menu that was chosen from."""
        return cls(int(match["table"]), item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Ask whoever was chosen."""
        try:
            (person,) = self.item.values
            said, late = await ready(interaction, invite(interaction, self.table_id, person), anew=False)
            # Anew, for the next person.
            view = picker(self.table_id, translator(interaction.locale.value))
            if late:
                await interaction.edit_original_response(content=said, view=view)
            else:
                await interaction.response.edit_message(content=said, view=view)
        except Exception as error:
            await report(interaction, error)


def picker(table_id: int, translate: Translate) -> View:
    """Return the menu that asks whom to invite."""
    view = Controls()
    view.add_item(Picker.of(table_id, translate("Choose a person")))
    return view


ACTIONS: Final[Actions] = MappingProxyType({"accept": _accept, "decline": _decline})
CONTROLS: Final = (Picker,)
