"""Showing how a deal could have been won, to the player alone and when the game is over: as a record and as a film."""

from __future__ import annotations

import io
from typing import Final

import discord

from bot.answers import CONTENT_LENGTH, Interaction, ask_to_close, bot_is_there, replace_question
from bot.boards import refresh_board
from bot.delivery import ready
from bot.drawing import Film
from bot.positions import Position
from bot.texts import headed, translator
from render.film import LIMIT

ROOM: Final = 64 * 1024
"""How many bytes less than Discord takes the film has: the record comes with it, and words."""


async def show_how(interaction: Interaction, game_id: int, *, sure: bool = False) -> None:
    """Answer a press with a way to win the deal of the player's own game, which must be over.

    Unless they have said that they are ``sure``, the player of a game that could be taken up again is asked first, and
    the answer takes the question's place then.
    """
    client, player = interaction.client, interaction.user.id
    translate = translator(interaction.locale.value)
    asked = await client.service.owned(player, game_id)
    if asked.reopens and asked.stored.pool_id is not None and not sure:
        await ask_to_close(interaction, asked, "show-how", translate("Show how"))
        return
    position, moves = await client.dealer.way_to_win(player, game_id)
    attach = interaction.app_permissions.attach_files
    limit = min(LIMIT, interaction.filesize_limit - ROOM) if attach else None
    drawing = client.drawer.film(position.game, position.options, position.deal(), moves, limit)
    film, late = await ready(interaction, drawing, anew=not sure, alone=True)
    shown = translate("This is how the deal could be won in {count} moves. /import opens its record as a game.")
    text = headed(position.stored, shown.format(count=len(moves)), translate)
    alt = translate("A film of a way to win, moves: {count}").format(count=len(moves))
    files = _files(position, film, alt) if attach else []
    if not attach:
        text = f"{text}\n```\n{film.record}```"
        if len(text) > CONTENT_LENGTH or "`" in film.record:
            text = translate(
                "I lack the permission to attach files here. Ask for the record in a private message to me."
            )
    if sure:
        await replace_question(interaction, text, files, late=late)
    elif late:
        await interaction.edit_original_response(content=text, attachments=files)
    else:
        await interaction.response.send_message(text, files=files, ephemeral=True)
    if position.stored.status == "lost" and bot_is_there(interaction):
        # It can't be taken up again now: its board still offers that.
        await refresh_board(client, position, interaction.locale.value)


def _files(position: Position, film: Film, alt: str) -> list[discord.File]:
    name = f"{position.game.name}-{position.id}-won"
    files = [discord.File(io.BytesIO(film.record.encode()), f"{name}.txt")]
    if film.gif is not None:
        files.append(discord.File(io.BytesIO(film.gif), f"{name}.gif", description=alt))
    return files
