"""Filling in what a person fills in: a command's options, a select's choice, a form's fields."""

from collections.abc import Mapping, Sequence
from typing import Any

from playground.errors import PlaygroundError
from playground.seen import SeenModal, SeenSelect
from playground.wire import ComponentType, Json, OptionType

_NESTING = (OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP)
_BY_ID = (OptionType.USER, OptionType.CHANNEL, OptionType.ROLE, OptionType.MENTIONABLE)


def find_command(commands: list[Json], name: str) -> Json | None:
    """Return the command that `name`, as in `stats of`, begins with; None if it is not offered."""
    first = name.split()[0]
    return next((command for command in commands if command["name"] == first), None)


def command_options(
    command: Json, name: str, values: Mapping[str, Any], ids: Mapping[str, int], focused: str | None = None
) -> list[Json]:
    """Return a command's options as a client sends them, nested for the subcommand that `name` names.

    `ids` are those of people and channels by name. Raises PlaygroundError for an option that is not there.
    """
    return _nested(command, name.split()[1:], values, ids, focused)


def choice_values(select: SeenSelect, given: Sequence[str], ids: Mapping[str, int]) -> list[str]:
    """Return the values of the options given by label or value, or the ids of the people and channels named."""
    if select.type != ComponentType.STRING_SELECT:
        return [str(ids.get(name, name)) for name in given]
    values = {option.label: option.value for option in select.options}
    values |= {option.value: option.value for option in select.options}
    for name in given:
        if name not in values:
            offered = ", ".join(repr(option.label) for option in select.options)
            raise PlaygroundError(f"The select offers no {name!r}; it offers {offered}.")
    return [values[name] for name in given]


def form_components(modal: SeenModal, values: Mapping[str, str]) -> list[Json]:
    """Return a form's components as a client sends them back. Raises PlaygroundError for an unknown field."""
    texts = {field.custom_id: field.value for field in modal.fields}
    for name, text in values.items():
        found = [field.custom_id for field in modal.fields if name in (field.label, field.custom_id)]
        if not found:
            offered = ", ".join(repr(field.label) for field in modal.fields)
            raise PlaygroundError(f"The form has no field {name!r}; it has {offered}.")
        texts[found[0]] = text
    return [_submitted(component, texts) for component in modal.raw["components"]]


def _nested(
    definition: Json, path: list[str], values: Mapping[str, Any], ids: Mapping[str, int], focused: str | None
) -> list[Json]:
    options = {option["name"]: option for option in definition.get("options") or ()}
    if path:
        inner = options.get(path[0])
        if inner is None or inner["type"] not in _NESTING:
            raise PlaygroundError(f"/{definition['name']} has no subcommand {path[0]!r}; it has {_listed(options)}.")
        nested = _nested(inner, path[1:], values, ids, focused)
        return [{"name": inner["name"], "type": inner["type"], "options": nested}]
    result = []
    for name, value in values.items():
        if name not in options:
            raise PlaygroundError(f"/{definition['name']} has no option {name!r}; it has {_listed(options)}.")
        option = options[name]
        put = {"name": name, "type": option["type"], "value": _option_value(option, value, ids)}
        result.append(put | {"focused": True} if name == focused else put)
    return result


def _option_value(option: Json, value: Any, ids: Mapping[str, int]) -> Any:
    for choice in option.get("choices") or ():
        if value == choice["name"]:
            return choice["value"]
    return str(ids.get(str(value), value)) if option["type"] in _BY_ID else value


def _listed(options: Mapping[str, Json]) -> str:
    return ", ".join(options) or "none"


def _submitted(component: Json, texts: Mapping[str, str]) -> Json:
    result: Json = {"type": component["type"], "id": component.get("id", 0)}
    if component["type"] == ComponentType.TEXT_INPUT:
        return result | {"custom_id": component["custom_id"], "value": texts[component["custom_id"]]}
    if "component" in component:
        return result | {"component": _submitted(component["component"], texts)}
    if "components" in component:
        return result | {"components": [_submitted(inner, texts) for inner in component["components"]]}
    return result
