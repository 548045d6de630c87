"""What a server may set: where the daily challenge is announced."""

from __future__ import annotations

from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.answers import Interaction
from bot.client import AnyCommand
from bot.texts import translator
from engine.words import mark

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
@app_commands.describe(channel=mark("The channel; without it, the days are announced no more"))
async def daily_channel(
    interaction: Interaction, channel: app_commands.Transform[app_commands.AppCommandChannel, Channel] | None = None
) -> None:
    """Note the channel, for a server whose asker may manage it and where the bot may write."""
    client, guild_id = interaction.client, interaction.guild_id
    translate = translator(interaction.locale.value)
    if guild_id is None or not interaction.is_guild_integration():
        sentence = translate("That is for servers that I was added to.")
    elif not interaction.permissions.manage_guild:
        sentence = translate("That is for those who may manage this server.")
    elif channel is not None and not _may_write(interaction, channel.id):
        sentence = translate("I can't write in {channel}: let me view it, and send messages there.")
        sentence = sentence.format(channel=f"<#{channel.id}>")
    else:
        before = await client.announcements.channel(guild_id)
        locale = (interaction.guild_locale or interaction.locale).value
        number = None if channel is None else channel.id
        await client.announcements.choose(guild_id, number, locale, client.challenge.today, client.challenge.now())
        if number is not None:
            sentence = translate(
                "From the next midnight (UTC) on, the challenge of each day is announced in {channel}."
            )
            sentence = sentence.format(channel=f"<#{number}>")
        elif before is None:
            sentence = translate("The days are not announced in this server: name a channel to change that.")
        else:
            sentence = translate("The days are announced no more in {channel}.").format(channel=f"<#{before}>")
    await interaction.response.send_message(sentence, ephemeral=True)


def _may_write(interaction: Interaction, channel_id: int) -> bool:
    """Say whether the bot may post in a channel, as far as it knows."""
    found = interaction.client.get_channel(channel_id)
    if not isinstance(found, discord.abc.GuildChannel):
        return True
    permissions = found.permissions_for(found.guild.me)
    return permissions.view_channel and permissions.send_messages


COMMANDS: Final[tuple[AnyCommand, ...]] = (settings,)
