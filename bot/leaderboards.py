"""What is on a leaderboard message: the board in words, and its menus and buttons. No game is named here.

All that a menu or button means stands in its ``custom_id``, so that it works after a restart, and a day later too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final, Literal, Self, TypeAlias, cast, get_args

from bot.days import begins, closes
from bot.names import columns, padded, plain_name
from engine.game import games
from engine.words import Phrase, Translate, mark
from render.share import clock
from storage.periods import AGO, Period
from storage.standings import PAGE, Page, Question, Row
from storage.table_tallies import read_table
from storage.tallies import ALL_GAMES, Board, read_merit, read_streak

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
TOLD: Final[Mapping[Board, str]] = MappingProxyType(
    {
        "daily": mark("each one's best daily: by score, then fewer moves, then less time"),
        "points": mark("the scores of all dailies, added up"),
        "wins": mark("games won on deals that I chose, without hints or looks taken back"),
        "best": mark("each one's best game on a deal that I chose, without hints or looks taken back"),
        "streaks": mark("days in a row with a finished daily, and with a won one"),
        "tables": mark(
            "tables won, by turns and in races, then the better mean place, then more tables; of those on deals that I "
            "chose, at which two people or more gained something, and which nobody stopped"
        ),
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
_PLAY_DAILY: Final = mark("You are not on this board yet: play a deal of the day to its end, with /daily.")
HOW_TO_GET_ON: Final[Mapping[Board, str]] = MappingProxyType(
    {
        "daily": _PLAY_DAILY,
        "points": _PLAY_DAILY,
        "wins": mark("You are not on this board yet: win a deal that I choose, with /play, without hints."),
        "best": mark("You are not on this board yet: play a deal that I choose to its end, with /play, without hints."),
        "streaks": _PLAY_DAILY,
        "tables": mark(
            "You are not on this board yet: play with others at a table, with /table, and gain something there."
        ),
    }
)
NOTHING_THAT_DAY: Final = mark("You are not on this board: no game of yours counts for that day.")
EVERY_GAME: Final = mark("All games")
NAME_WIDTH: Final = 12
"""Columns of a name: with what stands beside it, a line fits on a phone."""
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


def leaderboard_text(
    asked: Asked, page: Page, day: date, guild_id: int | None, translate: Translate, *, hidden: bool
) -> str:
    """Return the message's words: what the board is, its rows in a block of code, and what its asker has to know.

    ``day`` is today, ``hidden`` whether others don't see the asker on boards.
    """
    game = EVERY_GAME if asked.game == ALL_GAMES else games()[asked.game].title
    where = mark("This server") if asked.scope == "here" and guild_id is not None else mark("Everyone")
    title = " · ".join(map(translate, (BOARDS[asked.board], game, periods_of(asked.board)[asked.period], where)))
    lines = [f"**{title}**", translate(TOLD[asked.board])]
    lines.append(_table(asked, page, translate) if page.rows or page.own else translate("Nobody is here yet."))
    if asked.page:
        lines.append(translate("Page {page}").format(page=asked.page + 1))
    if shows_month(asked, page):
        lines.append(_of_calendar(asked, translate))
    if asked.board in ("daily", "points") and asked.period in AGO:
        lines.append(_finality(str(day - timedelta(days=AGO[asked.period])), day, translate))
    if page.own is None:
        past = AGO.get(asked.period, 0) > 0
        lines.append(translate(NOTHING_THAT_DAY if past else HOW_TO_GET_ON[asked.board]))
    if hidden:
        lines.append(translate("Others don't see you on leaderboards: /privacy others shows you again."))
    return "\n".join(lines)


def _of_calendar(asked: Asked, translate: Translate) -> str:
    if asked.board == "streaks":
        return translate("The calendar is the month of ›, won days with a star.")
    told = translate("The calendar is the month of ›: {what} by day, won days with a star.")
    return told.format(what=_counted(asked, translate))


def _finality(of: str, today: date, translate: Translate) -> str:
    """Return whether the standings of a day can still change."""
    if closes(of) <= begins(str(today)):
        return translate("Final: the time for games of {day} is over.").format(day=of)
    return translate("Provisional: games of {day} count until {until}.").format(
        day=of, until=f"<t:{closes(of) // 1000}:f>"
    )


def shows_month(asked: Asked, page: Page) -> bool:
    """Say whether the picture is the asker's month; else it is the standings of the page."""
    return asked.period == "month" and page.own is not None and asked.board != "tables"


def _table(asked: Asked, page: Page, translate: Translate) -> str:
    rows = [*page.rows]
    apart = page.own is not None and all(row.user_id != asked.asker for row in rows)
    if apart and page.own is not None:
        rows.append(page.own)
    cells = [_cells(asked.board, row.value) for row in rows]
    heads = [translate(head) for head in _HEADS[asked.board]]
    widths = [max(map(columns, column)) for column in zip(heads, *cells, strict=True)]
    rank_width = max(len(str(row.rank)) for row in rows)
    name_width = max(columns(_name(row, translate)) for row in rows)
    lines = [" " * (rank_width + 2) + " " * name_width + _right(heads, widths)]
    for row, values in zip(rows, cells, strict=True):
        if apart and page.rows and row is rows[-1]:
            lines.append("…")
        sign = "›" if row.user_id == asked.asker else " "
        lines.append(
            f"{sign}{row.rank:>{rank_width}} {padded(_name(row, translate), name_width)}{_right(values, widths)}"
        )
    return "\n".join(("```", *lines, "```"))


_HEADS: Final[Mapping[Board, tuple[str, ...]]] = MappingProxyType(
    {
        "daily": (mark("score"), mark("moves"), mark("time")),
        "points": (mark("points"),),
        "wins": (mark("won games"),),
        "best": (mark("score"), mark("moves"), mark("time")),
        "streaks": (mark("played"), mark("won in a row")),
        "tables": (mark("wins"), mark("place"), mark("tables")),
    }
)


def _cells(board: Board, value: int) -> tuple[str, ...]:
    if board in ("daily", "best"):
        score, moves, seconds = read_merit(value)
        return str(score), str(moves), duration(seconds)
    if board == "streaks":
        played, won = read_streak(value)
        return str(played), str(won)
    if board == "tables":
        won, mean, played = read_table(value)
        return str(won), f"{mean // 100}.{mean % 100:02}", str(played)
    return (str(value),)


def duration(seconds: int) -> str:
    """Return a time as figures; from two days on, in whole days."""
    days = seconds // (24 * 3600)
    return clock(seconds) if days < 2 else f"{days}×24:00"


def _right(values: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(" " * (width - columns(value) + 1) + value for value, width in zip(values, widths, strict=True))


def _name(row: Row, translate: Translate) -> str:
    return person_name(row.user_id, row.name, NAME_WIDTH, translate)


def person_name(user_id: int, name: str, width: int, translate: Translate) -> str:
    """Return how somebody is called in a block of code, though their name can't be seen or is not known."""
    unknown = translate("Player {number}").format(number=user_id % 10_000)
    return plain_name(name, width, unknown)


def chart_values(asked: Asked, page: Page) -> list[tuple[str, int]]:
    """Return the bars of a page's picture, without names: under each its rank."""
    return [(str(row.rank), _height(asked.board, row.value)) for row in page.rows[:PAGE]]


def _height(board: Board, value: int) -> int:
    if board in ("daily", "best"):
        return read_merit(value)[0]
    if board == "tables":
        return read_table(value)[0]
    return read_streak(value)[0] if board == "streaks" else value


def chart_words(asked: Asked, translate: Translate) -> str:
    """Return what the bars of a board's picture stand for."""
    return Phrase("Bars by rank: {what}.", {"what": _counted(asked, translate)}).text(translate)


def _counted(asked: Asked, translate: Translate) -> str:
    """Return the head of the column by which a board is ordered."""
    return translate(_HEADS[asked.board][0])
