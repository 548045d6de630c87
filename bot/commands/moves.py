"""Playing by commands: a move, the advance, taking back."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.answers import Interaction, place_of, post_board
from bot.client import AnyCommand
from bot.service import NoGame
from bot.texts import translator
from engine.words import mark

MOST_CHOICES: Final = 25


@app_commands.command(name="move", description=mark("Make a move in your game"))
@app_commands.describe(move=mark("Choose from the list, or write the move: KS, 4H+9C, d2, w, r7>A, draw, next …"))
async def move(interaction: Interaction, move: app_commands.Range[str, 1, 100]) -> None:
    """Make the move in the game last touched here, else anywhere, and post its board."""
    service, player = interaction.client.service, interaction.user.id
    position = await service.current(player, place_of(interaction))
    await post_board(interaction, await service.move(player, position.id, position.stored.version, move))


@move.autocomplete("move")
async def legal_moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the legal moves, in words and as they are written; those that hold what is typed."""
    try:
        position = await interaction.client.service.current(interaction.user.id, place_of(interaction))
    except NoGame:
        return []
    translate = translator(interaction.locale.value)
    advance = position.advance()
    found = []
    for text, words in [*position.plays(), *([advance] if advance else [])]:
        name = f"{words.text(translate)} · {text}"
        if typed.strip().casefold() in name.casefold():
            found.append(app_commands.Choice(name=name[:100], value=text))
    return found[:MOST_CHOICES]


@app_commands.command(name="draw", description=mark("Turn or deal the next cards of your game"))
async def draw(interaction: Interaction) -> None:
    """Make the advance, whatever the game calls it, and post the board."""
    service, player = interaction.client.service, interaction.user.id
    position = await service.current(player, place_of(interaction))
    await post_board(interaction, await service.advance(player, position.id, position.stored.version))


@app_commands.command(name="undo", description=mark("Take back your last move"))
async def undo(interaction: Interaction) -> None:
    """Take back the last request's moves and post the board."""
    service, player = interaction.client.service, interaction.user.id
    position = await service.current(player, place_of(interaction))
    await post_board(interaction, await service.undo(player, position.id, position.stored.version))


COMMANDS: Final[tuple[AnyCommand, ...]] = (move, draw, undo)
