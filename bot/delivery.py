"""Answers that have to arrive: given in time, and looked after where they or the word of them get lost."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Coroutine
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord.ui import View

from bot.answers import ALREADY_ANSWERED, THREAD_CLOSED, Interaction, is_undelivered
from bot.drawing import Picture

log = logging.getLogger(__name__)

T = TypeVar("T")

ANSWERING: Final = 3.0
"""Seconds that an answer may take: later than that, Discord takes none."""

ANSWERING_LATE: Final = 60.0
"""Seconds after which an answer is given up that was acknowledged; Discord takes it for fifteen minutes."""

PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 0.0)
"""Seconds to wait after each failure of such an answer; people are shown meanwhile that it is to come."""

AT_ONCE: Final = 1.0
"""Seconds within which people are answered at once; if drawing takes longer, they are shown meanwhile that it does."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board's message: its words, its picture (None where files may not be attached) and its controls."""

    content: str
    controls: View
    picture: Picture | None = None
    filename: str = ""

    @property
    def files(self) -> list[discord.File]:
        """The picture as it is sent: one sending uses it up."""
        if self.picture is None:
            return []
        return [discord.File(io.BytesIO(self.picture.png), self.filename, description=self.picture.alt)]


async def ready(
    interaction: Interaction, making: Coroutine[Any, Any, T], *, anew: bool, alone: bool = False, late: bool = False
) -> tuple[T, bool]:
    """Return what an answer is made of; should making it take long, acknowledge the interaction meanwhile.

    Return also whether that was done: then there is nothing but the message of the acknowledgement to be edited,
    which is one ``anew`` or the message that was pressed. It is seen by the person ``alone`` or, with the board of a
    game, by everybody. Nothing of this is done where it is ``late`` already, something before it having taken long.
    """
    if late:
        return await making, True
    made = asyncio.ensure_future(making)
    try:
        await asyncio.wait([made], timeout=AT_ONCE)
        late = not made.done()
        if late:
            _, failure = await give(interaction.response.defer(ephemeral=alone, thinking=anew))
            if failure is not None:
                log.info("an interaction could not be acknowledged: %s", failure)
                # Where it was refused, there is no message to be edited; where only its word was lost, there may be.
                late = not (isinstance(failure, discord.HTTPException) and failure.status < 500)
        return await made, late
    finally:
        # Done, but where this was cancelled meanwhile.
        made.cancel()


async def give_late(
    interaction: Interaction, board: Board
) -> tuple[discord.InteractionMessage | None, Exception | None]:
    """Put a board into the message of an acknowledged interaction, trying for long; return as ``give`` does."""
    failure: Exception | None = None
    try:
        async with asyncio.timeout(ANSWERING_LATE):
            for pause in PAUSES:
                edit = interaction.edit_original_response(
                    content=board.content, attachments=board.files, view=board.controls
                )
                message, failure = await give(edit, ANSWERING_LATE)
                if not isinstance(failure, discord.DiscordServerError | aiohttp.ClientError | ConnectionError):
                    return message, failure
                await asyncio.sleep(pause)
    except TimeoutError as error:
        failure = error
    return None, failure


async def give(answer: Awaitable[T], within: float = ANSWERING) -> tuple[T | None, Exception | None]:
    """Give an answer; return what Discord says to it, and why it was not delivered if it was not.

    Both are None where the answer was delivered but Discord's word was lost.
    """
    try:
        async with asyncio.timeout(within):
            return await answer, None
    except Exception as error:
        if not is_undelivered(error):
            raise
        # Sent a second time because no word came of the first, it is refused; but then the first has arrived.
        arrived = isinstance(error, discord.HTTPException) and error.code == ALREADY_ANSWERED
        return None, None if arrived else error


async def answer_id(interaction: Interaction) -> int | None:
    """Ask Discord for the id of the message that an interaction was answered with; None if it can't be found out."""
    try:
        async with asyncio.timeout(ANSWERING):
            return (await interaction.original_response()).id
    except Exception as error:
        if not is_undelivered(error):
            raise
        log.info("an answer can't be found again: %s", error)
        return None


def is_closed(failure: Exception | None) -> bool:
    """Say whether an answer was refused because the thread it belongs to is archived or locked."""
    return isinstance(failure, discord.HTTPException) and failure.code == THREAD_CLOSED
