"""The bot's application commands, global ones and those of guilds."""

from playground.checks.commands import MAX_COMMANDS
from playground.errors import too_many_commands, unknown_command
from playground.events import Announcer, CommandsChanged
from playground.snowflakes import SnowflakeMint
from playground.state import APPLICATION_ID, Channel
from playground.wire import Context, Installation, Json

_CHAT_INPUT = 1
_OPTIONAL_FIELDS = ("options", "name_localizations", "description_localizations")


class Commands:
    """Commands by id. A scope is None for global commands, or a guild's id."""

    def __init__(self, mint: SnowflakeMint, announcer: Announcer) -> None:
        self._mint = mint
        self._announcer = announcer
        self._by_id: dict[int, Json] = {}
        self._scope_of: dict[int, int | None] = {}

    def all(self) -> list[Json]:
        """Return every command of all scopes, by name."""
        return sorted(self._by_id.values(), key=lambda command: str(command["name"]))

    def of_scope(self, scope: int | None) -> list[Json]:
        """Return the commands of one scope."""
        return [command for number, command in self._by_id.items() if self._scope_of[number] == scope]

    def get(self, command_id: int, scope: int | None) -> Json:
        """Return a command of a scope, or raise ApiError 404/10063."""
        command = self._by_id.get(command_id)
        if command is None or self._scope_of[command_id] != scope:
            raise unknown_command()
        return command

    def find(self, command_id: int) -> Json | None:
        """Return a command of whichever scope, or None."""
        return self._by_id.get(command_id)

    def replace(self, scope: int | None, definitions: list[Json]) -> list[Json]:
        """Make these the commands of the scope; those of an old name and type keep their ids."""
        before = self._numbers(scope)
        kept = [self._put(scope, definition) for definition in definitions]
        for number in before.values():
            if number not in {int(command["id"]) for command in kept}:
                self._drop(number)
        self._announce()
        return kept

    def add(self, scope: int | None, definition: Json) -> tuple[Json, bool]:
        """Add a command, or overwrite the one of its name and type; return it and whether it is new.

        Raises ApiError 400/30032 if there are as many as may be.
        """
        numbers = self._numbers(scope)
        new = _key(definition) not in numbers
        if new and len(numbers) >= MAX_COMMANDS:
            raise too_many_commands(MAX_COMMANDS)
        command = self._put(scope, definition)
        self._announce()
        return command, new

    def change(self, command: Json, changes: Json) -> Json:
        """Change fields of a command and return it."""
        changed = {**command, **changes, "id": command["id"], "version": str(self._mint.next())}
        self._by_id[int(command["id"])] = changed
        self._announce()
        return changed

    def remove(self, command: Json) -> None:
        """Take a command away."""
        self._drop(int(command["id"]))
        self._announce()

    def _put(self, scope: int | None, definition: Json) -> Json:
        number = self._numbers(scope).get(_key(definition)) or self._mint.next()
        command: Json = {
            "id": str(number),
            "application_id": str(APPLICATION_ID),
            "version": str(self._mint.next()),
            "type": definition.get("type") or _CHAT_INPUT,
            "name": definition["name"],
            "description": definition.get("description") or "",
            "default_member_permissions": definition.get("default_member_permissions"),
            "dm_permission": definition.get("dm_permission", True),
            "contexts": definition.get("contexts"),
            "integration_types": definition.get("integration_types") or [0],
            "nsfw": definition.get("nsfw", False),
        }
        command |= {name: definition[name] for name in _OPTIONAL_FIELDS if definition.get(name)}
        if scope is not None:
            command["guild_id"] = str(scope)
        self._by_id[number] = command
        self._scope_of[number] = scope
        return command

    def _numbers(self, scope: int | None) -> dict[tuple[int, str], int]:
        return {_key(command): int(command["id"]) for command in self.of_scope(scope)}

    def _drop(self, number: int) -> None:
        del self._by_id[number]
        del self._scope_of[number]

    def _announce(self) -> None:
        self._announcer.announce(CommandsChanged(self.all()))


def is_offered_in(command: Json, channel: Channel, *, users_own: bool) -> bool:
    """Whether people find a command in a channel: its contexts name it, and an installation reaches there.

    `users_own` says that the bot is there by people's own installations alone.
    """
    if "guild_id" in command and (users_own or command["guild_id"] != str(channel.guild_id)):
        return False
    everywhere = [Context.GUILD] if command["dm_permission"] is False else [*Context]
    contexts = everywhere if command["contexts"] is None else command["contexts"]
    installed_by_people = Installation.USER in command["integration_types"]
    return channel.context in contexts and (installed_by_people or not users_own)


def _key(definition: Json) -> tuple[int, str]:
    return (definition.get("type") or _CHAT_INPUT, str(definition["name"]))
