"""The option of a command that names one of the player's own games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from discord import app_commands

from bot.controls import read_number
from bot.texts import game_in_words
from engine.words import Translate, mark
from storage.rows import GameRow, Status

MOST_CHOICES: Final = 25
CHOICE_LENGTH: Final = 100
SEARCHED: Final = 200
"""How many of the player's last games are looked through for what is typed."""

_STANDINGS: Final[Mapping[Status, str]] = MappingProxyType(
    {
        "playing": mark("moves: {moves}"),
        "won": mark("won, moves: {moves}"),
        "lost": mark("lost, moves: {moves}"),
        "resigned": mark("resigned, moves: {moves}"),
    }
)


def read_game(typed: str) -> int:
    """Return the number of the game that was chosen, or typed as ``12`` or ``#12``; 0, which no game has, otherwise."""
    return read_number(typed.strip().removeprefix("#"))


def game_choices(rows: Iterable[GameRow], typed: str, translate: Translate) -> list[app_commands.Choice[str]]:
    """Return the games whose words hold what is typed, as suggestions."""
    found = []
    for row in rows:
        name = translate("#{number} {name}").format(number=row.id, name=game_in_words(row, translate))
        standing = translate(_STANDINGS[row.status]).format(moves=row.move_count)
        words = f"{name} · {standing}"
        if typed.strip().casefold() in words.casefold():
            found.append(app_commands.Choice(name=words[:CHOICE_LENGTH], value=str(row.id)))
    return found[:MOST_CHOICES]
