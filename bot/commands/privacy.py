"""What is kept of a person: shown and given to them, deleted at their wish; and whether others see their results."""

from __future__ import annotations

import asyncio
import io
import re
from typing import TYPE_CHECKING, Any, Final, Self

import discord
from discord import app_commands
from discord.ui import Button, DynamicItem, View

from bot.answers import Interaction, replace_question, report, tell
from bot.client import AnyCommand
from bot.controls import Controls
from bot.data_file import games_texts, invitations_text, person_text, seat_text
from bot.days import after
from bot.delivery import ready
from bot.names import plain_name
from bot.tables.leaving import leave_all
from bot.texts import translator
from engine.words import Translate, mark
from storage.privacy import Deleted, Kept
from storage.table_privacy import SeatedAtTables

if TYPE_CHECKING:
    from bot.client import PatienceClient

NAME_WIDTH: Final = 30
PAGE: Final = 100
"""How many games are read at once."""
TRIES: Final = 5
"""How often somebody is taken from tables that they sit down at while they have their data deleted."""
LARGEST: Final = 8 * 1024 * 1024
ROOM: Final = 16 * 1024
"""How many bytes less than Discord takes a file has."""

privacy = app_commands.Group(name="privacy", description=mark("What is kept of you, and who sees it"))


@privacy.command(name="others", description=mark("Be shown to others on leaderboards and in statistics, or not"))
@app_commands.describe(see=mark("What others see of your results"))
@app_commands.choices(
    see=[
        app_commands.Choice(name=mark("Others see my results"), value="shown"),
        app_commands.Choice(name=mark("Only I see my results"), value="hidden"),
    ]
)
async def others(interaction: Interaction, see: str) -> None:
    """Keep whether somebody is shown to others, and say so to them alone."""
    leaders, translate = interaction.client.leaders, translator(interaction.locale.value)
    await leaders.people.hide(interaction.user.id, leaders.now(), hidden=see == "hidden")
    if see == "hidden":
        text = translate("Others see you on no leaderboard now, nor your statistics. Your results go on being counted.")
    else:
        text = translate("Others see you on leaderboards, and your statistics.")
    await tell(interaction, text)


@privacy.command(name="show", description=mark("See what is kept of you, and get it as a file"))
async def show(interaction: Interaction) -> None:
    """Tell the asker alone what is kept of them, and give it to them."""
    (text, files), late = await ready(interaction, _shown(interaction), anew=True, alone=True)
    if late:
        await interaction.edit_original_response(content=text, attachments=files)
    else:
        await interaction.response.send_message(text, files=files, ephemeral=True)


async def _shown(interaction: Interaction) -> tuple[str, list[discord.File]]:
    translate = translator(interaction.locale.value)
    kept = await interaction.client.leaders.privacy.kept(interaction.user.id)
    if kept.nothing:
        return _nothing(kept, translate), []
    lines = _words(kept, translate)
    if not interaction.app_permissions.attach_files:
        lines.append(translate("I lack the permission to attach files here."))
        return "\n".join(lines), []
    content, given, seats_given = await _content(interaction, kept)
    lines.append(
        translate(
            "The file holds all of it, but not the deals of games that may not be told yet, nor the moves of dailies "
            "that others may still play."
        )
    )
    if given < kept.games:
        lines.append(translate("Only your last games fit in: {count}.").format(count=given))
    if seats_given < kept.seats:
        lines.append(translate("Only your last tables fit in: {count}.").format(count=seats_given))
    return "\n".join(lines), [discord.File(io.BytesIO(content), "patience.txt")]


def _words(kept: Kept, translate: Translate) -> list[str]:
    lines = [translate("**What is kept of you**")]
    if kept.seen_at is not None:
        told = translate("Your name, {name}, and when you were seen, noted once a day: {when}")
        lines.append(
            told.format(name=f"`{plain_name(kept.name or '', NAME_WIDTH)}`", when=f"<t:{kept.seen_at // 1000}:f>")
        )
    if kept.hidden:
        lines.append(translate("That you are hidden from others"))
    lines.append(translate("Servers where you were seen: {count}").format(count=len(kept.servers)))
    lines.append(
        translate("Games: {games}, of which under way: {under_way}; moves, with their times: {moves}").format(
            games=kept.games, under_way=kept.under_way, moves=kept.moves
        )
    )
    lines.append(
        translate("Results: {results}; numbers on leaderboards: {tallies}").format(
            results=kept.results, tallies=len(kept.tallies)
        )
    )
    if kept.seats or kept.invitations:
        lines.append(
            translate("Seats at tables, with what you did there: {seats}; invitations: {invitations}").format(
                seats=kept.seats, invitations=kept.invitations
            )
        )
    return lines


async def _content(interaction: Interaction, kept: Kept) -> tuple[bytes, int, int]:
    """Return the file, and how many games and seats at tables are in it: the last ones, where not all have room."""
    client, user_id = interaction.client, interaction.user.id
    privacy = client.leaders.privacy
    most = min(LARGEST, interaction.filesize_limit) - ROOM
    invited = invitations_text(await privacy.invitations(user_id))
    content, given, seats_given = bytearray((person_text(user_id, kept) + invited).encode()), 0, 0
    may_tell, is_secret = client.service.may_tell, client.service.is_secret

    def fits(text: str) -> bool:
        encoded = text.encode(errors="replace")
        if len(content) + len(encoded) > most:
            return False
        content.extend(encoded)
        return True

    while page := await privacy.games(user_id, PAGE, given):
        for text in await asyncio.to_thread(games_texts, page, may_tell, is_secret):
            if not fits(text):
                return bytes(content), given, seats_given
            given += 1
    while seats := await privacy.seats(user_id, PAGE, seats_given):
        for seat in seats:
            if not fits(seat_text(seat)):
                return bytes(content), given, seats_given
            seats_given += 1
    return bytes(content), given, seats_given


@privacy.command(name="delete", description=mark("Delete all that is kept of you, your games too, after asking"))
async def delete(interaction: Interaction) -> None:
    """Ask the person alone whether they mean it."""
    translate = translator(interaction.locale.value)
    kept = await interaction.client.leaders.privacy.kept(interaction.user.id)
    if kept.nothing:
        await tell(interaction, _nothing(kept, translate))
        return
    question = translate(
        "**Do you want everything deleted that is kept of you?** Games: {games}, of which under way: {under_way}; "
        "moves: {moves}.\n"
        "- Your results, streaks, places on leaderboards, name and settings go with them, and nothing brings them "
        "back.\n"
        "- Games under way end with it; a daily that you have begun can't be begun again.\n"
        "- You leave the tables that you sit at; of those that are over the others keep their results, and your seats "
        "are nobody's.\n"
        "- What was posted in channels stays there.\n"
        "To have your data before, use /privacy show."
    ).format(games=kept.games, under_way=kept.under_way, moves=kept.moves)
    view = Controls()
    view.add_item(DeleteButton.labelled(translate("Delete everything")))
    await interaction.response.send_message(f"{question}\n{_remains(translate)}", view=view, ephemeral=True)


def _nothing(kept: Kept, translate: Translate) -> str:
    said = translate("Nothing is kept of you.")
    return f"{said}\n{_remains(translate)}" if kept.marks else said


def _remains(translate: Translate) -> str:
    return translate(
        "Of each attempt at a daily that is not closed yet a keyed hash stays until it is: it names nobody, and sees "
        "to it that nobody has a second attempt."
    )


async def _deleted(interaction: Interaction) -> str:
    """Delete what is kept of the person, in memory too, and return what to say."""
    client, user_id = interaction.client, interaction.user.id
    deleted = await _delete(client, user_id)
    games = frozenset(deleted.games)
    client.service.forget(games)
    client.advisor.forget(games)
    client.dealer.forget(user_id)
    for game_id in games:
        client.hinted.pop(game_id, None)
    for click in [click for click in client.clicks if click[0] == user_id]:
        del client.clicks[click]
    translate = translator(interaction.locale.value)
    said = translate("Deleted: all that was kept of you. Games: {games}, moves: {moves}.")
    return f"{said.format(games=len(games), moves=deleted.moves)}\n{_remains(translate)}"


async def _delete(client: PatienceClient, user_id: int) -> Deleted:
    """Take somebody from all tables, and delete what is kept of them; raise SeatedAtTables if they go on sitting down.

    Of tables that are over, what the others have reached stays as it is.
    """
    for tries_left in reversed(range(TRIES)):
        await leave_all(client, user_id)
        try:
            # Attempts of the day before today are not closed yet, those before that are.
            return await client.leaders.delete(user_id, after(client.challenge.today, -1))
        except SeatedAtTables:
            if not tries_left:
                raise
    raise AssertionError("unreachable")


class DeleteButton(DynamicItem[Button[View]], template=r"privacy-delete"):
    """Deletes what is kept of whoever presses it."""

    @classmethod
    def labelled(cls, label: str) -> Self:
        """Return a new button."""
        return cls(Button(label=label, style=discord.ButtonStyle.danger, custom_id="privacy-delete"))

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, __: re.Match[str], /) -> Self:
        """Return the button that was pressed."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Delete it."""
        try:
            text, late = await ready(interaction, _deleted(interaction), anew=False)
            await replace_question(interaction, text, [], late=late)
        except Exception as error:
            await report(interaction, error)


COMMANDS: Final[tuple[AnyCommand, ...]] = (privacy,)
CONTROLS: Final = (DeleteButton,)
