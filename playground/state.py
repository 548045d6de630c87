"""What there is in the playground: people, guilds, their channels, messages and files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from playground.errors import PlaygroundError
from playground.people import User
from playground.wire import (
    MEMBER_PERMISSIONS,
    NO_FLAGS,
    NO_PERMISSION,
    OWNER_PERMISSIONS,
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
GUILD_NAMES = ("Playground", "Garden", "Harbour", "Library", "Market")
# Apart by what shards go by, so that two shards share the guilds out between them.
GUILD_IDS = tuple(GUILD_ID + (number << 22) for number in range(len(GUILD_NAMES)))
"""The ids of all the guilds there can be; which there are, are the first so many of them."""
PATIENCE_ID = GUILD_ID + 1
LOBBY_ID = GUILD_ID + 2
FRIENDS_ID = 1_090_000_000_000_000_301
_DM_OFFSET = 1_000  # a person's private channel is numbered after the person


@dataclass(frozen=True, slots=True)
class Channel:
    """A text channel of a guild, a thread under one, or a private channel of its `recipients`.

    A private one is between one person and the bot, or a group of people where the bot is not.
    """

    id: int
    type: ChannelType
    guild_id: int | None = None  # None for a private channel
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
        """Whether it is a guild's, and no private one."""
        return self.guild_id is not None

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
    """A server of the playground."""

    id: int
    name: str
    owner_id: int

    def channels(self) -> tuple[Channel, ...]:
        """Return the channels that it has from the beginning."""
        names = ("patience", "lobby")
        return tuple(
            Channel(self.id + 1 + position, ChannelType.TEXT, self.id, name, position)
            for position, name in enumerate(names)
        )


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

    def __init__(self, people: Sequence[User], guilds: int = 1) -> None:
        self.bot = User(APPLICATION_ID, "playground-bot", None, bot=True)
        self.people = tuple(people)
        self.users = {user.id: user for user in (*self.people, self.bot)}
        self.guilds = {guild.id: guild for guild in _first_guilds(guilds, self.people)}
        self.members = {guild_id: dict(self.users) for guild_id in self.guilds}  # by guild: those who are in it
        self.thread_members: dict[int, dict[int, datetime]] = {}  # by thread: who has joined it, and when
        self.closed_to_bot: set[int] = set()  # people who take no private messages
        channels = (
            *(channel for guild in self.guilds.values() for channel in guild.channels()),
            *(
                Channel(person.id + _DM_OFFSET, ChannelType.DM, name=self.bot.username, recipients=(person,))
                for person in self.people
            ),
            Channel(FRIENDS_ID, ChannelType.GROUP_DM, name="friends", recipients=self.people),
        )
        self.channels = {channel.id: channel for channel in channels}
        self.files: dict[int, Attachment] = {}
        self._messages: dict[int, dict[int, Message]] = {}
        self._bot_permissions: dict[int, Permission] = {}
        self._member_permissions: dict[int, Permission] = {}
        self._given_to_one: dict[tuple[int, int], Permission] = {}  # by person, and channel or guild

    def guild_channels(self, guild_id: int | None = None) -> list[Channel]:
        """Return the channels of a guild, or of all, in their order, without threads."""
        wanted = self.guilds if guild_id is None else (guild_id,)
        return [one for one in self.channels.values() if one.type is ChannelType.TEXT and one.guild_id in wanted]

    def threads(self, guild_id: int | None = None) -> list[Channel]:
        """Return the threads of a guild, or of all, oldest first."""
        wanted = self.guilds if guild_id is None else (guild_id,)
        return [one for one in self.channels.values() if one.is_thread and one.guild_id in wanted]

    def guilds_of(self, user: User) -> list[Guild]:
        """Return the guilds that somebody is in."""
        return [guild for guild in self.guilds.values() if user.id in self.members[guild.id]]

    def is_member(self, user: User, channel: Channel) -> bool:
        """Whether somebody is in the guild that a channel belongs to."""
        return channel.guild_id is not None and user.id in self.members[channel.guild_id]

    def bot_is_in(self, guild_id: int) -> bool:
        """Whether the bot is in a guild; where it is not, it is there by people's own installations alone."""
        return self.bot.id in self.members[guild_id]

    def is_users_own(self, channel: Channel) -> bool:
        """Whether the bot is in a place by people's own installations alone."""
        if channel.in_guild:
            return not self.is_member(self.bot, channel)
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
        if not self.is_member(user, channel) or Permission.VIEW_CHANNEL not in permissions:
            return False
        if channel.is_private_thread and Permission.MANAGE_THREADS not in permissions:
            return user.id in self.thread_members.get(channel.id, {})
        return True

    def channels_of(self, user: User) -> list[Channel]:
        """Return the channels that `user` sees: the guilds' with their threads below each, and private ones."""
        threads = self.threads()
        ordered: list[Channel] = []
        for channel in self.channels.values():
            if not channel.is_thread:
                ordered += [channel, *(thread for thread in threads if thread.parent_id == channel.id)]
        return [channel for channel in ordered if self.sees(user, channel)]

    def private_channel(self, user: User) -> Channel:
        """Return the private channel between the bot and a person."""
        return self.channels[user.id + _DM_OFFSET]

    def address_of(self, channel: Channel) -> str:
        """Return what a channel is called among all: `patience` in the first guild, in another `Garden/patience`."""
        if channel.guild_id is None or channel.guild_id == GUILD_ID:
            return channel.name
        return f"{self.guilds[channel.guild_id].name}/{channel.name}"

    def person(self, name: str) -> User | None:
        """Return the person of this name, or None."""
        return next((person for person in self.people if person.global_name == name), None)

    def permissions(self, user: User, channel: Channel) -> Permission:
        """Return what somebody may do in a channel; in a thread, what they may in the channel above."""
        place = channel.parent_id or channel.id
        if channel.guild_id is None:
            return MEMBER_PERMISSIONS
        if user == self.bot:
            return self._bot_permissions.get(place, MEMBER_PERMISSIONS)
        owns = user.id == self.guilds[channel.guild_id].owner_id
        permissions = self._member_permissions.get(place, OWNER_PERMISSIONS if owns else MEMBER_PERMISSIONS)
        for given_in in (place, channel.guild_id):
            permissions |= self._given_to_one.get((user.id, given_in), NO_PERMISSION)
        return permissions

    def bot_permissions(self, channel: Channel) -> Permission:
        """Return what the bot may do in a channel."""
        return self.permissions(self.bot, channel)

    def set_bot_permissions(self, channel: Channel, permissions: Permission) -> None:
        """Let the bot do this in a channel, and nothing else."""
        self._bot_permissions[channel.id] = permissions

    def set_member_permissions(self, channel: Channel, permissions: Permission) -> None:
        """Let people do this in a channel, and nothing else."""
        self._member_permissions[channel.id] = permissions

    def give_permissions(self, user: User, place_id: int, permissions: Permission) -> None:
        """Let one person do this in a channel or guild beside what people may there."""
        self._given_to_one[user.id, place_id] = permissions

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


def _first_guilds(number: int, people: Sequence[User]) -> tuple[Guild, ...]:
    """Return so many guilds, owned by the people in turn. Raises PlaygroundError unless there are 1 to 5."""
    if not 1 <= number <= len(GUILD_IDS):
        raise PlaygroundError(f"There can be 1 to {len(GUILD_IDS)} guilds in the playground, not {number}.")
    named = zip(GUILD_IDS, GUILD_NAMES, strict=True)
    return tuple(
        Guild(guild_id, name, people[index % len(people)].id)
        for index, (guild_id, name) in enumerate(named)
        if index < number
    )
