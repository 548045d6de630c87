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
from playground.state import Channel, Message, World
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
            case MemberJoined(user):
                self._tell_of_member("GUILD_MEMBER_ADD", member_payload(user))
            case MemberLeft(user):
                self._tell_of_member("GUILD_MEMBER_REMOVE", {"user": user_payload(user)})
            case BotMembership(in_guild):
                self._tell_of_guild(in_guild=in_guild)

    def show_guild(self, session: Session) -> None:
        """Tell a session of the guild, if its intents cover guilds."""
        if Intent.GUILDS not in session.intents:
            return
        everybody = Intent.GUILD_MEMBERS in session.intents
        members = list(self._world.members.values()) if everybody else [self._world.bot]
        session.dispatch("GUILD_CREATE", self._payloads.guild_create(members))

    def _hearing_of_guild(self, intent: Intent) -> list[Session]:
        return self._sessions.hearing_of(self._world.guild.id, intent) if self._world.bot_in_guild else []

    def _tell_of_guild(self, *, in_guild: bool) -> None:
        for session in self._sessions.hearing_of(self._world.guild.id, Intent.GUILDS):
            if in_guild:
                self.show_guild(session)
            else:
                session.dispatch("GUILD_DELETE", {"id": str(self._world.guild.id)})

    def _tell_of_channel(self, name: str, channel: Channel, extra: Json) -> None:
        # Of threads that it may not see a bot hears nothing; channels it knows by name all the same.
        if channel.is_thread and not self._world.sees(self._world.bot, channel):
            return
        for session in self._hearing_of_guild(Intent.GUILDS):
            session.dispatch(name, self._payloads.channel(channel) | extra)

    def _tell_of_thread_members(self, event: ThreadMembersChanged) -> None:
        """Tell of the bot's own coming and going with GUILDS, of that of others with GUILD_MEMBERS."""
        bot = self._world.bot
        if bot in event.added and not event.begun:
            self._tell_of_channel("THREAD_CREATE", event.thread, {})
        if not self._world.sees(bot, event.thread) and bot not in event.removed:
            return
        for session in self._hearing_of_guild(Intent.GUILDS):
            everybody = Intent.GUILD_MEMBERS in session.intents
            added = [user for user in event.added if everybody or user == bot]
            removed = [user for user in event.removed if everybody or user == bot]
            if added or removed:
                session.dispatch("THREAD_MEMBERS_UPDATE", self._members_changed(event.thread, added, removed))

    def _members_changed(self, thread: Channel, added: list[User], removed: list[User]) -> Json:
        payload: Json = {
            "id": str(thread.id),
            "guild_id": str(self._world.guild.id),
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
        payload = self._payloads.thread_member(thread, self._world.bot) | {"guild_id": str(self._world.guild.id)}
        for session in self._hearing_of_guild(Intent.GUILDS):
            session.dispatch("THREAD_MEMBER_UPDATE", payload)

    def _tell_of_member(self, name: str, payload: Json) -> None:
        for session in self._hearing_of_guild(Intent.GUILD_MEMBERS):
            session.dispatch(name, payload | {"guild_id": str(self._world.guild.id)})

    def _tell_of_message(self, event: MessageCreated | MessageEdited | MessageDeleted) -> None:
        channel = event.message.channel
        if event.message.ephemeral or not self._world.sees(self._world.bot, channel):
            return
        guild_id, intent = None, Intent.DIRECT_MESSAGES
        if channel.in_guild:
            guild_id, intent = self._world.guild.id, Intent.GUILD_MESSAGES
        for session in self._sessions.hearing_of(guild_id, intent):
            if isinstance(event, MessageDeleted):
                session.dispatch("MESSAGE_DELETE", self._deleted(event.message))
            else:
                name = "MESSAGE_CREATE" if isinstance(event, MessageCreated) else "MESSAGE_UPDATE"
                session.dispatch(name, self._message_seen_by(session, event.message))

    def _deleted(self, message: Message) -> Json:
        payload: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
        if message.channel.in_guild:
            payload["guild_id"] = str(self._world.guild.id)
        return payload

    def _message_seen_by(self, session: Session, message: Message) -> Json:
        payload = self._payloads.message(message)
        if message.channel.in_guild:
            payload["guild_id"] = str(self._world.guild.id)
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
