"""Playing by commands: moves, the advance, taking back."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.answers import Interaction, add, place_of
from bot.boards import post_board
from bot.client import AnyCommand
from bot.commands.own_games import MOST_CHOICES, SEARCHED, game_choices, read_game
from bot.positions import Position
from bot.reading import as_typed, completions, read_moves
from bot.refusals import NoGame, NotYours
from bot.sentences import moves_stopped
from bot.texts import translator
from engine.game import MoveError
from engine.words import mark

MOVES_LENGTH: Final = 400
"""The most characters of moves that are read: some fifty moves."""


@app_commands.command(name="move", description=mark("Make one or more moves in your game"))
@app_commands.describe(
    move=mark("Choose from the list as you type, or write moves as the list does after the dot: 9C+4H KS draw"),
    game=mark("Which of your games; without it, the one last played here"),
)
async def move(
    interaction: Interaction, move: app_commands.Range[str, 1, MOVES_LENGTH], game: str | None = None
) -> None:
    """Make the moves, up to the first that can't be made, and post the board; say then why that one can't."""
    service, player = interaction.client.service, interaction.user.id
    translate = translator(interaction.locale.value)
    position = await _chosen(interaction, game)
    texts = read_moves(position, move, translate)
    # Of the moves that are read, only the last may be one that can't be made.
    try:
        moved, refused = await service.move_on(player, position.id, position.stored.version, texts)
    except MoveError as error:
        raise as_typed(error, texts[-1], move) from error
    await post_board(interaction, moved)
    if refused is not None:
        await add(interaction, moves_stopped(as_typed(refused, texts[-1], move), translate))


async def _chosen(interaction: Interaction, game: str | None) -> Position:
    """Return the player's game that is named or, without a name, last touched here, else anywhere."""
    service, player = interaction.client.service, interaction.user.id
    if game is None:
        return await service.current(player, place_of(interaction))
    return await service.owned(player, read_game(game))


@move.autocomplete("move")
async def moves_to_make(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the legal moves, in words and as they are written, to complete the last move that is typed."""
    try:
        position = await _chosen(interaction, interaction.namespace.game or None)
    except (NoGame, NotYours):
        return []
    found = completions(position, typed, translator(interaction.locale.value))
    return [app_commands.Choice(name=name, value=value) for name, value in found[:MOST_CHOICES]]


@move.autocomplete("game")
async def games_to_play(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the player's games under way."""
    rows = await interaction.client.service.unfinished(interaction.user.id, SEARCHED)
    return game_choices(rows, typed, translator(interaction.locale.value))


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
