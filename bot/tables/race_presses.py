"""What presses on the message of a race do."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from bot.tables.actions import Actions

ACTIONS: Final[Actions] = MappingProxyType({})
