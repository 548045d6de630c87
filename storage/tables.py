"""Tables and their seats. What happens at once is decided by their versions, as it is of games."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Final

from storage.database import Database
from storage.deals import has_met
from storage.pool import Kind as DealKind
from storage.pool import unused
from storage.rows import NOBODY, Ending, NewGame
from storage.statements import add_moves, claim, end, insert, plies_before_last_press, refuse_untold, the_game
from storage.table_ends import settle
from storage.table_rows import (
    COLUMNS,
    SEAT_COLUMNS,
    NewTable,
    NoSuchTable,
    Seat,
    Step,
    Table,
    TableChanged,
    table_of,
)

_SHOWN: Final = ("channel_id", "message_id", "threaded", "called", "call_id")
"""Where a table is shown: noted apart from its changes, which it must not hold up."""


class Tables:
    """The tables of a database. Every method is one transaction; ``at`` is in milliseconds since 1970 (UTC).

    Those that take a Table change the one that the caller saw: they raise TableChanged, and have done nothing, if it
    is no longer at that version. They raise NoSuchTable if there is no such table.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, new: NewTable, deadline: int, at: int, seats: Sequence[Seat] | None = None) -> Table:
        """Store a lobby, which expires at its deadline; its host sits in it, unless ``seats`` say who does.

        Of the rematches of a table there is one: asked for again, it is the one there is. Raise UntoldDeal or
        DealAtTable for a chosen deal that others play, and that is a secret till they are done.
        """

        def run(connection: sqlite3.Connection) -> Table:
            if new.rematch_of is not None:
                found = connection.execute("SELECT id FROM tables WHERE rematch_of = ?", (new.rematch_of,)).fetchone()
                if found is not None:
                    return the_table(connection, found[0])
            if new.origin == "chosen":
                refuse_untold(connection, new, at)
            given = asdict(new)
            (table_id,) = connection.execute(
                f"INSERT INTO tables ({', '.join(given)}, state, version, moment, turn_number, deadline, created_at)"
                f" VALUES ({', '.join('?' * len(given))}, 'lobby', 1, 0, 0, ?, ?) RETURNING id",
                (*given.values(), deadline, at),
            ).fetchone()
            _put_seats(connection, table_id, [Seat(user_id=new.host_id, position=0)] if seats is None else seats)
            return the_table(connection, table_id)

        return await self._database.write(run)

    async def get(self, table_id: int) -> Table:
        """Return a table as it stands."""
        return await self._database.read(lambda connection: the_table(connection, table_id))

    async def of_channel(self, channel_id: int, limit: int) -> tuple[Table, ...]:
        """Return the tables of a channel or thread that are not over, the newest first."""
        return await self._found(
            "channel_id = ? AND state IN ('lobby', 'playing') ORDER BY id DESC LIMIT ?", channel_id, limit
        )

    async def of_user(self, user_id: int, limit: int) -> tuple[Table, ...]:
        """Return the tables at which somebody sits and that are not over, the newest first."""
        return await self._found(
            "id IN (SELECT table_id FROM seats WHERE user_id = ? AND seats.state = 'in')"
            " AND state IN ('lobby', 'playing') ORDER BY id DESC LIMIT ?",
            user_id,
            limit,
        )

    async def due(self, at: int, limit: int) -> tuple[Table, ...]:
        """Return tables whose deadline has come, the earliest first."""
        return await self._found("state IN ('lobby', 'playing') AND deadline <= ? ORDER BY deadline LIMIT ?", at, limit)

    async def beyond(self, at: int, waiting: int, limit: int) -> tuple[Table, ...]:
        """Return tables whose deadline is later than it can be: after ``waiting`` of a lobby, else after their clock.

        The clock that they go by was set back.
        """
        return await self._found(
            "state IN ('lobby', 'playing') AND deadline > ? AND"
            " deadline > ? + CASE state WHEN 'lobby' THEN ? ELSE clock * 1000 END LIMIT ?",
            at,
            at,
            waiting,
            limit,
        )

    async def newest(self) -> int:
        """Return the id of the table that was opened last; 0 if there is none."""

        def run(connection: sqlite3.Connection) -> int:
            (table_id,) = connection.execute("SELECT COALESCE(MAX(id), 0) FROM tables").fetchone()
            return int(table_id)

        return await self._database.read(run)

    async def unsettled(self, up_to: int, limit: int) -> tuple[int, ...]:
        """Return the ids up to this one of tables that are not over, or whose end was never shown, newest first."""

        def run(connection: sqlite3.Connection) -> tuple[int, ...]:
            found = connection.execute(
                "SELECT id FROM tables WHERE (state IN ('lobby', 'playing') OR called <> turn_number)"
                " AND id <= ? ORDER BY id DESC LIMIT ?",
                (up_to, limit),
            )
            return tuple(table_id for (table_id,) in found)

        return await self._database.read(run)

    async def next_deadline(self) -> int | None:
        """Return when the next deadline comes; None if there is none."""

        def run(connection: sqlite3.Connection) -> int | None:
            (deadline,) = connection.execute(
                "SELECT MIN(deadline) FROM tables WHERE state IN ('lobby', 'playing')"
            ).fetchone()
            return None if deadline is None else int(deadline)

        return await self._database.read(run)

    async def save(self, before: Table, after: Table, at: int, step: Step | None = None) -> Table:
        """Put ``after`` in the place of ``before``, and do the step to the game; return what is kept then.

        Where a table is shown is not changed by this. A table that is over with this gets its places; the boards of a
        race close with it. Raise what ``Games.resign`` does if the step ends a board that can't be ended.
        """

        def run(connection: sqlite3.Connection) -> Table:
            _change(connection, before, after)
            if step is not None and step.board is not None:
                _give_up(connection, *step.board, step.ending, at)
            elif step is not None:
                assert after.game_id is not None
                _do(connection, after.game_id, step, at)
            if after.kind == "race" and after.deadline != before.deadline:
                connection.execute(
                    "UPDATE games SET closes_at = MIN(closes_at, ?) WHERE table_id = ?",
                    (at if after.deadline is None else after.deadline, after.id),
                )
            if after.state == "over" and before.state != "over":
                settle(connection, after.id, at)
            if before.state == "lobby" and after.state != "lobby":
                _expire_invitations(connection, after.id)
            return the_table(connection, after.id)

        return await self._database.write(run)

    async def deal(
        self,
        table: Table,
        cards_of: Callable[[str], tuple[str, str] | None],
    ) -> Table | None:
        """Give the table a deal of the pool that nobody has been dealt before, and take it out of the pool.

        ``cards_of`` returns the cards that a seed stands for and their fingerprint; None where it names none. Return
        None if there is no such deal.
        """

        def run(connection: sqlite3.Connection) -> Table | None:
            kind = DealKind(table.game, table.options, table.rules)
            for number, seed in unused(connection, kind):
                named = cards_of(seed)
                if named is None:
                    connection.execute("UPDATE pool SET retired = 1 WHERE id = ?", (number,))
                    continue
                cards, deal = named
                if any(has_met(connection, seat.user_id, table.game, seed, deal) for seat in table.seats):
                    continue
                connection.execute("UPDATE pool SET uses = uses + 1, retired = 1 WHERE id = ?", (number,))
                _change(connection, table, replace(table, seed=seed, cards=cards, deal=deal))
                return the_table(connection, table.id)
            return None

        return await self._database.write(run)

    async def start(self, before: Table, after: Table, game: NewGame, at: int) -> Table:
        """Put ``after`` in the place of the lobby ``before``, with its game or, for a race, a board for each seat.

        The seats, the deal and all else are those of ``after``.
        """

        def run(connection: sqlite3.Connection) -> Table:
            if after.kind == "turns":
                stored = insert(connection, replace(game, owner_id=NOBODY, table_id=after.id), at)
                _change(connection, before, replace(after, game_id=stored.id))
            else:
                seats = []
                for seat in after.seats:
                    new = replace(game, owner_id=seat.user_id, table_id=after.id, closes_at=after.deadline)
                    seats.append(replace(seat, game_id=insert(connection, new, at).id))
                _change(connection, before, replace(after, seats=tuple(seats)))
            _expire_invitations(connection, after.id)
            return the_table(connection, after.id)

        return await self._database.write(run)

    async def place(self, table_id: int, channel_id: int, message_id: int | None) -> tuple[int, int | None]:
        """Note which message shows the table now; return the channel and message that did before.

        One that is played in another channel than it was has no thread to wait for.
        """

        def run(connection: sqlite3.Connection) -> tuple[int, int | None]:
            found = connection.execute("SELECT channel_id, message_id FROM tables WHERE id = ?", (table_id,)).fetchone()
            if found is None:
                raise NoSuchTable(table_id)
            connection.execute(
                "UPDATE tables SET threaded = threaded AND (state = 'lobby' OR channel_id = ?),"
                " channel_id = ?, message_id = ? WHERE id = ?",
                (channel_id, channel_id, message_id, table_id),
            )
            return int(found[0]), found[1]

        return await self._database.write(run)

    async def stay(self, table_id: int) -> None:
        """Note that a table is played where it is, though a thread of its own was wished."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE tables SET threaded = 0 WHERE id = ?", (table_id,))

        return await self._database.write(run)

    async def note_call(self, table_id: int, turn_number: int, message_id: int | None) -> int | None:
        """Note by which message the player of a turn was called; return the message of the call before."""

        def run(connection: sqlite3.Connection) -> int | None:
            found = connection.execute("SELECT call_id FROM tables WHERE id = ?", (table_id,)).fetchone()
            if found is None:
                raise NoSuchTable(table_id)
            connection.execute(
                "UPDATE tables SET called = ?, call_id = ? WHERE id = ?", (turn_number, message_id, table_id)
            )
            before: int | None = found[0]
            return before

        return await self._database.write(run)

    async def movers(self, game_id: int) -> dict[int, int]:
        """Return who made each move of a game that is played in turns, by its ply."""

        def run(connection: sqlite3.Connection) -> dict[int, int]:
            return dict(
                connection.execute("SELECT ply, user_id FROM movers WHERE game_id = ? ORDER BY ply", (game_id,))
            )

        return await self._database.read(run)

    async def seconds(self, table_id: int) -> dict[int, int]:
        """Return how long each board of a race took so far: seconds from its first move to its last, by its number."""

        def run(connection: sqlite3.Connection) -> dict[int, int]:
            return dict(
                connection.execute(
                    "SELECT id, MAX(0, COALESCE((SELECT made_at FROM moves WHERE game_id = games.id"
                    " ORDER BY ply DESC LIMIT 1) - first_move_at, 0)) / 1000 FROM games WHERE table_id = ?",
                    (table_id,),
                ).fetchall()
            )

        return await self._database.read(run)

    async def _found(self, where: str, *values: int) -> tuple[Table, ...]:
        def run(connection: sqlite3.Connection) -> tuple[Table, ...]:
            found = connection.execute(f"SELECT id FROM tables WHERE {where}", values).fetchall()
            return tuple(the_table(connection, table_id) for (table_id,) in found)

        return await self._database.read(run)


def the_table(connection: sqlite3.Connection, table_id: int) -> Table:
    """Return a table; raise NoSuchTable if there is none of this number."""
    values = connection.execute(f"SELECT {', '.join(COLUMNS)} FROM tables WHERE id = ?", (table_id,)).fetchone()
    if values is None:
        raise NoSuchTable(table_id)
    seats = connection.execute(
        f"SELECT {', '.join(SEAT_COLUMNS)} FROM seats WHERE table_id = ? ORDER BY position", (table_id,)
    ).fetchall()
    return table_of(values, [Seat(**dict(zip(SEAT_COLUMNS, seat, strict=True))) for seat in seats])


def _expire_invitations(connection: sqlite3.Connection, table_id: int) -> None:
    """Close the invitations that nobody has answered: the lobby that they were to is no more."""
    connection.execute("UPDATE invitations SET state = 'expired' WHERE table_id = ? AND state = 'open'", (table_id,))


def _change(connection: sqlite3.Connection, before: Table, after: Table) -> None:
    """Put one table in the place of another, unless that has changed meanwhile."""
    changed = {name: getattr(after, name) for name in COLUMNS if name not in ("id", "version", *_SHOWN)}
    done = connection.execute(
        f"UPDATE tables SET {', '.join(f'{name} = ?' for name in changed)}, version = version + 1"
        " WHERE id = ? AND version = ?",
        (*changed.values(), before.id, before.version),
    ).rowcount
    if not done:
        the_table(connection, before.id)
        raise TableChanged(before.id)
    if after.seats != before.seats:
        connection.execute("DELETE FROM seats WHERE table_id = ?", (before.id,))
        _put_seats(connection, before.id, after.seats)


def _put_seats(connection: sqlite3.Connection, table_id: int, seats: Sequence[Seat]) -> None:
    connection.executemany(
        f"INSERT INTO seats (table_id, {', '.join(SEAT_COLUMNS)}) VALUES (?{', ?' * len(SEAT_COLUMNS)})",
        [(table_id, *(getattr(seat, name) for name in SEAT_COLUMNS)) for seat in seats],
    )


def _give_up(connection: sqlite3.Connection, game_id: int, version: int, ending: Ending | None, at: int) -> None:
    """End a board of a race, which may end the race."""
    assert ending is not None
    claim(connection, game_id, version, at)
    end(connection, game_id, ending, at)


def _do(connection: sqlite3.Connection, game_id: int, step: Step, at: int) -> None:
    """Do to a game what a change of its table brings: the table's version has decided that it may be done."""
    game = the_game(connection, game_id)
    if step.take_back:
        claim(connection, game_id, game.version, at)
        kept = plies_before_last_press(connection, game_id)
        for name in ("moves", "movers"):
            connection.execute(f"DELETE FROM {name} WHERE game_id = ? AND ply > ?", (game_id, kept))
        connection.execute("UPDATE games SET move_count = ?, undo_count = undo_count + 1 WHERE id = ?", (kept, game_id))
        return
    press = claim(connection, game_id, game.version, at)
    plies = range(game.move_count + 1, game.move_count + 1 + len(step.moves))
    add_moves(connection, game_id, [(ply, press, move) for ply, move in zip(plies, step.moves, strict=True)], at)
    connection.execute(
        "UPDATE games SET move_count = move_count + ?, first_move_at = COALESCE(first_move_at, ?) WHERE id = ?",
        (len(step.moves), at if step.moves else None, game_id),
    )
    if step.mover_id is not None:
        connection.executemany(
            "INSERT INTO movers (game_id, ply, user_id) VALUES (?, ?, ?)",
            [(game_id, ply, step.mover_id) for ply in plies],
        )
    if step.ending is not None:
        end(connection, game_id, step.ending, at)
