"""Whether the dailies of a database follow: each day's deal from its seed, and attempts at a day from its deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.days import NoSuchDay, closes, number_of, read_day
from bot.positions import options_of
from engine.cards import cards_text
from engine.game import games
from engine.words import Refusal, quoted
from storage.daily import Daily
from storage.rows import GameRow

NO_DAY: Final = "its day {day} is no date"


def daily_faults(daily: Daily) -> list[str]:
    """Return what is wrong with the deal of a day, beside its proof; nothing if it follows."""
    game = games().get(daily.game)
    if game is None:
        return [f"there is no game {quoted(daily.game)}"]
    if not _is_day(daily.day):
        return [NO_DAY.format(day=quoted(daily.day))]
    try:
        cards = cards_text(game.deal_from_seed(daily.seed).cards)
    except Refusal as error:
        return [str(error)]
    found = []
    if daily.cards != cards:
        found.append("its cards are not those of its seed")
    for name, kept, follows in (
        ("its number", daily.number, number_of(daily.day)),
        ("the time until which it is not told", daily.told_at, closes(daily.day)),
    ):
        if kept != follows:
            found.append(f"{name} is kept as {kept}, but the day leads to {follows}")
    return found


def attempt_faults(row: GameRow, dailies: Mapping[tuple[str, str], Daily]) -> list[str]:
    """Return in what a game differs from the daily whose ranked attempt it is; nothing for all other games."""
    game = games().get(row.game)
    if row.day is None or game is None:
        return []
    if not _is_day(row.day):
        return [NO_DAY.format(day=quoted(row.day))]
    daily = dailies.get((row.game, row.day))
    if daily is None:
        return [f"there was no daily of its game on {row.day}"]
    found = [] if row.seed == daily.seed else [f"its deal is not that of its day, {row.day}"]
    if row.hints:
        found.append(f"it is kept as having {row.hints} hints, but in a daily there are none")
    try:
        usual = options_of(game, row.options) == game.read_options({})
    except (ValueError, AttributeError):
        # That they can't be read is told of the game.
        usual = True
    return found if usual else [*found, "its options are not those of dailies"]


def _is_day(day: str) -> bool:
    """Say whether a text is a day as they are written."""
    try:
        return read_day(day) == day
    except NoSuchDay:
        return False
