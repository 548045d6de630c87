"""The page's socket: what a person does comes in, what they may see goes out."""

import asyncio
from collections.abc import Collection

from aiohttp import WSCloseCode, WSMsgType, web

from playground.channels import Channels
from playground.commands import Commands
from playground.events import (
    Announcer,
    BotMembership,
    BotPresence,
    ChannelChanged,
    ChannelDeleted,
    CommandsChanged,
    Event,
    MemberJoined,
    MemberLeft,
    MessageCreated,
    MessageDeleted,
    MessageEdited,
    PermissionsChanged,
    ThreadCreated,
    ThreadMembersChanged,
)
from playground.gateway import Gateway
from playground.given_files import GivenFiles
from playground.interactions import Interactions
from playground.invocations import Invocations
from playground.messages import Messages
from playground.page_actions import PageActions
from playground.page_connection import PageConnection
from playground.payloads import Payloads
from playground.people import User
from playground.people_payloads import user_payload
from playground.state import Channel, Guild, Message, World
from playground.unread import Unread
from playground.wire import Json, encode

HISTORY = 100  # messages of each channel that a page is given when it connects


class PageSocket:
    """Serves every open page."""

    def __init__(
        self,
        world: World,
        messages: Messages,
        channels: Channels,
        commands: Commands,
        interactions: Interactions,
        gateway: Gateway,
        payloads: Payloads,
        files: GivenFiles,
        announcer: Announcer,
    ) -> None:
        self._world = world
        self._commands = commands
        self._gateway = gateway
        self._payloads = payloads
        self._unread = Unread(world)
        self._actions = PageActions(
            world,
            messages,
            channels,
            commands,
            interactions,
            Invocations(world, payloads, files),
            self._unread,
            self._send_to,
        )
        self._reachable = True
        self._connections: set[PageConnection] = set()
        announcer.subscribe(self._on_event)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one page until it closes; `?user=` says whose it is, Ana's if it does not say."""
        if not self._reachable:
            raise web.HTTPServiceUnavailable(text="The connection is cut for a test.")
        user = self._person(request.query.get("user"))
        socket = web.WebSocketResponse(heartbeat=30.0)
        await socket.prepare(request)
        connection = PageConnection(socket, user)
        connection.send(self._hello(user))
        self._connections.add(connection)
        writer = asyncio.create_task(connection.run_writer())
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self._actions.perform(connection, frame.data)
                elif frame.type is WSMsgType.BINARY:
                    connection.send({"type": "error", "reason": "send text frames, not binary ones"})
        finally:
            writer.cancel()
            self._connections.discard(connection)
        return socket

    async def set_reachable(self, reachable: bool) -> None:
        """Cut every page off and let none come back, or let them."""
        self._reachable = reachable
        if not reachable:
            await self.stop()

    async def stop(self) -> None:
        """Close every page's socket because the server goes away."""
        for connection in list(self._connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)

    def _person(self, given: str | None) -> User:
        if given is None:
            return self._world.people[0]
        for person in self._world.people:
            if given == str(person.id):
                return person
        names = ", ".join(f"{person.id} ({person.global_name})" for person in self._world.people)
        raise web.HTTPBadRequest(text=f"There is no person {given} here; choose user={names}.")

    def _hello(self, user: User) -> Json:
        channels = self._world.channels_of(user)
        return {
            "type": "hello",
            "user": user_payload(user),
            "users": [user_payload(other) for other in self._world.users.values()],
            "guilds": [self._shown_guild(guild) for guild in self._world.guilds_of(user)],
            "channels": [self._shown_channel(channel) for channel in channels],
            "commands": self._commands.all(),
            "bot_online": self._gateway.online,
            "unread": self._unread.counts(user),
            "messages": {str(channel.id): self._history(channel) for channel in channels},
        }

    def _history(self, channel: Channel) -> list[Json]:
        # Ephemeral messages do not outlive the page they came to, as in a Discord client.
        return [self._payloads.message(message) for message in self._world.messages(channel.id)[-HISTORY:]]

    def _on_event(self, event: Event) -> None:
        match event:
            case MessageCreated(message):
                self._show(message, {"type": "message", "message": self._shown(message)})
            case MessageEdited(message):
                self._show(message, {"type": "message_edit", "message": self._shown(message)})
            case MessageDeleted(message):
                gone = {"type": "message_delete", "id": str(message.id), "channel_id": str(message.channel.id)}
                self._show(message, gone)
            case ThreadCreated(channel) | ChannelChanged(channel):
                self._tell_those_who_see(channel, {"type": "channel", "channel": self._shown_channel(channel)})
            case ThreadMembersChanged():
                self._show_private_thread(event)
            case ChannelDeleted(channel):
                self._tell_those_who_see(channel, {"type": "channel_delete", "id": str(channel.id)})
            case MemberJoined(user, _) | MemberLeft(user, _):
                self._send_to(user, self._hello(user))
            case PermissionsChanged() | BotMembership():
                for person in self._world.people:
                    self._send_to(person, self._hello(person))
            case CommandsChanged(commands):
                self._send_to_all({"type": "commands", "commands": commands})
            case BotPresence(online):
                self._send_to_all({"type": "bot_online", "online": online})

    def _shown(self, message: Message) -> Json:
        payload = self._payloads.message(message)
        return payload | {"ephemeral": True} if message.ephemeral else payload

    def _show(self, message: Message, packet: Json) -> None:
        if message.dismissed:
            return
        seeing = [person for person in self._world.people if self._world.sees(person, message.channel)]
        self._send([person for person in seeing if message.visible_to(person)], packet)

    def _show_private_thread(self, event: ThreadMembersChanged) -> None:
        """Let a private thread come into the sight of those who join it, and out of that of those who leave."""
        thread = event.thread
        if not thread.is_private_thread:
            return
        if not event.begun:
            shown = {"type": "channel", "channel": self._shown_channel(thread), "messages": self._history(thread)}
            self._send(event.added, shown)
        gone = [person for person in event.removed if not self._world.sees(person, thread)]
        self._send(gone, {"type": "channel_delete", "id": str(thread.id)})

    def _tell_those_who_see(self, channel: Channel, packet: Json) -> None:
        self._send([person for person in self._world.people if self._world.sees(person, channel)], packet)

    def _send_to(self, user: User, packet: Json) -> None:
        self._send((user,), packet)

    def _send_to_all(self, packet: Json) -> None:
        self._send(self._world.people, packet)

    def _send(self, people: Collection[User], packet: Json) -> None:
        text = encode(packet)
        for connection in self._connections:
            if connection.user in people:
                connection.send_text(text)

    def _shown_guild(self, guild: Guild) -> Json:
        return {"id": str(guild.id), "name": guild.name, "bot_is_in": self._world.bot_is_in(guild.id)}

    def _shown_channel(self, channel: Channel) -> Json:
        shown: Json = {
            "id": str(channel.id),
            "guild_id": None if channel.guild_id is None else str(channel.guild_id),
            "name": channel.name,
            "address": self._world.address_of(channel),
            "type": int(channel.type),
        }
        if channel.parent_id is None:
            return shown
        return shown | {
            "parent_id": str(channel.parent_id),
            "archived": channel.archived,
            "locked": channel.locked,
            "private": channel.is_private_thread,
        }
