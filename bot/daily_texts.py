"""What is said of dailies that are over, to their player."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeAlias

from bot.days import DAY, begins, closes, number_of
from bot.names import columns, padded, person_name
from bot.positions import Position
from bot.ranked import timed_out
from bot.share import ENDS, TIME_OVER
from engine.game import games
from engine.words import Translate
from storage.results import Result
from storage.statistics import Streaks

NAME_WIDTH: Final = 20

Ranked: TypeAlias = tuple[int, str, Result]
"""A result with its rank and the name of whose it is."""


def streaks_in_words(found: Streaks, translate: Translate) -> str:
    """Return a person's streaks in a line."""
    return translate("days in a row: {played} (best {best_played}) · won in a row: {won} (best {best_won})").format(
        played=found.played, best_played=found.longest_played, won=found.won, best_won=found.longest_won
    )


def result_in_words(
    name: str,
    day: str,
    found: tuple[Streaks, Streaks],
    first: Sequence[Ranked],
    place: int | None,
    *,
    provisional: bool,
    translate: Translate,
) -> str:
    """Return what stands below the board of a daily that is over: its player's streaks and place, and who is first.

    The streaks ``found`` are those in the game of this ``name``, and those over all games; ``place`` is None where it
    is not kept any more.
    """
    own, overall = found
    lines = [
        f"{translate(games()[name].title)}: {streaks_in_words(own, translate)}",
        translate("All games: {streaks}").format(streaks=streaks_in_words(overall, translate)),
    ]
    if first:
        best = translate("The best scores:")
        lines.append(f"{best} {table(first, translate)}")
    if place is not None:
        lines.append(translate("Your place: {place}").format(place=place))
    if provisional:
        lines.append(
            translate("The standings are final at {until}; until then the deal is not told.").format(
                until=f"<t:{closes(day) // 1000}:f>"
            )
        )
    return "\n".join(lines)


def table(first: Sequence[Ranked], translate: Translate) -> str:
    """Return the first of a daily and their scores, as a block of code: no name in it pings, links or breaks a line."""
    names = [person_name(result.owner_id, name, NAME_WIDTH, translate) for _, name, result in first]
    width = max(map(columns, names))
    lines = [
        f"{rank:>2}. {padded(name, width)}  {result.score:>4}"
        for name, (rank, _, result) in zip(names, first, strict=True)
    ]
    return "\n".join(["```", *lines, "```"])


def announcement(day: str, podiums: Mapping[str, Sequence[Ranked]], translate: Translate) -> str:
    """Return what is posted at the start of a day: its challenge, and the podium of each game of the day before."""
    until = f"<t:{(begins(day) + DAY) // 1000}:f>"
    lines = [
        translate("**Daily challenge {number}** · {day}").format(number=number_of(day), day=day),
        translate(
            "One deal of each game, the same for everybody, and one ranked attempt at each. Begin by {until}."
        ).format(until=until),
    ]
    shown = {name: first for name, first in podiums.items() if first}
    if shown:
        lines.append(translate("Yesterday's best scores so far (games begun then can be ended until that time, too):"))
    for name, first in shown.items():
        lines.append(f"**{translate(games()[name].title)}** {table(first, translate)}")
    return "\n".join(lines)


def day_in_words(
    day: str, attempts: Mapping[str, Position | None], used: Collection[str], found: Streaks, translate: Translate
) -> str:
    """Return how a person's attempts at a day went, a line each, and their streaks over all games.

    Of the games in ``used`` they have deleted their attempt.
    """
    lines = [translate("**Daily {number} of {day}**").format(number=number_of(day), day=day)]
    for name, attempt in attempts.items():
        title = translate(games()[name].title)
        if attempt is None:
            told = translate("{game}: played, and deleted") if name in used else translate("{game}: not played")
            lines.append(told.format(game=title))
            continue
        stored = attempt.stored
        ended = translate(TIME_OVER if timed_out(stored) else ENDS.get(stored.status, "")) if attempt.over else "…"
        lines.append(
            translate("{game}: {ended}, score {score}, moves: {moves}").format(
                game=title, ended=ended, score=attempt.view().score, moves=stored.move_count
            )
        )
    lines.append(translate("All games: {streaks}").format(streaks=streaks_in_words(found, translate)))
    return "\n".join(lines)
