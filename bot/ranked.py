"""What holds for ranked games, attempts at a day and boards of races: when they may be changed, taken back, told."""

from __future__ import annotations

from itertools import pairwise

from bot.days import closes
from bot.positions import Position
from engine.view import reveals
from storage.rows import GameRow, RaceClosed


class LookTaken(Exception):
    """The last request has turned a card, and in a ranked game a look can't be taken back."""


class DayClosed(Exception):
    """The day of the game, and its grace, are over: it stands as it is."""


class DayUntold(Exception):
    """What was asked for would tell of a deal that others may still play ranked, until ``told_at`` (milliseconds)."""

    def __init__(self, told_at: int) -> None:
        super().__init__(f"the deal is not told before {told_at}")
        self.told_at = told_at


class RaceUntold(Exception):
    """What was asked for would tell of a deal that is raced on, until ``told_at`` (milliseconds) at the latest."""

    def __init__(self, told_at: int) -> None:
        super().__init__(f"the deal is not told before the race ends, by {told_at}")
        self.told_at = told_at


def open_until(stored: GameRow) -> int | None:
    """Return until when a ranked game may be played, in milliseconds: so long its deal is secret. None for others."""
    return stored.closes_at if stored.day is None else closes(stored.day)


def may_take_back(position: Position) -> bool:
    """Say whether undo is fair where games are compared: the last request has turned no card face up.

    A look can't be taken back, whatever was done after it. Plain games don't ask.
    """
    views = [position.game.view(state) for state in position.line.states]
    return bool(position.line.made) and not any(reveals(before, after) for before, after in pairwise(views))


def is_secret(stored: GameRow, now: int) -> bool:
    """Say whether others may still play the deal of a ranked game."""
    until = open_until(stored)
    return until is not None and now < until


def timed_out(stored: GameRow) -> bool:
    """Say whether a ranked game was closed as it stood because its time was over: that is done after it, never at it.

    A race that all have ended is over at the time of its last board's end.
    """
    until = open_until(stored)
    return until is not None and stored.status == "resigned" and (stored.ended_at or 0) > until


def closed_at(stored: GameRow, now: int) -> int:
    """Return as of when a ranked game is closed whose time is over: see ``timed_out``."""
    until = open_until(stored)
    return now if until is None else max(now, until + 1)


def check_told(position: Position) -> None:
    """Raise DayUntold or RaceUntold if nothing may be told of the game beyond its board."""
    if position.secret:
        until = open_until(position.stored)
        assert until is not None
        raise RaceUntold(until) if position.stored.day is None else DayUntold(until)


def check_open(stored: GameRow, now: int) -> None:
    """Raise DayClosed or RaceClosed if the game is a ranked one under way whose time is over."""
    until = open_until(stored)
    if until is not None and stored.status == "playing" and now >= until:
        raise RaceClosed(stored.id, stored.version) if stored.day is None else DayClosed


def check_undo(position: Position) -> None:
    """Raise LookTaken if a ranked game's last request can't be taken back; there always has to be one."""
    if position.stored.ranked and position.line.made and not may_take_back(position):
        raise LookTaken
