"""Finding what a path names, as far as the bot may see it, and asking whether it may do something there."""

from aiohttp import web

from playground.errors import (
    missing_access,
    missing_permissions,
    not_in_this_channel,
    unknown_channel,
    unknown_guild,
    unknown_message,
)
from playground.rest.requests import snowflake
from playground.state import Channel, Guild, Message, World
from playground.wire import Permission


class Places:
    """The channels, messages and guilds that requests are about."""

    def __init__(self, world: World) -> None:
        self._world = world

    def channel(self, request: web.Request) -> Channel:
        """Return the channel. Raises ApiError 404/10003 if there is none, 403/50001 if the bot does not see it."""
        channel = self._world.channels.get(snowflake(request, "channel_id"))
        if channel is None:
            raise unknown_channel()
        if not self._world.sees(self._world.bot, channel):
            raise missing_access()
        return channel

    def thread(self, request: web.Request) -> Channel:
        """Return the thread. Raises ApiError as `channel` does, and 400/50024 if it is none."""
        channel = self.channel(request)
        if not channel.is_thread:
            raise not_in_this_channel()
        return channel

    def message(self, request: web.Request) -> Message:
        """Return the message. Raises ApiError as `channel` does, and 404/10008 if there is none."""
        message = self._world.message(self.channel(request).id, snowflake(request, "message_id"))
        # An ephemeral message can be reached with its interaction's token alone.
        if message is None or message.ephemeral:
            raise unknown_message()
        return message

    def require(self, permissions: Permission, channel: Channel) -> None:
        """Raise ApiError 403/50013 unless the bot has these permissions in a channel of a guild."""
        if channel.in_guild and permissions & ~self._world.bot_permissions(channel):
            raise missing_permissions()

    def require_to_send(self, permissions: Permission, channel: Channel) -> None:
        """Raise ApiError 403/50013 unless the bot may send messages, and those that need `permissions`."""
        sending = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        self.require(sending | permissions, channel)

    def guild(self, request: web.Request) -> Guild:
        """Return the guild. Raises ApiError 404/10004 if there is none, 403/50001 if the bot is not in it."""
        guild = self._world.guilds.get(snowflake(request, "guild_id"))
        if guild is None:
            raise unknown_guild()
        if not self._world.bot_is_in(guild.id):
            raise missing_access()
        return guild
