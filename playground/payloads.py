"""The playground's objects as Discord's API shows them: snowflakes as strings, times as ISO 8601."""

from urllib.parse import quote

from playground.attachment_links import referenced_files, with_addresses
from playground.guild_payloads import application_payload, guild_payload
from playground.people import User
from playground.people_payloads import JOINED_AT, member_payload, user_payload
from playground.snowflakes import moment_of
from playground.state import Attachment, Channel, Guild, Message, Origin, World
from playground.wire import (
    ATTACHMENT_SIZE_LIMIT,
    MEMBER_PERMISSIONS,
    ChannelType,
    Installation,
    Json,
    MessageFlag,
    Permission,
)


class Payloads:
    """Builds objects of `world`. `origin` is the server's own address, as in `http://127.0.0.1:8423`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.origin = ""

    def current_user(self) -> Json:
        """Return the bot as it sees itself."""
        return user_payload(self._world.bot) | {"mfa_enabled": False, "locale": "en-US", "verified": True}

    def application(self) -> Json:
        """Return the bot's application."""
        return application_payload(self._world.bot, self._world.people[0], len(self._world.guilds_of(self._world.bot)))

    def channel(self, channel: Channel) -> Json:
        """Return a channel object."""
        payload: Json = {
            "id": str(channel.id),
            "type": int(channel.type),
            "flags": 0,
            "last_message_id": None,
        }
        if channel.type is ChannelType.DM:
            return payload | {"recipients": [user_payload(user) for user in channel.recipients]}
        if channel.type is ChannelType.GROUP_DM:
            return payload | {
                "recipients": [user_payload(user) for user in channel.recipients],
                "name": channel.name,
                "icon": None,
                "owner_id": str(channel.recipients[0].id),
            }
        payload |= {"guild_id": str(channel.guild_id), "name": channel.name}
        if channel.is_thread:
            return payload | self._thread(channel)
        return payload | {
            "position": channel.position,
            "permission_overwrites": self._overwrites(channel),
            "parent_id": None,
            "topic": None,
            "nsfw": False,
            "rate_limit_per_user": 0,
        }

    def thread_member(self, thread: Channel, user: User, *, with_member: bool = False) -> Json:
        """Return a thread member object of somebody who has joined a thread."""
        payload: Json = {
            "id": str(thread.id),
            "user_id": str(user.id),
            "join_timestamp": self._world.thread_members[thread.id][user.id].isoformat(),
            "flags": 0,
        }
        return payload | {"member": member_payload(user)} if with_member else payload

    def _thread(self, thread: Channel) -> Json:
        """Return what is special about threads, with the bot's own membership if it has joined."""
        changed_at = thread.archive_changed_at or moment_of(thread.id)
        joined = self._world.thread_members.get(thread.id, {})
        metadata: Json = {
            "archived": thread.archived,
            "auto_archive_duration": thread.archived_after,
            "archive_timestamp": changed_at.isoformat(),
            "create_timestamp": moment_of(thread.id).isoformat(),
            "locked": thread.locked,
        }
        if thread.is_private_thread:
            metadata["invitable"] = thread.invitable
        payload: Json = {
            "parent_id": str(thread.parent_id),
            "owner_id": None if thread.owner is None else str(thread.owner.id),
            "message_count": len(self._world.messages(thread.id)),
            "total_message_sent": len(self._world.messages(thread.id)),
            "member_count": len(joined),
            "rate_limit_per_user": 0,
            "thread_metadata": metadata,
        }
        if self._world.bot.id in joined:
            payload["member"] = self.thread_member(thread, self._world.bot)
        return payload

    def _known_thread(self, thread: Channel) -> Json:
        """Return a thread as GUILD_CREATE shows it: the bot's membership goes without its ids."""
        payload = self.channel(thread)
        if "member" in payload:
            payload["member"] = {name: payload["member"][name] for name in ("join_timestamp", "flags")}
        return payload

    def _is_told(self, thread: Channel) -> bool:
        return not thread.archived and self._world.sees(self._world.bot, thread)

    def interaction_channel(self, channel: Channel, user: User) -> Json:
        """Return the channel object that interactions carry, with the permissions of who is at it."""
        return self.channel(channel) | {"permissions": str(int(self._world.permissions(user, channel)))}

    def guild_create(self, guild: Guild, members: list[User]) -> Json:
        """Return a guild as GUILD_CREATE shows it to a bot that may see `members`."""
        return guild_payload(guild) | {
            "unavailable": False,
            "large": False,
            "joined_at": JOINED_AT,
            "member_count": len(self._world.members[guild.id]),
            "members": [member_payload(user) for user in members],
            "channels": [self.channel(channel) for channel in self._world.guild_channels(guild.id)],
            "threads": [
                self._known_thread(thread) for thread in self._world.threads(guild.id) if self._is_told(thread)
            ],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def message(self, message: Message) -> Json:
        """Return a message object, without what only gateway events add to it."""
        urls = {attachment.filename: self._url(attachment) for attachment in message.attachments}
        embedded = set(referenced_files(list(message.embeds)))
        payload: Json = {
            "id": str(message.id),
            "channel_id": str(message.channel.id),
            "type": int(message.type),
            "author": user_payload(message.author),
            "content": message.content,
            "timestamp": message.created_at.isoformat(),
            "edited_timestamp": None if message.edited_at is None else message.edited_at.isoformat(),
            "tts": False,
            "pinned": False,
            "mention_everyone": False,
            "mentions": [user_payload(user) for user in message.mentions],
            "mention_roles": [],
            # A file that an embed shows is not listed a second time.
            "attachments": [
                self.attachment(attachment, ephemeral=message.ephemeral)
                for attachment in message.attachments
                if attachment.filename not in embedded
            ],
            "embeds": with_addresses([{"type": "rich", **embed} for embed in message.embeds], urls),
            "components": with_addresses(list(message.components), urls),
            "flags": int(message.flags),
        }
        thread = self._world.channels.get(message.id)
        if thread is not None:
            payload["thread"] = self.channel(thread)
            payload["flags"] |= int(MessageFlag.HAS_THREAD)
        if message.nonce is not None:
            payload["nonce"] = message.nonce
        if message.author.bot:
            payload["application_id"] = str(self._world.bot.id)
        if message.reply_to is not None:
            payload |= self._reference(message.channel, message.reply_to)
        if message.origin is not None:
            payload["webhook_id"] = str(self._world.bot.id)
            payload["interaction_metadata"] = self._metadata(message.origin, message.channel)
        return payload

    def attachment(self, attachment: Attachment, *, ephemeral: bool = False) -> Json:
        """Return an attachment object; pixels only where they are known."""
        url = self._url(attachment)
        payload: Json = {
            "id": str(attachment.id),
            "filename": attachment.filename,
            "size": len(attachment.data),
            "url": url,
            "proxy_url": url,
            "content_type": attachment.content_type,
        }
        if attachment.description is not None:
            payload["description"] = attachment.description
        if attachment.width is not None:
            payload |= {"width": attachment.width, "height": attachment.height}
        if ephemeral:
            payload["ephemeral"] = True
        return payload

    def interaction_place(self, channel: Channel, user: User) -> Json:
        """Return the fields of an interaction that say where and by whom."""
        payload: Json = {
            "channel_id": str(channel.id),
            "channel": self.interaction_channel(self._world.channels.get(channel.id, channel), user),
            "app_permissions": str(int(self._app_permissions(channel, user))),
            "authorizing_integration_owners": self.integration_owners(channel, user),
            "entitlements": [],
            "attachment_size_limit": ATTACHMENT_SIZE_LIMIT,
            "locale": user.locale,
            "context": int(channel.context),
        }
        if not channel.in_guild:
            return payload | {"user": user_payload(user)}
        return payload | {
            "guild_id": str(channel.guild_id),
            "guild": {"id": str(channel.guild_id), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": member_payload(user, permissions=self._world.permissions(user, channel)),
        }

    def integration_owners(self, channel: Channel, user: User) -> Json:
        """Return by whose installation the bot is in a place: a guild's, or the person's own."""
        if self._world.is_users_own(channel):
            return {str(int(Installation.USER)): str(user.id)}
        return {str(int(Installation.GUILD)): str(channel.guild_id) if channel.in_guild else "0"}

    def _app_permissions(self, channel: Channel, user: User) -> Permission:
        """Return what the bot may do by an interaction: by a person's own installation, what that person may."""
        if channel.in_guild and self._world.is_users_own(channel):
            return self._world.permissions(user, channel) | Permission.ATTACH_FILES | Permission.EMBED_LINKS
        return self._world.bot_permissions(channel)

    def _overwrites(self, channel: Channel) -> list[Json]:
        """Return what makes of everybody's permissions those of the bot."""
        permissions = self._world.bot_permissions(channel)
        if permissions == MEMBER_PERMISSIONS:
            return []
        allowed, denied = permissions & ~MEMBER_PERMISSIONS, MEMBER_PERMISSIONS & ~permissions
        of_member = 1
        return [
            {
                "id": str(self._world.bot.id),
                "type": of_member,
                "allow": str(int(allowed)),
                "deny": str(int(denied)),
            }
        ]

    def _metadata(self, origin: Origin, channel: Channel) -> Json:
        metadata: Json = {
            "id": str(origin.id),
            "type": origin.type,
            "user": user_payload(origin.user),
            "authorizing_integration_owners": self.integration_owners(channel, origin.user),
        }
        if origin.command is not None:
            metadata["name"] = origin.command
        if origin.trigger is not None:
            metadata["triggering_interaction_metadata"] = self._metadata(origin.trigger, channel)
        elif origin.source_id is not None:
            metadata["interacted_message_id"] = str(origin.source_id)
        return metadata

    def _reference(self, channel: Channel, message_id: int) -> Json:
        reference = {"type": 0, "message_id": str(message_id), "channel_id": str(channel.id)}
        if channel.in_guild:
            reference["guild_id"] = str(channel.guild_id)
        referenced = self._world.message(channel.id, message_id)
        return {
            "message_reference": reference,
            "referenced_message": None if referenced is None else self.message(referenced),
        }

    def _url(self, attachment: Attachment) -> str:
        name = quote(attachment.filename, safe="")
        return f"{self.origin}/attachments/{attachment.channel_id}/{attachment.id}/{name}"
