"""The leaderboards: pages of who has reached most, everywhere or in a server, and where one stands oneself.

Every page is read along an index, in the order in which it is shown. People who are hidden are on no page; whoever asks
is always told their own place, as it would be among those who are shown.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from storage.database import Database
from storage.periods import Period, key_of
from storage.tallies import Board

PAGE: Final = 10
SEEN_FOR: Final = timedelta(days=90)
"""How long somebody who was seen in a server is on its boards."""


@dataclass(frozen=True, slots=True)
class Question:
    """Which board is asked for: of a game or of all (''), in the period that holds ``day``, for a server or all."""

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
    own = _own(connection, question)
    statement = EVERYONE if question.guild_id is None else SERVER
    found = connection.execute(statement, {**_named(question), "skip": question.page * PAGE}).fetchall()
    first = _rank(connection, question, found[0][1]) if found else 0
    rows = _ranked(found[:PAGE], first, question.page * PAGE + 1)
    return Page(_with_names(connection, rows), own, len(found) > PAGE)


_HERE: Final = "period = :period AND board = :board AND tallies.game = :game AND hidden = 0"

EVERYONE: Final = (
    f"SELECT user_id, value FROM tallies WHERE {_HERE} ORDER BY value DESC, user_id LIMIT {PAGE + 1} OFFSET :skip"
)
EVERYONE_BETTER: Final = f"SELECT COUNT(*) FROM tallies WHERE {_HERE} AND value > :value"

_MEMBERS: Final = (
    "FROM members CROSS JOIN tallies USING (user_id) WHERE members.guild_id = :guild_id AND members.seen_at >= :since"
)
SERVER: Final = (
    f"SELECT user_id, value {_MEMBERS} AND {_HERE} ORDER BY value DESC, user_id LIMIT {PAGE + 1} OFFSET :skip"
)
SERVER_BETTER: Final = f"SELECT COUNT(*) {_MEMBERS} AND {_HERE} AND value > :value"

OWN: Final = "SELECT value FROM tallies WHERE period = :period AND board = :board AND game = :game AND user_id = :asker"
NAMES: Final = f"SELECT user_id, name FROM people WHERE user_id IN ({', '.join('?' * PAGE)})"


def _named(question: Question) -> dict[str, str | int | None]:
    seen = datetime.combine(question.day, time(), UTC) - SEEN_FOR
    return {
        "period": key_of(question.period, question.day),
        "board": question.board,
        "game": question.game,
        "guild_id": question.guild_id,
        "since": int(seen.timestamp()) * 1000,
        "asker": question.asker,
    }


def _rank(connection: sqlite3.Connection, question: Question, value: int) -> int:
    """Return the rank of a value: by one more than there are better ones among those who are shown."""
    statement = EVERYONE_BETTER if question.guild_id is None else SERVER_BETTER
    (better,) = connection.execute(statement, {**_named(question), "value": value}).fetchone()
    return int(better) + 1


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


def _own(connection: sqlite3.Connection, question: Question) -> Row | None:
    found = connection.execute(OWN, _named(question)).fetchone()
    if found is None:
        return None
    ranked = [(_rank(connection, question, found[0]), question.asker, int(found[0]))]
    return _with_names(connection, ranked)[0]


def _with_names(connection: sqlite3.Connection, ranked: Sequence[tuple[int, int, int]]) -> tuple[Row, ...]:
    asked = [user_id for _, user_id, _ in ranked]
    names = dict(connection.execute(NAMES, [*asked, *[None] * (PAGE - len(asked))]).fetchall())
    return tuple(Row(rank, user_id, names.get(user_id, ""), value) for rank, user_id, value in ranked)
