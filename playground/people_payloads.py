"""People as Discord's API shows them: as users, and as members of a guild."""

from datetime import UTC, datetime

from playground.people import User
from playground.wire import Json, Permission

JOINED_AT = datetime(2024, 1, 1, tzinfo=UTC).isoformat()


def user_payload(user: User) -> Json:
    """Return a user object."""
    return {
        "id": str(user.id),
        "username": user.username,
        "discriminator": "0",
        "global_name": user.global_name,
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
        "bot": user.bot,
    }


def member_payload(user: User, *, with_user: bool = True, permissions: Permission | None = None) -> Json:
    """Return a guild member object; interactions carry the member's `permissions` in their channel as well."""
    payload: Json = {
        "roles": [],
        "nick": None,
        "avatar": None,
        "banner": None,
        "joined_at": JOINED_AT,
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }
    if with_user:
        payload["user"] = user_payload(user)
    if permissions is not None:
        payload["permissions"] = str(int(permissions))
    return payload
