"""What a person did on the page, checked as a Discord client would and put as interaction data."""

from dataclasses import dataclass, field
from typing import Any

from playground.components import find_component
from playground.given_files import GivenFiles
from playground.payloads import Payloads
from playground.people import User
from playground.people_payloads import member_payload, user_payload
from playground.snowflakes import parse_id
from playground.state import Channel, Message, World
from playground.wire import GREATEST, SELECTS, ComponentType, Json, OptionType

_NESTING = (OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP)


class InvalidUse(Exception):
    """What a client would not let a person do; the text says why."""


@dataclass(frozen=True, slots=True)
class _Use:
    """Who does it and where, and what the ids in it stand for."""

    user: User
    channel: Channel
    resolved: Json = field(default_factory=dict)


class Invocations:
    """Builds the `data` of interactions."""

    def __init__(self, world: World, payloads: Payloads, files: GivenFiles) -> None:
        self._world = world
        self._payloads = payloads
        self._files = files

    def command(self, user: User, channel: Channel, command: Json, given: Any, *, complete: bool) -> Json:
        """Return the data of a command's use; `complete` asks for every required option with a fitting value.

        Raises InvalidUse.
        """
        use = _Use(user, channel)
        options = self._options(use, command.get("options") or [], given or [], complete=complete)
        if complete:
            self._resolve_files(use, options)
        data: Json = {
            "id": command["id"],
            "name": command["name"],
            "type": command["type"],
            "options": options,
        }
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        if use.resolved:
            data["resolved"] = use.resolved
        return data

    def component(self, user: User, message: Message, custom_id: str, values: list[str] | None) -> Json:
        """Return the data of a press or a choice on `message`. Raises InvalidUse."""
        component = find_component(message.components, custom_id)
        if component is None:
            raise InvalidUse("this component is not on the message any more")
        if component.get("disabled"):
            raise InvalidUse("this component is disabled")
        data: Json = {
            "custom_id": custom_id,
            "component_type": component["type"],
            "id": component.get("id", 0),
        }
        if component["type"] in SELECTS:
            chosen = values or []
            _check_values(component, chosen)
            data["values"] = chosen
            use = _Use(user, message.channel)
            self._resolve_values(use, component["type"], chosen)
            if use.resolved:
                data["resolved"] = use.resolved
        return data

    def _options(self, use: _Use, definitions: list[Json], given: Any, *, complete: bool) -> list[Json]:
        if not isinstance(given, list) or not all(isinstance(option, dict) for option in given):
            raise InvalidUse("options must be a list of objects")
        by_name = {definition["name"]: definition for definition in definitions}
        result = []
        for option in given:
            name = option.get("name")
            definition = by_name.get(name) if isinstance(name, str) else None
            if definition is None:
                raise InvalidUse(f"there is no option {name}")
            result.append(self._option(use, definition, option, complete=complete))
        if complete:
            names = {option["name"] for option in result}
            for definition in definitions:
                if definition.get("required") and definition["name"] not in names:
                    raise InvalidUse(f"the option {definition['name']} is required")
            if any(definition["type"] in _NESTING for definition in definitions) and not result:
                raise InvalidUse("choose a subcommand: " + ", ".join(sorted(by_name)))
        return result

    def _option(self, use: _Use, definition: Json, option: Json, *, complete: bool) -> Json:
        kind = definition["type"]
        put: Json = {"name": definition["name"], "type": kind}
        if kind in _NESTING:
            inner = definition.get("options") or []
            put["options"] = self._options(use, inner, option.get("options") or [], complete=complete)
            return put
        put["value"] = option.get("value")
        if option.get("focused"):
            return put | {"focused": True}
        if complete:
            _check_value(definition, put["value"])
            self._resolve(use, kind, put["value"])
        return put

    def _resolve(self, use: _Use, kind: int, value: Any) -> None:
        """Add the object that an id stands for, if the person who uses it may know of it."""
        if kind in (OptionType.USER, OptionType.MENTIONABLE):
            user = self._world.users.get(parse_id(str(value)) or 0)
            if user is None:
                raise InvalidUse(f"there is nobody with the id {value}")
            use.resolved.setdefault("users", {})[str(user.id)] = user_payload(user)
            if self._world.is_member(user, use.channel):
                permissions = self._world.permissions(user, use.channel)
                member = member_payload(user, with_user=False, permissions=permissions)
                use.resolved.setdefault("members", {})[str(user.id)] = member
        elif kind == OptionType.CHANNEL:
            channel = self._world.channels.get(parse_id(str(value)) or 0)
            elsewhere = channel is not None and use.channel.in_guild and channel.guild_id != use.channel.guild_id
            if channel is None or elsewhere or not self._world.sees(use.user, channel):
                raise InvalidUse(f"there is no channel with the id {value}")
            payload = self._payloads.interaction_channel(channel, use.user)
            use.resolved.setdefault("channels", {})[str(channel.id)] = payload

    def _resolve_files(self, use: _Use, options: list[Json]) -> None:
        """Add the files that ids stand for, in subcommands too."""
        for option in options:
            self._resolve_files(use, option.get("options") or [])
            if option["type"] == OptionType.ATTACHMENT:
                file = self._files.find(use.user, parse_id(option["value"]) or 0)
                if file is None:
                    raise InvalidUse(f"{option['name']} must be a file that was just given")
                payload = self._payloads.attachment(file, ephemeral=True)
                use.resolved.setdefault("attachments", {})[str(file.id)] = payload

    def _resolve_values(self, use: _Use, kind: int, values: list[str]) -> None:
        option = {
            ComponentType.USER_SELECT: OptionType.USER,
            ComponentType.MENTIONABLE_SELECT: OptionType.MENTIONABLE,
            ComponentType.CHANNEL_SELECT: OptionType.CHANNEL,
        }.get(ComponentType(kind))
        if option is not None:
            for value in values:
                self._resolve(use, option, value)


def _check_values(component: Json, values: list[str]) -> None:
    """Raise InvalidUse if these cannot be chosen in a select."""
    low, high = component.get("min_values", 1), component.get("max_values", 1)
    if not low <= len(values) <= high or len(set(values)) != len(values):
        raise InvalidUse(f"choose between {low} and {high} different options")
    if component["type"] == ComponentType.STRING_SELECT:
        offered = {option["value"] for option in component["options"]}
        for value in values:
            if value not in offered:
                raise InvalidUse(f"{value} is not among the options")


def _check_value(definition: Json, value: Any) -> None:
    """Raise InvalidUse if a value does not fit its option."""
    name, kind = definition["name"], definition["type"]
    if kind in (OptionType.INTEGER, OptionType.NUMBER):
        whole = kind == OptionType.INTEGER
        if not isinstance(value, int if whole else (int, float)) or isinstance(value, bool):
            raise InvalidUse(f"{name} must be a whole number" if whole else f"{name} must be a number")
        _check_range(name, value, -GREATEST, GREATEST, "")
        _check_range(name, value, definition.get("min_value"), definition.get("max_value"), "")
    elif kind == OptionType.BOOLEAN:
        if not isinstance(value, bool):
            raise InvalidUse(f"{name} must be true or false")
    elif not isinstance(value, str):
        raise InvalidUse(f"{name} must be a text")
    elif kind == OptionType.STRING:
        low, high = definition.get("min_length"), definition.get("max_length")
        _check_range(name, len(value), low, high, " characters long")
    choices = definition.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise InvalidUse(f"{name} must be one of " + ", ".join(str(choice["value"]) for choice in choices))


def _check_range(name: str, value: float, low: float | None, high: float | None, unit: str) -> None:
    if low is not None and value < low:
        raise InvalidUse(f"{name} must be at least {low}{unit}")
    if high is not None and value > high:
        raise InvalidUse(f"{name} must be at most {high}{unit}")
