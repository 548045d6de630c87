"""Threads: beginning and changing them, deleting them and other channels."""

from collections.abc import Iterable

from aiohttp import web

from playground.bodies import read_body
from playground.channels import USUAL_MINUTES, Channels
from playground.checks.channels import check_thread, check_thread_change
from playground.errors import missing_permissions, not_in_this_channel, thread_archived
from playground.payloads import Payloads
from playground.rest.places import Places
from playground.rest.requests import answer
from playground.state import Channel, World
from playground.wire import ChannelType, Json, Permission


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
            web.get("/guilds/{guild_id}/threads/active", self._active),
            web.get("/channels/{channel_id}/threads/archived/public", self._archived),
            web.get("/channels/{channel_id}/threads/archived/private", self._archived),
            web.patch("/channels/{channel_id}", self._change),
            web.delete("/channels/{channel_id}", self._delete),
        )

    async def _begin(self, request: web.Request) -> web.Response:
        parent = self._places.channel(request)
        fields = (await read_body(request)).fields
        check_thread(fields, at_message=False)
        private = (fields.get("type") or ChannelType.PRIVATE_THREAD) == ChannelType.PRIVATE_THREAD
        needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
        self._places.require(needed, parent)
        thread = self._channels.begin_thread(
            parent,
            self._world.bot,
            fields["name"],
            private=private,
            invitable=fields.get("invitable") is not False,
            archived_after=fields.get("auto_archive_duration") or USUAL_MINUTES,
        )
        return answer(self._payloads.channel(thread), 201)

    async def _begin_at_message(self, request: web.Request) -> web.Response:
        message = self._places.message(request)
        fields = (await read_body(request)).fields
        check_thread(fields, at_message=True)
        self._places.require(Permission.CREATE_PUBLIC_THREADS, message.channel)
        minutes = fields.get("auto_archive_duration") or USUAL_MINUTES
        thread = self._channels.begin_thread(
            message.channel, self._world.bot, fields["name"], message, archived_after=minutes
        )
        return answer(self._payloads.channel(thread), 201)

    async def _active(self, request: web.Request) -> web.Response:
        guild = self._places.guild(request)
        return answer(self._listed(thread for thread in self._world.threads(guild.id) if not thread.archived))

    async def _archived(self, request: web.Request) -> web.Response:
        parent = self._places.channel(request)
        private = request.path.endswith("private")
        if private:
            self._places.require(Permission.MANAGE_THREADS, parent)
        archived = (
            thread
            for thread in reversed(self._world.threads())
            if thread.archived and thread.parent_id == parent.id and thread.is_private_thread is private
        )
        return answer(self._listed(archived) | {"has_more": False})

    def _listed(self, threads: Iterable[Channel]) -> Json:
        """Return those that the bot sees, with its memberships in them."""
        seen = [thread for thread in threads if self._world.sees(self._world.bot, thread)]
        joined = [thread for thread in seen if self._world.bot.id in self._world.thread_members[thread.id]]
        return {
            "threads": [self._payloads.channel(thread) for thread in seen],
            "members": [self._payloads.thread_member(thread, self._world.bot) for thread in joined],
        }

    async def _change(self, request: web.Request) -> web.Response:
        thread = self._places.thread(request)
        fields = (await read_body(request)).fields
        check_thread_change(fields)
        given = {name for name, value in fields.items() if value is not None}
        if thread.archived and fields.get("archived") is not False:
            raise thread_archived()  # it is taken out of the archive first, or with the same request
        self._require_to_change(thread, given, fields)
        changed = self._channels.change_thread(
            thread,
            name=fields.get("name"),
            archived=fields.get("archived"),
            locked=fields.get("locked"),
            invitable=fields.get("invitable"),
            archived_after=fields.get("auto_archive_duration"),
        )
        return answer(self._payloads.channel(changed))

    def _require_to_change(self, thread: Channel, given: set[str], fields: Json) -> None:
        """Raise ApiError 403/50013 unless the bot may change this: a moderator all of it, the owner most of it."""
        if Permission.MANAGE_THREADS in self._world.bot_permissions(thread):
            return
        if thread.locked or (given & {"rate_limit_per_user"}):
            raise missing_permissions()
        if given == {"archived"} and fields["archived"] is False:
            self._places.require(Permission.SEND_MESSAGES_IN_THREADS, thread)
        elif thread.owner != self._world.bot:
            raise missing_permissions()

    async def _delete(self, request: web.Request) -> web.Response:
        channel = self._places.channel(request)
        if not channel.in_guild:
            raise not_in_this_channel()
        needed = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
        self._places.require(needed, channel)
        payload = self._payloads.channel(channel)
        self._channels.delete(channel)
        return answer(payload)
