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
from bot.drawing import Picture
from bot.leaderboards import (
    BOARDS,
    EVERY_GAME,
    PATTERN,
    PERIODS,
    Asked,
    Change,
    chart_values,
    chart_words,
    leaderboard_text,
    periods_of,
)
from bot.leaders import without_own
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
    name="leaderboard", description=mark("See who stands where: today's daily, points, wins, streaks")
)
@app_commands.describe(
    board=mark("What is compared; without it, the daily"),
    game=mark("Which game; without it, all of them"),
    period=mark("Since when; without it, today"),
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
    alone = await interaction.client.leaders.people.is_hidden(interaction.user.id)
    await _answer(interaction, asked, alone=alone)


async def _answer(interaction: Interaction, asked: Asked, *, alone: bool) -> None:
    """Answer with a new message."""
    making = _made(interaction, asked, alone=alone)
    shown, late = await ready(interaction, making, anew=True, alone=alone)
    if late:
        await interaction.edit_original_response(content=shown.content, attachments=shown.files, view=shown.controls)
    else:
        await interaction.response.send_message(shown.content, files=shown.files, view=shown.controls, ephemeral=alone)


async def turn(interaction: Interaction, asked: Asked, change: str, value: str = "") -> None:
    """Answer a press: on the presser's own message by changing it, on another's by one for the presser alone."""
    await interaction.client.note(interaction)
    mine = asked.asker == interaction.user.id
    asked = replace(asked, asker=interaction.user.id).changed(change, value)
    if not mine:
        await _answer(interaction, asked, alone=True)
        return
    alone = interaction.message is not None and interaction.message.flags.ephemeral
    shown, late = await ready(interaction, _made(interaction, asked, alone=alone), anew=False)
    if late:
        await interaction.edit_original_response(content=shown.content, attachments=shown.files, view=shown.controls)
    else:
        await interaction.response.edit_message(content=shown.content, attachments=shown.files, view=shown.controls)


async def _made(interaction: Interaction, asked: Asked, *, alone: bool) -> _Shown:
    """Return the message; unless the asker sees it ``alone``, it keeps back where they stand if they are hidden."""
    client, translate = interaction.client, translator(interaction.locale.value)
    day, guild_id = client.leaders.today, interaction.guild_id
    page = await client.leaders.standings.page(asked.question(day, guild_id))
    if not page.rows and asked.page:
        asked = replace(asked, page=0)
        page = await client.leaders.standings.page(asked.question(day, guild_id))
    if not alone and page.own is not None and await client.leaders.people.is_hidden(asked.asker):
        page = without_own(page)
    content = leaderboard_text(asked, page, day, guild_id, translate)
    files = []
    if page.rows and interaction.app_permissions.attach_files:
        picture = await client.drawer.chart(lambda: _picture(asked, page, translate))
        files.append(discord.File(io.BytesIO(picture.png), f"{asked.board}.png", description=picture.alt))
    return _Shown(content, files, _controls(asked, page, guild_id, translate))


def _picture(asked: Asked, page: Page, translate: Translate) -> Picture:
    bars = chart_values(asked, page)
    return Picture(bar_chart(bars), f"{chart_words(asked, translate)} {bar_alt(bars, translate)}")


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
