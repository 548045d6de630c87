"""The page's socket: what a person does comes in, what they may see goes out."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from playground.bodies import Body
from playground.channels import Channels
from playground.checks.channels import check_thread
from playground.commands import Commands, is_offered_in
from playground.errors import ApiError
from playground.events import (
    Announcer,
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
    ThreadCreated,
)
from playground.gateway import Gateway
from playground.given_files import GivenFiles
from playground.interactions import Interactions, Tell
from playground.invocations import InvalidUse, Invocations
from playground.messages import Messages
from playground.page_connection import PageConnection
from playground.payloads import Payloads
from playground.people import User
from playground.people_payloads import user_payload
from playground.snowflakes import parse_id
from playground.state import Channel, Message, World
from playground.wire import InteractionType, Json, decode

_LOG = logging.getLogger(__name__)
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
        self._messages = messages
        self._channels = channels
        self._commands = commands
        self._interactions = interactions
        self._gateway = gateway
        self._payloads = payloads
        self._invocations = Invocations(world, payloads, files)
        self._connections: set[PageConnection] = set()
        self._actions: dict[str, Callable[[PageConnection, Json], None]] = {
            "say": self._say,
            "thread": self._thread,
            "command": self._command,
            "autocomplete": self._autocomplete,
            "component": self._component,
            "modal_submit": self._modal_submit,
            "dismiss": self._dismiss,
        }
        announcer.subscribe(self._on_event)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one page until it closes; `?user=` says whose it is, Ana's if it does not say."""
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
                    self._on_packet(connection, frame.data)
                elif frame.type is WSMsgType.BINARY:
                    connection.send({"type": "error", "reason": "send text frames, not binary ones"})
        finally:
            writer.cancel()
            self._connections.discard(connection)
        return socket

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
            "guild": {"id": str(self._world.guild.id), "name": self._world.guild.name},
            "channels": [_shown_channel(channel) for channel in channels],
            "commands": self._commands.all(),
            "bot_online": self._gateway.online,
            # Ephemeral messages do not outlive the page they came to, as in a Discord client.
            "messages": {
                str(channel.id): [
                    self._payloads.message(message) for message in self._world.messages(channel.id)[-HISTORY:]
                ]
                for channel in channels
            },
        }

    def _on_packet(self, connection: PageConnection, text: str) -> None:
        nonce: Any = None
        try:
            packet = decode(text)
            if not isinstance(packet, dict):
                raise InvalidUse("send JSON objects")
            nonce = packet.get("nonce")
            action = self._actions.get(str(packet.get("type")))
            if action is None:
                raise InvalidUse("type must be one of " + ", ".join(self._actions))
            action(connection, packet)
        except (InvalidUse, ApiError, ValueError) as error:
            self._refuse(connection, str(error), nonce)
        except Exception:
            _LOG.exception("A packet of a page failed")
            self._refuse(connection, "the playground failed at this; its log says how", nonce)

    def _refuse(self, connection: PageConnection, reason: str, nonce: Any) -> None:
        packet = {"type": "error", "reason": reason}
        connection.send(packet if nonce is None else packet | {"nonce": nonce})

    def _say(self, connection: PageConnection, packet: Json) -> None:
        channel = self._channel(connection, packet)
        if channel.archived:
            channel = self._channels.change_thread(channel, archived=False)
        self._messages.post(channel, connection.user, Body({"content": _text(packet, "content")}))

    def _thread(self, connection: PageConnection, packet: Json) -> None:
        starter = None if packet.get("message_id") is None else self._message(connection, packet)
        name = _text(packet, "name").strip()
        check_thread({"name": name}, at_message=True)
        thread = self._channels.begin_thread(self._channel(connection, packet), connection.user, name, starter)
        self._tell(connection, packet)({"type": "done", "channel_id": str(thread.id)})

    def _command(self, connection: PageConnection, packet: Json) -> None:
        self._use_command(connection, packet, InteractionType.COMMAND)

    def _autocomplete(self, connection: PageConnection, packet: Json) -> None:
        self._use_command(connection, packet, InteractionType.AUTOCOMPLETE)

    def _use_command(
        self,
        connection: PageConnection,
        packet: Json,
        type: InteractionType,  # noqa: A002 - Discord's own word
    ) -> None:
        channel = self._channel(connection, packet)
        command = self._commands.find(_number(packet, "command_id"))
        if command is None:
            raise InvalidUse("there is no such command any more")
        if not is_offered_in(command, channel.context):
            raise InvalidUse(f"/{command['name']} is not offered here")
        complete = type is InteractionType.COMMAND
        data = self._invocations.command(connection.user, command, packet.get("options"), complete=complete)
        self._interactions.open(type, connection.user, channel, data, self._tell(connection, packet))

    def _component(self, connection: PageConnection, packet: Json) -> None:
        message = self._message(connection, packet)
        values = packet.get("values")
        if values is not None and not (isinstance(values, list) and all(isinstance(value, str) for value in values)):
            raise InvalidUse("values must be a list of texts")
        data = self._invocations.component(message, _text(packet, "custom_id"), values)
        tell = self._tell(connection, packet)
        channel = self._channel(connection, packet)
        self._interactions.open(InteractionType.COMPONENT, connection.user, channel, data, tell, message)

    def _modal_submit(self, connection: PageConnection, packet: Json) -> None:
        channel = self._channel(connection, packet)
        custom_id = _text(packet, "custom_id")
        opener = self._interactions.form_trigger(connection.user, custom_id)
        if opener is None:
            raise InvalidUse("no such form is open")
        source = self._world.message(channel.id, opener.source_id or 0)
        components = packet.get("components")
        if not isinstance(components, list):
            raise InvalidUse("components must be a list of objects")
        data = {"custom_id": custom_id, "components": components}
        tell = self._tell(connection, packet)
        self._interactions.open(
            InteractionType.MODAL_SUBMIT, connection.user, channel, data, tell, source, opener.origin
        )

    def _dismiss(self, connection: PageConnection, packet: Json) -> None:
        number = _number(packet, "message_id")
        for channel in self._world.channels_of(connection.user):
            message = self._world.message(channel.id, number)
            if message is not None and message.ephemeral and message.visible_to(connection.user):
                self._messages.dismiss(message)
                gone = {"type": "message_delete", "id": str(message.id), "channel_id": str(channel.id)}
                self._send_to(connection.user, gone)
                return
        raise InvalidUse("only a message that you alone see can be dismissed")

    def _tell(self, connection: PageConnection, packet: Json) -> Tell:
        """Return what tells this page, by the nonce of its packet, how the bot answered."""
        nonce = packet.get("nonce")

        def tell(answer: Json) -> None:
            connection.send(answer | {"nonce": nonce})

        return tell

    def _channel(self, connection: PageConnection, packet: Json) -> Channel:
        channel = self._world.channels.get(_number(packet, "channel_id"))
        if channel is None or channel not in self._world.channels_of(connection.user):
            raise InvalidUse("there is no such channel")
        return channel

    def _message(self, connection: PageConnection, packet: Json) -> Message:
        channel = self._channel(connection, packet)
        message = self._world.message(channel.id, _number(packet, "message_id"))
        if message is None or not message.visible_to(connection.user):
            raise InvalidUse("this message is not there any more")
        return message

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
                self._tell_those_who_see(channel, {"type": "channel", "channel": _shown_channel(channel)})
            case ChannelDeleted(channel):
                self._tell_those_who_see(channel, {"type": "channel_delete", "id": str(channel.id)})
            case MemberJoined(user) | MemberLeft(user):
                self._send_to(user, self._hello(user))
            case CommandsChanged(commands):
                self._send_to(None, {"type": "commands", "commands": commands})
            case BotPresence(online):
                self._send_to(None, {"type": "bot_online", "online": online})

    def _shown(self, message: Message) -> Json:
        payload = self._payloads.message(message)
        return payload | {"ephemeral": True} if message.ephemeral else payload

    def _show(self, message: Message, packet: Json) -> None:
        if message.dismissed:
            return
        for person in self._world.people:
            if message.visible_to(person) and self._world.sees(person, message.channel):
                self._send_to(person, packet)

    def _tell_those_who_see(self, channel: Channel, packet: Json) -> None:
        for person in self._world.people:
            if self._world.sees(person, channel):
                self._send_to(person, packet)

    def _send_to(self, user: User | None, packet: Json) -> None:
        for connection in self._connections:
            if user is None or connection.user == user:
                connection.send(packet)


def _shown_channel(channel: Channel) -> Json:
    shown = {"id": str(channel.id), "name": channel.name, "type": int(channel.type)}
    return shown if channel.parent_id is None else shown | {"parent_id": str(channel.parent_id)}


def _text(packet: Json, name: str) -> str:
    value = packet.get(name)
    if not isinstance(value, str):
        raise InvalidUse(f"{name} must be a text")
    return value


def _number(packet: Json, name: str) -> int:
    value = packet.get(name)
    number = parse_id(value) if isinstance(value, str) else None
    if number is None:
        raise InvalidUse(f"{name} must be an id")
    return number
