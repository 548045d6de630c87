"""Checks of application commands and of autocomplete's choices."""

import unicodedata
from collections.abc import Iterator
from typing import Any

from playground.checks.problems import Path, Problems
from playground.wire import Context, Installation, Json, OptionType

MAX_COMMANDS = 100
MAX_OPTIONS = 25
MAX_CHOICES = 25
MAX_NAME = 32
MAX_DESCRIPTION = 100
MAX_CHOICE_TEXT = 100
MAX_VALUE_LENGTH = 6000
MAX_COMMAND_TEXT = 8000
# fmt: off
LOCALES = frozenset({
    "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr", "hu", "id", "it",
    "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
})
# fmt: on
_CHAT_INPUT = 1
_LAST_TYPE = 4
_NESTING = (OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP)
# Discord's pattern admits the vowel signs of these scripts besides letters and digits.
_SIGNED_SCRIPTS = ("DEVANAGARI", "THAI")


def check_commands(commands: list[Json]) -> None:
    """Raise ApiError 400/50035 if these may not be all the commands of one scope."""
    problems = Problems()
    if len(commands) > MAX_COMMANDS:
        problems.length((), len(commands), 0, MAX_COMMANDS)
    seen: set[tuple[str, str]] = set()
    for index, command in enumerate(commands):
        _check_command(problems, (index,), command)
        key = (str(command.get("type") or _CHAT_INPUT), str(command.get("name")))
        if key in seen:
            words = "Application command names must be unique"
            problems.add((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", words)
        seen.add(key)
    problems.raise_any()


def check_command(command: Json) -> None:
    """Raise ApiError 400/50035 if this may not be a command."""
    problems = Problems()
    _check_command(problems, (), command)
    problems.raise_any()


def check_choices(fields: Json, path: tuple[str, ...]) -> None:
    """Raise ApiError 400/50035 if these are no answer to an autocomplete."""
    problems = Problems()
    _check_choices(problems, ("choices",), fields.get("choices") or [])
    problems.raise_any(path)


def _check_command(problems: Problems, path: Path, command: Json) -> None:
    problems.whole_number((*path, "type"), command.get("type"), _CHAT_INPUT, _LAST_TYPE)
    _check_numbers(problems, (*path, "contexts"), command.get("contexts"), tuple(Context))
    _check_numbers(problems, (*path, "integration_types"), command.get("integration_types"), tuple(Installation))
    if (command.get("type") or _CHAT_INPUT) == _CHAT_INPUT:
        _check_name(problems, (*path, "name"), command.get("name"))
        _check_translations(problems, path, command, "name", MAX_NAME)
        problems.text((*path, "description"), command.get("description"), 1, MAX_DESCRIPTION)
        _check_translations(problems, path, command, "description", MAX_DESCRIPTION)
        _check_options(problems, (*path, "options"), command.get("options"))
        if sum(_lengths(command)) > MAX_COMMAND_TEXT:
            words = f"Command exceeds maximum size ({MAX_COMMAND_TEXT})"
            problems.add(path, "APPLICATION_COMMAND_TOO_LARGE", words)
    else:
        problems.text((*path, "name"), command.get("name"), 1, MAX_NAME)
        problems.items((*path, "options"), command.get("options"), 0, 0)


def _check_options(problems: Problems, path: Path, value: Any) -> None:
    seen: set[str] = set()
    optional_seen = False
    for index, option in enumerate(problems.objects(path, value, 0, MAX_OPTIONS)):
        inner = (*path, index)
        name = _check_name(problems, (*inner, "name"), option.get("name"))
        _check_translations(problems, inner, option, "name", MAX_NAME)
        problems.text((*inner, "description"), option.get("description"), 1, MAX_DESCRIPTION)
        _check_translations(problems, inner, option, "description", MAX_DESCRIPTION)
        if name in seen:
            words = "Option names must be unique"
            problems.add((*inner, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", words)
        seen.add(name)
        kind = option.get("type")
        if not isinstance(kind, int) or kind not in set(OptionType):
            problems.add((*inner, "type"), "BASE_TYPE_CHOICES", "Value must be one of 1 to 11.")
        if kind in _NESTING:
            _check_options(problems, (*inner, "options"), option.get("options"))
            continue
        if option.get("required") and optional_seen:
            words = "Required options must be placed before non-required options"
            problems.add(inner, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
        optional_seen = optional_seen or not option.get("required")
        _check_choices(problems, (*inner, "choices"), option.get("choices"))
        for bound in ("min_value", "max_value"):
            problems.number((*inner, bound), option.get(bound))
        for bound, least in (("min_length", 0), ("max_length", 1)):
            problems.whole_number((*inner, bound), option.get(bound), least, MAX_VALUE_LENGTH)


def _check_choices(problems: Problems, path: Path, value: Any) -> None:
    for index, choice in enumerate(problems.objects(path, value, 0, MAX_CHOICES)):
        problems.text((*path, index, "name"), choice.get("name"), 1, MAX_CHOICE_TEXT)
        _check_translations(problems, (*path, index), choice, "name", MAX_CHOICE_TEXT, any_name=True)
        chosen = choice.get("value")
        if chosen is None or isinstance(chosen, str):
            problems.text((*path, index, "value"), chosen, 1, MAX_CHOICE_TEXT)


def _check_numbers(problems: Problems, path: Path, value: Any, allowed: tuple[int, ...]) -> None:
    for index, number in enumerate(problems.items(path, value, 0, len(allowed))):
        if type(number) is not int or number not in allowed:
            words = "Value must be one of (" + ", ".join(str(int(known)) for known in allowed) + ")."
            problems.add((*path, index), "BASE_TYPE_CHOICES", words)


def _check_translations(
    problems: Problems, path: Path, named: Json, field: str, longest: int, *, any_name: bool = False
) -> None:
    """Note what is wrong with the translations of a name or description; `any_name` if the name has no pattern."""
    translations = named.get(f"{field}_localizations")
    path = (*path, f"{field}_localizations")
    if translations is None:
        return
    if not isinstance(translations, dict):
        problems.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return
    for locale, text in translations.items():
        if locale not in LOCALES:
            problems.add((*path, locale), "ENUM_TYPE_COERCE", f'Value "{locale}" is not a valid enum value.')
        elif text is None:
            continue
        elif field == "name" and not any_name:
            _check_name(problems, (*path, locale), text)
        else:
            problems.text((*path, locale), text, 1, longest)


def _lengths(named: Json) -> Iterator[int]:
    """Yield how many characters a command counts for: every text of it in its longest translation."""
    for field in ("name", "description"):
        translations = named.get(f"{field}_localizations")
        texts = [named.get(field), *(translations.values() if isinstance(translations, dict) else ())]
        yield max((len(text) for text in texts if isinstance(text, str)), default=0)
    value = named.get("value")
    yield len(value) if isinstance(value, str) else 0
    for field in ("options", "choices"):
        inside = named.get(field)
        for inner in inside if isinstance(inside, list) else ():
            if isinstance(inner, dict):
                yield from _lengths(inner)


def _check_name(problems: Problems, path: Path, value: Any) -> str:
    name = problems.text(path, value, 1, MAX_NAME)
    if name and (name != name.lower() or not all(map(_may_be_in_a_name, name))):
        problems.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    return name


def _may_be_in_a_name(character: str) -> bool:
    if character in "-_'" or unicodedata.category(character)[0] in "LN":
        return True
    return unicodedata.name(character, "").startswith(_SIGNED_SCRIPTS)
