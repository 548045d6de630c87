"""Posting, editing and deleting messages, so that everybody concerned hears of it."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from playground.bodies import Body
from playground.channels import Channels
from playground.checks.messages import check_message
from playground.clock import Clock
from playground.components import completed
from playground.errors import empty_message, unknown_channel
from playground.events import Announcer, MessageCreated, MessageDeleted, MessageEdited
from playground.files import attachments_after
from playground.people import User
from playground.snowflakes import SnowflakeMint, moment_of
from playground.state import Attachment, Channel, Message, Origin, World
from playground.wire import NO_FLAGS, Json, MessageFlag, MessageType

# Pages may still be loading a picture when an edit replaces it.
_FILES_LINGER_SECONDS = 60.0
# Discord says "the past few minutes".
_NONCES_HOLD_SECONDS = 180.0
_MENTION = re.compile(r"<@!?([0-9]{1,20})>")
_FLAGS_OF_A_NEW_MESSAGE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2


class Messages:
    """The only way in which messages come, change and go."""

    def __init__(
        self, world: World, clock: Clock, mint: SnowflakeMint, announcer: Announcer, channels: Channels
    ) -> None:
        self._world = world
        self._channels = channels
        self._clock = clock
        self._mint = mint
        self._announcer = announcer

    def post(
        self,
        channel: Channel,
        author: User,
        body: Body,
        *,
        origin: Origin | None = None,
        ephemeral: bool = False,
    ) -> Message:
        """Post what `body` says and return it; `origin` is the interaction that it answers.

        With `ephemeral` it is for the eyes of that one person, whatever `body` says.

        Raises ApiError 404/10003 if the channel is gone, 400/50035 for wrong fields, 400/50006 if there would be
        nothing to see, and 403/50083 in a locked thread. A thread comes out of the archive by it, and whoever writes
        by their own account joins it with those they call.
        """
        self._require_channel(channel)
        check_message(body)
        if body.fields.get("enforce_nonce") and (known := self._of_nonce(channel, author, body.fields.get("nonce"))):
            return known
        blank = self._blank(channel, author, origin)
        message = self._with_body(blank, body)
        if _shows_nothing(message):
            raise empty_message()
        allowed = _FLAGS_OF_A_NEW_MESSAGE if origin is None else _FLAGS_OF_A_NEW_MESSAGE | MessageFlag.EPHEMERAL
        flags = _flags(body) & allowed | (MessageFlag.EPHEMERAL if ephemeral else NO_FLAGS)
        reply_to = _reply_target(body)
        type_ = MessageType.REPLY if reply_to is not None else blank.type
        message = replace(
            message,
            flags=flags,
            reply_to=reply_to,
            type=type_,
            nonce=body.fields.get("nonce"),
            called=message.mentions,
        )
        if not message.ephemeral:
            self._channels.open_to_write(channel, author)
        self._announce_new(message)
        if origin is None:
            self._channels.written(message)
        return message

    def post_loading(self, channel: Channel, author: User, origin: Origin, extra_flags: MessageFlag) -> Message:
        """Post the "thinking" message of a deferred answer, which its first edit fills.

        Raises ApiError 404/10003 if the channel is gone, and 403/50083 in a locked thread.
        """
        self._require_channel(channel)
        blank = self._blank(channel, author, origin)
        if MessageFlag.EPHEMERAL not in extra_flags:
            self._channels.open_to_write(channel, author)
        return self._announce_new(replace(blank, flags=extra_flags | MessageFlag.LOADING))

    def edit(self, message: Message, body: Body) -> Message:
        """Change the fields that `body` gives and return the message as it is then.

        Raises ApiError as `post` does, and 400/50083 in an archived thread; the message is then left as it was.
        """
        check_message(body, message)
        edited = self._with_body(message, body)
        if _shows_nothing(edited):
            raise empty_message()
        if not message.ephemeral:
            self._channels.require_open(message.channel, message.author)
        flags = message.flags & ~(MessageFlag.LOADING | MessageFlag.SUPPRESS_EMBEDS)
        flags |= _flags(body) & (MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2)
        if "flags" not in body.fields:
            flags |= message.flags & MessageFlag.SUPPRESS_EMBEDS
        # Filling a deferred answer is not shown as an edit.
        edited_at = None if message.loading else datetime.fromtimestamp(self._clock.now(), UTC)
        edited = replace(edited, flags=flags, edited_at=edited_at)
        self._world.put(edited)
        kept = {attachment.id for attachment in edited.attachments}
        self._retire(attachment for attachment in message.attachments if attachment.id not in kept)
        self._announcer.announce(MessageEdited(edited))
        return edited

    def delete(self, message: Message) -> None:
        """Take a message away."""
        self._world.remove(message)
        self._retire(message.attachments)
        self._announcer.announce(MessageDeleted(message))

    def dismiss(self, message: Message) -> None:
        """Take an ephemeral message out of its reader's sight; the bot hears nothing of it."""
        self._world.put(replace(message, dismissed=True))

    def _of_nonce(self, channel: Channel, author: User, nonce: str | int | None) -> Message | None:
        """Return what the author has posted in the channel with this nonce in the past few minutes."""
        for message in self._world.messages(channel.id):
            lately = self._clock.now() - message.created_at.timestamp() <= _NONCES_HOLD_SECONDS
            if nonce is not None and message.author == author and message.nonce == nonce and lately:
                return message
        return None

    def _require_channel(self, channel: Channel) -> None:
        if channel.id not in self._world.channels:
            raise unknown_channel()

    def _blank(self, channel: Channel, author: User, origin: Origin | None) -> Message:
        message_id = self._mint.next()
        type_ = MessageType.COMMAND if origin is not None and origin.command else MessageType.DEFAULT
        return Message(message_id, channel, author, moment_of(message_id), type_, origin=origin)

    def _announce_new(self, message: Message) -> Message:
        self._world.put(message)
        self._announcer.announce(MessageCreated(message))
        return message

    def _with_body(self, message: Message, body: Body) -> Message:
        fields = body.fields
        content = (fields["content"] or "") if "content" in fields else message.content
        attachments = attachments_after(
            message.attachments, fields.get("attachments"), body.uploads, message.channel.id, self._mint.next
        )
        return replace(
            message,
            content=content,
            mentions=self._mentioned(content, fields) if "content" in fields else message.mentions,
            embeds=_given(fields, "embeds", message.embeds),
            components=completed(_given(fields, "components", message.components)),
            attachments=tuple(attachments),
        )

    def _mentioned(self, content: str, fields: Json) -> tuple[User, ...]:
        named = dict.fromkeys(int(number) for number in _MENTION.findall(content))
        allowed = fields.get("allowed_mentions")
        if allowed is not None and "users" not in (allowed.get("parse") or ()):
            listed = {int(number) for number in allowed.get("users") or ()}
            named = {number: None for number in named if number in listed}
        return tuple(self._world.users[number] for number in named if number in self._world.users)

    def _retire(self, attachments: Iterable[Attachment]) -> None:
        gone = list(attachments)
        if gone:
            self._clock.call_later(_FILES_LINGER_SECONDS, lambda: self._world.drop_files(gone))


def _flags(body: Body) -> MessageFlag:
    return MessageFlag(body.fields.get("flags") or 0)


def _given(fields: Json, name: str, otherwise: tuple[Json, ...]) -> tuple[Json, ...]:
    return tuple(fields[name] or ()) if name in fields else otherwise


def _reply_target(body: Body) -> int | None:
    reference = body.fields.get("message_reference") or {}
    return int(reference["message_id"]) if "message_id" in reference else None


def _shows_nothing(message: Message) -> bool:
    # Rows of buttons alone do not make a message; components v2 do, and checks see to it that they say so.
    if message.content or message.embeds or message.attachments:
        return False
    return not any(component["type"] != 1 for component in message.components)
