"""Threads begun, joined and changed, channels deleted: so that everybody concerned hears of it."""

from collections.abc import Iterable
from dataclasses import replace

from playground.errors import (
    not_in_this_channel,
    thread_archived,
    thread_exists,
    thread_locked,
    unknown_channel,
)
from playground.events import (
    Announcer,
    ChannelChanged,
    ChannelDeleted,
    MessageEdited,
    ThreadCreated,
    ThreadMembersChanged,
)
from playground.people import User
from playground.snowflakes import SnowflakeMint, moment_of
from playground.state import Channel, Message, World
from playground.wire import ChannelType, Permission

USUAL_MINUTES = 1440  # after which clients show a thread no more, if nothing is said there


class Channels:
    """The only way in which channels come, change and go."""

    def __init__(self, world: World, mint: SnowflakeMint, announcer: Announcer) -> None:
        self._world = world
        self._mint = mint
        self._announcer = announcer

    def begin_thread(
        self,
        parent: Channel,
        owner: User,
        name: str,
        starter: Message | None = None,
        *,
        private: bool = False,
        invitable: bool = True,
        archived_after: int = USUAL_MINUTES,
    ) -> Channel:
        """Begin a thread under a channel of a guild, at one of its messages if `starter` is given.

        Raises ApiError 400/50024 where there are no threads, and 400/160004 if the message has one.
        """
        if parent.type is not ChannelType.TEXT:
            raise not_in_this_channel()
        number = self._mint.next() if starter is None else starter.id
        if number in self._world.channels:
            raise thread_exists()
        thread = Channel(
            number,
            ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD,
            parent.guild_id,
            name,
            parent_id=parent.id,
            owner=owner,
            invitable=invitable,
            archived_after=archived_after,
            archive_changed_at=moment_of(self._mint.next()),
        )
        self._world.channels[number] = thread
        self._world.thread_members[number] = {owner.id: moment_of(self._mint.next())}
        self._announcer.announce(ThreadCreated(thread))
        self._announcer.announce(ThreadMembersChanged(thread, added=(owner,), begun=True))
        if starter is not None:
            self._announcer.announce(MessageEdited(starter))  # which now shows the way to the thread
        return thread

    def change_thread(
        self,
        thread: Channel,
        *,
        name: str | None = None,
        archived: bool | None = None,
        locked: bool | None = None,
        invitable: bool | None = None,
        archived_after: int | None = None,
    ) -> Channel:
        """Change of a thread what is given, and return it."""
        changed = replace(
            thread,
            name=thread.name if name is None else name,
            archived=thread.archived if archived is None else archived,
            locked=thread.locked if locked is None else locked,
            invitable=thread.invitable if invitable is None else invitable,
            archived_after=thread.archived_after if archived_after is None else archived_after,
        )
        if changed == thread:
            return thread
        if (changed.archived, changed.archived_after) != (thread.archived, thread.archived_after):
            changed = replace(changed, archive_changed_at=moment_of(self._mint.next()))
        self._world.channels[thread.id] = changed
        self._announcer.announce(ChannelChanged(changed, unarchived=thread.archived and not changed.archived))
        return changed

    def add_members(self, thread: Channel, users: Iterable[User]) -> None:
        """Let those join a thread who are in the guild and have not joined it."""
        members = self._world.thread_members[thread.id]
        added = tuple(user for user in users if self._world.is_member(user, thread) and user.id not in members)
        if added:
            members.update((user.id, moment_of(self._mint.next())) for user in added)
            self._announcer.announce(ThreadMembersChanged(thread, added=added))

    def remove_member(self, thread: Channel, user: User) -> None:
        """Let somebody leave a thread; harmless when they have not joined it."""
        if self._world.thread_members[thread.id].pop(user.id, None) is not None:
            self._announcer.announce(ThreadMembersChanged(thread, removed=(user,)))

    def require_open(self, channel: Channel, user: User) -> None:
        """Raise ApiError if messages cannot be changed there: 403/50083 if it is locked, 400/50083 if archived."""
        channel = self._now(channel)
        self._require_unlocked(channel, user)
        if channel.archived:
            raise thread_archived()

    def require_to_delete(self, channel: Channel, user: User) -> None:
        """Raise ApiError 400/50083 if messages cannot be deleted there: it is locked and in the archive."""
        channel = self._now(channel)
        if channel.locked and channel.archived and not self._moderates(user, channel):
            raise thread_archived()

    def open_to_write(self, channel: Channel, user: User) -> None:
        """Take a thread out of the archive because somebody writes there; ApiError 403/50083 if it is locked."""
        channel = self._now(channel)
        self._require_unlocked(channel, user)
        if channel.archived:
            self.change_thread(channel, archived=False)

    def written(self, message: Message) -> None:
        """Let whoever has written in a thread join it, and those they have called there, as far as they may."""
        channel = self._now(message.channel)
        if not channel.is_thread:
            return
        self.add_members(channel, (message.author,))
        if self.may_invite(message.author, channel):
            self.add_members(channel, message.mentions)

    def may_invite(self, user: User, thread: Channel) -> bool:
        """Whether somebody may add others to a thread."""
        open_to_all = thread.invitable or not thread.is_private_thread
        return open_to_all or user == thread.owner or self._moderates(user, thread)

    def delete(self, channel: Channel) -> None:
        """Delete a channel with its messages and the threads under it. Raises ApiError 404/10003 if it is gone."""
        if channel.id not in self._world.channels:
            raise unknown_channel()
        for thread in self._world.threads():
            if thread.parent_id == channel.id:
                self.delete(thread)
        # Told while it is still there, for it is told to those who see it.
        self._announcer.announce(ChannelDeleted(channel))
        for message in self._world.remove_channel(channel):
            self._world.drop_files(message.attachments)

    def _now(self, channel: Channel) -> Channel:
        """Return a channel as it is now: messages and interactions hold it as it was when they came."""
        return self._world.channels.get(channel.id, channel)

    def _require_unlocked(self, channel: Channel, user: User) -> None:
        if channel.locked and not self._moderates(user, channel):
            raise thread_locked()

    def _moderates(self, user: User, thread: Channel) -> bool:
        return Permission.MANAGE_THREADS in self._world.permissions(user, thread)
