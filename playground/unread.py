"""How far each person has read, so that a page opened later shows what came in the meantime."""

from playground.people import User
from playground.state import Channel, Message, World
from playground.wire import Json


class Unread:
    """What people have read in each channel. It is a person's, whichever page they read it on."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._read: dict[tuple[int, int], int] = {}  # the newest message that was read, by person and channel

    def read(self, user: User, channel: Channel, message_id: int) -> None:
        """Note that somebody has read a channel up to a message; what was read stays so."""
        key = (user.id, channel.id)
        self._read[key] = max(message_id, self._read.get(key, 0))

    def counts(self, user: User) -> Json:
        """Return by channel id how many messages of others are unread, and how many of them have called the person."""
        counts: Json = {}
        for channel in self._world.channels_of(user):
            unread = [message for message in self._world.messages(channel.id) if self._is_unread(user, message)]
            if unread:
                mentions = sum(user in message.called for message in unread)
                counts[str(channel.id)] = {"count": len(unread), "mentions": mentions}
        return counts

    def _is_unread(self, user: User, message: Message) -> bool:
        return message.author != user and message.id > self._read.get((user.id, message.channel.id), 0)
