"""Deals that can be won, kept with their proofs until they are dealt: never the same one twice to a person."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from storage.database import Database
from storage.deals import has_met
from storage.rows import ANY, NewGame, StoredGame
from storage.statements import insert

MOST_USES: Final = 20
"""How many people are dealt the same deal."""

MOST_KEPT: Final = 200
"""How many deals of a kind wait to be dealt at most."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Deals that are alike: of a game under options, a JSON object as games have it, and a version of the rules."""

    game: str
    options: str
    rules: int


@dataclass(frozen=True, slots=True)
class Proved:
    """A deal, named by its seed, that these moves win. ``difficulty`` is None where it can't be told."""

    seed: str
    proof: tuple[str, ...]
    difficulty: str | None = None


class Pool:
    """The pool of a database. Every method is one transaction; ``at`` is the time, in milliseconds since 1970 (UTC)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, kind: Kind, deals: Sequence[Proved], at: int) -> None:
        """Keep deals; those that are there already stay as they are. Of too many, the most used are dealt no more."""

        def run(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "INSERT INTO pool (game, options, rules, seed, proof, difficulty, found_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [(*_of(kind), deal.seed, " ".join(deal.proof), deal.difficulty, at) for deal in deals],
            )
            connection.execute(
                "UPDATE pool SET retired = 1 WHERE id IN (SELECT id FROM pool"
                f" WHERE {_LIVE} ORDER BY uses, id DESC LIMIT -1 OFFSET ?)",
                (*_of(kind), MOST_KEPT),
            )

        await self._database.write(run)

    async def start(
        self,
        new: NewGame,
        difficulty: str | None,
        at: int,
        deal_of: Callable[[str], str | None] = lambda seed: None,
    ) -> StoredGame | None:
        """Start a game on a random deal of its kind, and of a difficulty if one is given, that its owner never met.

        The new game comes without a deal; ``deal_of`` returns the fingerprint of the one that a seed names, None
        where that is not known, and '' where it names none: such a deal is dealt no more. Return None if there is no
        deal in the pool.
        """

        def run(connection: sqlite3.Connection) -> StoredGame | None:
            kind = Kind(new.game, new.options, new.rules)
            found = connection.execute(
                f"SELECT id, seed FROM pool WHERE {_LIVE} AND {_UNMET} AND (? IS NULL OR difficulty = ?)"
                " ORDER BY RANDOM()",
                (*_of(kind), new.owner_id, difficulty, difficulty),
            ).fetchall()
            for number, seed in found:
                deal = deal_of(seed)
                if deal == "":
                    connection.execute("UPDATE pool SET retired = 1 WHERE id = ?", (number,))
                elif not has_met(connection, new.owner_id, new.game, seed, deal):
                    connection.execute(
                        "UPDATE pool SET uses = uses + 1, retired = uses + 1 >= ? WHERE id = ?", (MOST_USES, number)
                    )
                    return insert(connection, replace(new, seed=seed, deal=deal, origin="bot"), at)
            return None

        return await self._database.write(run)

    async def proof(self, pool_id: int) -> tuple[str, ...]:
        """Return the moves that win a deal; raise LookupError if there is no such deal."""

        def run(connection: sqlite3.Connection) -> tuple[str, ...]:
            found = connection.execute("SELECT proof FROM pool WHERE id = ?", (pool_id,)).fetchone()
            if found is None:
                raise LookupError(f"there is no deal {pool_id} in the pool")
            return tuple(found[0].split())

        return await self._database.read(run)

    async def reject(self, pool_id: int) -> None:
        """Forget a deal whose proof does not hold: of the games on it nothing is known then."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE games SET pool_id = NULL, difficulty = NULL WHERE pool_id = ?", (pool_id,))
            connection.execute("DELETE FROM pool WHERE id = ?", (pool_id,))

        await self._database.write(run)

    async def stock(self, kind: Kind, owner_id: int | None = None) -> Mapping[str | None, int]:
        """Return by difficulty how many deals of a kind can be dealt: to anybody, or to a person who has met some."""

        def run(connection: sqlite3.Connection) -> Mapping[str | None, int]:
            return dict(
                connection.execute(
                    f"SELECT difficulty, COUNT(*) FROM pool WHERE {_LIVE} AND {_UNMET} GROUP BY difficulty",
                    (*_of(kind), owner_id),
                ).fetchall()
            )

        return await self._database.read(run)

    async def played(self, since: int) -> Mapping[Kind, int]:
        """Return of which kinds the bot has dealt games that were to be won since then, and how many."""

        def run(connection: sqlite3.Connection) -> Mapping[Kind, int]:
            found = connection.execute(
                "SELECT game, options, rules, COUNT(*) FROM games WHERE started_at >= ? AND origin = 'bot'"
                " AND wish IS NOT ? GROUP BY game, options, rules",
                (since, ANY),
            ).fetchall()
            return {Kind(game, options, rules): count for game, options, rules, count in found}

        return await self._database.read(run)


_LIVE: Final = "game = ? AND options = ? AND rules = ? AND retired = 0"
"""The deals of a kind that can still be dealt."""

_UNMET: Final = (
    "NOT EXISTS (SELECT 1 FROM games WHERE games.owner_id = ? AND games.game = pool.game AND games.seed = pool.seed)"
)
"""Those that a person has not met, whatever the options were: they do not change the cards."""


def unused(connection: sqlite3.Connection, kind: Kind) -> Sequence[tuple[int, str]]:
    """Return number and seed of the deals of a kind that nobody has been dealt yet, in any order."""
    return connection.execute(
        f"SELECT id, seed FROM pool WHERE {_LIVE} AND uses = 0 ORDER BY RANDOM()", _of(kind)
    ).fetchall()


def _of(kind: Kind) -> tuple[str, str, int]:
    return kind.game, kind.options, kind.rules
