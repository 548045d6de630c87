"""The rules of a game or of tables, a page at a time, for the asker alone."""

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
from bot.tables.guide import guide
from bot.texts import translator
from engine.game import games
from engine.words import Translate, mark

if TYPE_CHECKING:
    from bot.client import PatienceClient

TABLES: Final = "table"
"""What the choice stands for that is no game."""


@app_commands.command(name="rules", description=mark("How a game is played, with pictures"))
@app_commands.describe(game=mark("Which game, or how several play at a table"))
@app_commands.choices(
    game=[
        *(app_commands.Choice(name=game.title, value=name) for name, game in games().items()),
        app_commands.Choice(name=mark("Tables"), value=TABLES),
    ]
)
async def rules(interaction: Interaction, game: str) -> None:
    """Show the first page."""
    pages = await _pages(interaction, game)
    text, files = pages[0]
    controls = _controls(game, 0, len(pages), translator(interaction.locale.value))
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
            pages = await _pages(interaction, self.game)
            page = self.page % len(pages)
            text, files = pages[page]
            controls = _controls(self.game, page, len(pages), translator(interaction.locale.value))
            if interaction.response.is_done():
                await interaction.edit_original_response(content=text, attachments=files, view=controls)
            else:
                await interaction.response.edit_message(content=text, attachments=files, view=controls)
        except Exception as error:
            await report(interaction, error)


async def _pages(interaction: Interaction, game: str) -> list[tuple[str, list[discord.File]]]:
    """Return the text of each page and the picture that goes with it; those of tables have none.

    Should drawing them take long, acknowledge the interaction meanwhile.
    """
    translate = translator(interaction.locale.value)
    if game == TABLES:
        return [(text, []) for text in guide(translate)]
    if game not in games():
        raise NoGame(0)
    told, _ = await ready(interaction, interaction.client.drawer.rules(game, translate), anew=False, alone=True)
    return [
        (text, [discord.File(io.BytesIO(page.png), f"rules-{number}.png", description=page.alt)])
        for number, page in enumerate(told.pages, 1)
        for text in page.messages
    ]


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
