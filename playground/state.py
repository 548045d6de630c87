"""What there is in the playground: people, one guild, its channels, messages and files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from playground.people import ANA_ID, User
from playground.wire import (
    MEMBER_PERMISSIONS,
    NO_FLAGS,
    ChannelType,
    Context,
    Json,
    MessageFlag,
    MessageType,
    Permission,
)

# These ids stay the same from run to run, so that what a bot has stored about them goes on being true.
APPLICATION_ID = 1_090_000_000_000_000_001
GUILD_ID = 1_090_000_000_000_000_100
PATIENCE_ID = 1_090_000_000_000_000_101
LOBBY_ID = 1_090_000_000_000_000_102
FRIENDS_ID = 1_090_000_000_000_000_301
_DM_OFFSET = 1_000  # a person's private channel is numbered after the person


@dataclass(frozen=True, slots=True)
class Channel:
    """A text channel of the guild, a thread under one, or a private channel of its `recipients`.

    A private one is between one person and the bot, or a group of people where the bot is not.
    """

    id: int
    type: ChannelType
    name: str = ""
    position: int = 0
    recipients: tuple[User, ...] = ()
    parent_id: int | None = None  # the channel that a thread stands under
    owner: User | None = None  # who began the thread
    archived: bool = False
    locked: bool = False  # nobody but moderators writes in it or takes it out of the archive
    invitable: bool = True  # whether others than moderators and its owner add people to a private thread
    archived_after: int = 1440  # minutes after which clients show it no more
    archive_changed_at: datetime | None = None  # when it was last begun, archived or taken out of the archive

    @property
    def context(self) -> Context:
        """What kind of place it is for an interaction."""
        if self.type is ChannelType.DM:
            return Context.BOT_DM
        return Context.PRIVATE_CHANNEL if self.type is ChannelType.GROUP_DM else Context.GUILD

    @property
    def in_guild(self) -> bool:
        """Whether it is the guild's, and no private one."""
        return self.context is Context.GUILD

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread."""
        return self.type in (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)

    @property
    def is_private_thread(self) -> bool:
        """Whether it is a thread that its members alone see, and moderators."""
        return self.type is ChannelType.PRIVATE_THREAD


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
    called: tuple[User, ...] = ()  # those it mentioned when it was new: an edit calls nobody
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

    def __init__(self, people: Sequence[User]) -> None:
        self.bot = User(APPLICATION_ID, "playground-bot", None, bot=True)
        self.people = tuple(people)
        self.users = {user.id: user for user in (*self.people, self.bot)}
        self.guild = Guild(GUILD_ID, "Playground", ANA_ID)
        self.members = dict(self.users)  # those who are in the guild
        self.thread_members: dict[int, dict[int, datetime]] = {}  # by thread: who has joined it, and when
        self.closed_to_bot: set[int] = set()  # people who take no private messages
        channels = (
            Channel(PATIENCE_ID, ChannelType.TEXT, "patience", 0),
            Channel(LOBBY_ID, ChannelType.TEXT, "lobby", 1),
            *(
                Channel(person.id + _DM_OFFSET, ChannelType.DM, self.bot.username, recipients=(person,))
                for person in self.people
            ),
            Channel(FRIENDS_ID, ChannelType.GROUP_DM, "friends", recipients=self.people),
        )
        self.channels = {channel.id: channel for channel in channels}
        self.files: dict[int, Attachment] = {}
        self._messages: dict[int, dict[int, Message]] = {}
        self._bot_permissions: dict[int, Permission] = {}
        self._member_permissions: dict[int, Permission] = {}

    def guild_channels(self) -> list[Channel]:
        """Return the guild's channels in their order, without threads."""
        return [channel for channel in self.channels.values() if channel.type is ChannelType.TEXT]

    def threads(self) -> list[Channel]:
        """Return the threads, oldest first."""
        return [channel for channel in self.channels.values() if channel.is_thread]

    @property
    def bot_in_guild(self) -> bool:
        """Whether the bot is in the guild; where it is not, it is there by people's own installations alone."""
        return self.bot.id in self.members

    def is_users_own(self, channel: Channel) -> bool:
        """Whether the bot is in a place by people's own installations alone."""
        if channel.in_guild:
            return not self.bot_in_guild
        return channel.context is Context.PRIVATE_CHANNEL

    def forces_ephemeral(self, user: User, channel: Channel) -> bool:
        """Whether answers are for somebody's eyes alone: the bot is their own, and they may not use it openly."""
        sending = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        needed = Permission.USE_EXTERNAL_APPS | sending
        return channel.in_guild and self.is_users_own(channel) and bool(needed & ~self.permissions(user, channel))

    def sees(self, user: User, channel: Channel) -> bool:
        """Whether a channel is a person's or the bot's to see."""
        if not channel.in_guild:
            return channel.type is ChannelType.DM if user == self.bot else user in channel.recipients
        permissions = self.permissions(user, channel)
        if user.id not in self.members or Permission.VIEW_CHANNEL not in permissions:
            return False
        if channel.is_private_thread and Permission.MANAGE_THREADS not in permissions:
            return user.id in self.thread_members.get(channel.id, {})
        return True

    def channels_of(self, user: User) -> list[Channel]:
        """Return the channels that `user` sees: the guild's with their threads below each, and private ones."""
        threads = self.threads()
        ordered: list[Channel] = []
        for channel in self.channels.values():
            if not channel.is_thread:
                ordered += [channel, *(thread for thread in threads if thread.parent_id == channel.id)]
        return [channel for channel in ordered if self.sees(user, channel)]

    def private_channel(self, user: User) -> Channel:
        """Return the private channel between the bot and a person."""
        return self.channels[user.id + _DM_OFFSET]

    def person(self, name: str) -> User | None:
        """Return the person of this name, or None."""
        return next((person for person in self.people if person.global_name == name), None)

    def permissions(self, user: User, channel: Channel) -> Permission:
        """Return what somebody may do in a channel; in a thread, what they may in the channel above."""
        given = self._bot_permissions if user == self.bot else self._member_permissions
        usual = MEMBER_PERMISSIONS
        if channel.in_guild and user.id == self.guild.owner_id:
            usual |= Permission.MANAGE_GUILD
        return given.get(channel.parent_id or channel.id, usual)

    def bot_permissions(self, channel: Channel) -> Permission:
        """Return what the bot may do in a channel."""
        return self.permissions(self.bot, channel)

    def set_bot_permissions(self, channel: Channel, permissions: Permission) -> None:
        """Let the bot do this in a channel, and nothing else."""
        self._bot_permissions[channel.id] = permissions

    def set_member_permissions(self, channel: Channel, permissions: Permission) -> None:
        """Let people do this in a channel, and nothing else."""
        self._member_permissions[channel.id] = permissions

    def remove_channel(self, channel: Channel) -> list[Message]:
        """Drop a channel, and return the messages that went with it."""
        self.channels.pop(channel.id, None)
        self.thread_members.pop(channel.id, None)
        return list(self._messages.pop(channel.id, {}).values())

    def put(self, message: Message) -> None:
        """Keep a message, new or in place of what it was, and the files on it."""
        self._messages.setdefault(message.channel.id, {})[message.id] = message
        self.files.update((attachment.id, attachment) for attachment in message.attachments)

    def remove(self, message: Message) -> None:
        """Drop a message; its files stay until they are dropped."""
        self._messages.get(message.channel.id, {}).pop(message.id, None)

    def drop_files(self, attachments: Iterable[Attachment]) -> None:
        """Forget files that no message shows any more."""
        for attachment in attachments:
            self.files.pop(attachment.id, None)

    def message(self, channel_id: int, message_id: int) -> Message | None:
        """Return a message of a channel, ephemeral ones too; None if there is none such."""
        return self._messages.get(channel_id, {}).get(message_id)

    def find_message(self, message_id: int) -> Message | None:
        """Return a message of whichever channel; None if there is none such."""
        return next((messages[message_id] for messages in self._messages.values() if message_id in messages), None)

    def messages(self, channel_id: int) -> list[Message]:
        """Return a channel's messages that are not ephemeral, oldest first."""
        return [message for message in self._messages.get(channel_id, {}).values() if not message.ephemeral]
