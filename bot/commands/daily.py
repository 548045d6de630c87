"""The daily challenge: opened, gone on with, and looked back on, for its player alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Self

import discord
from discord import app_commands
from discord.ui import Button, DynamicItem, View

from bot.answers import Interaction, place_of, report
from bot.boards import post_board
from bot.client import AnyCommand
from bot.controls import NEXT_DAILY, Controls
from bot.dailies import Challenge, DailyRefused
from bot.daily_texts import day_in_words, result_in_words
from bot.days import after, date_of, number_of, read_day
from bot.delivery import ready
from bot.refusals import NoGame
from bot.texts import translator
from engine.game import games
from engine.words import Phrase, Translate, mark
from storage.standings import Question

if TYPE_CHECKING:
    from bot.client import PatienceClient


SHOWN: Final = 3
"""How many of the first are shown below a daily that is over; /leaderboard shows all."""


@app_commands.command(
    name="daily", description=mark("Play the deal of today, the same for everybody: one ranked attempt")
)
@app_commands.describe(
    game=mark("Which game; without it, the one you are at, else the next that you have not played today"),
    date=mark("A day gone by, to play its deals unranked: 2026-11-28"),
)
@app_commands.choices(game=[app_commands.Choice(name=game.title, value=name) for name, game in games().items()])
async def daily(
    interaction: Interaction, game: str | None = None, date: app_commands.Range[str, 1, 40] | None = None
) -> None:
    """Open the daily, privately; one that is over with how it went."""
    day = interaction.client.challenge.today if date is None else read_day(date)
    if game is None:
        await _open_next(interaction, day)
    else:
        await open_daily(interaction, game, day)


async def _open_next(interaction: Interaction, day: str) -> None:
    """Open the daily that a person is at, else the next that they may begin; if there is none, look back on the day."""
    challenge, game = interaction.client.challenge, None
    if challenge.is_private(day):
        attempts = await challenge.attempts(interaction.user.id, day)
        used = await challenge.used(interaction.user.id, day)
        under_way = [name for name, attempt in attempts.items() if attempt is not None and not attempt.over]
        left = [name for name in attempts if attempts[name] is None and name not in used and day >= challenge.today]
        game = next(iter([*under_way, *left]), None)
    if game is None:
        await _look_back(interaction, day)
    else:
        await open_daily(interaction, game, day)


async def open_daily(interaction: Interaction, name: str, day: str) -> None:
    """Answer with the person's game of a daily, to them alone unless its deal may be told."""
    challenge, player = interaction.client.challenge, interaction.user.id
    opening = challenge.open(player, place_of(interaction), name, day)
    position, late = await ready(interaction, opening, anew=True, alone=challenge.is_private(day))
    translate = translator(interaction.locale.value)
    more = []
    if position.stored.day is not None and position.over:
        leaders = interaction.client.leaders
        today = date_of(challenge.today)
        found = await leaders.statistics.streaks(player, today, name), await leaders.statistics.streaks(player, today)
        first = await leaders.results.standings(name, day, SHOWN, interaction.guild_id)
        asked = Question("daily", name, "today", date_of(day), interaction.guild_id, player)
        own = (await leaders.standings.page(asked)).own
        place, provisional = None if own is None else own.rank, challenge.is_private(day)
        more.append(result_in_words(name, day, found, first, place, provisional=provisional, translate=translate))
    if position.stored.day is None:
        more.append(translate("The deal of daily {number} of {day}, unranked.").format(number=number_of(day), day=day))
    if day == challenge.today:
        more += [_still_open(other, before, translate) for other, before in await _open_of_yesterday(challenge, player)]
    await post_board(interaction, position, late=late, more="\n".join(more))


async def _open_of_yesterday(challenge: Challenge, player: int) -> list[tuple[str, str]]:
    """Return the games of a person's dailies of the day before today that can still be ended, each with that day."""
    before = after(challenge.today, -1)
    attempts = await challenge.attempts(player, before)
    return [(name, before) for name, attempt in attempts.items() if attempt is not None and not attempt.over]


def _still_open(name: str, day: str, translate: Translate) -> str:
    told = translate("Still open: your daily of yesterday, {game}. /daily takes it up with date:{day}")
    return told.format(game=translate(games()[name].title), day=day)


async def _look_back(interaction: Interaction, day: str) -> None:
    """Tell the person how their attempts at a day went, and offer what of it can be opened.

    While the day's deals may not be told that is their own attempts, all of which are over, and those of the day before
    that are not; after it, each deal that there was.
    """
    challenge, player = interaction.client.challenge, interaction.user.id
    translate = translator(interaction.locale.value)
    attempts, label = await challenge.attempts(player, day), "{game}"
    if challenge.is_private(day):
        offered = [name for name, attempt in attempts.items() if attempt is not None]
    else:
        offered, label = await challenge.dealt(day), translate("Play {game}")
        if not offered:
            raise DailyRefused(Phrase("There was no daily on {day}.", {"day": day}))
        attempts = {name: attempts[name] for name in offered}
    found = await interaction.client.leaders.statistics.streaks(player, date_of(challenge.today))
    used = await challenge.used(player, day)
    lines, view = [day_in_words(day, attempts, used, found, translate)], Controls()
    for name in offered:
        view.add_item(DailyButton.labelled(name, day, label.format(game=translate(games()[name].title))))
    if day == challenge.today:
        for name, before in await _open_of_yesterday(challenge, player):
            lines.append(_still_open(name, before, translate))
            title = translate("Yesterday's {game}").format(game=translate(games()[name].title))
            view.add_item(DailyButton.labelled(name, before, title, discord.ButtonStyle.primary))
    await interaction.response.send_message("\n".join(lines), view=view, ephemeral=True)


class DailyButton(
    DynamicItem[Button[View]], template=r"daily:(?P<game>[a-z]{1,40}):(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
):
    """Opens the daily of a game and day for whoever presses it."""

    def __init__(self, game: str, day: str, button: Button[View]) -> None:
        super().__init__(button)
        self.game = game
        self.day = day

    @classmethod
    def labelled(
        cls, game: str, day: str, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
    ) -> Self:
        """Return a new button."""
        return cls(game, day, Button(label=label, style=style, custom_id=f"daily:{game}:{day}"))

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, match: re.Match[str], /) -> Self:
        """Return the button that was pressed."""
        return cls(match["game"], match["day"], item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Open the daily."""
        try:
            day = read_day(self.day)
            if self.game not in games() or number_of(day) < 1:
                raise NoGame
            await open_daily(interaction, self.game, day)
        except Exception as error:
            await report(interaction, error)


class NextButton(DynamicItem[Button[View]], template=NEXT_DAILY):
    """Opens the next daily of today for whoever presses it."""

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, __: re.Match[str], /) -> Self:
        """Return the button that was pressed."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Open it."""
        try:
            await _open_next(interaction, interaction.client.challenge.today)
        except Exception as error:
            await report(interaction, error)


COMMANDS: Final[tuple[AnyCommand, ...]] = (daily,)
CONTROLS: Final = (DailyButton, NextButton)
