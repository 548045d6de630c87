"""Channels, their messages, guilds and the people in them."""

from collections.abc import Iterable

from aiohttp import web

from playground.bodies import Body, read_body
from playground.channels import Channels
from playground.errors import (
    cannot_message_user,
    not_the_author,
    private_messages_closed,
    unknown_member,
    unknown_user,
)
from playground.guild_payloads import guild_payload
from playground.limits import RateLimits
from playground.messages import Messages
from playground.payloads import Payloads
from playground.people import User
from playground.people_payloads import member_payload, user_payload
from playground.rest.places import Places
from playground.rest.requests import (
    answer,
    bounded,
    no_content,
    parse_snowflake,
    query_snowflake,
    snowflake,
)
from playground.state import World
from playground.wire import NO_PERMISSION, Permission


class ChannelRoutes:
    """What a bot does with its own token in channels."""

    def __init__(
        self, world: World, messages: Messages, channels: Channels, payloads: Payloads, limits: RateLimits
    ) -> None:
        self._world = world
        self._messages = messages
        self._channels = channels
        self._payloads = payloads
        self._limits = limits
        self._places = Places(world)

    def routes(self) -> Iterable[web.RouteDef]:
        """Return what is served here."""
        messages = "/channels/{channel_id}/messages"
        return (
            web.get("/channels/{channel_id}", self._channel_object),
            web.post("/channels/{channel_id}/typing", self._typing),
            web.get(messages, self._list),
            web.post(messages, self._post),
            web.get(f"{messages}/{{message_id}}", self._get),
            web.patch(f"{messages}/{{message_id}}", self._edit),
            web.delete(f"{messages}/{{message_id}}", self._delete),
            web.post("/users/@me/channels", self._open_private),
            web.get("/users/{user_id}", self._user_object),
            web.get("/guilds/{guild_id}", self._guild),
            web.get("/guilds/{guild_id}/channels", self._guild_channels),
            web.get("/guilds/{guild_id}/members/{user_id}", self._member),
        )

    async def _channel_object(self, request: web.Request) -> web.Response:
        return answer(self._payloads.channel(self._places.channel(request)))

    async def _typing(self, request: web.Request) -> web.Response:
        self._places.require_to_send(NO_PERMISSION, self._places.channel(request))
        return no_content()

    async def _list(self, request: web.Request) -> web.Response:
        channel = self._places.channel(request)
        limit = bounded(request, "limit", 50, 1, 100)
        found = self._world.messages(channel.id)
        before, after = query_snowflake(request, "before"), query_snowflake(request, "after")
        around = query_snowflake(request, "around")
        if around is not None:
            older = [message for message in found if message.id < around][-(limit // 2) :]
            found = older + [message for message in found if message.id >= around][: limit - len(older)]
        elif after is not None:
            found = [message for message in found if message.id > after][:limit]
        else:
            found = [message for message in found if before is None or message.id < before][-limit:]
        return answer([self._payloads.message(message) for message in reversed(found)])

    async def _post(self, request: web.Request) -> web.Response:
        channel = self._places.channel(request)
        body = await read_body(request)
        self._places.require_to_send(_permissions_for(body), channel)
        if channel.recipients and channel.recipients[0].id in self._world.closed_to_bot:
            raise private_messages_closed()
        message = self._messages.post(channel, self._world.bot, body)
        return answer(self._payloads.message(message))

    async def _get(self, request: web.Request) -> web.Response:
        return answer(self._payloads.message(self._places.message(request)))

    async def _edit(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        message = self._places.message(request)
        if message.author != self._world.bot:
            raise not_the_author()
        self._places.require(_permissions_for(body), message.channel)
        self._limits.count_edit(message)
        return answer(self._payloads.message(self._messages.edit(message, body)))

    async def _delete(self, request: web.Request) -> web.Response:
        message = self._places.message(request)
        if message.author != self._world.bot:
            self._places.require(Permission.MANAGE_MESSAGES, message.channel)
        self._channels.require_to_delete(message.channel, self._world.bot)
        self._messages.delete(message)
        return no_content()

    async def _open_private(self, request: web.Request) -> web.Response:
        fields = (await read_body(request)).fields
        user = self._user(parse_snowflake("recipient_id", fields.get("recipient_id")))
        if user.bot:
            raise cannot_message_user()
        return answer(self._payloads.channel(self._world.private_channel(user)))

    async def _user_object(self, request: web.Request) -> web.Response:
        return answer(user_payload(self._user(snowflake(request, "user_id"))))

    async def _guild(self, request: web.Request) -> web.Response:
        return answer(guild_payload(self._places.guild(request)))

    async def _guild_channels(self, request: web.Request) -> web.Response:
        guild = self._places.guild(request)
        return answer([self._payloads.channel(channel) for channel in self._world.guild_channels(guild.id)])

    async def _member(self, request: web.Request) -> web.Response:
        guild = self._places.guild(request)
        user = self._world.members[guild.id].get(snowflake(request, "user_id"))
        if user is None:
            raise unknown_member()
        return answer(member_payload(user))

    def _user(self, user_id: int) -> User:
        user = self._world.users.get(user_id)
        if user is None:
            raise unknown_user()
        return user


def _permissions_for(body: Body) -> Permission:
    """Return what it takes to put this into a message."""
    needed = NO_PERMISSION
    if body.uploads:
        needed |= Permission.ATTACH_FILES
    if body.fields.get("embeds"):
        needed |= Permission.EMBED_LINKS
    return needed
