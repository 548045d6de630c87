"""Hints and analyses as answers: to the person who asked, and to nobody else."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.advice_texts import analysis_text, hint_text
from bot.advisor import NotFound, StillUnderWay
from bot.answers import Interaction, ask_to_close, bot_is_there, is_undelivered, replace_question
from bot.boards import refresh_board
from bot.delivery import ready
from bot.drawing import Picture
from bot.positions import Position, states_of
from bot.ranked import check_told
from bot.sentences import sentence_for
from bot.texts import translator
from engine.words import Translate
from storage.rows import GameChanged

if TYPE_CHECKING:
    from bot.client import PatienceClient


log = logging.getLogger(__name__)

KEPT: Final = 512
"""Of how many games it is known where the last hint stands."""


@dataclass(frozen=True, slots=True)
class _Told:
    """An answer: words, and perhaps a picture. ``found`` is whether it tells what was asked for."""

    text: str
    picture: Picture | None = None
    found: bool = True

    def files(self, name: str) -> list[discord.File]:
        if self.picture is None:
            return []
        return [discord.File(io.BytesIO(self.picture.png), name, description=self.picture.alt)]


async def give_hint(interaction: Interaction, position: Position) -> None:
    """Answer the game's player with a hint for the board that they saw."""
    translate = translator(interaction.locale.value)
    told = await _answer(interaction, position, _hint(interaction.client, interaction.user.id, position, translate))
    if told.found:
        await _take_away(interaction, position)


async def _take_away(interaction: Interaction, position: Position) -> None:
    """Take the hint before this one out of sight, so that none is read as if it were for the board at hand."""
    hinted = interaction.client.hinted
    before = hinted.pop(position.id, None)
    hinted[position.id] = interaction
    while len(hinted) > KEPT:
        del hinted[next(iter(hinted))]
    # Discord lets an answer be changed for a quarter of an hour.
    if before is None or before.is_expired():
        return
    try:
        await before.delete_original_response()
    except Exception as error:
        if not is_undelivered(error):
            raise
        # Its reader may have dismissed it.
        log.info("a hint before another could not be taken away: %s", error)


async def give_analysis(interaction: Interaction, position: Position, *, sure: bool = False) -> None:
    """Answer with where a game that is over could be won.

    That may close one that could be taken up again: unless its player has said that they are ``sure``, they are asked
    first, and the answer takes the question's place then.
    """
    if not position.over:
        raise StillUnderWay
    check_told(position)
    translate = translator(interaction.locale.value)
    if position.reopens and not sure and interaction.client.advisor.on:
        await ask_to_close(interaction, position, "analyse", translate("Analyse"))
        return
    attach = interaction.app_permissions.attach_files
    telling = _analysis(interaction.client, position, translate, attach=attach)
    await _answer(interaction, position, telling, instead=sure)
    if position.stored.status == "lost" and bot_is_there(interaction):
        # What was told may have closed the game: then its board has no button any more to take moves back.
        await refresh_board(interaction.client, position, interaction.locale.value)


async def _answer(
    interaction: Interaction, position: Position, telling: Coroutine[Any, Any, _Told], *, instead: bool = False
) -> _Told:
    """Answer in a message of its own, or ``instead`` of the question that was pressed; return the answer."""
    told, late = await ready(interaction, telling, anew=not instead, alone=True)
    files = told.files(f"{position.game.name}-{position.id}-analysis.png")
    if instead:
        await replace_question(interaction, told.text, files, late=late)
    elif late:
        await interaction.edit_original_response(content=told.text, attachments=files)
    else:
        await interaction.response.send_message(told.text, files=files, ephemeral=True)
    return told


async def _hint(client: PatienceClient, player: int, position: Position, translate: Translate) -> _Told:
    try:
        return _Told(hint_text(position, await client.advisor.hint(player, position), translate))
    except (GameChanged, NotFound) as error:
        # Told as the answer itself: whoever was shown meanwhile that it takes a moment sees no other.
        return _Told(sentence_for(error, translate) or str(error), found=False)


async def _analysis(client: PatienceClient, position: Position, translate: Translate, *, attach: bool) -> _Told:
    try:
        found = await client.advisor.analysis(position)
        tells = position.stored.status == "lost" and found.won is not None
        if tells or found.line:
            # Of a game that was given up too: others on this deal can't be taken up again then.
            await client.service.note_shown(position.id)
    except (GameChanged, NotFound) as error:
        return _Told(sentence_for(error, translate) or str(error), found=False)
    states = await asyncio.to_thread(states_of, position)
    text = analysis_text(position, found, states, translate)
    if tells:
        closed = translate("Now that this is told, the game can't be taken up again.")
        text = f"{text}\n{closed}"
    if not attach:
        return _Told(text)
    return _Told(text, await client.drawer.analysis(position.view(), found, translate))
