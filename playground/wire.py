"""The numbers and shapes that go over the wire, named as Discord's documentation names them."""

import json
from enum import IntEnum, IntFlag
from typing import Any

# A JSON object as it is sent or was received. What it holds is checked where it is read.
Json = dict[str, Any]


# Nothing that Discord knows is nested nearly so deep, and code that walks through values by recursion bears it.
_MOST_LEVELS = 64


def encode(value: object) -> str:
    """Return compact JSON text. Raises ValueError for numbers that JSON does not have."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def decode(text: str | bytes) -> Any:
    """Return the value of JSON text from outside, as UTF-8 if it is bytes.

    Raises ValueError for anything that is not JSON, and for what Python reads all the same but what nobody could be
    told afterwards: half a surrogate pair, NaN and infinities, nesting without end.
    """
    try:
        value = json.loads(text.decode() if isinstance(text, bytes) else text)
        deep = _is_deep(value)
        if not deep:
            encode(value).encode()
    except RecursionError:
        deep = True
    except UnicodeError:
        raise ValueError("send whole Unicode characters, not halves of surrogate pairs or other bytes") from None
    if deep:
        raise ValueError(f"send JSON of at most {_MOST_LEVELS} levels")
    return value


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(_MOST_LEVELS):
        lists = (list(outer.values()) if isinstance(outer, dict) else outer for outer in level)
        level = [inner for items in lists if isinstance(items, list) for inner in items]
        if not level:
            return False
    return True


class InteractionType(IntEnum):
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackType(IntEnum):
    """How a bot answers an interaction."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class OptionType(IntEnum):
    """Types of a command's options."""

    SUBCOMMAND = 1
    SUBCOMMAND_GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


class ComponentType(IntEnum):
    """Types of components that messages and modals hold."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18


SELECTS = frozenset(
    {
        ComponentType.STRING_SELECT,
        ComponentType.USER_SELECT,
        ComponentType.ROLE_SELECT,
        ComponentType.MENTIONABLE_SELECT,
        ComponentType.CHANNEL_SELECT,
    }
)


class ButtonStyle(IntEnum):
    """Button styles that differ in what the button must carry."""

    LINK = 5
    PREMIUM = 6


class ChannelType(IntEnum):
    """Kinds of channels that the playground has."""

    TEXT = 0
    DM = 1
    GROUP_DM = 3
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class Context(IntEnum):
    """Kinds of places where an interaction happens."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE_CHANNEL = 2


class Installation(IntEnum):
    """To whom an application belongs: to a guild, or to a person who takes it everywhere."""

    GUILD = 0
    USER = 1


class MessageType(IntEnum):
    """Kinds of messages that the playground makes."""

    DEFAULT = 0
    REPLY = 19
    COMMAND = 20


class MessageFlag(IntFlag):
    """Bits of a message's `flags`."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


NO_FLAGS = MessageFlag(0)


class Intent(IntFlag):
    """Groups of gateway events that a bot asks for."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


NO_INTENT = Intent(0)


class Op(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11
    SOUNDBOARD = 31


class CloseCode(IntEnum):
    """Codes the gateway closes a socket with."""

    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQUENCE = 4007
    INVALID_SHARD = 4010
    INVALID_INTENTS = 4013


class Permission(IntFlag):
    """Permissions that the playground's members and its bot have."""

    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50


NO_PERMISSION = Permission(0)
# What everybody may do, and the bot too where it is not set otherwise.
MEMBER_PERMISSIONS = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)

# What whoever owns a guild may do in it: everything.
OWNER_PERMISSIONS = (
    MEMBER_PERMISSIONS
    | Permission.MANAGE_CHANNELS
    | Permission.MANAGE_GUILD
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
)

GREATEST = 2**53 - 1  # of numbers that options have, above and below zero
ATTACHMENT_SIZE_LIMIT = 10 * 1024 * 1024
