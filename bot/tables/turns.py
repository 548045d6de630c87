"""What people do at a table that plays in turns: play, turn cards, pass, take back, leave, sit down again, end it.

No Discord here. A press carries the moment that its presser saw; the table's version decides between two that come at
once, and the rules say what each does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.picking import picked
from bot.positions import Line, Position
from bot.ranked import LookTaken, may_take_back
from bot.refusals import NoAdvance, NoWayOn
from bot.service import Service
from bot.tables import rules
from bot.tables.changes import Decide, changed
from bot.tables.checks import check_may_leave, check_may_stop, check_under_way
from bot.tables.refusals import NotInTurn, StaleTable, TableRefused, not_seated
from engine.automatic import WAYS, Run, can_go_on
from engine.view import Outcome
from engine.words import Phrase
from storage.rows import Ending, NothingToTakeBack
from storage.table_rows import HowEnded, Step, Table
from storage.tables import Tables

ALL_PLAYS = "all-plays"
"""The one way to go on by itself that a turn has: the others turn cards, and that ends it."""


class Turns:
    """The use cases of tables that play in turns. ``now`` gives the time in milliseconds since 1970 (UTC).

    All of them raise NoSuchTable, and TableRefused if the table is not being played. Those of whoever is in turn raise
    StaleTable if the table is not at the moment that they saw, and TableRefused for anybody else.
    """

    def __init__(
        self, tables: Tables, service: Service, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    ) -> None:
        self.tables = tables
        self._service = service
        self._now = now

    async def board(self, table: Table) -> Position:
        """Return the game that the table plays, as it stands."""
        assert table.game_id is not None
        return await self._service.position(table.game_id)

    async def as_seen(self, user_id: int, table_id: int, moment: int) -> Table:
        """Return the table if it is this person's turn, at the moment that they saw."""
        table = await self.tables.get(table_id)
        await self._as_seen(table, user_id, moment)
        return table

    async def pick(
        self, user_id: int, table_id: int, moment: int, picks: Sequence[str]
    ) -> tuple[Table, tuple[Phrase, ...]]:
        """Make plays picked on the board, in order; return also, in words, those that fitted no more.

        Raise InvalidMove or IllegalMove if one of them can't be made on that board: nothing has changed then. An
        advance can't be picked.
        """
        left: tuple[Phrase, ...] = ()

        async def decide(table: Table) -> tuple[Table, Step | None]:
            nonlocal left
            before = await self._as_seen(table, user_id, moment)
            line, moves, left = picked(before, picks)
            if any(before.game.is_advance(move) for move in moves):
                raise StaleTable
            return self._played(table, before, line, moves)

        return await self._change(table_id, decide), left

    async def all_plays(self, user_id: int, table_id: int, moment: int) -> Table:
        """Make all plays that fit, as the game orders them; raise NoWayOn if there are none."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            before = await self._as_seen(table, user_id, moment)
            if not can_go_on(before.game, before.state, ALL_PLAYS):
                raise NoWayOn
            run, line = WAYS[ALL_PLAYS](before.game, Run(before.state)), before.line.next_request()
            for move in run.moves:
                line = line.after(before.game, move)
            return self._played(table, before, line, run.moves)

        return await self._change(table_id, decide)

    async def advance(self, user_id: int, table_id: int, moment: int) -> Table:
        """Make the advance, and hand the turn on; raise NoAdvance if there is none."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            before = await self._as_seen(table, user_id, moment)
            if before.advance() is None:
                raise NoAdvance
            return self._advanced(table, before, user_id)

        return await self._change(table_id, decide)

    async def hand_on(self, user_id: int, table_id: int, moment: int) -> Table:
        """Pass: hand the turn on without turning anything."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            before = await self._as_seen(table, user_id, moment)
            return self._go_on(rules.passed(table), before)

        return await self._change(table_id, decide)

    async def undo(self, user_id: int, table_id: int, moment: int) -> Table:
        """Take back the last request of whoever is in turn, made in this turn.

        Raise NothingToTakeBack if there is none, and LookTaken if it has turned a card.
        """

        async def decide(table: Table) -> tuple[Table, Step | None]:
            before = await self._as_seen(table, user_id, moment)
            if table.mover_id != user_id or table.deadline_before is None:
                raise NothingToTakeBack
            if not table.may_undo or not may_take_back(before):
                raise LookTaken
            return rules.taken_back(table), Step(take_back=True)

        return await self._change(table_id, decide)

    async def run_out(self, table_id: int) -> Table:
        """Hand the turn on if its clock has run out; else nothing is done."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            over = table.deadline is not None and self._now() >= table.deadline
            if table.kind != "turns" or table.state != "playing" or not over:
                return table, None
            return self._go_on(rules.ran_out(table), await self.board(table))

        return await self._change(table_id, decide)

    async def leave(self, user_id: int, table_id: int) -> Table:
        """Leave the table; the others play on."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            check_may_leave(table, "turns", user_id)
            without = rules.gone(table, user_id)
            if table.turn != user_id and not rules.everybody_passed(without):
                return without, None
            return self._go_on(without, await self.board(table))

        return await self._change(table_id, decide)

    async def sit_down(self, user_id: int, table_id: int) -> Table:
        """Take the seat again that one had."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            check_under_way(table, "turns")
            seat = table.seat_of(user_id)
            if seat is None:
                raise TableRefused(Phrase("This table has begun without you: only those who had a seat may sit down."))
            return (table if seat.state == "in" else rules.back(table, user_id)), None

        return await self._change(table_id, decide)

    async def stop(self, user_id: int, table_id: int, *, moderator: bool) -> Table:
        """End the table as it stands: a ``moderator`` may, the host, and whoever is left alone at it."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            check_may_stop(table, "turns", user_id, moderator=moderator)
            how: HowEnded = "deserted" if _is_alone(table, user_id) else "stopped"
            return self._ended(table, await self.board(table), how, user_id)

        return await self._change(table_id, decide)

    async def set_quiet(self, user_id: int, table_id: int) -> Table:
        """Ping somebody no more when it is their turn, or again."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            check_under_way(table, "turns")
            if not table.sits(user_id):
                raise not_seated()
            seats = [replace(seat, quiet=1 - seat.quiet) if seat.user_id == user_id else seat for seat in table.seats]
            return replace(table, seats=tuple(seats)), None

        return await self._change(table_id, decide)

    async def _change(self, table_id: int, decide: Decide) -> Table:
        return await changed(self.tables, table_id, self._now, decide)

    async def _as_seen(self, table: Table, user_id: int, moment: int) -> Position:
        """Return the board if it is this person's turn, at the moment that they saw."""
        check_under_way(table, "turns")
        if not table.sits(user_id):
            raise not_seated()
        if table.moment != moment:
            raise StaleTable
        if table.turn != user_id:
            raise NotInTurn(table.turn)
        if table.deadline is not None and self._now() >= table.deadline:
            # Its time has run out, though nobody has looked at the clock yet.
            raise StaleTable
        return await self.board(table)

    def _played(self, table: Table, before: Position, line: Line, moves: Sequence[Any]) -> tuple[Table, Step | None]:
        """Return what plays of whoever is in turn lead to."""
        game = before.game
        gain = game.progress(line.state) - game.progress(before.state)
        outcome = game.outcome(line.state)
        won = rules.bonus_of(game.total) if outcome is Outcome.WON else 0
        after = rules.played(table, gain, self._now(), won=won, fair_undo=may_take_back(replace(before, line=line)))
        step = Step(moves=tuple(game.format(move) for move in moves), mover_id=table.turn)
        return self._over(after, before, line.state, step)

    def _advanced(self, table: Table, before: Position, mover_id: int | None) -> tuple[Table, Step | None]:
        """Return what the advance leads to, made by somebody or by itself; the turn is handed on."""
        advance = before.game.advance(before.state)
        state = before.game.apply(before.state, advance)
        step = Step(moves=(before.game.format(advance),), mover_id=mover_id)
        after, step = self._over(rules.advanced(table, mover_id), before, state, step)
        return (rules.handed_on(after, self._now()) if after.state == "playing" else after), step

    def _over(self, table: Table, before: Position, state: Any, step: Step) -> tuple[Table, Step]:
        """Return the table, ended if the moves of a step have ended its game."""
        outcome = before.game.outcome(state)
        if outcome is None:
            return table, step
        how: HowEnded = "won" if outcome is Outcome.WON else "lost"
        ending = Ending(status=how, score=before.game.score(state), progress=before.game.progress(state))  # type: ignore[arg-type]
        return rules.ended(table, how, self._now()), replace(step, ending=ending)

    def _go_on(self, table: Table, board: Position) -> tuple[Table, Step | None]:
        """Return the table with the turn handed on; when all have passed the advance happens, or the end comes."""
        if not table.seated:
            return self._ended(table, board, "deserted")
        if not rules.everybody_passed(table):
            return rules.handed_on(table, self._now()), None
        if board.advance() is None:
            return self._ended(table, board, "passed")
        return self._advanced(table, board, None)

    def _ended(self, table: Table, board: Position, how: HowEnded, by: int | None = None) -> tuple[Table, Step | None]:
        """Return the table ended as it stands, though its game could go on."""
        game, state = board.game, board.state
        ending = Ending(status="resigned", score=game.score(state), progress=game.progress(state))
        return rules.ended(table, how, self._now(), by), Step(ending=ending)


def _is_alone(table: Table, user_id: int) -> bool:
    return [seat.user_id for seat in table.seated] == [user_id]
