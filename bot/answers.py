"""Answers to interactions in words, for one person: a sentence, a question, an error told."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, TypeAlias

import aiohttp
import discord

from bot.controls import Action, closing_controls, resign_controls
from bot.new_games import Place
from bot.positions import Position
from bot.sentences import sentence_for
from bot.texts import headed, numbered, translator
from engine.words import Translate
from storage.errors import StorageError

if TYPE_CHECKING:
    from bot.client import PatienceClient

log = logging.getLogger(__name__)

Interaction: TypeAlias = "discord.Interaction[PatienceClient]"

CONTENT_LENGTH: Final = 2000
"""The most characters that Discord takes as the text of a message."""

ALREADY_ANSWERED: Final = 40060
"""Discord's code for a second answer: the first was carried out, whatever became of the word that it was."""

THREAD_CLOSED: Final = 50083
"""Discord's code for an edit in an archived thread, and for anything that would show in a locked one."""


def is_undelivered(error: BaseException) -> bool:
    """Say whether an error means that Discord, or the way to it, did not take what was sent.

    It may go well the next time, and is no fault of ours; that Discord calls a request wrong is.
    """
    if isinstance(error, discord.HTTPException):
        return error.status != 400 or error.code in (ALREADY_ANSWERED, THREAD_CLOSED)
    return isinstance(error, aiohttp.ClientError | ConnectionError | TimeoutError)


def place_of(interaction: Interaction) -> Place:
    """Return where the interaction happens."""
    return Place(interaction.channel_id, interaction.guild_id)


def bot_is_there(interaction: Interaction) -> bool:
    """Say whether the bot is itself in the channel, where it can change its messages.

    Taken along by a person, it can but answer.
    """
    alone = interaction.guild_id is not None and not interaction.is_guild_integration()
    return not interaction.context.private_channel and not alone


async def ask_to_resign(interaction: Interaction, position: Position) -> None:
    """Ask the player alone whether they mean it."""
    translate = translator(interaction.locale.value)
    question = translate("Do you want to give up {game}? Cards done: {progress} of {total}.").format(
        game=f"**{numbered(position.stored, translate)}**",
        progress=position.game.progress(position.state),
        total=position.game.total,
    )
    if position.stored.day is not None:
        question += " " + translate("You have no other ranked attempt at this deal.")
    await interaction.response.send_message(question, view=resign_controls(position, translate), ephemeral=True)


async def ask_to_close(interaction: Interaction, position: Position, action: Action, label: str) -> None:
    """Ask the player alone whether they mean what would close a game that could be taken up again."""
    translate = translator(interaction.locale.value)
    warning = translate("Undo can still take this game up again; once you are told how it could be won, it can't.")
    question = headed(position.stored, warning, translate)
    await interaction.response.send_message(question, view=closing_controls(position, action, label), ephemeral=True)


async def replace_question(interaction: Interaction, text: str, files: list[discord.File], *, late: bool) -> None:
    """Put the answer in the place of the question whose button was pressed; ``late`` is as ``ready`` says."""
    if late:
        await interaction.edit_original_response(content=text, attachments=files, view=None)
    else:
        await interaction.response.edit_message(content=text, attachments=files, view=None)


async def tell(interaction: Interaction, sentence: str) -> None:
    """Say something to the person who asked, and to nobody else."""
    if not interaction.response.is_done():
        try:
            await interaction.response.send_message(sentence, ephemeral=True)
            return
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                raise
    await interaction.followup.send(sentence, ephemeral=True)


async def add(interaction: Interaction, sentence: str) -> None:
    """Say something more to the person who was answered; a board that was not delivered needs no words."""
    try:
        await tell(interaction, sentence[:CONTENT_LENGTH])
    except Exception as error:
        if not is_undelivered(error):
            raise
        log.info("a sentence could not be added: %s", error)


async def report(interaction: Interaction, error: Exception) -> None:
    """Tell the person what went wrong: in a sentence of its own for what they can mend, else that it is our fault."""
    translate = translator(interaction.locale.value)
    sentence = sentence_for(error, translate)
    if isinstance(error, StorageError):
        # The player can do nothing about it; whoever runs the bot can, and is told how.
        log.error("%s", error)
    if sentence is None:
        if is_undelivered(error):
            log.warning("an answer could not be delivered: %s", error)
        else:
            log.error("an interaction failed", exc_info=error)
        sentence = sentence_of_fault(translate)
    await add(interaction, sentence)


def sentence_of_fault(translate: Translate) -> str:
    """Return what to say where a player can do nothing but look again."""
    return translate("Something went wrong here. Your game is saved: /board shows it as it stands.")
