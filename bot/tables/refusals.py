"""Why something can't be done at a table."""

from __future__ import annotations

from engine.words import Phrase


class TableRefused(Exception):
    """It can't be done; ``why`` is a sentence. Nothing has changed."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(why.text(str))
        self.why = why


class StaleTable(Exception):
    """What was pressed shows the past: somebody has moved, or the turn has gone on. Nothing has changed."""


class NotInTurn(TableRefused):
    """Somebody else is in turn: ``turn``."""

    def __init__(self, turn: int | None) -> None:
        super().__init__(Phrase("It is the turn of {player}.", {"player": f"<@{turn}>"}))
        self.turn = turn


def not_seated() -> TableRefused:
    """Return what is said to somebody who only watches."""
    return TableRefused(Phrase("You are watching: only those who have a seat play at this table."))


def table_over() -> TableRefused:
    """Return what is said of a table that has ended."""
    return TableRefused(Phrase("This table is over. Open another one with /table open."))


def not_begun() -> TableRefused:
    """Return what is said of a table that is still a lobby."""
    return TableRefused(Phrase("This table has not begun: its host starts it."))
