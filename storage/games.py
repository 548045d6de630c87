"""Games and their moves: starting, playing on, taking back, ending, finding."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace

from storage import results
from storage.database import Database
from storage.deals import note_shown
from storage.rows import (
    BoardMessage,
    Ending,
    GameOn,
    GameOver,
    GameRow,
    NewGame,
    NoSuchGame,
    NothingToTakeBack,
    Status,
    StoredGame,
)
from storage.statements import (
    TOUCHED_AT,
    add_moves,
    claim,
    count_moves,
    end,
    find,
    find_all,
    insert,
    plies_before_last_press,
    refuse_untold,
    refused,
    the_game,
)


class Games:
    """The games of a database. Every method is one transaction; ``at`` is the time, in milliseconds since 1970 (UTC).

    Times are stored as given, whatever came before them. Only ``touched_at``, by which an owner's games are ordered,
    always rises from one change of them to the next: where the clock does not, it is a millisecond after the last one.

    Those that change a game take the version that the caller saw, and of two that come with the same one, one is done
    and the other raises StaleBoard. They raise GameOver if the version is right but the game has ended, and NoSuchGame
    if there is none. A change that has returned survives the death of the process; for one that was cancelled see
    ``Database.write``: its version tells whether it was done. A board of a race whose time is over by then is changed
    no more: they raise RaceClosed.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def start(self, new: NewGame, at: int, moves: Sequence[str] = (), ending: Ending | None = None) -> StoredGame:
        """Store a new game, at version 1 and without moves.

        A game from elsewhere comes with its moves, and its ending if it has one: it is stored as if each move had been
        a request of its own. A deal that the bot or the player chose is marked as seen if the owner has met it before.
        If the pool has a proof that the deal can be won, whoever chose it, the game refers to that.
        """

        return await self._database.write(lambda connection: insert(connection, new, at, moves, ending))

    async def check_told(self, new: NewGame, at: int) -> None:
        """Raise UntoldDeal or DealAtTable if a game of a player's own deal would not be started now."""
        await self._database.read(lambda connection: refuse_untold(connection, new, at))

    async def get(self, game_id: int) -> StoredGame | None:
        """Return the game with this id."""
        return await self._database.read(lambda connection: find(connection, "id = ?", game_id))

    async def append(
        self, game_id: int, version: int, moves: Sequence[str], ending: Ending | None, at: int
    ) -> StoredGame:
        """Add the moves of one request, at least one, and the ending if they brought it."""
        if not moves:
            raise ValueError("a request adds at least one move")

        def run(connection: sqlite3.Connection) -> StoredGame:
            press = claim(connection, game_id, version, at)
            (count,) = connection.execute(
                "UPDATE games SET move_count = move_count + ?, first_move_at = COALESCE(first_move_at, ?)"
                " WHERE id = ? RETURNING move_count",
                (len(moves), at, game_id),
            ).fetchone()
            plies = enumerate(moves, count - len(moves) + 1)
            add_moves(connection, game_id, [(ply, press, move) for ply, move in plies], at)
            if ending is not None:
                end(connection, game_id, ending, at)
            return the_game(connection, game_id)

        return await self._database.write(run)

    async def take_back(
        self,
        game_id: int,
        version: int,
        at: int,
        *,
        plies: int | None = None,
        reopen: bool = False,
        peeked: bool = False,
    ) -> StoredGame:
        """Remove the moves of the last request, or the last ``plies`` moves.

        With ``reopen`` a game that a move has won or lost goes on again, its ending forgotten; a resigned game never
        does, nor one whose owner was shown how to win its deal. Raise NothingToTakeBack if the game has no moves, or
        fewer than ``plies``. ``peeked`` says that a card was turned which the player knows from then on: the game does
        not count for leaderboards any more; nor does one that was over, for its deal and record were told then.
        """
        if plies is not None and plies < 1:
            raise ValueError("at least one move is taken back")
        statuses: tuple[Status, ...] = ("playing", "won", "lost") if reopen else ("playing",)

        def run(connection: sqlite3.Connection) -> StoredGame:
            claim(connection, game_id, version, at, statuses)
            (shown, status) = connection.execute(
                "SELECT proof_shown, status FROM games WHERE id = ?", (game_id,)
            ).fetchone()
            if shown and status != "playing":
                raise GameOver(game_id, version, status)
            kept = (
                plies_before_last_press(connection, game_id)
                if plies is None
                else count_moves(connection, game_id) - plies
            )
            if kept < 0:
                raise NothingToTakeBack(f"game {game_id} has not so many moves to take back")
            connection.execute("DELETE FROM moves WHERE game_id = ? AND ply > ?", (game_id, kept))
            connection.execute(
                "UPDATE games SET move_count = ?, undo_count = undo_count + 1, status = 'playing',"
                " score = NULL, progress = NULL, ended_at = NULL, peeks = peeks + ? WHERE id = ?",
                (kept, peeked or status != "playing", game_id),
            )
            results.take_back(connection, game_id, at)
            return the_game(connection, game_id)

        return await self._database.write(run)

    async def resign(
        self,
        game_id: int,
        version: int,
        at: int,
        *,
        score: int | None = None,
        progress: int | None = None,
        overdue: bool = False,
    ) -> StoredGame:
        """End the game at its player's wish, or because its time is over."""

        def run(connection: sqlite3.Connection) -> StoredGame:
            claim(connection, game_id, version, at, overdue=overdue)
            end(connection, game_id, Ending(status="resigned", score=score, progress=progress), at)
            return the_game(connection, game_id)

        return await self._database.write(run)

    async def show_proof(self, game_id: int) -> StoredGame:
        """Note that the owner is shown how to win a game that is over, and return it; its version stays.

        They know it then in all their games on this deal, those under way and those to come too.
        Raise GameOn if it is not over, and NoSuchGame if there is no such game.
        """

        def run(connection: sqlite3.Connection) -> StoredGame:
            game = the_game(connection, game_id)
            if game.status == "playing":
                raise GameOn(f"game {game_id} is not over", game.version)
            note_shown(connection, game_id)
            return replace(game, proof_shown=1)

        return await self._database.write(run)

    async def count_hint(self, game_id: int, version: int) -> int:
        """Note that the player is given a hint at the version that they saw, which stays; return how many there were.

        A hint given there again is the same one, and counts no more.
        """

        def run(connection: sqlite3.Connection) -> int:
            counted = connection.execute(
                "UPDATE games SET hints = hints + (hint_version IS NOT version), hint_version = version"
                " WHERE id = ? AND version = ? AND status = 'playing' RETURNING hints",
                (game_id, version),
            ).fetchone()
            if counted is None:
                raise refused(connection, game_id, version)
            return int(counted[0])

        return await self._database.write(run)

    async def place_board(
        self, game_id: int, at: int, *, guild_id: int | None, channel_id: int | None, message_id: int
    ) -> BoardMessage | None:
        """Say that this message shows the game now; return the one that does no longer. The game's version stays.

        The message placed last counts, whatever its id: ids follow the clock of whoever gives them out, and that may
        have been set back. None is returned if no message showed the game, or this one did. Raise NoSuchGame if there
        is no such game.
        """

        def run(connection: sqlite3.Connection) -> BoardMessage | None:
            found = connection.execute("SELECT channel_id, message_id FROM games WHERE id = ?", (game_id,)).fetchone()
            if found is None:
                raise NoSuchGame(game_id)
            connection.execute(
                "UPDATE games SET guild_id = ?, channel_id = ?, message_id = ?,"
                f" touched_at = {TOUCHED_AT.format(owner='games.owner_id')} WHERE id = ?",
                (guild_id, channel_id, message_id, at, at, game_id),
            )
            return None if found[1] in (None, message_id) else BoardMessage(*found)

        return await self._database.write(run)

    async def touch(self, game_id: int, at: int, *, guild_id: int | None, channel_id: int | None) -> None:
        """Note that the game is played here now, but that no message shows it which could be found again."""
        await self._database.write(
            lambda connection: (
                connection.execute(
                    "UPDATE games SET guild_id = ?, channel_id = ?, message_id = NULL,"
                    f" touched_at = {TOUCHED_AT.format(owner='games.owner_id')} WHERE id = ?",
                    (guild_id, channel_id, at, at, game_id),
                ).rowcount
            )
        )

    async def current(self, owner_id: int, channel_id: int | None, *, finished: bool = False) -> StoredGame | None:
        """Return the owner's game last touched in this channel or, with none there, anywhere.

        It is an unfinished one, unless ``finished`` ones count as well.
        """
        condition = "owner_id = ?" if finished else "owner_id = ? AND status = 'playing'"
        return await self._database.read(
            lambda connection: find(
                connection,
                f"{condition} ORDER BY CASE WHEN channel_id = ? THEN 0 ELSE 1 END, touched_at DESC, id DESC LIMIT 1",
                owner_id,
                channel_id,
            )
        )

    async def last_over(self, owner_id: int, channel_id: int | None) -> StoredGame | None:
        """Return the owner's game that is over, last touched in this channel or, with none there, anywhere."""
        return await self._database.read(
            lambda connection: find(
                connection,
                "owner_id = ? AND status <> 'playing'"
                " ORDER BY CASE WHEN channel_id = ? THEN 0 ELSE 1 END, touched_at DESC, id DESC LIMIT 1",
                owner_id,
                channel_id,
            )
        )

    async def unfinished(self, owner_id: int, limit: int, offset: int = 0) -> tuple[GameRow, ...]:
        """Return a page of the owner's unfinished games, the last touched first."""
        return await self._database.read(
            lambda connection: find_all(
                connection,
                "owner_id = ? AND status = 'playing' ORDER BY touched_at DESC, id DESC LIMIT ? OFFSET ?",
                owner_id,
                limit,
                offset,
            )
        )

    async def recent(self, owner_id: int, limit: int, offset: int = 0) -> tuple[GameRow, ...]:
        """Return a page of all the owner's games, the last touched first."""
        return await self._database.read(
            lambda connection: find_all(
                connection,
                "owner_id = ? ORDER BY touched_at DESC, id DESC LIMIT ? OFFSET ?",
                owner_id,
                limit,
                offset,
            )
        )

    async def counts(self, owner_id: int) -> Mapping[Status, int]:
        """Return how many games the owner has of each status; every status is there."""

        def run(connection: sqlite3.Connection) -> Mapping[Status, int]:
            counts: dict[Status, int] = {"playing": 0, "won": 0, "lost": 0, "resigned": 0}
            counts.update(
                connection.execute(
                    "SELECT status, COUNT(*) FROM games WHERE owner_id = ? GROUP BY status", (owner_id,)
                ).fetchall()
            )
            return counts

        return await self._database.read(run)
