"""The slash commands, a file a subject, and the controls that belong to them."""

from typing import Final

from bot.client import AnyCommand
from bot.commands import (
    boards,
    daily,
    hints,
    history,
    leaderboard,
    moves,
    overview,
    play,
    privacy,
    records,
    rules,
    settings,
    stats,
    table,
)

COMMANDS: Final[tuple[AnyCommand, ...]] = (
    *play.COMMANDS,
    *daily.COMMANDS,
    *moves.COMMANDS,
    *boards.COMMANDS,
    *hints.COMMANDS,
    *leaderboard.COMMANDS,
    *stats.COMMANDS,
    *privacy.COMMANDS,
    *history.COMMANDS,
    *records.COMMANDS,
    *table.COMMANDS,
    *rules.COMMANDS,
    *settings.COMMANDS,
    *overview.COMMANDS,
)
CONTROLS: Final = (
    *rules.CONTROLS,
    *table.CONTROLS,
    *daily.CONTROLS,
    *leaderboard.CONTROLS,
    *stats.CONTROLS,
    *history.CONTROLS,
    *privacy.CONTROLS,
    *settings.CONTROLS,
)
