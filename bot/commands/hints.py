"""What the search knows: hints for a game under way, and where one that is over was lost."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.advice import give_analysis, give_hint
from bot.answers import Interaction, place_of
from bot.client import AnyCommand
from bot.commands.own_games import SEARCHED, game_choices, read_game
from bot.texts import translator
from engine.words import mark


@app_commands.command(
    name="hint", description=mark("Get the next move of a way to win, shown to you alone, and counted")
)
@app_commands.describe(game=mark("Which of your games; without it, the one last played here"))
async def hint(interaction: Interaction, game: app_commands.Range[str, 1, 100] | None = None) -> None:
    """Give the player alone a hint for the game last touched here, else anywhere."""
    service, player = interaction.client.service, interaction.user.id
    if game is None:
        position = await service.current(player, place_of(interaction))
    else:
        position = await service.owned(player, read_game(game))
    await give_hint(interaction, position)


@hint.autocomplete("game")
async def games_under_way(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the player's games under way."""
    rows = await interaction.client.service.unfinished(interaction.user.id, SEARCHED)
    return game_choices(rows, typed, translator(interaction.locale.value))


@app_commands.command(
    name="analyse", description=mark("See where a game of yours that is over could be won or was lost")
)
@app_commands.describe(game=mark("Which of your games that are over; without it, the last one"))
async def analyse(interaction: Interaction, game: app_commands.Range[str, 1, 100] | None = None) -> None:
    """Show the player alone what is proved of each position of a game that is over."""
    service, player = interaction.client.service, interaction.user.id
    if game is None:
        position = await service.last_over(player, place_of(interaction))
    else:
        position = await service.owned(player, read_game(game))
    await give_analysis(interaction, position)


@analyse.autocomplete("game")
async def games_over(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the player's games that are over."""
    rows = await interaction.client.service.recent(interaction.user.id, SEARCHED)
    over = [row for row in rows if row.status != "playing"]
    return game_choices(over, typed, translator(interaction.locale.value))


COMMANDS: Final[tuple[AnyCommand, ...]] = (hint, analyse)
