"""The playground's server: everything put together on one port of this machine."""

import errno
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from playground.channels import Channels
from playground.clock import Clock
from playground.commands import Commands
from playground.errors import PlaygroundError, PortError
from playground.events import (
    Announcer,
    BotMembership,
    ChannelChanged,
    MemberJoined,
    MemberLeft,
    PermissionsChanged,
)
from playground.faults import Faults
from playground.gateway import Gateway
from playground.given_files import GivenFiles
from playground.guard import own_addresses_only
from playground.interactions import ACKNOWLEDGE_WITHIN, Interactions
from playground.limits import RateLimits
from playground.messages import Messages
from playground.page_socket import PageSocket
from playground.payloads import Payloads
from playground.people import USUAL_NUMBER, User, first_people
from playground.recording import Recorder
from playground.rest.app import api_application
from playground.rest.callbacks import CallbackRoutes
from playground.rest.channels import ChannelRoutes
from playground.rest.commands import CommandRoutes
from playground.rest.identity import IdentityRoutes
from playground.rest.thread_members import ThreadMemberRoutes
from playground.rest.threads import ThreadRoutes
from playground.rest.webhooks import WebhookRoutes
from playground.snowflakes import SnowflakeMint, parse_id
from playground.state import APPLICATION_ID, GUILD_ID, Channel, World
from playground.wire import Permission

HOST = "127.0.0.1"
CLOSING = 2.0  # seconds
DEFAULT_PORT = 8423
DEFAULT_TOKEN = "playground"
_PAGE = Path(__file__).parent / "page"
_LARGEST_REQUEST = 110 * 1024 * 1024  # ten files of the size limit, and what goes with them


class Playground:
    """A Discord on this machine, for one bot and some people; `async with` runs it.

    Port 0 takes any free port. `people` is how many there are, from 1 to 10. `token` is the bot token to be accepted.
    `guilds` is how many servers, from 1 to 5; everybody is in all of them, the first is Ana's, the next Boris's.
    `clock` may be moved by a test, which switches `faults` on. To the file `record`, by default the one that the
    environment variable PLAYGROUND_REQUESTS names, every request of the bot is appended as `Recorder` says.
    Interactions have to be acknowledged within three seconds as on Discord, unless `acknowledge_within` says otherwise
    for tests on busy machines.
    """

    def __init__(
        self,
        port: int = DEFAULT_PORT,
        *,
        people: int = USUAL_NUMBER,
        guilds: int = 1,
        token: str = DEFAULT_TOKEN,
        clock: Clock | None = None,
        record: Path | None = None,
        acknowledge_within: float = ACKNOWLEDGE_WITHIN,
    ) -> None:
        if not token:
            raise PlaygroundError("The playground needs a token for its bot: any text that is not empty.")
        self.token = token
        self.clock = clock or Clock()
        self.application_id = APPLICATION_ID
        self._asked_port = port
        self._port = port
        self._runner: web.AppRunner | None = None
        self.world = World(first_people(people), guilds)
        mint = SnowflakeMint(self.clock)
        self._announcer = announcer = Announcer()
        self._payloads = Payloads(self.world)
        self._channels = channels = Channels(self.world, mint, announcer)
        messages = Messages(self.world, self.clock, mint, announcer, channels)
        commands = Commands(mint, announcer)
        self.gateway = Gateway(self.world, self.clock, self._payloads, announcer, token)
        interactions = Interactions(
            self.clock,
            mint,
            self._payloads,
            self.gateway.dispatch_interaction,
            self.world.bot,
            acknowledge_within,
        )
        self.faults = Faults(self.world, self.clock, messages, channels, self.gateway)
        self._given_files = GivenFiles(self.world, mint)
        self._pages = PageSocket(
            self.world,
            messages,
            channels,
            commands,
            interactions,
            self.gateway,
            self._payloads,
            self._given_files,
            announcer,
        )
        self._limits = RateLimits(self.clock)
        named = os.environ.get("PLAYGROUND_REQUESTS")
        self._recorder = Recorder(Path(named) if record is None and named else record)
        self._api_routes = [
            *IdentityRoutes(self._payloads, self.gateway).routes(),
            *CommandRoutes(self.world, commands).routes(),
            *CallbackRoutes(self.world, interactions, messages, self._payloads).routes(),
            *WebhookRoutes(self.world, interactions, messages, self._payloads).routes(),
            *ChannelRoutes(self.world, messages, channels, self._payloads, self._limits).routes(),
            *ThreadRoutes(self.world, channels, self._payloads).routes(),
            *ThreadMemberRoutes(self.world, channels, self._payloads).routes(),
        ]

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._port

    @property
    def url(self) -> str:
        """Where the page is, as in `http://127.0.0.1:8423`."""
        return f"http://{HOST}:{self._port}"

    @property
    def api_url(self) -> str:
        """What a bot takes for Discord's API, as in `http://127.0.0.1:8423/api/v10`."""
        return f"{self.url}/api/v10"

    def set_bot_permissions(self, channel_id: int, permissions: Permission) -> None:
        """Let the bot do in a channel what `permissions` says, and nothing else; until then it may what people may.

        Raises PlaygroundError for a channel that is not one of a guild's.
        """
        channel = self._guild_channel(channel_id)
        self.world.set_bot_permissions(channel, permissions)
        self._announcer.announce(ChannelChanged(channel))

    def set_member_permissions(self, channel_id: int, permissions: Permission) -> None:
        """Let people do in a channel what `permissions` says, and nothing else.

        Raises PlaygroundError for a channel that is not one of a guild's.
        """
        channel = self._guild_channel(channel_id)
        self.world.set_member_permissions(channel, permissions)
        self._announcer.announce(PermissionsChanged())

    def give_permissions(self, name: str, permissions: Permission, place_id: int = GUILD_ID) -> None:
        """Let one person do this beside what people may, in a guild or a channel of one; no permission takes it back.

        Raises PlaygroundError for a stranger, and for a place that is neither.
        """
        if place_id not in self.world.guilds:
            self._guild_channel(place_id)
        self.world.give_permissions(self._person(name), place_id, permissions)
        self._announcer.announce(PermissionsChanged())

    def change_thread(self, thread_id: int, *, archived: bool | None = None, locked: bool | None = None) -> None:
        """Archive or lock a thread, or undo that, as a moderator would. Raises PlaygroundError if there is none."""
        thread = self.world.channels.get(thread_id)
        if thread is None or not thread.is_thread:
            raise PlaygroundError(f"There is no thread {thread_id}.")
        self._channels.change_thread(thread, archived=archived, locked=locked)

    def set_bot_in_guild(self, in_guild: bool, guild_id: int = GUILD_ID) -> None:
        """Take the bot out of a guild, so that only what people have installed for themselves is there, or back."""
        members = self._members(guild_id)
        if in_guild:
            members[self.world.bot.id] = self.world.bot
        else:
            members.pop(self.world.bot.id, None)
        self._announcer.announce(BotMembership(guild_id, in_guild))

    async def set_pages_reachable(self, reachable: bool) -> None:
        """Cut all pages off from the server, as a failing network would, or let them come back by themselves."""
        await self._pages.set_reachable(reachable)

    def leave_guild(self, name: str, guild_id: int = GUILD_ID) -> None:
        """Let a person leave a guild. Raises PlaygroundError if nobody of the name is in it."""
        person = self.world.person(name)
        if person is None or self._members(guild_id).pop(person.id, None) is None:
            raise PlaygroundError(f"Nobody of the name {name!r} is in the guild.")
        for thread in self.world.threads(guild_id):
            self.world.thread_members[thread.id].pop(person.id, None)
        self._announcer.announce(MemberLeft(person, guild_id))

    def join_guild(self, name: str, guild_id: int = GUILD_ID) -> None:
        """Let a person come into a guild again. Raises PlaygroundError for a stranger."""
        person = self._person(name)
        self._members(guild_id)[person.id] = person
        self._announcer.announce(MemberJoined(person, guild_id))

    def _person(self, name: str) -> User:
        person = self.world.person(name)
        if person is None:
            raise PlaygroundError(f"There is no person {name!r} in the playground.")
        return person

    def _members(self, guild_id: int) -> dict[int, User]:
        if guild_id not in self.world.guilds:
            known = ", ".join(f"{guild.id} ({guild.name})" for guild in self.world.guilds.values())
            raise PlaygroundError(f"There is no guild {guild_id} in the playground; there are {known}.")
        return self.world.members[guild_id]

    def _guild_channel(self, channel_id: int) -> Channel:
        channel = self.world.channels.get(channel_id)
        if channel is None or channel not in self.world.guild_channels():
            channels = self.world.guild_channels()
            known = ", ".join(f"{known.id} (#{self.world.address_of(known)})" for known in channels)
            raise PlaygroundError(f"There is no channel {channel_id} of a guild; there are {known}.")
        return channel

    async def __aenter__(self) -> Self:
        """Start to listen. Raises PortError if the port is taken, not allowed or none at all."""
        # Whoever is still being answered when it closes is not waited for a minute, which is the library's default.
        runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=CLOSING)
        await runner.setup()
        try:
            await web.TCPSite(runner, HOST, self._asked_port).start()
        except (OSError, OverflowError) as error:
            await runner.cleanup()
            raise PortError(f"port {self._asked_port} {_why_not(error)}; choose another port") from error
        self._runner = runner
        self._port = runner.addresses[0][1]
        self._payloads.origin = self.url
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close every connection and stop."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        self.clock.stop()

    def _application(self) -> web.Application:
        application = web.Application(
            middlewares=[own_addresses_only(lambda: self._port)], client_max_size=_LARGEST_REQUEST
        )
        application.router.add_get("/", self._index)
        application.router.add_get("/page/socket", self._pages.handle)
        application.router.add_post("/page/files", self._given_files.handle)
        application.router.add_get("/page/{name}", self._page_file)
        application.router.add_get("/attachments/{channel_id}/{attachment_id}/{filename}", self._attachment)
        application.router.add_get("/gateway", self.gateway.handle)
        application.add_subapp(
            "/api/v10",
            api_application(
                self._api_routes, self.token, self._limits, self.faults.middleware, self._recorder.middleware
            ),
        )
        application.on_response_prepare.append(_have_checked)
        application.on_shutdown.append(self._close_sockets)
        return application

    async def _close_sockets(self, application: web.Application) -> None:
        self.faults.clear()
        await self._pages.stop()
        await self.gateway.stop()

    async def _index(self, request: web.Request) -> web.FileResponse:
        return web.FileResponse(_PAGE / "index.html")

    async def _page_file(self, request: web.Request) -> web.FileResponse:
        # Looked up among those there are: what a name from outside would make of a path need not be asked.
        files = {path.name: path for path in _PAGE.iterdir()}
        path = files.get(request.match_info["name"])
        if path is None:
            raise web.HTTPNotFound(text="The page has no such file.")
        return web.FileResponse(path)

    async def _attachment(self, request: web.Request) -> web.Response:
        attachment = self.world.files.get(parse_id(request.match_info["attachment_id"]) or 0)
        if attachment is None or str(attachment.channel_id) != request.match_info["channel_id"]:
            raise web.HTTPNotFound(text="There is no such file any more.")
        # A file is what a bot made of it: browsers must neither guess its type nor run it as a page of ours.
        headers = {
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox",
            "Cache-Control": "private, max-age=3600, immutable",
        }
        return web.Response(body=attachment.data, content_type=attachment.content_type, headers=headers)


async def _have_checked(request: web.Request, response: web.StreamResponse) -> None:
    """Have browsers ask each time whether a file of the page is still the same, so that an update is seen at once."""
    if isinstance(response, web.FileResponse):
        response.headers["Cache-Control"] = "no-cache"


def _why_not(error: OSError | OverflowError) -> str:
    """Return what a port is that cannot be listened on."""
    if isinstance(error, OverflowError):
        return "is not between 0 and 65535"
    if error.errno == errno.EADDRINUSE:
        return "is taken by another program"
    return f"cannot be used ({os.strerror(error.errno) if error.errno else error})"
