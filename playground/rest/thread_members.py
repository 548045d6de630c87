"""Who has joined a thread: looking, joining, adding others, leaving and removing them."""

from collections.abc import Iterable

from aiohttp import web

from playground.channels import Channels
from playground.errors import missing_permissions, thread_archived, unknown_member, unknown_user
from playground.payloads import Payloads
from playground.people import User
from playground.rest.places import Places
from playground.rest.requests import answer, bounded, no_content, query_snowflake, snowflake, truthy
from playground.state import Channel, World
from playground.wire import Permission

_MOST_LISTED = 100
_ME = "@me"


class ThreadMemberRoutes:
    """`/channels/{thread}/thread-members`, by the bot's own token."""

    def __init__(self, world: World, channels: Channels, payloads: Payloads) -> None:
        self._world = world
        self._channels = channels
        self._payloads = payloads
        self._places = Places(world)

    def routes(self) -> Iterable[web.RouteDef]:
        """Return what is served here."""
        members = "/channels/{channel_id}/thread-members"
        return (
            web.get(members, self._list),
            web.get(f"{members}/{{user_id}}", self._get),
            web.put(f"{members}/{{user_id}}", self._add),
            web.delete(f"{members}/{{user_id}}", self._remove),
        )

    async def _list(self, request: web.Request) -> web.Response:
        thread = self._places.thread(request)
        limit = bounded(request, "limit", _MOST_LISTED, 1, _MOST_LISTED)
        after = query_snowflake(request, "after") or 0
        numbers = sorted(number for number in self._world.thread_members[thread.id] if number > after)
        users = [self._world.users[number] for number in numbers[:limit]]
        with_member = truthy(request, "with_member")
        return answer([self._payloads.thread_member(thread, user, with_member=with_member) for user in users])

    async def _get(self, request: web.Request) -> web.Response:
        thread = self._places.thread(request)
        user = self._user(request)
        if user.id not in self._world.thread_members[thread.id]:
            raise unknown_member()
        return answer(self._payloads.thread_member(thread, user, with_member=truthy(request, "with_member")))

    async def _add(self, request: web.Request) -> web.Response:
        thread = self._open_thread(request)
        user = self._user(request)
        if not self._world.is_member(user, thread):
            raise unknown_member()
        if user != self._world.bot:
            self._places.require_to_send(Permission(0), thread)
            if not self._channels.may_invite(self._world.bot, thread):
                raise missing_permissions()
        self._channels.add_members(thread, (user,))
        return no_content()

    async def _remove(self, request: web.Request) -> web.Response:
        thread = self._open_thread(request)
        user = self._user(request)
        if user != self._world.bot and not (thread.is_private_thread and thread.owner == self._world.bot):
            self._places.require(Permission.MANAGE_THREADS, thread)
        self._channels.remove_member(thread, user)
        return no_content()

    def _open_thread(self, request: web.Request) -> Channel:
        thread = self._places.thread(request)
        if thread.archived:
            raise thread_archived()
        return thread

    def _user(self, request: web.Request) -> User:
        if request.match_info["user_id"] == _ME:
            return self._world.bot
        user = self._world.users.get(snowflake(request, "user_id"))
        if user is None:
            raise unknown_user()
        return user
