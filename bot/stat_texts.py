"""A person's statistics and finished games in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from bot.answers import CONTENT_LENGTH
from bot.leaderboards import duration
from bot.texts import options_in_words
from engine.game import games
from engine.words import Translate, mark
from storage.results import Result, Streaks, Summary

MOST_KINDS: Final = 9
"""How many kinds of games are told one by one, those played most."""
LAST: Final = 5
"""How many of the last games are told."""

LOST: Final = mark("not won")
WON: Final = mark("won")


def kind_in_words(name: str, options: str, translate: Translate) -> str:
    """Return the name of a game with those of its options that are not the default, as results have them."""
    game = games().get(name)
    if game is None:
        return name
    words = options_in_words(game, json.loads(options), translate)
    return translate(game.title) + (f" ({words})" if words else "")


def stats_text(
    name: str,
    summaries: Sequence[Summary],
    streaks: Mapping[str, Streaks],
    last: Sequence[Result],
    translate: Translate,
) -> str:
    """Return a person's statistics: by game and options, streaks by game ('' is over all), and their last games.

    ``name`` is as it is to be shown.
    """
    lines = [translate("**Statistics** · {name}").format(name=name)]
    if not summaries:
        lines.append(translate("No game is over yet."))
    lines += [_kind(summary, translate) for summary in summaries[:MOST_KINDS]]
    lines += [line for game, found in streaks.items() if (line := _streaks(game, found, translate))]
    if last:
        lines.append(translate("**Last games**"))
        lines += [f"{result_in_words(result, translate)} · <t:{result.ended_at // 1000}:R>" for result in last[:LAST]]
    text = lines[0]
    for line in lines[1:]:
        if len(text) + 1 + len(line) <= CONTENT_LENGTH:
            text += f"\n{line}"
    return text


def _kind(summary: Summary, translate: Translate) -> str:
    told = [
        f"**{kind_in_words(summary.game, summary.options, translate)}**",
        translate("played: {played}, won: {won} ({share} %)").format(
            played=summary.played, won=summary.won, share=(200 * summary.won + summary.played) // (2 * summary.played)
        ),
        translate("score: best {best}, mean {mean}").format(
            best=summary.best, mean=(2 * summary.total + summary.played) // (2 * summary.played)
        ),
    ]
    if summary.fewest_moves is not None and summary.best_seconds is not None:
        told.append(
            translate("won with {moves} moves at least, in {time} at best").format(
                moves=summary.fewest_moves, time=duration(summary.best_seconds)
            )
        )
    return " · ".join(told)


def _streaks(game: str, found: Streaks, translate: Translate) -> str:
    if not found.longest_played:
        return ""
    told = translate("Days in a row: {played} (best {best_played}) · won in a row: {won} (best {best_won})").format(
        played=found.played, best_played=found.longest_played, won=found.won, best_won=found.longest_won
    )
    title = translate("Dailies") if not game else translate(games()[game].title)
    return f"{title}: {told}"


def result_in_words(result: Result, translate: Translate) -> str:
    """Return how a game ended, in a line."""
    told = [f"#{result.game_id} {kind_in_words(result.game, result.options, translate)}"]
    if result.day is not None:
        told.append(translate("daily of {day}").format(day=result.day))
    told.append(translate(WON if result.won else LOST))
    told.append(translate("score {score}").format(score=result.score))
    told.append(translate("moves: {moves}").format(moves=result.moves))
    return " · ".join(told)
