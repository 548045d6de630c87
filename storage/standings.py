"""The leaderboards: pages of who has reached most, everywhere or in a server, and where one stands oneself.

Every page is read along an index, in the order in which it is shown. People who are hidden are on no page; whoever asks
is always told their own place, as it would be among those who are shown.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from storage.database import Database
from storage.people import SEEN_FOR
from storage.periods import Period, begins, key_of
from storage.tallies import Board

PAGE: Final = 10


@dataclass(frozen=True, slots=True)
class Question:
    """Which board is asked for: of a game or of all (''), in a period as seen from ``day``, for a server or all."""

    board: Board
    game: str
    period: Period
    day: date
    guild_id: int | None
    asker: int
    page: int = 0
    """From 0."""


@dataclass(frozen=True, slots=True)
class Row:
    """A place on a board. ``value`` is what the board counts, to be read as ``storage.tallies`` says."""

    rank: int
    user_id: int
    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a board. ``own`` is the asker's row wherever it is, None if they have none; ``more`` follow or not."""

    rows: tuple[Row, ...]
    own: Row | None
    more: bool


class Standings:
    """The leaderboards of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, question: Question) -> Page:
        """Return a page of a board, empty where it has no such page."""
        return await self._database.read(lambda connection: page(connection, question))


def page(connection: sqlite3.Connection, question: Question) -> Page:
    """Return a page of a board, as ``Standings.page`` does."""
    named = _named(question)
    found = connection.execute(OWN, named).fetchone()
    own = None if found is None else int(found[0])
    if question.guild_id is None:
        rows = connection.execute(EVERYONE, named).fetchall()
        first = own_better = None
        if rows:
            user_id, value = rows[0]
            (equal,) = connection.execute(EQUAL, {**named, "value": value, "user_id": user_id}).fetchone()
            first = question.page * PAGE - equal
        if own is not None:
            (own_better,) = connection.execute(BETTER, {**named, "value": own}).fetchone()
    else:
        # One pass over the members; its last two rows tell how many are better than the page's first row, and the own.
        *rows, (_, first), (_, own_better) = connection.execute(SERVER, {**named, "own": own}).fetchall()
    ranked = _ranked(rows[:PAGE], (first or 0) + 1, question.page * PAGE + 1)
    mine = [] if own is None else [((own_better or 0) + 1, question.asker, own)]
    told = _with_names(connection, [*ranked, *mine])
    return Page(told[: len(ranked)], told[-1] if mine else None, len(rows) > PAGE)


_HERE: Final = "period = :period AND board = :board AND tallies.game = :game AND hidden = 0"
_IN_ORDER: Final = f"ORDER BY value DESC, user_id LIMIT {PAGE + 1} OFFSET :skip"

EVERYONE: Final = f"SELECT user_id, value FROM tallies WHERE {_HERE} {_IN_ORDER}"
EQUAL: Final = f"SELECT COUNT(*) FROM tallies WHERE {_HERE} AND value = :value AND user_id < :user_id"
BETTER: Final = f"SELECT COUNT(*) FROM tallies WHERE {_HERE} AND value > :value"
SERVER: Final = (
    "WITH here AS MATERIALIZED (SELECT user_id, value FROM members CROSS JOIN tallies USING (user_id)"
    f" WHERE members.guild_id = :guild_id AND members.seen_at >= :since AND {_HERE}),"
    f" page AS MATERIALIZED (SELECT user_id, value FROM here {_IN_ORDER})"
    " SELECT user_id, value FROM page"
    " UNION ALL SELECT 0, COUNT(*) FROM here WHERE value > (SELECT MAX(value) FROM page)"
    " UNION ALL SELECT 0, COUNT(*) FROM here WHERE value > :own"
)

OWN: Final = "SELECT value FROM tallies WHERE period = :period AND board = :board AND game = :game AND user_id = :asker"
NAMES: Final = f"SELECT user_id, name FROM people WHERE user_id IN ({', '.join('?' * (PAGE + 1))})"


def _named(question: Question) -> dict[str, str | int | None]:
    return {
        "period": key_of(question.period, question.day),
        "board": question.board,
        "game": question.game,
        "guild_id": question.guild_id,
        "since": begins(question.day) - SEEN_FOR,
        "asker": question.asker,
        "skip": question.page * PAGE,
    }


def _ranked(found: Sequence[tuple[int, int]], first: int, place: int) -> list[tuple[int, int, int]]:
    """Return rank, person and value for rows in their order: equal ones share a rank, the next one counts them all."""
    ranked: list[tuple[int, int, int]] = []
    for number, (user_id, value) in enumerate(found):
        if not ranked:
            rank = first
        elif ranked[-1][2] == value:
            rank = ranked[-1][0]
        else:
            rank = place + number
        ranked.append((rank, user_id, value))
    return ranked


def _with_names(connection: sqlite3.Connection, ranked: Sequence[tuple[int, int, int]]) -> tuple[Row, ...]:
    asked = [user_id for _, user_id, _ in ranked]
    names = dict(connection.execute(NAMES, [*asked, *[None] * (PAGE + 1 - len(asked))]).fetchall())
    return tuple(Row(rank, user_id, names.get(user_id, ""), value) for rank, user_id, value in ranked)
