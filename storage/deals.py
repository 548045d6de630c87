"""Which games have the same deal. The same cards are the same deal, whether named by a seed or written out."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from storage.database import Database

LENGTH: Final = 32
"""So many hexadecimal digits name a deal: no two have the same by chance."""


def fingerprint(game: str, cards: str) -> str:
    """Return what names the deal of these cards, written as in NewGame, in a game.

    The wind is left aside: whoever knows the cards knows most, whatever lies in it, and some options have none.
    """
    return hashlib.sha256(f"{game} {cards}".encode()).hexdigest()[:LENGTH]


def has_met(connection: sqlite3.Connection, owner_id: int, game: str, seed: str | None, deal: str | None) -> bool:
    """Say whether a person has a game on a deal; options do not change the cards."""
    values = {"owner": owner_id, "game": game, "seed": seed, "deal": deal}
    return (
        connection.execute(f"SELECT 1 FROM games WHERE {_SAME} LIMIT 1", values).fetchone() is not None
        or connection.execute(_AT_TABLE, values).fetchone() is not None
    )


def knows_how(connection: sqlite3.Connection, owner_id: int, game: str, seed: str | None, deal: str | None) -> bool:
    """Say whether a person was shown, in any of their games, how a deal is won."""
    found = connection.execute(
        f"SELECT 1 FROM games WHERE {_SAME} AND proof_shown = 1 LIMIT 1",
        {"owner": owner_id, "game": game, "seed": seed, "deal": deal},
    ).fetchone()
    return found is not None


def has_another(connection: sqlite3.Connection, game_id: int) -> bool:
    """Say whether the owner of a game has another on its deal.

    Where the bot chose the deal for this one and they met it here first, the other tells all of it: name and record.
    """
    found = connection.execute(
        "SELECT owner_id AS owner, game, seed, deal, id FROM games WHERE id = ?", (game_id,)
    ).fetchone()
    values = dict(zip(("owner", "game", "seed", "deal", "id"), found, strict=True))
    return (
        connection.execute(f"SELECT 1 FROM games WHERE {_SAME} AND id <> :id", values).fetchone() is not None
        or connection.execute(_AT_TABLE, values).fetchone() is not None
    )


def note_shown(connection: sqlite3.Connection, game_id: int) -> None:
    """Note that the owner of a game is shown how its deal is won, on all games of it that they have."""
    owner, game, seed, deal = connection.execute(
        "SELECT owner_id, game, seed, deal FROM games WHERE id = ?", (game_id,)
    ).fetchone()
    connection.execute(
        f"UPDATE games SET proof_shown = 1 WHERE {_SAME}", {"owner": owner, "game": game, "seed": seed, "deal": deal}
    )


_SAME: Final = (
    "id IN (SELECT id FROM games WHERE owner_id = :owner AND game = :game AND deal = NULLIF(:deal, '')"
    " UNION ALL SELECT id FROM games WHERE owner_id = :owner AND game = :game AND seed = :seed)"
)
"""A person's games on a deal. With OR in place of the union, all their games would be looked through."""


_AT_TABLE: Final = (
    "SELECT 1 FROM seats JOIN tables ON tables.id = table_id WHERE user_id = :owner AND tables.game = :game"
    " AND tables.game_id IS NOT NULL AND (tables.deal = NULLIF(:deal, '') OR tables.seed = :seed) LIMIT 1"
)
"""The games on a deal that somebody has played in turns with others."""


class Deals:
    """Says which deals games from before have, for whom seeds mean nothing here. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unknown(self, limit: int) -> tuple[tuple[int, str, str], ...]:
        """Return games whose deal is not known yet: the number, game and seed of each."""

        def run(connection: sqlite3.Connection) -> tuple[tuple[int, str, str], ...]:
            return tuple(
                connection.execute(
                    "SELECT id, game, seed FROM games WHERE deal IS NULL ORDER BY id LIMIT ?", (limit,)
                ).fetchall()
            )

        return await self._database.read(run)

    async def note(self, deals: Mapping[int, str]) -> None:
        """Note the deals of games, by their numbers: each its fingerprint, or '' where there is none."""
        rows: Sequence[tuple[str, int]] = [(deal, number) for number, deal in deals.items()]

        def run(connection: sqlite3.Connection) -> None:
            connection.executemany("UPDATE games SET deal = ? WHERE id = ?", rows)

        await self._database.write(run)
