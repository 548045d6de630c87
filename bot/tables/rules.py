"""The rules of playing in turns, as changes of a table. Nothing is read or stored here; times are in milliseconds.

Whoever is in turn plays on while each request gains cards; an advance or a pass hands the turn on. A gain starts the
clock anew. When all who are seated have passed since the last gain or advance, what is next is turned by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from storage.table_rows import HowEnded, Seat, Table

MISSES: Final = 2
"""After so many turns in a row that ran out, a seat is dropped."""


def bonus_of(total: int) -> int:
    """Return what the winning move brings beside its cards: a tenth of the cards of the game, rounded up."""
    return -(-total // 10)


def begun(table: Table, now: int) -> Table:
    """Return a lobby as a table at which the first seat is in turn; in a race nobody is, and all are called once."""
    race = table.kind == "race"
    return replace(
        table,
        state="playing",
        started_at=now,
        turn=None if race else table.seated[0].user_id,
        turn_number=1,
        moment=table.moment + 1,
        deadline=now + table.clock * 1000,
    )


def played(table: Table, gain: int, now: int, *, won: int = 0, fair_undo: bool) -> Table:
    """Return the table after plays of whoever is in turn, who stays in turn.

    They have gained so many cards, perhaps none, and the bonus ``won`` if they have won. ``fair_undo`` is whether no
    card was turned by them.
    """
    player = table.turn

    def change(seat: Seat) -> Seat:
        # A gain forgets the passes before it, but for the case that it is taken back; the play before it can't be.
        kept = seat.passed == 1
        seat = replace(seat, passed=(2 if gain else 1) if kept else 0)
        if seat.user_id != player:
            return seat
        return replace(seat, gained=seat.gained + gain, bonus=seat.bonus + won, missed=0)

    return replace(
        _each(table, change),
        moment=table.moment + 1,
        deadline=now + table.clock * 1000 if gain else table.deadline,
        deadline_before=table.deadline,
        mover_id=player,
        may_undo=int(fair_undo),
        last_gain=gain,
    )


def taken_back(table: Table) -> Table:
    """Return the table after whoever is in turn has taken back the last play, with the clock of before it."""
    player, gain = table.turn, table.last_gain

    def change(seat: Seat) -> Seat:
        if gain and seat.passed:
            seat = replace(seat, passed=1)
        return replace(seat, gained=seat.gained - gain) if seat.user_id == player else seat

    return replace(
        _each(table, change),
        moment=table.moment + 1,
        deadline=table.deadline_before,
        deadline_before=None,
        may_undo=0,
        last_gain=0,
    )


def passed(table: Table) -> Table:
    """Return the table after whoever is in turn has passed, before the turn is handed on."""
    return _in_turn(table, lambda seat: replace(seat, passed=1, missed=0))


def ran_out(table: Table) -> Table:
    """Return the table after the clock of whoever is in turn has run out, before the turn is handed on."""

    def change(seat: Seat) -> Seat:
        missed = seat.missed + 1
        return replace(seat, passed=1, missed=missed, state="dropped" if missed >= MISSES else "in")

    return with_host(_in_turn(table, change))


def advanced(table: Table, mover_id: int | None) -> Table:
    """Return the table after cards were turned, by somebody or by themselves, before the turn is handed on."""
    cleared = _each(table, lambda seat: replace(seat, passed=0, missed=0 if seat.user_id == mover_id else seat.missed))
    return replace(cleared, mover_id=mover_id)


def gone(table: Table, user_id: int) -> Table:
    """Return the table after somebody has left their seat, before the turn is handed on if it was theirs.

    Who leaves in their turn has passed: by sitting down again nobody keeps cards from being turned by themselves.
    """

    def change(seat: Seat) -> Seat:
        if seat.user_id != user_id:
            return seat
        return replace(seat, state="left", passed=1 if table.turn == user_id else seat.passed)

    return with_host(_each(table, change))


def back(table: Table, user_id: int) -> Table:
    """Return the table after somebody has sat down again in the seat that they had.

    What they have passed stays passed, and a turn that ran out before they left counts; who was dropped begins anew.
    """

    def change(seat: Seat) -> Seat:
        if seat.user_id != user_id:
            return seat
        return replace(seat, state="in", missed=0 if seat.state == "dropped" else seat.missed)

    return with_host(_each(table, change))


def everybody_passed(table: Table) -> bool:
    """Say whether all who are seated have passed since cards were last gained or turned."""
    return bool(table.seated) and all(seat.passed == 1 for seat in table.seated)


def handed_on(table: Table, now: int) -> Table:
    """Return the table with the next of those who are seated in turn, and their clock started."""
    seated = table.seated
    position = next((seat.position for seat in table.seats if seat.user_id == table.turn), -1)
    following = next((seat for seat in seated if seat.position > position), seated[0])
    settled = _each(table, lambda seat: replace(seat, passed=0) if seat.passed == 2 else seat)
    return replace(
        settled,
        turn=following.user_id,
        turn_number=table.turn_number + 1,
        moment=table.moment + 1,
        deadline=now + table.clock * 1000,
        deadline_before=None,
        may_undo=0,
        last_gain=0,
    )


def ended(table: Table, how: HowEnded, now: int, by: int | None = None) -> Table:
    """Return the table when it is over."""
    return replace(
        table,
        state="over",
        turn_number=table.turn_number + 1,
        ending=how,
        ended_by=by,
        ended_at=now,
        turn=None,
        deadline=None,
        may_undo=0,
        moment=table.moment + 1,
    )


def closed(table: Table, how: HowEnded, now: int, by: int | None) -> Table:
    """Return a lobby that has come to nothing."""
    return replace(
        table,
        state="closed",
        turn_number=table.turn_number + 1,
        ending=how,
        ended_by=by,
        ended_at=now,
        deadline=None,
    )


def no_later(table: Table, now: int, waiting: int) -> Table:
    """Return a table whose time lasts from now, not longer: ``waiting`` of a lobby, else its clock."""
    latest = now + (waiting if table.state == "lobby" else table.clock * 1000)

    def bounded(deadline: int | None) -> int | None:
        return None if deadline is None else min(deadline, latest)

    return replace(table, deadline=bounded(table.deadline), deadline_before=bounded(table.deadline_before))


def with_host(table: Table) -> Table:
    """Return the table with a host who is seated: where the one before is gone, the next in order is it."""
    seated = table.seated
    if not seated or table.sits(table.host_id):
        return table
    position = next((seat.position for seat in table.seats if seat.user_id == table.host_id), -1)
    return replace(table, host_id=next((seat for seat in seated if seat.position > position), seated[0]).user_id)


def _in_turn(table: Table, change: Callable[[Seat], Seat]) -> Table:
    return _each(table, lambda seat: change(seat) if seat.user_id == table.turn else seat)


def _each(table: Table, change: Callable[[Seat], Seat]) -> Table:
    return replace(table, seats=tuple(change(seat) for seat in table.seats))
