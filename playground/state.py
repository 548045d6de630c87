"""What there is in the playground: people, one guild, its channels, messages and files."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from playground.wire import MEMBER_PERMISSIONS, NO_FLAGS, ChannelType, Json, MessageFlag, MessageType, Permission

# These ids stay the same from run to run, so that what a bot has stored about them goes on being true.
APPLICATION_ID = 1_090_000_000_000_000_001
GUILD_ID = 1_090_000_000_000_000_100
PATIENCE_ID = 1_090_000_000_000_000_101
LOBBY_ID = 1_090_000_000_000_000_102
ANA_ID = 1_090_000_000_000_000_201
BORIS_ID = 1_090_000_000_000_000_202
_DM_OFFSET = 1_000  # a person's private channel is numbered after the person


@dataclass(frozen=True, slots=True)
class User:
    """A person or the bot."""

    id: int
    username: str
    global_name: str | None = None
    bot: bool = False
    locale: str = "en-US"


@dataclass(frozen=True, slots=True)
class Channel:
    """A text channel of the guild, or a private one between the bot and `recipient`."""

    id: int
    type: ChannelType
    name: str = ""
    position: int = 0
    recipient: User | None = None


@dataclass(frozen=True, slots=True)
class Guild:
    """The one server of the playground."""

    id: int
    name: str
    owner_id: int


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message. `width` and `height` are pixels, for pictures whose header gives them."""

    id: int
    channel_id: int
    filename: str
    data: bytes
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """The interaction that a message answers."""

    id: int
    type: int
    user: User
    command: str | None = None  # its name, if a command was used
    source_id: int | None = None  # the message whose component was used
    trigger: "Origin | None" = None  # what opened the form that was sent


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it is now; an edit puts another value in its place."""

    id: int
    channel: Channel
    author: User
    created_at: datetime
    type: MessageType = MessageType.DEFAULT
    content: str = ""
    edited_at: datetime | None = None
    attachments: tuple[Attachment, ...] = ()
    embeds: tuple[Json, ...] = ()
    components: tuple[Json, ...] = ()
    mentions: tuple[User, ...] = ()
    flags: MessageFlag = NO_FLAGS
    nonce: str | int | None = None
    reply_to: int | None = None
    origin: Origin | None = None
    dismissed: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether only the person it answers sees it."""
        return MessageFlag.EPHEMERAL in self.flags

    def visible_to(self, user: User) -> bool:
        """Whether `user` may see it, as far as the channel is theirs to see."""
        return not self.ephemeral or (self.origin is not None and self.origin.user == user)

    @property
    def loading(self) -> bool:
        """Whether it is a deferred answer still without its text ("thinking")."""
        return MessageFlag.LOADING in self.flags


class World:
    """Everything that exists, found by id. It holds; who changes it also tells whom it concerns."""

    def __init__(self) -> None:
        self.bot = User(APPLICATION_ID, "playground-bot", None, bot=True)
        self.people = (User(ANA_ID, "ana", "Ana"), User(BORIS_ID, "boris", "Boris"))
        self.users = {user.id: user for user in (*self.people, self.bot)}
        self.guild = Guild(GUILD_ID, "Playground", ANA_ID)
        self.channels = {
            PATIENCE_ID: Channel(PATIENCE_ID, ChannelType.TEXT, "patience", 0),
            LOBBY_ID: Channel(LOBBY_ID, ChannelType.TEXT, "lobby", 1),
        }
        self.files: dict[int, Attachment] = {}
        self._messages: dict[int, dict[int, Message]] = {}
        self._bot_permissions: dict[int, Permission] = {}

    def guild_channels(self) -> list[Channel]:
        """Return the guild's channels in their order."""
        return [channel for channel in self.channels.values() if channel.type is not ChannelType.DM]

    def channels_of(self, user: User) -> list[Channel]:
        """Return the channels that `user` sees: the guild's, and an opened private one."""
        return [channel for channel in self.channels.values() if channel.recipient in (None, user)]

    def private_channel(self, user: User) -> Channel:
        """Return the private channel between the bot and `user`, opened if it was not."""
        channel = Channel(user.id + _DM_OFFSET, ChannelType.DM, self.bot.username, 0, user)
        return self.channels.setdefault(channel.id, channel)

    def bot_permissions(self, channel: Channel) -> Permission:
        """Return what the bot may do in a channel."""
        return self._bot_permissions.get(channel.id, MEMBER_PERMISSIONS)

    def set_bot_permissions(self, channel: Channel, permissions: Permission) -> None:
        """Let the bot do this in a channel, and nothing else."""
        self._bot_permissions[channel.id] = permissions

    def put(self, message: Message) -> None:
        """Keep a message, new or in place of what it was, and the files on it."""
        self._messages.setdefault(message.channel.id, {})[message.id] = message
        self.files.update((attachment.id, attachment) for attachment in message.attachments)

    def remove(self, message: Message) -> None:
        """Drop a message; its files stay until they are dropped."""
        self._messages[message.channel.id].pop(message.id, None)

    def drop_files(self, attachments: Iterable[Attachment]) -> None:
        """Forget files that no message shows any more."""
        for attachment in attachments:
            self.files.pop(attachment.id, None)

    def message(self, channel_id: int, message_id: int) -> Message | None:
        """Return a message of a channel, ephemeral ones too; None if there is none such."""
        return self._messages.get(channel_id, {}).get(message_id)

    def messages(self, channel_id: int) -> list[Message]:
        """Return a channel's messages that are not ephemeral, oldest first."""
        return [message for message in self._messages.get(channel_id, {}).values() if not message.ephemeral]
