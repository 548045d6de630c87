"""A person's statistics and finished games in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from bot.answers import CONTENT_LENGTH
from bot.daily_texts import streaks_in_words
from bot.leaderboard_texts import duration
from bot.positions import options_of
from bot.texts import kind_in_words
from engine.game import games
from engine.words import Translate, mark
from storage.results import Result
from storage.statistics import Streaks, Summary

MOST_KINDS: Final = 9
"""How many kinds of games are told one by one, those played most."""
LAST: Final = 5
"""How many of the last games are told."""

LOST: Final = mark("not won")
WON: Final = mark("won")


@dataclass(frozen=True, slots=True)
class Kind:
    """Of which games statistics are: all, those of a game, or those of a game under certain options."""

    game: str | None = None
    options: str | None = None
    """As results have them."""

    @property
    def written(self) -> str:
        """How it is written where one is chosen: Discord takes no empty value."""
        return " ".join(filter(None, (self.game, self.options))) or "-"

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the kind that was written so; what is no such text is a kind of which there are no games."""
        game, _, options = text.partition(" ")
        return cls() if text == "-" else cls(game, options or None)

    def holds(self, summary: Summary) -> bool:
        """Say whether the games of a summary are of this kind."""
        return self.game in (None, summary.game) and self.options in (None, summary.options)

    @property
    def has_dailies(self) -> bool:
        """Whether dailies are of this kind: those of a game have its usual options."""
        if self.game is None or self.options is None:
            return True
        game = games().get(self.game)
        try:
            return game is not None and options_of(game, self.options) == game.read_options({})
        except (ValueError, AttributeError):
            return False


def stats_text(
    name: str,
    kind: Kind,
    summaries: Sequence[Summary],
    streaks: Mapping[str, Streaks],
    last: Sequence[Result],
    races: Mapping[int, int],
    tables: Sequence[str],
    captions: Sequence[str],
    translate: Translate,
) -> str:
    """Return a person's statistics: by game and options, streaks by game ('' is over all), last games, and captions.

    ``name`` is as it is to be shown, ``tables`` what is told of their tables, ``races`` are the tables of those games
    that are boards of a race. Where not all kinds of games have room, those played least are left out.
    """
    head = translate("**Statistics** · {name}").format(name=name)
    rest = [line for game, found in streaks.items() if (line := _streaks(game, found, translate))]
    if last:
        rest.append(translate("**Last games**"))
        for result in last[:LAST]:
            words = result_in_words(result, translate, races.get(result.game_id))
            rest.append(f"{words} · <t:{result.ended_at // 1000}:R>")
    rest += tables
    if captions:
        rest += [translate("**Pictures**, from the first on"), *captions]
    told = [_kind(summary, translate) for summary in summaries if kind.holds(summary)]
    if not told and not tables:
        told = [translate("No game is over yet.")]
    for shown in range(min(len(told), MOST_KINDS), -1, -1):
        kinds = told[:shown]
        if shown < len(told):
            kinds.append(translate("… more kinds: {count}, to be chosen below").format(count=len(told) - shown))
        text = "\n".join([head, *kinds, *rest])
        if len(text) <= CONTENT_LENGTH:
            break
    return text[:CONTENT_LENGTH]


def rounded_mean(total: int, count: int) -> int:
    """Return the mean of ``count`` whole numbers with this sum, as it is told and drawn: to the next whole, .5 up."""
    return (2 * total + count) // (2 * count)


def _kind(summary: Summary, translate: Translate) -> str:
    told = [
        f"**{kind_in_words(summary.game, summary.options, translate)}**",
        translate("played: {played}, won: {won} ({share} %)").format(
            played=summary.played, won=summary.won, share=rounded_mean(100 * summary.won, summary.played)
        ),
        translate("score: best {best}, mean {mean}").format(
            best=summary.best, mean=rounded_mean(summary.total, summary.played)
        ),
    ]
    if summary.fewest_moves is not None and summary.best_seconds is not None:
        told.append(
            translate("wins: fewest moves {moves}, best time {time}").format(
                moves=summary.fewest_moves, time=duration(summary.best_seconds)
            )
        )
        told.append(
            translate("won in a row: {now} (best {longest})").format(
                now=summary.won_in_row, longest=summary.longest_won
            )
        )
    return " · ".join(told)


def _streaks(game: str, found: Streaks, translate: Translate) -> str:
    if not found.longest_played:
        return ""
    title = translate("**Dailies**") if not game else translate(games()[game].title)
    return f"{title}: {streaks_in_words(found, translate)}"


def result_in_words(result: Result, translate: Translate, race: int | None = None) -> str:
    """Return how a game ended, in a line; ``race`` is the table whose race it was a board of."""
    told = [f"#{result.game_id} {kind_in_words(result.game, result.options, translate)}"]
    if result.day is not None:
        told.append(translate("daily of {day}").format(day=result.day))
    if race is not None:
        told.append(translate("race {number}").format(number=race))
    told.append(translate(WON if result.won else LOST))
    told.append(translate("score {score}").format(score=result.score))
    told.append(translate("moves: {moves}").format(moves=result.moves))
    return " · ".join(told)
