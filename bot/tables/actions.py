"""What a press at a table may do, by the name of its action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from bot.tables.controls import TablePress

if TYPE_CHECKING:
    from bot.answers import Interaction

Do: TypeAlias = "Callable[[Interaction, TablePress], Awaitable[None]]"
"""Does what was pressed and answers it; what it raises is told the presser in a sentence."""

Actions: TypeAlias = Mapping[str, Do]
