"""Hints and analyses as answers: to the person who asked, and to nobody else."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.advice_texts import analysis_text, hint_text
from bot.advisor import NotFound, StillUnderWay
from bot.answers import Interaction, bot_is_there
from bot.boards import refresh_board
from bot.delivery import ready
from bot.drawing import Picture
from bot.positions import Position, states_of
from bot.ranked import check_told
from bot.texts import sentence_for, translator
from engine.words import Translate
from storage.rows import GameChanged

if TYPE_CHECKING:
    from bot.client import PatienceClient


@dataclass(frozen=True, slots=True)
class _Told:
    """An answer: words, and perhaps a picture."""

    text: str
    picture: Picture | None = None

    def files(self, name: str) -> list[discord.File]:
        if self.picture is None:
            return []
        return [discord.File(io.BytesIO(self.picture.png), name, description=self.picture.alt)]


async def give_hint(interaction: Interaction, position: Position) -> None:
    """Answer the game's player with a hint for the board that they saw."""
    translate = translator(interaction.locale.value)
    await _answer(interaction, position, _hint(interaction.client, interaction.user.id, position, translate))


async def give_analysis(interaction: Interaction, position: Position) -> None:
    """Answer with where a game that is over could be won."""
    if not position.over:
        raise StillUnderWay
    check_told(position)
    translate = translator(interaction.locale.value)
    attach = interaction.app_permissions.attach_files
    await _answer(interaction, position, _analysis(interaction.client, position, translate, attach=attach))
    if position.stored.status == "lost" and bot_is_there(interaction):
        # What was told may have closed the game: then its board has no button any more to take moves back.
        await refresh_board(interaction.client, position, interaction.locale.value)


async def _answer(interaction: Interaction, position: Position, telling: Coroutine[Any, Any, _Told]) -> None:
    told, late = await ready(interaction, telling, anew=True, alone=True)
    files = told.files(f"{position.game.name}-{position.id}-analysis.png")
    if late:
        await interaction.edit_original_response(content=told.text, attachments=files)
    else:
        await interaction.response.send_message(told.text, files=files, ephemeral=True)


async def _hint(client: PatienceClient, player: int, position: Position, translate: Translate) -> _Told:
    try:
        return _Told(hint_text(position, await client.advisor.hint(player, position), translate))
    except (GameChanged, NotFound) as error:
        # Told as the answer itself: whoever was shown meanwhile that it takes a moment sees no other.
        return _Told(sentence_for(error, translate) or str(error))


async def _analysis(client: PatienceClient, position: Position, translate: Translate, *, attach: bool) -> _Told:
    try:
        found = await client.advisor.analysis(position)
        tells = position.stored.status == "lost" and found.won is not None
        if tells:
            await client.service.note_shown(position.id)
    except (GameChanged, NotFound) as error:
        return _Told(sentence_for(error, translate) or str(error))
    states = await asyncio.to_thread(states_of, position)
    text = analysis_text(position, found, states, translate)
    if tells:
        closed = translate("Now that this is told, the game can't be taken up again.")
        text = f"{text}\n{closed}"
    if not attach:
        return _Told(text)
    return _Told(text, await client.drawer.analysis(position.view(), found, translate))
