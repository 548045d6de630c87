"""The slash commands, a file a subject, and the controls that belong to them."""

from typing import Final

from bot.client import AnyCommand
from bot.commands import boards, hints, moves, overview, play, records, rules

COMMANDS: Final[tuple[AnyCommand, ...]] = (
    *play.COMMANDS,
    *moves.COMMANDS,
    *boards.COMMANDS,
    *hints.COMMANDS,
    *records.COMMANDS,
    *rules.COMMANDS,
    *overview.COMMANDS,
)
CONTROLS: Final = rules.CONTROLS
