"""Threads begun and changed, channels deleted: so that everybody concerned hears of it."""

from dataclasses import replace

from playground.errors import not_in_this_channel, thread_exists, unknown_channel
from playground.events import Announcer, ChannelChanged, ChannelDeleted, MessageEdited, ThreadCreated
from playground.people import User
from playground.snowflakes import SnowflakeMint
from playground.state import Channel, Message, World
from playground.wire import ChannelType


class Channels:
    """The only way in which channels come, change and go."""

    def __init__(self, world: World, mint: SnowflakeMint, announcer: Announcer) -> None:
        self._world = world
        self._mint = mint
        self._announcer = announcer

    def begin_thread(self, parent: Channel, owner: User, name: str, starter: Message | None = None) -> Channel:
        """Begin a thread under a channel of the guild, at one of its messages if `starter` is given.

        Raises ApiError 400/50024 where there are no threads, and 400/160004 if the message has one.
        """
        if parent.type is not ChannelType.TEXT:
            raise not_in_this_channel()
        number = self._mint.next() if starter is None else starter.id
        if number in self._world.channels:
            raise thread_exists()
        thread = Channel(number, ChannelType.PUBLIC_THREAD, name, parent_id=parent.id, owner=owner)
        self._world.channels[number] = thread
        self._announcer.announce(ThreadCreated(thread))
        if starter is not None:
            self._announcer.announce(MessageEdited(starter))  # which now shows the way to the thread
        return thread

    def change_thread(self, thread: Channel, *, name: str | None = None, archived: bool | None = None) -> Channel:
        """Rename a thread, archive it or take it out of the archive, and return it."""
        changed = replace(
            thread,
            name=thread.name if name is None else name,
            archived=thread.archived if archived is None else archived,
        )
        if changed != thread:
            self._world.channels[thread.id] = changed
            self._announcer.announce(ChannelChanged(changed))
        return changed

    def delete(self, channel: Channel) -> None:
        """Delete a channel with its messages and the threads under it. Raises ApiError 404/10003 if it is gone."""
        if channel.id not in self._world.channels:
            raise unknown_channel()
        for thread in self._world.threads():
            if thread.parent_id == channel.id:
                self.delete(thread)
        for message in self._world.remove_channel(channel):
            self._world.drop_files(message.attachments)
        self._announcer.announce(ChannelDeleted(channel))
