"""Answers to interactions: a board posted or brought up to date, a sentence for one person, an error told."""

from __future__ import annotations

import io
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import discord
from discord.ui import View

from bot.controls import board_controls, resign_controls
from bot.positions import Position
from bot.service import Place
from bot.texts import board_text, sentence_for, translator
from render.text import text_board
from render.words import cut
from storage.rows import BoardMessage

if TYPE_CHECKING:
    from bot.client import PatienceClient

log = logging.getLogger(__name__)

Interaction: TypeAlias = "discord.Interaction[PatienceClient]"

CONTENT_LENGTH: Final = 2000


@dataclass(frozen=True, slots=True)
class Board:
    """A board's message: its words, its picture (none where files may not be attached) and its controls."""

    content: str
    files: list[discord.File]
    controls: View


def place_of(interaction: Interaction) -> Place:
    """Return where the interaction happens."""
    return Place(interaction.channel_id, interaction.guild_id)


async def post_board(interaction: Interaction, position: Position) -> None:
    """Answer with a new message that shows the board; the one that showed it before goes."""
    board = await _board(interaction.client, position, interaction.locale.value, _may_attach(interaction))
    answer = await interaction.response.send_message(board.content, files=board.files, view=board.controls)
    if answer.message_id is not None:
        old = await interaction.client.service.place_board(position.id, place_of(interaction), answer.message_id)
        if old is not None:
            await _delete_message(interaction.client, old)


async def update_board(interaction: Interaction, position: Position, page: int = 0) -> None:
    """Answer a press by bringing its message up to date."""
    board = await _board(interaction.client, position, interaction.locale.value, _may_attach(interaction), page)
    try:
        await interaction.response.edit_message(content=board.content, attachments=board.files, view=board.controls)
    except discord.NotFound:
        # The answer came too late for the interaction. What was played is saved; the message may still take an edit.
        log.info("a press on game %d was answered too late", position.id)
        await refresh_board(interaction.client, position, interaction.locale.value)


async def refresh_board(client: PatienceClient, position: Position, locale: str) -> None:
    """Bring the message that shows the game up to date, where it is still there and the bot may edit it."""
    channel_id, message_id = position.stored.channel_id, position.stored.message_id
    if channel_id is None or message_id is None:
        return
    board = await _board(client, position, locale, attach=True)
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    try:
        await message.edit(content=board.content, attachments=board.files, view=board.controls)
    except discord.HTTPException as error:
        # The next press on the old message, or /board, shows the game as it stands.
        log.info("the board of game %d could not be brought up to date: %s", position.id, error)


async def ask_to_resign(interaction: Interaction, position: Position) -> None:
    """Ask the player alone whether they mean it."""
    translate = translator(interaction.locale.value)
    question = translate("Do you want to give up this game of {game}? {progress} of {total} cards are done.").format(
        game=translate(position.game.title),
        progress=position.game.progress(position.state),
        total=position.game.total,
    )
    await interaction.response.send_message(question, view=resign_controls(position, translate), ephemeral=True)


async def tell(interaction: Interaction, sentence: str) -> None:
    """Say something to the person who asked, and to nobody else."""
    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True)
    else:
        await interaction.response.send_message(sentence, ephemeral=True)


async def report(interaction: Interaction, error: Exception) -> None:
    """Tell the person what went wrong: in a sentence of its own for what they can mend, else that it is our fault."""
    translate = translator(interaction.locale.value)
    sentence = sentence_for(error, translate)
    if sentence is None:
        log.error("an interaction failed", exc_info=error)
        sentence = translate("Something went wrong here. Your game is saved: /board shows it as it stands.")
    try:
        await tell(interaction, sentence)
    except discord.HTTPException as failure:
        log.info("a sentence could not be delivered: %s", failure)


async def _board(client: PatienceClient, position: Position, locale: str, attach: bool, page: int = 0) -> Board:
    translate = translator(locale)
    content = board_text(position, translate)
    controls = board_controls(position, translate, page)
    if not attach:
        missing = translate("(No picture: I lack the permission to attach files here.)")
        room = CONTENT_LENGTH - len(f"{content}\n```\n\n```\n{missing}")
        lines = cut(text_board(position.view(), translate), room)
        return Board(f"{content}\n```\n{lines}\n```\n{missing}", [], controls)
    picture = await client.drawer.picture(position.view(), position.view_before(), translate)
    name = f"{position.game.name}-{position.id}-{position.stored.version}.png"
    return Board(content, [discord.File(io.BytesIO(picture.png), name, description=picture.alt)], controls)


def _may_attach(interaction: Interaction) -> bool:
    return interaction.app_permissions.attach_files


async def _delete_message(client: PatienceClient, old: BoardMessage) -> None:
    if old.channel_id is None:
        return
    try:
        await client.get_partial_messageable(old.channel_id).get_partial_message(old.message_id).delete()
    except discord.HTTPException as error:
        # It may be gone already, or out of the bot's reach; pressed again, it shows the game as it stands.
        log.info("an old board could not be removed: %s", error)
