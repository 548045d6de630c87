"""What bots are told on the gateway of what happens, as far as their intents and what they see cover it."""

from playground.events import (
    BotMembership,
    ChannelChanged,
    ChannelDeleted,
    Event,
    MemberJoined,
    MemberLeft,
    MessageCreated,
    MessageDeleted,
    MessageEdited,
    ThreadCreated,
    ThreadMembersChanged,
)
from playground.gateway_sessions import Session, Sessions
from playground.payloads import Payloads
from playground.people import User
from playground.people_payloads import member_payload, user_payload
from playground.state import Channel, Guild, Message, World
from playground.wire import Intent, Json


class GatewayEvents:
    """Turns events into dispatches to those sessions that hear of them."""

    def __init__(self, world: World, payloads: Payloads, sessions: Sessions) -> None:
        self._world = world
        self._payloads = payloads
        self._sessions = sessions

    def on_event(self, event: Event) -> None:
        """Tell the bots of an event."""
        match event:
            case MessageCreated() | MessageEdited() | MessageDeleted():
                self._tell_of_message(event)
            case ThreadCreated(thread):
                self._tell_of_channel("THREAD_CREATE", thread, {"newly_created": True})
            case ThreadMembersChanged():
                self._tell_of_thread_members(event)
            case ChannelChanged(channel):
                self._tell_of_channel("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel, {})
                if event.unarchived:
                    self._tell_of_own_membership(channel)
            case ChannelDeleted(channel):
                self._tell_of_channel("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel, {})
            case MemberJoined(user, guild_id):
                self._tell_of_member("GUILD_MEMBER_ADD", guild_id, member_payload(user))
            case MemberLeft(user, guild_id):
                self._tell_of_member("GUILD_MEMBER_REMOVE", guild_id, {"user": user_payload(user)})
            case BotMembership(guild_id, in_guild):
                self._tell_of_guild(self._world.guilds[guild_id], in_guild=in_guild)

    def show_guild(self, session: Session, guild: Guild) -> None:
        """Tell a session of a guild, if its intents cover guilds."""
        if Intent.GUILDS not in session.intents:
            return
        everybody = Intent.GUILD_MEMBERS in session.intents
        members = list(self._world.members[guild.id].values()) if everybody else [self._world.bot]
        session.dispatch("GUILD_CREATE", self._payloads.guild_create(guild, members))

    def _hearing_of(self, channel: Channel, intent: Intent) -> list[Session]:
        """Return the sessions that hear of the guild which a channel belongs to."""
        in_guild = self._world.is_member(self._world.bot, channel)
        return self._sessions.hearing_of(channel.guild_id, intent) if in_guild else []

    def _tell_of_guild(self, guild: Guild, *, in_guild: bool) -> None:
        for session in self._sessions.hearing_of(guild.id, Intent.GUILDS):
            if in_guild:
                self.show_guild(session, guild)
            else:
                session.dispatch("GUILD_DELETE", {"id": str(guild.id)})

    def _tell_of_channel(self, name: str, channel: Channel, extra: Json) -> None:
        # Of threads that it may not see a bot hears nothing; channels it knows by name all the same.
        if channel.is_thread and not self._world.sees(self._world.bot, channel):
            return
        for session in self._hearing_of(channel, Intent.GUILDS):
            session.dispatch(name, self._payloads.channel(channel) | extra)

    def _tell_of_thread_members(self, event: ThreadMembersChanged) -> None:
        """Tell of the bot's own coming and going with GUILDS, of that of others with GUILD_MEMBERS."""
        bot = self._world.bot
        if bot in event.added and not event.begun:
            self._tell_of_channel("THREAD_CREATE", event.thread, {})
        if not self._world.sees(bot, event.thread) and bot not in event.removed:
            return
        for session in self._hearing_of(event.thread, Intent.GUILDS):
            everybody = Intent.GUILD_MEMBERS in session.intents
            added = [user for user in event.added if everybody or user == bot]
            removed = [user for user in event.removed if everybody or user == bot]
            if added or removed:
                session.dispatch("THREAD_MEMBERS_UPDATE", self._members_changed(event.thread, added, removed))

    def _members_changed(self, thread: Channel, added: list[User], removed: list[User]) -> Json:
        payload: Json = {
            "id": str(thread.id),
            "guild_id": str(thread.guild_id),
            "member_count": len(self._world.thread_members[thread.id]),
        }
        if added:
            payload["added_members"] = [
                self._payloads.thread_member(thread, user, with_member=True) | {"presence": None} for user in added
            ]
        if removed:
            payload["removed_member_ids"] = [str(user.id) for user in removed]
        return payload

    def _tell_of_own_membership(self, thread: Channel) -> None:
        """Tell the bot that it is a member of a thread which has come out of the archive."""
        if self._world.bot.id not in self._world.thread_members[thread.id]:
            return
        payload = self._payloads.thread_member(thread, self._world.bot) | {"guild_id": str(thread.guild_id)}
        for session in self._hearing_of(thread, Intent.GUILDS):
            session.dispatch("THREAD_MEMBER_UPDATE", payload)

    def _tell_of_member(self, name: str, guild_id: int, payload: Json) -> None:
        if self._world.bot_is_in(guild_id):
            for session in self._sessions.hearing_of(guild_id, Intent.GUILD_MEMBERS):
                session.dispatch(name, payload | {"guild_id": str(guild_id)})

    def _tell_of_message(self, event: MessageCreated | MessageEdited | MessageDeleted) -> None:
        channel = event.message.channel
        if event.message.ephemeral or not self._world.sees(self._world.bot, channel):
            return
        intent = Intent.GUILD_MESSAGES if channel.in_guild else Intent.DIRECT_MESSAGES
        for session in self._sessions.hearing_of(channel.guild_id, intent):
            if isinstance(event, MessageDeleted):
                session.dispatch("MESSAGE_DELETE", self._deleted(event.message))
            else:
                name = "MESSAGE_CREATE" if isinstance(event, MessageCreated) else "MESSAGE_UPDATE"
                session.dispatch(name, self._message_seen_by(session, event.message))

    def _deleted(self, message: Message) -> Json:
        payload: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
        if message.channel.in_guild:
            payload["guild_id"] = str(message.channel.guild_id)
        return payload

    def _message_seen_by(self, session: Session, message: Message) -> Json:
        payload = self._payloads.message(message)
        if message.channel.in_guild:
            payload["guild_id"] = str(message.channel.guild_id)
            payload["member"] = member_payload(message.author, with_user=False)
            payload["mentions"] = [
                user_payload(user) | {"member": member_payload(user, with_user=False)} for user in message.mentions
            ]
        if not self._may_read(session, message):
            payload |= {"content": "", "embeds": [], "attachments": [], "components": []}
        return payload

    def _may_read(self, session: Session, message: Message) -> bool:
        bot = self._world.bot
        return (
            Intent.MESSAGE_CONTENT in session.intents
            or message.author == bot
            or bot in message.mentions
            or not message.channel.in_guild
        )
