"""Threads: beginning, joining, changing and deleting them; and deleting channels."""

from collections.abc import Iterable

from aiohttp import web

from playground.bodies import read_body
from playground.channels import Channels
from playground.checks.channels import check_thread, check_thread_change
from playground.errors import missing_permissions, not_in_this_channel
from playground.payloads import Payloads
from playground.rest.places import Places
from playground.rest.requests import answer, no_content
from playground.state import Channel, World
from playground.wire import ChannelType, Permission


class ThreadRoutes:
    """What a bot does with threads by its own token."""

    def __init__(self, world: World, channels: Channels, payloads: Payloads) -> None:
        self._world = world
        self._channels = channels
        self._payloads = payloads
        self._places = Places(world)

    def routes(self) -> Iterable[web.RouteDef]:
        """Return what is served here."""
        return (
            web.post("/channels/{channel_id}/threads", self._begin),
            web.post("/channels/{channel_id}/messages/{message_id}/threads", self._begin_at_message),
            web.put("/channels/{channel_id}/thread-members/@me", self._join_or_leave),
            web.delete("/channels/{channel_id}/thread-members/@me", self._join_or_leave),
            web.get("/guilds/{guild_id}/threads/active", self._active),
            web.patch("/channels/{channel_id}", self._change),
            web.delete("/channels/{channel_id}", self._delete),
        )

    async def _begin(self, request: web.Request) -> web.Response:
        parent = self._places.channel(request)
        fields = (await read_body(request)).fields
        check_thread(fields, at_message=False)
        if fields.get("type", ChannelType.PRIVATE_THREAD) != ChannelType.PUBLIC_THREAD:
            raise missing_permissions()  # nobody here has the permission for private ones
        self._places.require(Permission.CREATE_PUBLIC_THREADS, parent)
        thread = self._channels.begin_thread(parent, self._world.bot, fields["name"])
        return answer(self._payloads.channel(thread), 201)

    async def _begin_at_message(self, request: web.Request) -> web.Response:
        message = self._places.message(request)
        fields = (await read_body(request)).fields
        check_thread(fields, at_message=True)
        self._places.require(Permission.CREATE_PUBLIC_THREADS, message.channel)
        thread = self._channels.begin_thread(message.channel, self._world.bot, fields["name"], message)
        return answer(self._payloads.channel(thread), 201)

    async def _join_or_leave(self, request: web.Request) -> web.Response:
        # Whoever sees the channel above sees its threads; to have joined one makes no difference here.
        self._thread(request)
        return no_content()

    async def _active(self, request: web.Request) -> web.Response:
        self._places.require_guild(request)
        threads = [self._payloads.channel(thread) for thread in self._world.threads() if not thread.archived]
        return answer({"threads": threads, "members": []})

    async def _change(self, request: web.Request) -> web.Response:
        thread = self._thread(request)
        fields = (await read_body(request)).fields
        check_thread_change(fields)
        if thread.owner != self._world.bot:
            self._places.require(Permission.MANAGE_THREADS, thread)
        changed = self._channels.change_thread(thread, name=fields.get("name"), archived=fields.get("archived"))
        return answer(self._payloads.channel(changed))

    async def _delete(self, request: web.Request) -> web.Response:
        channel = self._places.channel(request)
        if not channel.in_guild:
            raise not_in_this_channel()
        needed = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
        self._places.require(needed, channel)
        payload = self._payloads.channel(channel)
        self._channels.delete(channel)
        return answer(payload)

    def _thread(self, request: web.Request) -> Channel:
        thread = self._places.channel(request)
        if not thread.is_thread:
            raise not_in_this_channel()
        return thread
