"""Finding one's games again, and giving them up."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.answers import CONTENT_LENGTH, Interaction, ask_to_resign, place_of
from bot.boards import post_board
from bot.client import AnyCommand
from bot.controls import MENU_SIZE, games_controls
from bot.refusals import NoGame
from bot.texts import game_in_words, translator
from engine.words import mark


@app_commands.command(name="board", description=mark("Show the board of your game again, here"))
async def board(interaction: Interaction) -> None:
    """Post the board of the game last touched here, else anywhere."""
    await post_board(interaction, await interaction.client.service.current(interaction.user.id, place_of(interaction)))


@app_commands.command(name="games", description=mark("List your games under way, and open one"))
async def games(interaction: Interaction) -> None:
    """Answer the asker alone with their unfinished games."""
    translate = translator(interaction.locale.value)
    rows = await interaction.client.service.unfinished(interaction.user.id, MENU_SIZE)
    if not rows:
        raise NoGame
    lines = [
        translate("**#{number}** {name} · moves: {moves} · <t:{seconds}:R>").format(
            number=row.id, name=game_in_words(row, translate), moves=row.move_count, seconds=row.touched_at // 1000
        )
        for row in rows
    ]
    text = translate("**Your games under way**, the last played first")
    for line in lines:
        # With the longest variants the last lines would not fit; the menu has those games all the same.
        if len(text) + 1 + len(line) <= CONTENT_LENGTH:
            text += f"\n{line}"
    await interaction.response.send_message(text, view=games_controls(rows, translate), ephemeral=True)


@app_commands.command(name="resign", description=mark("Give up your game"))
async def resign(interaction: Interaction) -> None:
    """Ask whether the game last touched here, else anywhere, is to be given up."""
    await ask_to_resign(
        interaction, await interaction.client.service.current(interaction.user.id, place_of(interaction))
    )


COMMANDS: Final[tuple[AnyCommand, ...]] = (board, games, resign)
