"""Checks of threads, as they are begun and changed."""

from typing import Any

from playground.checks.problems import Path, Problems
from playground.wire import ChannelType, Json

MAX_THREAD_NAME = 100
_ARCHIVED_AFTER = (60, 1440, 4320, 10080)  # minutes
_KINDS = (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)


def check_thread(fields: Json, *, at_message: bool) -> None:
    """Raise ApiError 400/50035 if no thread can be begun with these fields."""
    problems = Problems()
    problems.text(("name",), fields.get("name"), 1, MAX_THREAD_NAME)
    _one_of(problems, ("auto_archive_duration",), fields.get("auto_archive_duration"), _ARCHIVED_AFTER)
    if not at_message:
        _one_of(problems, ("type",), fields.get("type"), _KINDS)
        _switch(problems, ("invitable",), fields.get("invitable"))
    problems.raise_any()


def check_thread_change(fields: Json) -> None:
    """Raise ApiError 400/50035 if a thread cannot be changed so."""
    problems = Problems()
    if "name" in fields:
        problems.text(("name",), fields["name"], 1, MAX_THREAD_NAME)
    for switch in ("archived", "locked", "invitable"):
        _switch(problems, (switch,), fields.get(switch))
    _one_of(problems, ("auto_archive_duration",), fields.get("auto_archive_duration"), _ARCHIVED_AFTER)
    problems.raise_any()


def _switch(problems: Problems, path: Path, value: Any) -> None:
    if value is not None and not isinstance(value, bool):
        problems.add(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


def _one_of(problems: Problems, path: Path, value: Any, allowed: tuple[int, ...]) -> None:
    if value is not None and value not in allowed:
        numbers = ", ".join(str(int(number)) for number in allowed)
        problems.add(path, "BASE_TYPE_CHOICES", f"Value must be one of ({numbers}).")
