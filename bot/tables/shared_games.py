"""Games that were played at tables, for those who had a seat: looked at again, and taken along as records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.names import person_name
from bot.positions import Position
from bot.records import written
from bot.refusals import NoGame
from bot.service import Service
from bot.tables.refusals import TableRefused
from engine.words import Phrase, Translate
from storage.table_history import TableHistory
from storage.table_rows import Table
from storage.tables import Tables

NAME_WIDTH: Final = 32
"""Columns that a name takes at most in a record."""


class SharedGames:
    """A person's own games and, once their table is over, those that they have played in turns with others."""

    def __init__(self, history: TableHistory, tables: Tables, service: Service) -> None:
        self._history = history
        self._tables = tables
        self._service = service

    async def opened(self, user_id: int, game_id: int) -> Position:
        """Return a game as it stands; raise NotYours or NoGame, and TableRefused while it is being played in turns."""
        table = await self._history.of_game(game_id)
        return await self._opened(user_id, game_id, table)

    async def exported(self, user_id: int, game_id: int, translate: Translate) -> tuple[Position, str]:
        """Return a game and its record; of one at a table, with who played what as comments.

        Raise what ``opened`` and ``Service.exported`` do.
        """
        table = await self._history.of_game(game_id)
        if table is None:
            return await self._service.exported(user_id, game_id)
        if table.kind == "race":
            position, _ = await self._service.exported(user_id, game_id)
            movers = dict.fromkeys(range(1, len(position.stored.moves) + 1), user_id)
        else:
            position = await self._opened(user_id, game_id, table)
            movers = await self._tables.movers(game_id)
        names = await self._names(table, translate)
        return position, written(position, _comments(position, movers, names))

    async def _opened(self, user_id: int, game_id: int, table: Table | None) -> Position:
        if table is None or table.kind == "race":
            return await self._service.owned(user_id, game_id)
        if table.seat_of(user_id) is None:
            raise NoGame(game_id)
        if table.state != "over":
            raise TableRefused(Phrase("This game is still being played at its table: look at it once that is over."))
        return await self._service.position(game_id)

    async def _names(self, table: Table, translate: Translate) -> dict[int, str]:
        """Return how those who had a seat are called in a record."""
        known = await self._history.names(table)
        deleted = translate("somebody whose data was deleted")
        return {
            seat.user_id: person_name(seat.user_id, known.get(seat.user_id, ""), NAME_WIDTH, translate)
            if seat.user_id > 0
            else deleted
            for seat in table.seats
        }


def _comments(position: Position, movers: Mapping[int, int], names: Mapping[int, str]) -> list[str]:
    """Return who made each move; nobody made what happened by itself."""
    return [names.get(movers.get(ply, 0), "") for ply in range(1, len(position.stored.moves) + 1)]
