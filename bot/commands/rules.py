"""The rules of a game, a page at a time, for the asker alone."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any, Final, Self

import discord
from discord import app_commands
from discord.ui import Button, DynamicItem, View

from bot.answers import Interaction, report
from bot.client import AnyCommand
from bot.controls import Controls
from bot.delivery import ready
from bot.refusals import NoGame
from bot.texts import translator
from engine.game import games
from engine.words import Translate, mark
from render.rules import Rules

if TYPE_CHECKING:
    from bot.client import PatienceClient


@app_commands.command(name="rules", description=mark("How a game is played, with pictures"))
@app_commands.describe(game=mark("Which game"))
@app_commands.choices(game=[app_commands.Choice(name=game.title, value=name) for name, game in games().items()])
async def rules(interaction: Interaction, game: str) -> None:
    """Show the first page."""
    told = await _rules(interaction, game)
    text, files = _page(told, 0)
    controls = _controls(game, 0, len(_texts(told)), translator(interaction.locale.value))
    if interaction.response.is_done():
        await interaction.edit_original_response(content=text, attachments=files, view=controls)
    else:
        await interaction.response.send_message(text, files=files, view=controls, ephemeral=True)


class RulesButton(DynamicItem[Button[View]], template=r"rules:(?P<game>[a-z]{1,40}):(?P<page>\d{1,3})"):
    """Turns to a page, counted from 0, of the rules of a game."""

    def __init__(self, game: str, page: int, button: Button[View]) -> None:
        super().__init__(button)
        self.game = game
        self.page = page

    @classmethod
    def labelled(cls, game: str, page: int, label: str, *, disabled: bool) -> Self:
        """Return a new button."""
        return cls(game, page, Button(label=label, custom_id=f"rules:{game}:{page}", disabled=disabled))

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, match: re.Match[str], /) -> Self:
        """Return the button that was pressed."""
        return cls(match["game"], int(match["page"]), item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Show the page in place of the one before."""
        try:
            told = await _rules(interaction, self.game)
            page = self.page % len(_texts(told))
            text, files = _page(told, page)
            controls = _controls(self.game, page, len(_texts(told)), translator(interaction.locale.value))
            if interaction.response.is_done():
                await interaction.edit_original_response(content=text, attachments=files, view=controls)
            else:
                await interaction.response.edit_message(content=text, attachments=files, view=controls)
        except Exception as error:
            await report(interaction, error)


async def _rules(interaction: Interaction, game: str) -> Rules:
    """Return the rules of a game; should drawing them take long, acknowledge the interaction meanwhile."""
    if game not in games():
        raise NoGame(0)
    drawing = interaction.client.drawer.rules(game, translator(interaction.locale.value))
    told, _ = await ready(interaction, drawing, anew=False, alone=True)
    return told


def _texts(told: Rules) -> list[tuple[int, str]]:
    """Return the messages of all pages in their order, each with the number of the page that it belongs to."""
    return [(number, text) for number, page in enumerate(told.pages) for text in page.messages]


def _page(told: Rules, page: int) -> tuple[str, list[discord.File]]:
    """Return a message's text and the picture that goes with it."""
    number, text = _texts(told)[page]
    shown = told.pages[number]
    return text, [discord.File(io.BytesIO(shown.png), f"rules-{number + 1}.png", description=shown.alt)]


def _controls(game: str, page: int, pages: int, translate: Translate) -> View:
    view = Controls()
    if pages > 1:
        view.add_item(RulesButton.labelled(game, page - 1 if page else pages, translate("Back"), disabled=page == 0))
        where = translate("{page} of {pages}").format(page=page + 1, pages=pages)
        view.add_item(RulesButton.labelled(game, page, where, disabled=True))
        view.add_item(RulesButton.labelled(game, page + 1, translate("Next"), disabled=page == pages - 1))
    return view


COMMANDS: Final[tuple[AnyCommand, ...]] = (rules,)
CONTROLS: Final = (RulesButton,)
