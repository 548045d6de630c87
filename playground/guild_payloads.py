"""Guilds and the bot's application as Discord's API shows them: much of it is the same in every small guild."""

from playground.people import User
from playground.people_payloads import user_payload
from playground.state import Guild
from playground.wire import MEMBER_PERMISSIONS, Json


def application_payload(bot: User, owner: User, guilds: int) -> Json:
    """Return an application object; `guilds` is how many the bot is in."""
    return {
        "id": str(bot.id),
        "name": bot.username,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user_payload(bot),
        "bot_public": False,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_payload(owner),
        "approximate_guild_count": guilds,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "integration_types_config": {"0": {}, "1": {}},
        "team": None,
        "eligible_oauth2_scopes": [],
    }


def guild_payload(guild: Guild) -> Json:
    """Return the guild object that the REST API shows."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": str(guild.owner_id),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-US",
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "vanity_url_code": None,
        "application_id": None,
        "home_header": None,
        "region": "deprecated",
        "widget_enabled": False,
        "widget_channel_id": None,
        "max_presences": None,
        "max_members": 500_000,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "premium_subscription_count": 0,
        "nsfw": False,
        "incidents_data": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [_everyone(guild)],
    }


def _everyone(guild: Guild) -> Json:
    return {
        "id": str(guild.id),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": 0,
        "permissions": str(int(MEMBER_PERMISSIONS)),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
