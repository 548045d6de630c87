"""The message that shows a game: posted, brought up to date, and never behind what is saved.

Answers of one game are given one after another, each with the newest position there is by then. So it is the last of
them, whatever took long on its way, that leaves the board as it is saved. No answer waits for more than that: what else
is sent to Discord may take long, and is looked after outside that order.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar
from weakref import WeakValueDictionary

import discord

from bot.answers import CONTENT_LENGTH, Interaction, add, is_undelivered, place_of, sentence_of_fault
from bot.controls import board_controls
from bot.delivery import ANSWERING_LATE, Board, answer_id, give, give_late, is_closed, ready
from bot.new_games import Place
from bot.positions import Position
from bot.texts import board_text, translator
from engine.view import View
from engine.words import Translate
from render.text import text_board
from render.words import cut
from storage.errors import StorageError
from storage.rows import BoardMessage, NoSuchGame

if TYPE_CHECKING:
    from bot.client import PatienceClient

log = logging.getLogger(__name__)

T = TypeVar("T")

UNKNOWN_MESSAGE: Final = 10008
"""Discord's code for a message that is not there any more."""

TOO_MANY: Final = 429
"""The HTTP status of a request that is one too many."""

NOTING: Final = 2
"""How often it is tried to note where a board is, should the database be held up: its player waits no more."""

EDITING: Final = 6.0
"""Seconds that an edit or a post outside an answer may take: a channel's ordinary limit keeps it waiting for five."""

_turns: Final[WeakValueDictionary[int, asyncio.Lock]] = WeakValueDictionary()
"""A lock for each game whose board is being shown; nothing is kept of the others."""


def expect_board(interaction: Interaction, view: View, before: View) -> None:
    """Begin with the picture of a board that an answer will show, while what led there is saved."""
    if interaction.app_permissions.attach_files:
        interaction.client.drawer.foresee(view, before, translator(interaction.locale.value))


async def post_board(interaction: Interaction, position: Position, *, late: bool = False, more: str = "") -> None:
    """Answer with a new message that shows the board, and says ``more``; the one that showed it before goes.

    Where the interaction was acknowledged ``late``, as ``ready`` does it, its message becomes the board's. The board of
    a ranked game is for its player alone, wherever it is asked for.
    """
    client, locale = interaction.client, interaction.locale.value
    alone = position.stored.ranked
    old = None
    async with AsyncExitStack() as turn:
        making = _in_turn(turn, interaction, position, more=more)
        (newest, board), late = await ready(interaction, making, anew=True, alone=alone, late=late)
        if late:
            message, failure = await give_late(interaction, board)
            message_id = None if message is None else message.id
        else:
            answer, failure = await give(
                interaction.response.send_message(
                    board.content, files=board.files, view=board.controls, ephemeral=alone
                )
            )
            message_id = None if answer is None else answer.message_id
        if alone:
            await _note_private(client, newest, place_of(interaction))
        else:
            if message_id is None and (failure is None or isinstance(failure, TimeoutError)):
                # It may have arrived, and only the word of it not.
                message_id = await answer_id(interaction)
                failure = failure if message_id is None else None
            if message_id is not None:
                old = await _note(client, newest, place_of(interaction), message_id)
    client.foresight.shown(newest, translator(locale))
    if failure is not None:
        log.info("a command on game %d was not answered: %s", position.id, failure)
        if is_closed(failure):
            await _tell_locked(interaction)
        elif late:
            await add(interaction, sentence_of_fault(translator(locale)))
        await refresh_board(client, newest, locale)
    elif old is not None:
        await _delete_message(client, old)


async def update_board(interaction: Interaction, position: Position, page: int = 0) -> None:
    """Answer a press by bringing its message up to date."""
    client, locale = interaction.client, interaction.locale.value
    if position.stored.ranked and not (interaction.message and interaction.message.flags.ephemeral):
        await post_board(interaction, position)
        return
    async with AsyncExitStack() as turn:
        (newest, board), late = await ready(interaction, _in_turn(turn, interaction, position, page=page), anew=False)
        if late:
            _, failure = await give_late(interaction, board)
        else:
            _, failure = await give(
                interaction.response.edit_message(content=board.content, attachments=board.files, view=board.controls)
            )
    if is_closed(failure):
        # In an archived thread nothing is changed any more, but it opens again to whoever writes.
        await (follow_up if late else post_board)(interaction, newest)
        return
    client.foresight.shown(newest, translator(locale))
    if failure is not None:
        # The message went in the meantime, or the answer did not come through. What was played is saved all the same.
        log.info("a press on game %d was not answered: %s", position.id, failure)
        if isinstance(failure, discord.NotFound) and failure.code == UNKNOWN_MESSAGE:
            translate = translator(locale)
            # An ephemeral one is gone for its reader where they have dismissed it, or loaded their page anew.
            await add(interaction, translate("This message has gone. /board shows your game as it stands."))
    if failure is not None or interaction.message is None or interaction.message.id != newest.stored.message_id:
        # Where an older message was pressed, the one that shows the game now must not stay behind.
        await refresh_board(client, newest, locale)


async def refresh_board(client: PatienceClient, position: Position, locale: str) -> None:
    """Bring the message that shows the game up to date, where it is still there; post it anew if it can't be edited.

    Edits may arrive in another order than they were sent in: each is followed by a look at whether it was the newest.
    """
    shown = None
    if position.stored.ranked:
        # Its player alone sees it, on messages that only an answer to a press on them can change.
        return
    while True:
        position = await _read_again(client, position)
        now = position.stored.version, position.stored.message_id
        if now == shown:
            return
        shown = position.stored.version, await _show(client, position, locale)


async def follow_up(interaction: Interaction, position: Position) -> None:
    """Show the board on one more message of an interaction that was answered otherwise."""
    client, locale = interaction.client, interaction.locale.value
    async with _newest(client, position) as newest:
        board = await _board(client, newest, locale, attach=interaction.app_permissions.attach_files)
        if position.stored.ranked:
            await interaction.followup.send(board.content, files=board.files, view=board.controls, ephemeral=True)
            return
        sending = interaction.followup.send(board.content, files=board.files, view=board.controls, wait=True)
        message, failure = await give(sending, ANSWERING_LATE)
        if message is None:
            if is_closed(failure):
                await _tell_locked(interaction)
            log.info("the board of game %d was not posted: %s", position.id, failure)
            return
        old = await _note(client, newest, place_of(interaction), message.id)
    if old is not None:
        await _delete_message(client, old)


async def _tell_locked(interaction: Interaction) -> None:
    translate = translator(interaction.locale.value)
    await add(interaction, translate("This thread is locked. /board shows your game in another channel."))


async def _in_turn(
    turn: AsyncExitStack, interaction: Interaction, position: Position, *, page: int = 0, more: str = ""
) -> tuple[Position, Board]:
    """Wait for the game's turn, which ``turn`` holds then, and make the board of its newest position."""
    client, attach = interaction.client, interaction.app_permissions.attach_files
    newest = await turn.enter_async_context(_newest(client, position))
    return newest, await _board(client, newest, interaction.locale.value, attach=attach, page=page, more=more)


@asynccontextmanager
async def _newest(client: PatienceClient, position: Position) -> AsyncIterator[Position]:
    """Wait for the game's turn, and give its newest position."""
    turn = _turns.setdefault(position.id, asyncio.Lock())
    async with turn:
        yield await _read_again(client, position)


async def _read_again(client: PatienceClient, position: Position) -> Position:
    """Return the newest position of a game, with what is known of how it came about if it is the one given."""
    try:
        newest = await client.service.newest(position.id)
    except StorageError as error:
        # What is to be shown has been saved; that it can't be read again is no reason to keep it back.
        log.warning("game %d can't be read again: %s", position.id, error)
        return position
    if newest.stored.version == position.stored.version:
        return replace(position, stored=newest.stored)
    return newest


async def _note(client: PatienceClient, position: Position, place: Place, message_id: int) -> BoardMessage | None:
    """Keep which message shows the game; return the one that did. The board is there: failures are only logged."""
    for tries_left in reversed(range(NOTING)):
        try:
            return await client.service.place_board(position.id, place, message_id)
        except StorageError as error:
            if not tries_left:
                log.warning("the board of game %d was posted, but not noted: %s", position.id, error)
        except NoSuchGame:
            log.info("game %d was deleted while its board was posted", position.id)
            break
        except Exception:
            log.exception("the board of game %d was posted, but not noted", position.id)
            break
    return None


async def _note_private(client: PatienceClient, position: Position, place: Place) -> None:
    """Keep where a game is played that no message shows to others; failures are only logged."""
    try:
        await client.service.place_privately(position.id, place)
    except StorageError as error:
        log.warning("where game %d is played was not noted: %s", position.id, error)


async def _show(client: PatienceClient, position: Position, locale: str) -> int | None:
    """Edit the message that shows the game, or post it anew; return the message's id."""
    channel_id, message_id = position.stored.channel_id, position.stored.message_id
    if channel_id is None or message_id is None:
        return message_id
    channel = client.get_partial_messageable(channel_id)
    try:
        for attach in (True, False):
            board = await _board(client, position, locale, attach=attach)
            try:
                async with asyncio.timeout(EDITING):
                    await channel.get_partial_message(message_id).edit(
                        content=board.content, attachments=board.files, view=board.controls
                    )
                return message_id
            except discord.Forbidden:
                # Where files may not be attached, words still can be changed.
                if not attach:
                    raise
            except (TimeoutError, discord.HTTPException) as error:
                if not isinstance(error, TimeoutError) and error.status != TOO_MANY:
                    raise
                # Of messages over an hour old, Discord takes few edits, and keeps the others waiting for long.
                board = await _board(client, position, locale, attach=attach)
                async with asyncio.timeout(EDITING):
                    posted = await channel.send(board.content, files=board.files, view=board.controls)
                old = await _note(client, position, Place(channel_id, position.stored.guild_id), posted.id)
                if old is not None:
                    await _delete_message(client, old)
                return posted.id
    except Exception as error:
        if not is_undelivered(error):
            raise
        # The next press on the old message, or /board, shows the game as it stands.
        log.info("the board of game %d could not be brought up to date: %s", position.id, error)
    return message_id


async def _board(
    client: PatienceClient, position: Position, locale: str, *, attach: bool, page: int = 0, more: str = ""
) -> Board:
    translate = translator(locale)
    content = board_text(position, translate) + (f"\n{more}" if more else "")
    controls = board_controls(position, translate, page, advice=client.advisor.on)
    if not attach:
        return Board(with_text_board(content, position.view(), translate), controls)
    picture = await client.drawer.picture(position.view(), position.view_before(), translate)
    name = f"{position.game.name}-{position.id}-{position.stored.version}.png"
    return Board(content, controls, picture, name)


def with_text_board(content: str, view: View, translate: Translate) -> str:
    """Return the words of a message with its board written out, for where no picture can be attached."""
    missing = translate("(No picture: I lack the permission to attach files here.)")
    room = CONTENT_LENGTH - len(f"{content}\n```\n\n```\n{missing}")
    return f"{content}\n```\n{cut(text_board(view, translate), room)}\n```\n{missing}"


async def _delete_message(client: PatienceClient, old: BoardMessage) -> None:
    if old.channel_id is None:
        return
    try:
        await client.get_partial_messageable(old.channel_id).get_partial_message(old.message_id).delete()
    except Exception as error:
        if not is_undelivered(error):
            raise
        # It may be gone already, or out of the bot's reach; pressed again, it shows the game as it stands.
        log.info("an old board could not be removed: %s", error)
