"""The pictures of a person's statistics: scores over time, how far games came, the dailies of the month."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.drawing import Drawer
from bot.leaders import Leaders
from bot.months import calendar, results_of_month
from bot.positions import BrokenGame, rebuilt
from bot.stat_texts import Kind, rounded_mean
from bot.texts import kind_in_words
from engine.game import games
from engine.words import Translate
from render.charts import line_alt, line_chart, stacked_alt, stacked_chart
from render.marks import reached
from storage.rows import StoredGame
from storage.statistics import Summary
from storage.tallies import ALL_GAMES

REPLAYED: Final = 40
"""Of how many games at most, the last ones, it is found out how far they came."""


@dataclass(frozen=True, slots=True)
class Titled:
    """A picture as a PNG and in words, what its file is called and what it shows."""

    name: str
    title: str
    png: bytes
    alt: str


async def stat_pictures(
    leaders: Leaders, drawer: Drawer, user_id: int, kind: Kind, summaries: Sequence[Summary], translate: Translate
) -> list[Titled]:
    """Return the pictures of a person's games of a kind, of which there are some.

    Of all games, how far they came is told of the game played most: each has rows or stages of its own.
    """
    statistics = leaders.statistics
    days = await statistics.by_day(user_id, kind.game, kind.options)
    # Of one day there is no course to be seen: its mean stands in the words.
    pictures = [await drawer.chart(lambda: _scores(days, translate))] if len(days) > 1 else []
    shown = kind if kind.game else Kind(summaries[0].game)
    last = await statistics.last(user_id, REPLAYED, shown.game, shown.options)
    stored = [await leaders.games.get(result.game_id) for result in last]
    replayed = [one for one in stored if one is not None]
    if replayed:
        pictures.append(await drawer.chart(lambda: _reached(shown, replayed, translate)))
    if kind.has_dailies:
        today = leaders.today
        month = await results_of_month(statistics, "daily", user_id, today, kind.game or ALL_GAMES)
        if month:
            picture = await drawer.chart(lambda: calendar("daily", today, month, translate))
            title = translate("Dailies of the month, each day's best score, won days with a star.")
            pictures.append(Titled("month", title, picture.png, picture.alt))
    return pictures


def _scores(days: Sequence[tuple[str, int, int]], translate: Translate) -> Titled:
    means = [(date.fromisoformat(day), rounded_mean(total, count)) for day, total, count in days]
    return Titled("scores", translate("Mean score by day."), line_chart(means), line_alt(means, translate))


def _reached(kind: Kind, stored: Sequence[StoredGame], translate: Translate) -> Titled:
    """Draw how far games came, those that were won first; they are replayed here, on a thread."""
    counts: dict[int, list[int]] = {}
    for one in stored:
        with suppress(BrokenGame):
            counts.setdefault(reached(rebuilt(one).view()), [0, 0])[one.status != "won"] += 1
    rows = [(str(step), counts.get(step, [0, 0])) for step in range(min(counts), max(counts) + 1)] if counts else []
    title = _title(kind, translate)
    what = translate("How far the last games came, by row or stage, won ones first: {game}.").format(game=title)
    return Titled("reached", what, stacked_chart(rows), stacked_alt(rows, translate))


def _title(kind: Kind, translate: Translate) -> str:
    assert kind.game is not None
    if kind.options is not None:
        return kind_in_words(kind.game, kind.options, translate)
    return translate(games()[kind.game].title) if kind.game in games() else kind.game
