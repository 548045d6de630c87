"""What holds for ranked games, the attempts at a day: when they may be changed, taken back and told."""

from __future__ import annotations

from itertools import pairwise

from bot.days import closes
from bot.positions import Position
from engine.view import reveals
from storage.rows import GameRow


class LookTaken(Exception):
    """The last request has turned a card, and in a ranked game a look can't be taken back."""


class DayClosed(Exception):
    """The day of the game, and its grace, are over: it stands as it is."""


class DayUntold(Exception):
    """What was asked for would tell of a deal that others may still play ranked, until ``told_at`` (milliseconds)."""

    def __init__(self, told_at: int) -> None:
        super().__init__(f"the deal is not told before {told_at}")
        self.told_at = told_at


def may_take_back(position: Position) -> bool:
    """Say whether undo is fair where games are compared: the last request has turned no card face up.

    A look can't be taken back, whatever was done after it. Plain games don't ask.
    """
    views = [position.game.view(state) for state in position.line.states]
    return bool(position.line.made) and not any(reveals(before, after) for before, after in pairwise(views))


def is_secret(stored: GameRow, now: int) -> bool:
    """Say whether a game is an attempt at a day whose deal others may still play."""
    return stored.day is not None and now < closes(stored.day)


def timed_out(stored: GameRow) -> bool:
    """Say whether a game was closed as it stood because its day and grace were over."""
    return stored.day is not None and stored.status == "resigned" and (stored.ended_at or 0) >= closes(stored.day)


def check_told(position: Position) -> None:
    """Raise DayUntold if nothing may be told of the game beyond its board."""
    if position.secret:
        assert position.stored.day is not None
        raise DayUntold(closes(position.stored.day))


def check_open(stored: GameRow, now: int) -> None:
    """Raise DayClosed if the game is an attempt under way at a day that is over."""
    if stored.day is not None and stored.status == "playing" and now >= closes(stored.day):
        raise DayClosed


def check_undo(position: Position) -> None:
    """Raise LookTaken if a ranked game's last request can't be taken back; there always has to be one."""
    if position.stored.day is not None and position.line.made and not may_take_back(position):
        raise LookTaken
