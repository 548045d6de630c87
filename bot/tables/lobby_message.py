"""The message of a table that has not begun."""

from __future__ import annotations

from discord.ui import View

from bot.controls import Controls
from bot.tables.table_texts import title_of
from engine.words import Translate
from storage.table_rows import Table


def content(table: Table, translate: Translate) -> str:
    """Return the words of a lobby, or of one that came to nothing."""
    return title_of(table, translate)


def controls(table: Table, translate: Translate) -> View:
    """Return the buttons of a lobby; none of one that came to nothing."""
    return Controls()
