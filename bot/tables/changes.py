"""Changing a table that others may be changing at the same time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from storage.table_rows import Step, Table, TableChanged
from storage.tables import Tables

TRIES: Final = 20
"""How often a change is thought over anew because another came first: each time somebody else's has been done."""

Decide: TypeAlias = Callable[[Table], Awaitable[tuple[Table, Step | None]]]
"""Returns what a table becomes, and what is done to its game; raises a refusal if nothing is to be done."""


async def changed(tables: Tables, table_id: int, now: Callable[[], int], decide: Decide) -> Table:
    """Change a table as ``decide`` says of the newest there is; of two changes that come at once both are decided.

    The second is decided on what the first has left. Raise NoSuchTable, and what ``decide`` raises.
    """
    for tries_left in reversed(range(TRIES)):
        before = await tables.get(table_id)
        after, step = await decide(before)
        if after == before and step is None:
            return before
        try:
            return await tables.save(before, after, now(), step)
        except TableChanged:
            if not tries_left:
                raise
    raise AssertionError("unreachable")
