"""The message of a race under way: how far everybody is, and nothing of their boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.controls import Controls
from bot.delivery import Board
from bot.tables.table_texts import title_of
from engine.words import Translate
from storage.table_rows import Table

if TYPE_CHECKING:
    from bot.client import PatienceClient


async def message(client: PatienceClient, table: Table, translate: Translate) -> Board:
    """Return the message of a race as it stands."""
    return Board(title_of(table, translate), Controls())
