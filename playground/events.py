"""What happened, told to whoever listens: the gateway to bots, the sockets to pages."""

from collections.abc import Callable
from dataclasses import dataclass

from playground.people import User
from playground.state import Channel, Message
from playground.wire import Json


@dataclass(frozen=True, slots=True)
class MessageCreated:
    """A message was posted."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageEdited:
    """A message was changed."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    """A message is gone."""

    message: Message


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    """A channel or thread of a guild is not as it was; `unarchived` if it has come out of the archive."""

    channel: Channel
    unarchived: bool = False


@dataclass(frozen=True, slots=True)
class ThreadCreated:
    """Somebody has begun a thread."""

    thread: Channel


@dataclass(frozen=True, slots=True)
class ThreadMembersChanged:
    """People or the bot have joined a thread or left it; `begun` if it is because it has just begun."""

    thread: Channel
    added: tuple[User, ...] = ()
    removed: tuple[User, ...] = ()
    begun: bool = False


@dataclass(frozen=True, slots=True)
class ChannelDeleted:
    """A channel or thread of a guild is about to go, with all its messages."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """Somebody has come into a guild."""

    user: User
    guild_id: int


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """Somebody has left a guild."""

    user: User
    guild_id: int


@dataclass(frozen=True, slots=True)
class PermissionsChanged:
    """People may do other things somewhere than before."""


@dataclass(frozen=True, slots=True)
class BotMembership:
    """The bot has come into a guild or was taken out of it."""

    guild_id: int
    in_guild: bool


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    """The bot's commands are now these."""

    commands: list[Json]


@dataclass(frozen=True, slots=True)
class BotPresence:
    """The bot has come online or gone."""

    online: bool


Event = (
    MessageCreated
    | MessageEdited
    | MessageDeleted
    | ThreadCreated
    | ThreadMembersChanged
    | ChannelChanged
    | ChannelDeleted
    | MemberJoined
    | MemberLeft
    | PermissionsChanged
    | BotMembership
    | CommandsChanged
    | BotPresence
)
Listener = Callable[[Event], None]


class Announcer:
    """Passes every event to every listener, in the order in which they subscribed."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` with every event from now on."""
        self._listeners.append(listener)

    def announce(self, event: Event) -> None:
        """Tell everybody."""
        for listener in self._listeners:
            listener(event)
