"""A person's statistics, with pictures: over all games, or of a game and its options, chosen in a menu."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Self

import discord
from discord import app_commands
from discord.ui import DynamicItem, Select, View

from bot.answers import Interaction, report, tell
from bot.client import AnyCommand
from bot.controls import CHOICE_LENGTH, MENU_SIZE, Controls
from bot.delivery import ready
from bot.leaderboards import EVERY_GAME
from bot.names import person_name
from bot.stat_pictures import stat_pictures
from bot.stat_texts import LAST, Kind, stats_text
from bot.tables.history_texts import LAST as LAST_TABLES
from bot.tables.history_texts import tables_lines
from bot.texts import kind_in_words, translator
from engine.game import games
from engine.words import Translate, mark
from storage.statistics import Streaks, Summary

if TYPE_CHECKING:
    from bot.client import PatienceClient

NAME_WIDTH: Final = 30
LARGEST_ID: Final = 2**63 - 1
"""Greater numbers, which somebody may have forged, fit no database; nobody has them."""

_Made = tuple[str, list[discord.File], View]


@app_commands.command(name="stats", description=mark("See how your games went, or somebody else's"))
@app_commands.describe(user=mark("Whose games; without it, yours"))
async def stats(interaction: Interaction, user: discord.User | None = None) -> None:
    """Answer with somebody's statistics; to the asker alone if they are hidden."""
    await interaction.client.note(interaction)
    person = interaction.user if user is None else user
    hidden = await interaction.client.leaders.people.is_hidden(person.id)
    if hidden and person.id != interaction.user.id:
        await _refuse(interaction)
        return
    await _answer(interaction, person.id, person.global_name or person.name, Kind(), alone=hidden)


async def turn(interaction: Interaction, asker_id: int, user_id: int, kind: Kind) -> None:
    """Answer a choice: on the chooser's own message by changing it, on another's by one for the chooser alone.

    That is so too on a message that everybody sees, if the person whose games they are has hidden since.
    """
    people = interaction.client.leaders.people
    hidden = await people.is_hidden(user_id)
    if hidden and user_id != interaction.user.id:
        await _refuse(interaction)
        return
    name = await people.name(user_id) or ""
    seen_alone = interaction.message is not None and interaction.message.flags.ephemeral
    if asker_id != interaction.user.id or (hidden and not seen_alone):
        await _answer(interaction, user_id, name, kind, alone=True)
        return
    (text, files, controls), late = await ready(interaction, _made(interaction, user_id, name, kind), anew=False)
    if late:
        await interaction.edit_original_response(content=text, attachments=files, view=controls)
    else:
        await interaction.response.edit_message(content=text, attachments=files, view=controls)


async def _refuse(interaction: Interaction) -> None:
    translate = translator(interaction.locale.value)
    await tell(interaction, translate("This player keeps their statistics to themselves."))


async def _answer(interaction: Interaction, user_id: int, name: str, kind: Kind, *, alone: bool) -> None:
    """Answer with a new message."""
    making = _made(interaction, user_id, name, kind)
    (text, files, controls), late = await ready(interaction, making, anew=True, alone=alone)
    if late:
        await interaction.edit_original_response(content=text, attachments=files, view=controls)
    else:
        await interaction.response.send_message(text, files=files, view=controls, ephemeral=alone)


async def _made(interaction: Interaction, user_id: int, name: str, kind: Kind) -> _Made:
    """Return the message; of all games, where there are none of the kind."""
    client, translate = interaction.client, translator(interaction.locale.value)
    statistics = client.leaders.statistics
    summaries = await statistics.summaries(user_id)
    kind = kind if any(map(kind.holds, summaries)) else Kind()
    last = await statistics.last(user_id, LAST, kind.game, kind.options)
    streaks = await _streaks(interaction, user_id, kind)
    pictures = []
    if summaries and interaction.app_permissions.attach_files:
        pictures = await stat_pictures(client.leaders, client.drawer, user_id, kind, summaries, translate)
    tables, at_tables = client.leaders.tables, []
    races = await tables.races([result.game_id for result in last])
    if kind == Kind():
        at_tables = tables_lines(await tables.summaries(user_id), await tables.of(user_id, LAST_TABLES), translate)
    # Nothing is read in a name between single backquotes.
    shown = f"`{person_name(user_id, name, NAME_WIDTH, translate)}`"
    # The pictures have no words in them.
    titles = [picture.title for picture in pictures]
    text = stats_text(shown, kind, summaries, streaks, last, races, at_tables, titles, translate)
    files = [
        discord.File(io.BytesIO(picture.png), f"{picture.name}.png", description=f"{picture.title} {picture.alt}")
        for picture in pictures
    ]
    view = Controls()
    if len(summaries) > 1:
        view.add_item(StatsMenu.of(interaction.user.id, user_id, kind, summaries, translate))
    return text, files, view


async def _streaks(interaction: Interaction, user_id: int, kind: Kind) -> dict[str, Streaks]:
    """Return the streaks of dailies that belong to a kind, by game, and over all games ('')."""
    if not kind.has_dailies:
        return {}
    leaders = interaction.client.leaders
    statistics, today = leaders.statistics, leaders.today
    found = {} if kind.game else {"": await statistics.streaks(user_id, today)}
    for game in games() if kind.game is None else (kind.game,):
        found[game] = await statistics.streaks(user_id, today, game)
    return found


class StatsMenu(DynamicItem[Select[View]], template=r"stats:(?P<asker>[0-9]{1,20}):(?P<user>[0-9]{1,20})"):
    """Chooses of which game and options the statistics are."""

    def __init__(self, asker_id: int, user_id: int, select: Select[View]) -> None:
        super().__init__(select)
        self.asker_id = asker_id
        self.user_id = user_id

    @classmethod
    def of(cls, asker_id: int, user_id: int, kind: Kind, summaries: Sequence[Summary], translate: Translate) -> Self:
        """Return a new menu: all games, those of one game where it was played under several options, each kind."""
        choices = {Kind(): translate(EVERY_GAME)}
        played = [summary.game for summary in summaries]
        for name, game in games().items():
            if played.count(name) > 1:
                choices[Kind(name)] = translate("{game}, whatever the options").format(game=translate(game.title))
        for summary in summaries:
            choices[Kind(summary.game, summary.options)] = kind_in_words(summary.game, summary.options, translate)
        options = [
            discord.SelectOption(label=words[:CHOICE_LENGTH], value=choice.written, default=choice == kind)
            for choice, words in choices.items()
            if len(choice.written) <= CHOICE_LENGTH
        ]
        custom_id = f"stats:{asker_id}:{user_id}"
        return cls(asker_id, user_id, Select(custom_id=custom_id, options=options[:MENU_SIZE]))

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, match: re.Match[str], /) -> Self:
        """Return the menu that was chosen from."""
        return cls(int(match["asker"]), min(int(match["user"]), LARGEST_ID), item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Show what was chosen."""
        try:
            await turn(interaction, self.asker_id, self.user_id, Kind.read(next(iter(self.item.values), "")))
        except Exception as error:
            await report(interaction, error)


COMMANDS: Final[tuple[AnyCommand, ...]] = (stats,)
CONTROLS: Final = (StatsMenu,)
