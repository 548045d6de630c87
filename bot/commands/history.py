"""Games and tables of a person that are over: listed, looked at again, with records and films; for them alone."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, Self, TypeAlias, cast, get_args

import discord
from discord import app_commands
from discord.ui import Button, DynamicItem, Select, View

from bot.answers import Interaction, report, tell
from bot.client import AnyCommand
from bot.controls import Controls, Press, PressButton, read_number
from bot.delivery import ready
from bot.positions import Position
from bot.ranked import open_until
from bot.refusals import NoGameOver
from bot.stat_texts import result_in_words
from bot.tables import result_message
from bot.tables.history_texts import table_in_words
from bot.texts import board_text, headed, translator
from engine.words import Translate, mark
from render.film import LIMIT
from storage.rows import NOBODY

if TYPE_CHECKING:
    from bot.client import PatienceClient

PAGE: Final = 10
ROOM: Final = 16 * 1024
"""How many bytes less than Discord takes a film has."""
CHOICE_LENGTH: Final = 100

Step: TypeAlias = Literal["page", "film", "tables"]


@app_commands.command(name="history", description=mark("List your games that are over, and look at one again"))
async def history(interaction: Interaction) -> None:
    """Answer the asker alone with their last games that are over."""
    text, controls = await _listed(interaction, 0)
    await interaction.response.send_message(text, view=controls, ephemeral=True)


async def _listed(interaction: Interaction, page: int) -> tuple[str, View]:
    """Return a page of the list, from 0; of tables for who has nothing else, raise NoGameOver if they have none."""
    translate, leaders = translator(interaction.locale.value), interaction.client.leaders
    found = await leaders.results.of(interaction.user.id, PAGE + 1, page * PAGE)
    if not found and page:
        return await _listed(interaction, 0)
    if not found:
        return await _tables_listed(interaction, 0)
    lines = [translate("**Your games that are over**, the last ones first")]
    races = await leaders.tables.races([result.game_id for result in found])
    words = [result_in_words(result, translate, races.get(result.game_id)) for result in found[:PAGE]]
    lines += [f"{told} · <t:{result.ended_at // 1000}:d>" for told, result in zip(words, found, strict=False)]
    view = Controls()
    choices = [(told, result.game_id) for told, result in zip(words, found, strict=False)]
    view.add_item(HistoryMenu.of(choices, translate))
    view.add_item(HistoryButton.labelled("page", max(0, page - 1), translate("Previous"), disabled=page == 0))
    more = len(found) > PAGE
    view.add_item(HistoryButton.labelled("page", page + 1, translate("Next"), disabled=not more))
    if await leaders.tables.of(interaction.user.id, 1):
        view.add_item(HistoryButton.labelled("tables", 0, translate("Tables")))
    return "\n".join(lines), view


async def _tables_listed(interaction: Interaction, page: int) -> tuple[str, View]:
    """Return a page of the tables that are over, from 0; raise NoGameOver for a person who has none."""
    translate, user_id = translator(interaction.locale.value), interaction.user.id
    found = await interaction.client.leaders.tables.of(user_id, PAGE + 1, page * PAGE)
    if not found and page:
        return await _tables_listed(interaction, 0)
    if not found:
        raise NoGameOver
    lines = [translate("**Your tables that are over**, the last ones first")]
    lines += [f"{table_in_words(result, translate)} · <t:{result.ended_at // 1000}:d>" for result in found[:PAGE]]
    view = Controls()
    choices = [(table_in_words(result, translate), result.game_id) for result in found[:PAGE]]
    view.add_item(HistoryMenu.of([(words, game_id) for words, game_id in choices if game_id is not None], translate))
    view.add_item(HistoryButton.labelled("tables", max(0, page - 1), translate("Previous"), disabled=page == 0))
    view.add_item(HistoryButton.labelled("tables", page + 1, translate("Next"), disabled=len(found) <= PAGE))
    if await interaction.client.leaders.results.of(user_id, 1):
        view.add_item(HistoryButton.labelled("page", 0, translate("Games")))
    return "\n".join(lines), view


async def open_game(interaction: Interaction, game_id: int) -> None:
    """Answer the game's player alone with its last board and, where it may be told, its record.

    So it is answered to those who have played it in turns with others, once that is over.
    """
    making = _opened(interaction, game_id)
    (text, files, controls), late = await ready(interaction, making, anew=True, alone=True)
    if late:
        await interaction.edit_original_response(content=text, attachments=files, view=controls)
    else:
        await interaction.response.send_message(text, files=files, view=controls, ephemeral=True)


async def _opened(interaction: Interaction, game_id: int) -> tuple[str, list[discord.File], View]:
    client, translate = interaction.client, translator(interaction.locale.value)
    position = await client.shared.opened(interaction.user.id, game_id)
    name, attach = f"{position.game.name}-{position.id}", interaction.app_permissions.attach_files
    view, files = Controls(), []
    if position.stored.owner_id == NOBODY:
        assert position.stored.table_id is not None
        table = await client.rooms.stored.get(position.stored.table_id)
        result = await result_message.message(client, table, translate, attach=attach)
        text, files = result.content, result.files
    else:
        text = board_text(position, translate, shows_how=False)
        if attach:
            picture = await client.drawer.picture(position.view(), None, translate)
            files.append(discord.File(io.BytesIO(picture.png), f"{name}.png", description=picture.alt))
    if attach and client.service.may_tell(position.stored):
        _, record = await client.shared.exported(interaction.user.id, game_id, translate)
        files.append(discord.File(io.BytesIO(record.encode()), f"{name}.txt"))
        view.add_item(HistoryButton.labelled("film", game_id, translate("As a film")))
    until = open_until(position.stored)
    if until is not None and client.service.is_secret(position.stored):
        told = translate("Others may still play this deal: its record and film are given from {until} on.")
        text += "\n" + told.format(until=f"<t:{until // 1000}:f>")
    if position.stored.owner_id != NOBODY and not position.secret:
        press = Press("open", 0, 0, str(game_id))
        view.add_item(PressButton.labelled(press, translate("Show the board here"), row=0))
    return text, files, view


async def show_film(interaction: Interaction, game_id: int) -> None:
    """Answer the game's player alone with the whole game as a moving picture."""
    client, translate = interaction.client, translator(interaction.locale.value)
    position, _ = await client.shared.exported(interaction.user.id, game_id, translate)
    if not interaction.app_permissions.attach_files:
        await tell(interaction, translate("I lack the permission to attach files here."))
        return
    file, late = await ready(interaction, _film(interaction, position), anew=True, alone=True)
    text = translate("The whole game, moves: {moves}").format(moves=position.stored.move_count)
    text = headed(position.stored, text, translate)
    if late:
        await interaction.edit_original_response(content=text, attachments=[file])
    else:
        await interaction.response.send_message(text, file=file, ephemeral=True)


async def _film(interaction: Interaction, position: Position) -> discord.File:
    limit = min(LIMIT, interaction.filesize_limit - ROOM)
    stored = position.stored
    film = await interaction.client.drawer.film(
        position.game, position.options, position.deal(), stored.moves, limit, resigned=stored.status == "resigned"
    )
    translate = translator(interaction.locale.value)
    alt = translate("A film of the whole game, moves: {count}").format(count=stored.move_count)
    return discord.File(io.BytesIO(film.gif or b""), f"{position.game.name}-{position.id}.gif", description=alt)


class HistoryButton(
    DynamicItem[Button[View]], template=rf"history-(?P<step>{'|'.join(get_args(Step))}):(?P<number>[0-9]{{1,18}})"
):
    """Turns to a page of the list of games or of tables, or shows a game as a film."""

    def __init__(self, step: Step, number: int, button: Button[View]) -> None:
        super().__init__(button)
        self.step = step
        self.number = number

    @classmethod
    def labelled(cls, step: Step, number: int, label: str, *, disabled: bool = False) -> Self:
        """Return a new button."""
        button: Button[View] = Button(label=label, custom_id=f"history-{step}:{number}", disabled=disabled)
        return cls(step, number, button)

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, match: re.Match[str], /) -> Self:
        """Return the button that was pressed."""
        return cls(cast("Step", match["step"]), int(match["number"]), item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Do what was asked for."""
        try:
            if self.step == "film":
                await show_film(interaction, self.number)
                return
            listed = _tables_listed if self.step == "tables" else _listed
            text, controls = await listed(interaction, min(self.number, 10_000))
            await interaction.response.edit_message(content=text, view=controls)
        except Exception as error:
            await report(interaction, error)


class HistoryMenu(DynamicItem[Select[View]], template=r"history-open"):
    """Opens one of the games listed."""

    @classmethod
    def of(cls, choices: Sequence[tuple[str, int]], translate: Translate) -> Self:
        """Return a new menu of games, 1 to 25: each in words, and its number."""
        options = [discord.SelectOption(label=words[:CHOICE_LENGTH], value=str(game_id)) for words, game_id in choices]
        return cls(Select(custom_id="history-open", placeholder=translate("Look at a game again"), options=options))

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, __: re.Match[str], /) -> Self:
        """Return the menu that was chosen from."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Open the game that was chosen."""
        try:
            await open_game(interaction, read_number(next(iter(self.item.values), "")))
        except Exception as error:
            await report(interaction, error)


COMMANDS: Final[tuple[AnyCommand, ...]] = (history,)
CONTROLS: Final = (HistoryButton, HistoryMenu)
