"""A person's statistics, with pictures."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

import discord
from discord import app_commands

from bot.answers import CONTENT_LENGTH, Interaction, tell
from bot.client import AnyCommand
from bot.delivery import ready
from bot.leaders import Leaders
from bot.names import plain_name
from bot.positions import BrokenGame, rebuilt
from bot.stat_texts import LAST, stats_text
from bot.texts import translator
from engine.game import games
from engine.words import Translate, mark
from render.charts import line_alt, line_chart, stacked_alt, stacked_chart
from render.marks import reached
from render.month import Day, month_alt, month_chart
from storage.results import Result
from storage.rows import StoredGame

NAME_WIDTH: Final = 30
SEARCHED: Final = 200
REPLAYED: Final = 40
"""Of how many games at most it is found out how far they came, among the last SEARCHED."""


@dataclass(frozen=True, slots=True)
class Titled:
    """A picture as a PNG and in words, and what it shows."""

    title: str
    png: bytes
    alt: str


@app_commands.command(name="stats", description=mark("See how your games went, or somebody else's"))
@app_commands.describe(user=mark("Whose games; without it, yours"))
async def stats(interaction: Interaction, user: discord.User | None = None) -> None:
    """Answer with somebody's statistics; to the asker alone if they are hidden."""
    client, translate = interaction.client, translator(interaction.locale.value)
    await client.note(interaction)
    person = interaction.user if user is None else user
    hidden = await client.leaders.people.is_hidden(person.id)
    if hidden and person.id != interaction.user.id:
        await tell(interaction, translate("This player keeps their statistics to themselves."))
        return
    making = _made(interaction, person.id, person.global_name or person.name)
    (text, files), late = await ready(interaction, making, anew=True, alone=hidden)
    if late:
        await interaction.edit_original_response(content=text, attachments=files)
    else:
        await interaction.response.send_message(text, files=files, ephemeral=hidden)


async def _made(interaction: Interaction, user_id: int, name: str) -> tuple[str, list[discord.File]]:
    client, translate = interaction.client, translator(interaction.locale.value)
    results, today = client.leaders.results, client.leaders.today
    summaries = await results.summaries(user_id)
    streaks = {"": await results.streaks(user_id, today)}
    for game in games():
        streaks[game] = await results.streaks(user_id, today, game)
    last = await results.of(user_id, LAST)
    # Nothing is read in a name between single backquotes.
    shown = f"`{plain_name(name, NAME_WIDTH)}`"
    text = stats_text(shown, summaries, streaks, last, translate)
    if not summaries or not interaction.app_permissions.attach_files:
        return text, []
    days = await results.by_day(user_id)
    steps = await _steps(client.leaders, user_id, summaries[0].game)
    month = await results.dailies(user_id, f"{today:%Y-%m}-01", f"{today:%Y-%m}-31")
    means = [(date.fromisoformat(day), Fraction(total, count)) for day, total, count in days]
    pictures = {"scores": await client.drawer.chart(lambda: _scores(means, translate))}
    if steps:
        pictures["reached"] = await client.drawer.chart(lambda: _reached(steps, translate))
    if month:
        pictures["month"] = await client.drawer.chart(lambda: _month(today, month, translate))
    files = [
        discord.File(io.BytesIO(picture.png), f"{kind}.png", description=f"{picture.title} {picture.alt}")
        for kind, picture in pictures.items()
    ]
    # The pictures have no words in them.
    captions = "\n".join(picture.title for picture in pictures.values())
    return (f"{text}\n{captions}" if len(text) + len(captions) < CONTENT_LENGTH else text), files


async def _steps(leaders: Leaders, user_id: int, game: str) -> list[StoredGame]:
    """Return the last games of the kind that somebody played most."""
    results = [result for result in await leaders.results.of(user_id, SEARCHED) if result.game == game]
    stored = [await leaders.games.get(result.game_id) for result in results[:REPLAYED]]
    return [one for one in stored if one is not None]


def _reached(stored: Sequence[StoredGame], translate: Translate) -> Titled:
    """Draw how far games came, those that were won first; they are replayed here, on a thread."""
    counts: dict[int, list[int]] = {}
    for one in stored:
        with suppress(BrokenGame):
            counts.setdefault(reached(rebuilt(one).view()), [0, 0])[one.status != "won"] += 1
    rows = [(str(step), counts.get(step, [0, 0])) for step in range(min(counts), max(counts) + 1)] if counts else []
    title = translate(games()[stored[0].game].title) if stored[0].game in games() else stored[0].game
    what = translate("Results by row or stage, won and not won, of the last games: {game}.").format(game=title)
    return Titled(what, stacked_chart(rows), stacked_alt(rows, translate))


def _scores(means: Sequence[tuple[date, Fraction]], translate: Translate) -> Titled:
    return Titled(translate("Mean score by day."), line_chart(means), line_alt(means, translate))


def _month(today: date, results: Sequence[Result], translate: Translate) -> Titled:
    days: dict[int, Day] = {}
    for result in results:
        number = date.fromisoformat(result.day or "").day
        if days.get(number) != "won":
            days[number] = "won" if result.won else "played"
    what = translate("Dailies of the month.")
    alt = month_alt(today.year, today.month, days, translate)
    return Titled(what, month_chart(today.year, today.month, days), alt)


COMMANDS: Final[tuple[AnyCommand, ...]] = (stats,)
