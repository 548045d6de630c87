"""Who may leave and who may end a table that is under way, whichever kind it is. No Discord here."""

from __future__ import annotations

from bot.tables.refusals import TableRefused, not_begun, not_seated, table_over
from engine.words import Phrase
from storage.table_rows import Kind, Table


def check_under_way(table: Table, kind: Kind) -> None:
    """Raise TableRefused unless the table is being played, and is of the kind that was asked for."""
    if table.kind != kind:
        raise TableRefused(Phrase("This button does not fit this table: use those below the table's own message."))
    if table.state == "lobby":
        raise not_begun()
    if table.state != "playing":
        raise table_over()


def check_may_leave(table: Table, kind: Kind, user_id: int) -> None:
    """Raise TableRefused if somebody can't leave the table."""
    check_under_way(table, kind)
    if not table.sits(user_id):
        raise not_seated()


def check_may_stop(table: Table, kind: Kind, user_id: int, *, moderator: bool) -> None:
    """Raise TableRefused if somebody may not end the table; whoever is left alone at it is its host."""
    check_under_way(table, kind)
    if not moderator and user_id != table.host_id:
        raise TableRefused(Phrase("Only the host ends this table, or somebody who may manage messages here."))
