"""The slash commands, a file a subject."""

from typing import Final

from bot.client import AnyCommand
from bot.commands import boards, moves, play

COMMANDS: Final[tuple[AnyCommand, ...]] = (*play.COMMANDS, *moves.COMMANDS, *boards.COMMANDS)
