"""What the bot does and how it is told to, in one message."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.answers import Interaction
from bot.client import AnyCommand
from bot.texts import translator
from engine.game import games
from engine.words import mark


@app_commands.command(name="help", description=mark("What I do, and the commands"))
async def help_(interaction: Interaction) -> None:
    """Tell the asker alone about the games and every command there is."""
    translate = translator(interaction.locale.value)
    names = ", ".join(translate(game.title) for game in games().values())
    lines = [
        translate(
            "I deal old games of patience: {games}. Start one with /play; play it with the menu and the buttons under "
            "its board, or with commands. Every move is saved: go on whenever you like."
        ).format(games=names)
    ]
    for command in interaction.client.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            lines.append(f"**/{command.qualified_name}** – {translate(command.description)}")
    await interaction.response.send_message("\n".join(lines), ephemeral=True)


COMMANDS: Final[tuple[AnyCommand, ...]] = (help_,)
