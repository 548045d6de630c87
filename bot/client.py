"""The Discord client: what it is made of, how it starts and how it stops. What it does is in commands and boards."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Self, TypeAlias

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.advisor import Advisor
from bot.answers import is_undelivered, report
from bot.controls import CONTROLS, Press
from bot.dailies import Challenge
from bot.dealing import Dealer
from bot.drawing import Drawer
from bot.foresight import Foresight
from bot.leaders import Leaders
from bot.presses import handle
from bot.service import Service
from bot.solving.workers import Workers
from bot.tables import presses as table_presses
from bot.tables.controls import TABLE_CONTROLS, TablePress
from bot.tables.refreshing import Refresher
from bot.tables.rooms import Rooms
from bot.tables.shared_games import SharedGames
from bot.tables.showing import show
from bot.texts import translator
from storage.announcements import Announcements
from storage.errors import StorageError

log = logging.getLogger(__name__)

_HANDLERS: Final = ("CommandTree-invoker", "discord-ui-")
"""How discord.py names the tasks in which commands and controls are answered."""

AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group


class PatienceClient(discord.Client):
    """A client that plays: it holds the service, the drawer and the workers that commands and controls use.

    ``guild_wait`` is how many seconds it waits for the last of its servers to show up before it is ready.
    With ``members`` it is told who leaves a server: an intent that has to be switched on for the application.
    """

    def __init__(
        self,
        service: Service,
        drawer: Drawer,
        commands: Sequence[AnyCommand],
        controls: Sequence[type[discord.ui.DynamicItem[Any]]],
        *,
        dealer: Dealer,
        challenge: Challenge,
        leaders: Leaders,
        announcements: Announcements,
        workers: Workers,
        rooms: Rooms,
        guild_wait: float = 2.0,
        members: bool = False,
    ) -> None:
        # The bot never speaks: what is missing for that is nobody's concern.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        logging.getLogger(app_commands.tree.__name__).addFilter(is_fault)
        super().__init__(
            intents=discord.Intents(guilds=True, members=members),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=guild_wait,
        )
        self.service = service
        self.drawer = drawer
        self.dealer = dealer
        self.challenge = challenge
        self.leaders = leaders
        self.announcements = announcements
        self.workers = workers
        self.rooms = rooms
        self.refresher = Refresher(partial(show, self))
        service.race_changed = self.refresher.note
        self.shared = SharedGames(leaders.tables, rooms.stored, service)
        self.advisor = Advisor(service, workers)
        self.foresight = Foresight(drawer)
        # When who last pressed which button that starts a game: for a moment, to tell a double click (see presses).
        self.clicks: dict[tuple[int, int, str], float] = {}
        # What was answered with the last hint of a game, for it to go when the next one comes (see advice).
        self.hinted: dict[int, discord.Interaction[Any]] = {}
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        for command in commands:
            self.tree.add_command(command)
        self.add_dynamic_items(*CONTROLS, *TABLE_CONTROLS, *controls)

    async def setup_hook(self) -> None:
        """Ask the server where its gateway is, and tell it the commands: once a start, before connecting."""
        gateway = await self.http.request(Route("GET", "/gateway/bot"))
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway["url"])
        await self.tree.set_translator(CommandTranslator())
        await self.tree.sync()

    async def press(self, interaction: discord.Interaction[Self], press: Press) -> None:
        """Answer a press on a button or a menu."""
        await handle(interaction, press)

    async def press_at_table(self, interaction: discord.Interaction[Self], press: TablePress) -> None:
        """Answer a press on a button or a menu of a table."""
        await table_presses.handle(interaction, press)

    async def on_interaction(self, interaction: discord.Interaction[Self]) -> None:
        """Note who uses the bot, beside what they ask for."""
        if interaction.type is not discord.InteractionType.autocomplete and not is_private(interaction):
            # A press may be on what was left standing of somebody whose data is deleted: they are unknown then.
            press = interaction.type is discord.InteractionType.component
            try:
                await self.note(interaction, only_known=press)
            except StorageError as error:
                # They are noted the next time.
                log.info("somebody could not be noted: %s", error)

    async def note(self, interaction: discord.Interaction[Self], *, only_known: bool = False) -> None:
        """Note who uses the bot, and in which server; with ``only_known`` nobody of whom nothing is kept."""
        user = interaction.user
        name = user.global_name or user.name
        await self.leaders.note(user.id, name, interaction.guild_id, only_known=only_known)

    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        """Take somebody who has left a server from its boards; heard of only with the intent for that."""
        await self.leaders.left(payload.guild_id, payload.user.id)

    async def on_ready(self) -> None:
        """Say in the log that play can begin; Discord says so again when a connection could not be resumed."""
        log.info("connected as %s; servers: %d", self.user, len(self.guilds))
        try:
            if not await self.tree.fetch_commands():
                # A server that stands in for Discord may have forgotten them when it was started anew.
                await self.tree.sync()
        except Exception as error:
            if not is_undelivered(error):
                raise
            log.warning("whether the commands are known could not be asked: %s", error)

    async def close(self) -> None:
        """Close the connection, and what goes on in the background."""
        await self.refresher.close()
        await self.foresight.close()
        await super().close()

    async def finish(self, seconds: float) -> None:
        """Wait, so many seconds at most, until what people have asked for by now is answered; then give the rest up.

        Who waits for a search is told that there was no answer.
        """
        if self.workers is not None:
            self.workers.dismiss()
        under_way = {task for task in asyncio.all_tasks() if task.get_name().startswith(_HANDLERS)}
        if under_way:
            _, left = await asyncio.wait(under_way, timeout=seconds)
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Say whether somebody asks what is kept of them, or to delete it: nothing is added to it by that."""
    data: Any = interaction.data or {}
    asked = [option.get("name") for option in data.get("options", ())]
    return data.get("name") == "privacy" and asked in (["show"], ["delete"])


class Tree(app_commands.CommandTree[PatienceClient]):
    """The slash commands; what they raise is answered in a sentence."""

    async def on_error(
        self, interaction: discord.Interaction[PatienceClient], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer the person whose command failed."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await report(interaction, cause)


_TRANSLATED: Final = (
    app_commands.TranslationContextLocation.command_description,
    app_commands.TranslationContextLocation.group_description,
    app_commands.TranslationContextLocation.parameter_description,
    app_commands.TranslationContextLocation.choice_name,
)


class CommandTranslator(app_commands.Translator):
    """Gives descriptions and choices of commands in the languages that have a catalogue; names stay as they are."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in the locale; None where no catalogue has it."""
        if context.location not in _TRANSLATED:
            return None
        translated = translator(locale.value)(string.message)
        return translated if translated != string.message else None


def is_fault(record: logging.LogRecord) -> bool:
    """Say whether what the library logs is worth a traceback: suggestions that were not delivered, or not read, aren't.

    Nobody waits for them any more by then.
    """
    error = record.exc_info[1] if record.exc_info else None
    if error is None or not (is_undelivered(error) or isinstance(error, StorageError)):
        return True
    log.warning("suggestions could not be given: %s", error)
    return False


def point_at(api_url: str) -> None:
    """Make discord.py talk to the API at this address rather than to Discord's."""
    Route.BASE = api_url
