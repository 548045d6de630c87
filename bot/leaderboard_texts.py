"""A leaderboard in words: its rows, what they count, and what its asker has to know; and as bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final

from bot.days import begins, closes
from bot.leaderboards import BOARDS, EVERY_GAME, Asked, periods_of, shows_month
from bot.names import columns, padded, person_name
from engine.game import games
from engine.words import Phrase, Translate, mark
from render.share import clock
from storage.periods import AGO
from storage.standings import PAGE, Page, Row
from storage.table_tallies import read_table
from storage.tallies import ALL_GAMES, Board, read_merit, read_streak

TOLD: Final[Mapping[Board, str]] = MappingProxyType(
    {
        "daily": mark("Each one's best daily: by score, then fewer moves, then less time."),
        "points": mark("The scores of all dailies, added up."),
        "wins": mark("Games won on deals that I chose, without a hint, and without an undo past a turned card."),
        "best": mark(
            "Each one's best game on a deal that I chose, without a hint, and without an undo past a turned card."
        ),
        "streaks": mark("Days in a row with a daily played to its end, and with one that was won."),
        "tables": mark(
            "Tables won, in turns and in races, then the better mean place, then more tables. Those count that were on "
            "deals that I chose, at which two people or more gained a card, and which nobody stopped."
        ),
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
            "You are not on this board yet: play with others at a table, with /table open, and gain a card there."
        ),
    }
)
NOTHING_THAT_DAY: Final = mark("You are not on this board: no game of yours counts for that day.")
NAME_WIDTH: Final = 12
"""Columns of a name: with what stands beside it, a line fits on a phone."""


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
        "streaks": (mark("days played"), mark("days won")),
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
        return str(won), hundredths(mean), str(played)
    return (str(value),)


def hundredths(count: int) -> str:
    """Return a number of hundredths in figures."""
    return f"{count // 100}.{count % 100:02}"


def duration(seconds: int) -> str:
    """Return a time as figures; from two days on, in whole days."""
    days = seconds // (24 * 3600)
    return clock(seconds) if days < 2 else f"{days}×24:00"


def _right(values: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(" " * (width - columns(value) + 1) + value for value, width in zip(values, widths, strict=True))


def _name(row: Row, translate: Translate) -> str:
    return person_name(row.user_id, row.name, NAME_WIDTH, translate)


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
