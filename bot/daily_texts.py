"""What is said of dailies that are over, to their player."""

from __future__ import annotations

from collections.abc import Mapping

from bot.days import closes, number_of
from bot.positions import Position
from bot.ranked import timed_out
from bot.share import ENDS, TIME_OVER
from bot.streaks import Streaks
from engine.game import games
from engine.words import Translate


def streaks_in_words(found: Streaks, translate: Translate) -> str:
    """Return a person's streaks in a line."""
    return translate("Days in a row: {played} (best {best_played}) · won in a row: {won} (best {best_won})").format(
        played=found.played.current,
        best_played=found.played.best,
        won=found.won.current,
        best_won=found.won.best,
    )


def result_in_words(found: Streaks, provisional: bool, day: str, translate: Translate) -> str:
    """Return what stands below the board of a daily that is over."""
    lines = [streaks_in_words(found, translate)]
    if provisional:
        lines.append(
            translate("The standings are final at {until}; until then the deal is not told.").format(
                until=f"<t:{closes(day) // 1000}:f>"
            )
        )
    return "\n".join(lines)


def day_in_words(day: str, attempts: Mapping[str, Position | None], found: Streaks, translate: Translate) -> str:
    """Return how a person's attempts at a day went, a line each, and their streaks over all games."""
    lines = [translate("**Daily {number} of {day}**").format(number=number_of(day), day=day)]
    for name, attempt in attempts.items():
        title = translate(games()[name].title)
        if attempt is None:
            lines.append(translate("{game}: not played").format(game=title))
            continue
        stored = attempt.stored
        ended = translate(TIME_OVER if timed_out(stored) else ENDS.get(stored.status, "")) if attempt.over else "…"
        lines.append(
            translate("{game}: {ended}, score {score}, moves: {moves}").format(
                game=title, ended=ended, score=attempt.view().score, moves=stored.move_count
            )
        )
    lines.append(streaks_in_words(found, translate))
    return "\n".join(lines)
