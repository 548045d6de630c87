"""The leaderboards: a message with menus, which show whoever presses them their own place."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Self

import discord
from discord import app_commands
from discord.ui import Button, DynamicItem, Select, View

from bot.answers import Interaction, report
from bot.client import AnyCommand
from bot.controls import Controls
from bot.delivery import ready
from bot.drawing import Drawer, Picture
from bot.leaderboard_texts import chart_values, chart_words, leaderboard_text
from bot.leaderboards import (
    BOARDS,
    EVERY_GAME,
    PATTERN,
    PERIODS,
    Asked,
    Change,
    periods_of,
    shows_month,
)
from bot.leaders import Leaders
from bot.months import calendar, results_of_month
from bot.texts import translator
from engine.game import games
from engine.words import Translate, mark
from render.charts import bar_alt, bar_chart
from storage.standings import Page
from storage.tallies import ALL_GAMES

if TYPE_CHECKING:
    from bot.client import PatienceClient

ALL: Final = "-"
"""How all games are written where a game is chosen: Discord takes no empty value."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A leaderboard's message."""

    content: str
    files: list[discord.File]
    controls: View


@app_commands.command(
    name="leaderboard", description=mark("See who stands where: today's daily, points, wins, streaks, tables")
)
@app_commands.describe(
    board=mark("What is compared; without it, the daily"),
    game=mark("Which game; without it, all of them"),
    period=mark("Of which time; without it, of today"),
    scope=mark("Who is compared; without it, the people of this server"),
)
@app_commands.choices(
    board=[app_commands.Choice(name=words, value=str(value)) for value, words in BOARDS.items()],
    game=[
        app_commands.Choice(name=EVERY_GAME, value=ALL),
        *(app_commands.Choice(name=game.title, value=name) for name, game in games().items()),
    ],
    period=[app_commands.Choice(name=words, value=str(value)) for value, words in PERIODS.items()],
    scope=[
        app_commands.Choice(name=mark("This server"), value="here"),
        app_commands.Choice(name=mark("Everyone"), value="everyone"),
    ],
)
async def leaderboard(
    interaction: Interaction,
    board: str | None = None,
    game: str | None = None,
    period: str | None = None,
    scope: str | None = None,
) -> None:
    """Answer with a board for everybody to see; for the asker alone if they are hidden."""
    asked = Asked(interaction.user.id)
    for change, value in (("board", board), ("game", game), ("period", period)):
        if value is not None:
            asked = asked.changed(change, value)
    if scope == "everyone":
        asked = replace(asked, scope="everyone")
    await interaction.client.note(interaction)
    hidden = await interaction.client.leaders.people.is_hidden(interaction.user.id)
    await _answer(interaction, asked, hidden=hidden, alone=hidden)


async def _answer(interaction: Interaction, asked: Asked, *, hidden: bool, alone: bool) -> None:
    """Answer with a new message."""
    making = _made(interaction, asked, hidden=hidden)
    shown, late = await ready(interaction, making, anew=True, alone=alone)
    if late:
        await interaction.edit_original_response(content=shown.content, attachments=shown.files, view=shown.controls)
    else:
        await interaction.response.send_message(shown.content, files=shown.files, view=shown.controls, ephemeral=alone)


async def turn(interaction: Interaction, asked: Asked, change: str, value: str = "") -> None:
    """Answer a press: on the presser's own message by changing it, on another's by one for the presser alone.

    That is so too on a message that everybody sees, if its asker has hidden since.
    """
    await interaction.client.note(interaction)
    hidden = await interaction.client.leaders.people.is_hidden(interaction.user.id)
    mine = asked.asker == interaction.user.id
    seen_alone = interaction.message is not None and interaction.message.flags.ephemeral
    asked = replace(asked, asker=interaction.user.id).changed(change, value)
    if not mine or (hidden and not seen_alone):
        await _answer(interaction, asked, hidden=hidden, alone=True)
        return
    shown, late = await ready(interaction, _made(interaction, asked, hidden=hidden), anew=False)
    if late:
        await interaction.edit_original_response(content=shown.content, attachments=shown.files, view=shown.controls)
    else:
        await interaction.response.edit_message(content=shown.content, attachments=shown.files, view=shown.controls)


async def _made(interaction: Interaction, asked: Asked, *, hidden: bool) -> _Shown:
    """Return the message; where its asker is ``hidden``, it is for them alone: it tells where they stand."""
    client, translate = interaction.client, translator(interaction.locale.value)
    day, guild_id = client.leaders.today, interaction.guild_id
    page = await client.leaders.standings.page(asked.question(day, guild_id))
    if not page.rows and asked.page:
        asked = replace(asked, page=0)
        page = await client.leaders.standings.page(asked.question(day, guild_id))
    content = leaderboard_text(asked, page, day, guild_id, translate, hidden=hidden)
    files = []
    if (page.rows or shows_month(asked, page)) and interaction.app_permissions.attach_files:
        picture = await _picture(client.leaders, client.drawer, asked, page, translate)
        files.append(discord.File(io.BytesIO(picture.png), f"{asked.board}.png", description=picture.alt))
    return _Shown(content, files, _controls(asked, page, guild_id, translate))


async def _picture(leaders: Leaders, drawer: Drawer, asked: Asked, page: Page, translate: Translate) -> Picture:
    """Return the standings of the page as bars or, of this month, the asker's own days."""
    if shows_month(asked, page):
        today = leaders.today
        results = await results_of_month(leaders.statistics, asked.board, asked.asker, today, asked.game)
        return await drawer.chart(lambda: calendar(asked.board, today, results, translate))
    bars = chart_values(asked, page)
    words = chart_words(asked, translate)
    return await drawer.chart(lambda: Picture(bar_chart(bars), f"{words} {bar_alt(bars, translate)}"))


class LeaderButton(DynamicItem[Button[View]], template=PATTERN):
    """Turns the pages of a leaderboard, or shows it for everyone and back."""

    def __init__(self, asked: Asked, change: str, button: Button[View]) -> None:
        super().__init__(button)
        self.asked = asked
        self.change = change

    @classmethod
    def labelled(cls, asked: Asked, change: Change, label: str, *, disabled: bool = False) -> Self:
        """Return a new button."""
        return cls(asked, change, Button(label=label, custom_id=asked.custom_id(change), disabled=disabled, row=3))

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, match: re.Match[str], /) -> Self:
        """Return the button that was pressed."""
        return cls(Asked.read(match), match["change"], item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Show what was asked for."""
        try:
            await turn(interaction, self.asked, self.change)
        except Exception as error:
            await report(interaction, error)


class LeaderMenu(DynamicItem[Select[View]], template=f"menu-{PATTERN}"):
    """Changes the board, the game or the period of a leaderboard."""

    def __init__(self, asked: Asked, change: str, select: Select[View]) -> None:
        super().__init__(select)
        self.asked = asked
        self.change = change

    @classmethod
    def of(cls, asked: Asked, change: Change, choices: Mapping[str, str], chosen: str, row: int) -> Self:
        """Return a new menu of choices in words, with the one chosen."""
        options = [
            discord.SelectOption(label=words, value=value, default=value == chosen) for value, words in choices.items()
        ]
        return cls(asked, change, Select(custom_id=f"menu-{asked.custom_id(change)}", options=options, row=row))

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, match: re.Match[str], /) -> Self:
        """Return the menu that was chosen from."""
        return cls(Asked.read(match), match["change"], item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Show what was chosen."""
        try:
            await turn(interaction, self.asked, self.change, next(iter(self.item.values), ""))
        except Exception as error:
            await report(interaction, error)


def _controls(asked: Asked, page: Page, guild_id: int | None, translate: Translate) -> View:
    view = Controls()
    boards = {str(board): translate(words) for board, words in BOARDS.items()}
    names = {ALL: translate(EVERY_GAME), **{name: translate(game.title) for name, game in games().items()}}
    periods = {str(period): translate(words) for period, words in periods_of(asked.board).items()}
    view.add_item(LeaderMenu.of(asked, "board", boards, asked.board, 0))
    view.add_item(LeaderMenu.of(asked, "game", names, ALL if asked.game == ALL_GAMES else asked.game, 1))
    view.add_item(LeaderMenu.of(asked, "period", periods, asked.period, 2))
    view.add_item(LeaderButton.labelled(asked, "back", translate("Previous"), disabled=asked.page == 0))
    view.add_item(LeaderButton.labelled(asked, "next", translate("Next"), disabled=not page.more))
    if guild_id is not None:
        other = mark("Everyone") if asked.scope == "here" else mark("This server")
        view.add_item(LeaderButton.labelled(asked, "scope", translate(other)))
    return view


COMMANDS: Final[tuple[AnyCommand, ...]] = (leaderboard,)
CONTROLS: Final = (LeaderButton, LeaderMenu)
