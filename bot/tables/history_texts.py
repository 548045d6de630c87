"""How somebody's tables have ended for them, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.leaderboard_texts import hundredths
from bot.tables.table_texts import gained_in_words
from bot.texts import kind_in_words
from engine.words import Translate, mark
from storage.table_history import TableResult, TableSummary
from storage.table_rows import Kind

KINDS: Final[Mapping[Kind, str]] = MappingProxyType({"turns": mark("in turns"), "race": mark("race")})
SUMS: Final[Mapping[Kind, str]] = MappingProxyType({"turns": mark("Tables in turns"), "race": mark("Races")})
LAST: Final = 3
"""How many of the last tables are told with statistics."""


def table_in_words(result: TableResult, translate: Translate) -> str:
    """Return how a table ended for somebody, in a line."""
    game = kind_in_words(result.game, result.options, translate)
    told = [
        translate("Table {number}: {game}").format(number=result.table_id, game=game),
        translate(KINDS[result.kind]),
        translate("place {place} of {seats}").format(place=result.place, seats=result.seats),
    ]
    return " · ".join([*told, gained_in_words(result.gained, result.bonus, translate)])


def tables_lines(summaries: Sequence[TableSummary], last: Sequence[TableResult], translate: Translate) -> list[str]:
    """Return somebody's tables in sum and the last of them, as lines of their statistics; none if there are none."""
    lines = [translate("**Tables**")] if summaries else []
    for summary in summaries:
        told = translate("{kind}: played: {played}, won: {won}, mean place {place}").format(
            kind=translate(SUMS[summary.kind]),
            played=summary.played,
            won=summary.won,
            place=hundredths((200 * summary.places + summary.played) // (2 * summary.played)),
        )
        lines.append(told)
    lines += [f"{table_in_words(result, translate)} · <t:{result.ended_at // 1000}:R>" for result in last[:LAST]]
    return lines
