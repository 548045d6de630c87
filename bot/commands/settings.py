"""What a server may set: where the daily challenge is announced."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Self, cast

import discord
from discord import app_commands
from discord.ui import Button, DynamicItem, View

from bot.answers import Interaction, replace_question, report, tell
from bot.client import AnyCommand
from bot.controls import Controls
from bot.refusals import NotManaged
from bot.texts import translator
from engine.words import Phrase, Translate, mark

if TYPE_CHECKING:
    from bot.client import PatienceClient

settings = app_commands.Group(
    name="settings",
    description=mark("What this server has set"),
    default_permissions=discord.Permissions(manage_guild=True),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
)


class Channel(app_commands.Transformer):
    """A channel of the server as Discord tells of it, whether or not the library knows the server."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """What kind of option it is."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The kinds of channels that Discord offers."""
        return [discord.ChannelType.text, discord.ChannelType.news]

    async def transform(self, interaction: Interaction, value: Any, /) -> app_commands.AppCommandChannel:  # type: ignore[override]
        """Return the channel as it came."""
        return cast("app_commands.AppCommandChannel", value)


@settings.command(
    name="daily-channel", description=mark("Choose where the challenge of each day is announced, at 00:00 UTC")
)
@app_commands.describe(channel=mark("The channel; without it, you are told which one it is"))
async def daily_channel(
    interaction: Interaction, channel: app_commands.Transform[app_commands.AppCommandChannel, Channel] | None = None
) -> None:
    """Note the channel, for a server whose asker may manage it and where the bot may write; or tell which it is."""
    client, guild_id = interaction.client, _managed(interaction)
    translate = translator(interaction.locale.value)
    if channel is None:
        await _tell_channel(interaction, guild_id, translate)
    elif not _may_write(interaction, channel.id):
        sentence = translate("I can't write in {channel}: let me view it, and send messages there.")
        await tell(interaction, sentence.format(channel=f"<#{channel.id}>"))
    else:
        locale = (interaction.guild_locale or interaction.locale).value
        await client.announcements.choose(guild_id, channel.id, locale, client.challenge.today, client.challenge.now())
        sentence = translate("From the next midnight (UTC) on, the challenge of each day is announced in {channel}.")
        await tell(interaction, sentence.format(channel=f"<#{channel.id}>"))


def _managed(interaction: Interaction) -> int:
    """Return the server for which somebody may set things here; raise NotManaged if there is none."""
    if interaction.guild_id is None or not interaction.is_guild_integration():
        raise NotManaged(Phrase("That is for servers that I was added to."))
    if not interaction.permissions.manage_guild:
        raise NotManaged(Phrase("That is for those who may manage this server."))
    return interaction.guild_id


async def _tell_channel(interaction: Interaction, guild_id: int, translate: Translate) -> None:
    """Tell where the days are announced, with a button that ends it."""
    channel = await interaction.client.announcements.channel(guild_id)
    if channel is None:
        await tell(interaction, translate("The days are not announced in this server: name a channel to change that."))
        return
    sentence = translate("The challenge of each day is announced in {channel}. Name another channel to change that.")
    view = Controls()
    view.add_item(StopButton.labelled(translate("Announce no more")))
    await interaction.response.send_message(sentence.format(channel=f"<#{channel}>"), view=view, ephemeral=True)


class StopButton(DynamicItem[Button[View]], template=r"daily-channel-stop"):
    """Has the days announced no more, for whoever may manage the server."""

    @classmethod
    def labelled(cls, label: str) -> Self:
        """Return a new button."""
        return cls(Button(label=label, custom_id="daily-channel-stop"))

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], item: Any, __: re.Match[str], /) -> Self:
        """Return the button that was pressed."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]
        """Announce no more."""
        try:
            client, guild_id = interaction.client, _managed(interaction)
            translate = translator(interaction.locale.value)
            locale = (interaction.guild_locale or interaction.locale).value
            await client.announcements.choose(guild_id, None, locale, client.challenge.today, client.challenge.now())
            await replace_question(interaction, translate("The days are announced no more."), [], late=False)
        except Exception as error:
            await report(interaction, error)


def _may_write(interaction: Interaction, channel_id: int) -> bool:
    """Say whether the bot may post in a channel, as far as it knows."""
    found = interaction.client.get_channel(channel_id)
    if not isinstance(found, discord.abc.GuildChannel):
        return True
    permissions = found.permissions_for(found.guild.me)
    return permissions.view_channel and permissions.send_messages


COMMANDS: Final[tuple[AnyCommand, ...]] = (settings,)
CONTROLS: Final = (StopButton,)
