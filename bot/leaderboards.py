"""What a leaderboard message shows: which board, of which game, time and people, for whom. No game is named here.

All that a menu or button means stands in its ``custom_id``, so that it works after a restart, and a day later too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType
from typing import Final, Literal, Self, TypeAlias, cast, get_args

from engine.game import games
from engine.words import mark
from storage.periods import Period
from storage.standings import Page, Question
from storage.tallies import ALL_GAMES, Board

BOARDS: Final[Mapping[Board, str]] = MappingProxyType(
    {
        "daily": mark("Daily"),
        "points": mark("Points"),
        "wins": mark("Wins"),
        "best": mark("Best games"),
        "streaks": mark("Streaks"),
        "tables": mark("Tables"),
    }
)
PERIODS: Final[Mapping[Period, str]] = MappingProxyType(
    {
        "today": mark("Today"),
        "yesterday": mark("Yesterday"),
        "two-days-ago": mark("Two days ago"),
        "week": mark("This week"),
        "month": mark("This month"),
        "all": mark("All time"),
    }
)
STREAK_PERIODS: Final[Mapping[Period, str]] = MappingProxyType(
    {
        "today": mark("Streaks that go on"),
        "week": mark("This week"),
        "month": mark("This month"),
        "all": mark("The longest ever"),
    }
)
EVERY_GAME: Final = mark("All games")
LAST_PAGE: Final = 999_999

Scope: TypeAlias = Literal["here", "everyone"]
Change: TypeAlias = Literal["board", "game", "period", "scope", "back", "next"]

PATTERN: Final = (
    rf"leaders-(?P<change>{'|'.join(get_args(Change))}):(?P<asker>[0-9]{{1,20}}):(?P<board>{'|'.join(BOARDS)})"
    rf":(?P<game>[a-z]{{0,40}}):(?P<period>{'|'.join(PERIODS)}):(?P<scope>here|everyone):(?P<page>[0-9]{{1,6}})"
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a leaderboard message shows, for whom: ``asker`` sees their own row on it. ``page`` is from 0."""

    asker: int
    board: Board = "daily"
    game: str = ALL_GAMES
    period: Period = "today"
    scope: Scope = "here"
    page: int = 0

    def custom_id(self, change: Change) -> str:
        """Return the text that Discord keeps with a control that changes this: at most 100 characters."""
        return f"leaders-{change}:{self.asker}:{self.board}:{self.game}:{self.period}:{self.scope}:{self.page}"

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """Return what a ``custom_id`` of the PATTERN says; a game that there is not is all games."""
        asked = cls(
            asker=int(match["asker"]),
            board=cast("Board", match["board"]),
            game=match["game"] if match["game"] in games() else ALL_GAMES,
            period=cast("Period", match["period"]),
            scope=cast("Scope", match["scope"]),
            page=int(match["page"]),
        )
        return asked._fitting()

    def changed(self, change: str, value: str) -> Self:
        """Return what is asked for after a choice in a menu or a press; from its first page, unless that was turned."""
        if change == "back":
            return replace(self, page=max(0, self.page - 1))
        if change == "next":
            return replace(self, page=min(LAST_PAGE, self.page + 1))
        if change == "scope":
            return replace(self, scope="everyone" if self.scope == "here" else "here", page=0)
        if change == "board" and value in BOARDS:
            return replace(self, page=0, board=cast("Board", value))._fitting()
        if change == "game" and value in ("-", *games()):
            return replace(self, page=0, game=ALL_GAMES if value == "-" else value)
        if change == "period" and value in PERIODS:
            return replace(self, page=0, period=cast("Period", value))._fitting()
        return self

    def _fitting(self) -> Self:
        """Return the same of today, where the board has no such period."""
        return self if self.period in periods_of(self.board) else replace(self, period="today")

    def question(self, day: date, guild_id: int | None) -> Question:
        """Return what is to be asked of the standings, on a day and in a server; outside of servers it is everyone."""
        here = guild_id if self.scope == "here" else None
        return Question(self.board, self.game, self.period, day, here, self.asker, self.page)


def periods_of(board: Board) -> Mapping[Period, str]:
    """Return the periods that a board has, with their names."""
    return STREAK_PERIODS if board == "streaks" else PERIODS


def shows_month(asked: Asked, page: Page) -> bool:
    """Say whether the picture is the asker's month; else it is the standings of the page."""
    return asked.period == "month" and page.own is not None and asked.board != "tables"
