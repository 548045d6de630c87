"""What a person does on a page: each packet is checked as a Discord client would, and carried out."""

import logging
from collections.abc import Callable
from typing import Any

from playground.bodies import Body
from playground.channels import Channels
from playground.checks.channels import check_thread
from playground.commands import Commands, is_offered_in
from playground.errors import ApiError
from playground.interactions import Interactions, Tell
from playground.invocations import InvalidUse, Invocations
from playground.messages import Messages
from playground.page_connection import PageConnection
from playground.people import User
from playground.snowflakes import parse_id
from playground.state import Channel, Message, World
from playground.unread import Unread
from playground.wire import InteractionType, Json, Permission, decode

_LOG = logging.getLogger(__name__)


class PageActions:
    """Carries out what people do. `show` sends a packet to every page of a person."""

    def __init__(
        self,
        world: World,
        messages: Messages,
        channels: Channels,
        commands: Commands,
        interactions: Interactions,
        invocations: Invocations,
        unread: Unread,
        show: Callable[[User, Json], None],
    ) -> None:
        self._world = world
        self._messages = messages
        self._channels = channels
        self._commands = commands
        self._interactions = interactions
        self._invocations = invocations
        self._unread = unread
        self._show = show
        self._actions: dict[str, Callable[[PageConnection, Json], None]] = {
            "say": self._say,
            "thread": self._thread,
            "command": self._command,
            "autocomplete": self._autocomplete,
            "component": self._component,
            "modal_submit": self._modal_submit,
            "dismiss": self._dismiss,
            "read": self._read,
        }

    def perform(self, connection: PageConnection, text: str) -> None:
        """Do what a packet says, or tell the page why it is not done."""
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
            _refuse(connection, str(error), nonce)
        except Exception:
            _LOG.exception("A packet of a page failed")
            _refuse(connection, "the playground failed at this; its log says how", nonce)

    def _say(self, connection: PageConnection, packet: Json) -> None:
        channel = self._channel(connection, packet)
        self._require_to_write(connection.user, channel)
        message = self._messages.post(channel, connection.user, Body({"content": _text(packet, "content")}))
        if packet.get("nonce") is not None:
            self._tell(connection, packet)({"type": "done", "message_id": str(message.id)})

    def _thread(self, connection: PageConnection, packet: Json) -> None:
        starter = None if packet.get("message_id") is None else self._message(connection, packet)
        name = _text(packet, "name").strip()
        check_thread({"name": name}, at_message=True)
        channel = self._channel(connection, packet)
        private = packet.get("private") is True
        if private and starter is not None:
            raise InvalidUse("a thread at a message is for everybody")
        if starter is not None and starter.ephemeral:
            raise InvalidUse("nobody else sees this message")
        needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
        if channel.in_guild and needed & ~self._world.permissions(connection.user, channel):
            raise InvalidUse("you may not begin threads here")
        thread = self._channels.begin_thread(channel, connection.user, name, starter, private=private)
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
        if not is_offered_in(command, channel, users_own=self._world.is_users_own(channel)):
            raise InvalidUse(f"/{command['name']} is not offered here")
        if channel.in_guild and Permission.USE_APPLICATION_COMMANDS not in self._permissions(connection, channel):
            raise InvalidUse("you may not use commands here")
        self._require_unlocked(connection.user, channel)
        complete = type is InteractionType.COMMAND
        data = self._invocations.command(connection.user, channel, command, packet.get("options"), complete=complete)
        self._interactions.open(type, connection.user, channel, data, self._tell(connection, packet))

    def _component(self, connection: PageConnection, packet: Json) -> None:
        message = self._message(connection, packet)
        values = packet.get("values")
        if values is not None and not (isinstance(values, list) and all(isinstance(value, str) for value in values)):
            raise InvalidUse("values must be a list of texts")
        data = self._invocations.component(connection.user, message, _text(packet, "custom_id"), values)
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
                self._show(connection.user, gone)
                return
        raise InvalidUse("only a message that you alone see can be dismissed")

    def _read(self, connection: PageConnection, packet: Json) -> None:
        channel = self._channel(connection, packet)
        number = _number(packet, "message_id")
        self._unread.read(connection.user, channel, number)
        read = {"type": "read", "channel_id": str(channel.id), "message_id": str(number)}
        self._show(connection.user, read)

    def _require_to_write(self, user: User, channel: Channel) -> None:
        """Raise InvalidUse where a client has no field to write in."""
        self._require_unlocked(user, channel)
        sending = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        if channel.in_guild and sending not in self._world.permissions(user, channel):
            raise InvalidUse("you may not write here")

    def _require_unlocked(self, user: User, channel: Channel) -> None:
        if channel.locked and Permission.MANAGE_THREADS not in self._world.permissions(user, channel):
            raise InvalidUse("this thread is locked: only moderators write in it")

    def _permissions(self, connection: PageConnection, channel: Channel) -> Permission:
        return self._world.permissions(connection.user, channel)

    def _tell(self, connection: PageConnection, packet: Json) -> Tell:
        """Return what tells this page, by the nonce of its packet, how the bot answered."""
        nonce = packet.get("nonce")

        def tell(answer: Json) -> None:
            connection.send(answer | {"nonce": nonce})

        return tell

    def _channel(self, connection: PageConnection, packet: Json) -> Channel:
        channel = self._world.channels.get(_number(packet, "channel_id"))
        if channel is None or not self._world.sees(connection.user, channel):
            raise InvalidUse("there is no such channel")
        return channel

    def _message(self, connection: PageConnection, packet: Json) -> Message:
        channel = self._channel(connection, packet)
        message = self._world.message(channel.id, _number(packet, "message_id"))
        if message is None or not message.visible_to(connection.user):
            raise InvalidUse("this message is not there any more")
        return message


def _refuse(connection: PageConnection, reason: str, nonce: Any) -> None:
    packet = {"type": "error", "reason": reason}
    connection.send(packet if nonce is None else packet | {"nonce": nonce})


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
