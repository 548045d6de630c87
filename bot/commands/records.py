"""Taking a game along as a file, and bringing one."""

from __future__ import annotations

import asyncio
import io
from typing import Final

import discord
from discord import app_commands

from bot.answers import CONTENT_LENGTH, Interaction, place_of, tell
from bot.boards import post_board
from bot.client import AnyCommand
from bot.commands.own_games import SEARCHED, game_choices, read_game
from bot.records import LARGEST, read, too_large
from bot.texts import headed, translator
from engine.words import mark

FETCHING: Final = 1.5
"""Seconds for the file to arrive: what is left of Discord's three is for the answer."""


@app_commands.command(name="export", description=mark("Get the record of your game, as a file to keep or to import"))
@app_commands.describe(game=mark("Which of your games; without it, the one you played last"))
async def export(interaction: Interaction, game: app_commands.Range[str, 1, 100] | None = None) -> None:
    """Give the player alone the record of a game, finished or not; of one at a table, once that is over."""
    service, player = interaction.client.service, interaction.user.id
    number = (await service.last(player, place_of(interaction))).id if game is None else read_game(game)
    translate = translator(interaction.locale.value)
    position, record = await interaction.client.shared.exported(player, number, translate)
    text = translate("The record of your game. /import makes a game of it again.")
    text = headed(position.stored, text, translate)
    if interaction.app_permissions.attach_files:
        file = discord.File(io.BytesIO(record.encode()), f"{position.game.name}-{position.id}.txt")
        await interaction.response.send_message(text, file=file, ephemeral=True)
        return
    shown = f"{text}\n```\n{record}```"
    if len(shown) > CONTENT_LENGTH or "`" in record:
        shown = translate("I lack the permission to attach files here. Ask for the record in a private message to me.")
    await interaction.response.send_message(shown, ephemeral=True)


@export.autocomplete("game")
async def own_games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the player's games, finished or not, whose deals may be told; those played in turns with others too."""
    client, player = interaction.client, interaction.user.id
    rows = [*await client.service.recent(player, SEARCHED), *await client.leaders.tables.shared_games(player, SEARCHED)]
    rows.sort(key=lambda row: row.touched_at, reverse=True)
    told = [row for row in rows if client.service.may_tell(row)]
    return game_choices(told, typed, translator(interaction.locale.value))


@app_commands.command(name="import", description=mark("Go on with a game from a file, or look at how it ended"))
@app_commands.describe(record=mark("A text file with one record, as /export gives it; at most 64 KiB"))
async def import_(interaction: Interaction, record: discord.Attachment) -> None:
    """Make a game of the player's own from a record, and post its board."""
    if record.size > LARGEST:
        raise too_large()
    translate = translator(interaction.locale.value)
    try:
        async with asyncio.timeout(FETCHING):
            content = await record.read()
    except (discord.HTTPException, TimeoutError):
        await tell(interaction, translate("The file could not be fetched from Discord. Try again in a while."))
        return
    game = await asyncio.to_thread(read, content)
    service, player = interaction.client.service, interaction.user.id
    await post_board(interaction, await service.take_over(player, place_of(interaction), game))


COMMANDS: Final[tuple[AnyCommand, ...]] = (export, import_)
