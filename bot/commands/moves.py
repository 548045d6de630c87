"""Playing by commands: a move, the advance, taking back."""

from __future__ import annotations

import re
from typing import Final

from discord import app_commands

from bot.answers import Interaction, place_of
from bot.boards import post_board
from bot.client import AnyCommand
from bot.positions import Position
from bot.service import NoGame
from bot.texts import translator
from engine.game import AnyGame, InvalidMove, games
from engine.words import Phrase, Translate, mark

MOST_CHOICES: Final = 25


@app_commands.command(name="move", description=mark("Make a move in your game"))
@app_commands.describe(move=mark("Choose from the list as you type, or write the move as the list does after the dot"))
async def move(interaction: Interaction, move: app_commands.Range[str, 1, 100]) -> None:
    """Make the move in the game last touched here, else anywhere, and post its board."""
    service, player = interaction.client.service, interaction.user.id
    position = await service.current(player, place_of(interaction))
    text = read_move(position, move, translator(interaction.locale.value))
    await post_board(interaction, await service.move(player, position.id, position.stored.version, text))


def read_move(position: Position, typed: str, translate: Translate) -> str:
    """Return the move that is meant, as it is written, or what was typed if it can't be told.

    Understood are a move as the list shows it or as a button says it, spaces around its signs, and another game's word
    for going on: "next" where this game says "draw".
    """
    words = " ".join(typed.split()).casefold()
    advance = position.advance()
    for text, phrase in [*position.plays(), *([advance] if advance else [])]:
        if words in (shown(text, phrase, translate).casefold(), phrase.text(translate).casefold()):
            return text
    if advance is not None and not _is_move_of(position.game, words) and _goes_on(words):
        return advance[0]
    return re.sub(r"\s*([+>.])\s*", r"\1", typed.strip())


def shown(text: str, words: Phrase, translate: Translate) -> str:
    """Return a move as the list of suggestions shows it: in words, then as it is written."""
    return f"{words.text(translate)} · {text}"


def _is_move_of(game: AnyGame, text: str) -> bool:
    try:
        game.parse(text)
    except InvalidMove:
        return False
    return True


def _goes_on(text: str) -> bool:
    return any(_is_move_of(game, text) and game.is_advance(game.parse(text)) for game in games().values())


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
        name = shown(text, words, translate)
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
