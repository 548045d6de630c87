"""The message that shows a game: posted, brought up to date, and never behind what is saved.

Answers of one game are given one after another, each with the newest position there is by then. So it is the last of
them, whatever took long on its way, that leaves the board as it is saved.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import discord
from discord.ui import View

from bot.answers import CONTENT_LENGTH, Interaction, place_of, tell
from bot.controls import board_controls
from bot.positions import Position
from bot.texts import board_text, translator
from render.text import text_board
from render.words import cut
from storage.errors import StorageError
from storage.rows import BoardMessage

if TYPE_CHECKING:
    from bot.client import PatienceClient

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE: Final = 10008
"""Discord's code for a message that is not there any more."""

_turns: Final[WeakValueDictionary[int, asyncio.Lock]] = WeakValueDictionary()
"""A lock for each game whose board is being shown; nothing is kept of the others."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board's message: its words, its picture (none where files may not be attached) and its controls."""

    content: str
    files: list[discord.File]
    controls: View


async def post_board(interaction: Interaction, position: Position) -> None:
    """Answer with a new message that shows the board; the one that showed it before goes."""
    client, locale = interaction.client, interaction.locale.value
    async with _newest(client, position) as newest:
        board = await _board(client, newest, locale, attach=interaction.app_permissions.attach_files)
        try:
            answer = await interaction.response.send_message(board.content, files=board.files, view=board.controls)
        except discord.NotFound:
            log.info("a command on game %d was answered too late", position.id)
            await _refresh(client, newest, locale)
            return
        if answer.message_id is not None:
            await _note(interaction, newest, answer.message_id)


async def update_board(interaction: Interaction, position: Position, page: int = 0) -> None:
    """Answer a press by bringing its message up to date."""
    client, locale = interaction.client, interaction.locale.value
    async with _newest(client, position) as newest:
        board = await _board(client, newest, locale, attach=interaction.app_permissions.attach_files, page=page)
        try:
            await interaction.response.edit_message(content=board.content, attachments=board.files, view=board.controls)
        except discord.NotFound as error:
            # The message went in the meantime, or the answer came too late. What was played is saved all the same.
            log.info("a press on game %d was not answered: %s", position.id, error)
            if error.code == UNKNOWN_MESSAGE:
                translate = translator(locale)
                await tell(interaction, translate("This message has gone. /board shows your game as it stands."))
            await _refresh(client, newest, locale)
            return
        if interaction.message is not None and interaction.message.id != newest.stored.message_id:
            # An older message was pressed: the one that shows the game now must not stay behind.
            await _refresh(client, newest, locale)


async def refresh_board(client: PatienceClient, position: Position, locale: str) -> None:
    """Bring the message that shows the game up to date, where it is still there and the bot may edit it."""
    async with _newest(client, position) as newest:
        await _refresh(client, newest, locale)


@asynccontextmanager
async def _newest(client: PatienceClient, position: Position) -> AsyncIterator[Position]:
    """Wait for the game's turn, and give its newest position."""
    turn = _turns.setdefault(position.id, asyncio.Lock())
    async with turn:
        try:
            newest = await client.service.position(position.id)
        except StorageError as error:
            # What is to be shown has been saved; that it can't be read again is no reason to keep it back.
            log.warning("game %d can't be read again: %s", position.id, error)
            newest = position
        if newest.stored.version == position.stored.version:
            newest = replace(position, stored=newest.stored)
        yield newest


async def _note(interaction: Interaction, position: Position, message_id: int) -> None:
    """Keep which message shows the game, and remove the one that did. The answer is given: failures are only logged."""
    try:
        old = await interaction.client.service.place_board(position.id, place_of(interaction), message_id)
        if old is not None:
            await _delete_message(interaction.client, old)
    except Exception:
        log.exception("the board of game %d was posted, but not noted", position.id)


async def _refresh(client: PatienceClient, position: Position, locale: str) -> None:
    channel_id, message_id = position.stored.channel_id, position.stored.message_id
    if channel_id is None or message_id is None:
        return
    message = client.get_partial_messageable(channel_id).get_partial_message(message_id)
    try:
        for attach in (True, False):
            board = await _board(client, position, locale, attach=attach)
            try:
                await message.edit(content=board.content, attachments=board.files, view=board.controls)
                return
            except discord.Forbidden:
                # Where files may not be attached, words still can be changed.
                if not attach:
                    raise
    except discord.HTTPException as error:
        # The next press on the old message, or /board, shows the game as it stands.
        log.info("the board of game %d could not be brought up to date: %s", position.id, error)


async def _board(client: PatienceClient, position: Position, locale: str, *, attach: bool, page: int = 0) -> Board:
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


async def _delete_message(client: PatienceClient, old: BoardMessage) -> None:
    if old.channel_id is None:
        return
    try:
        await client.get_partial_messageable(old.channel_id).get_partial_message(old.message_id).delete()
    except discord.HTTPException as error:
        # It may be gone already, or out of the bot's reach; pressed again, it shows the game as it stands.
        log.info("an old board could not be removed: %s", error)
