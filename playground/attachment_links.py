"""Links of the form `attachment://name`, by which embeds and components show a message's own files."""

from typing import Any

_SCHEME = "attachment://"


def referenced_files(value: Any) -> list[str]:
    """Return the file names that `attachment://` addresses anywhere inside `value` name."""
    if isinstance(value, str):
        return [value.removeprefix(_SCHEME)] if value.startswith(_SCHEME) else []
    if isinstance(value, dict):
        return [name for inner in value.values() for name in referenced_files(inner)]
    if isinstance(value, list):
        return [name for inner in value for name in referenced_files(inner)]
    return []


def with_addresses(value: Any, urls: dict[str, str]) -> Any:
    """Return `value` with `attachment://` addresses replaced by those the files are served at."""
    if isinstance(value, str) and value.startswith(_SCHEME):
        return urls.get(value.removeprefix(_SCHEME), value)
    if isinstance(value, dict):
        return {key: with_addresses(inner, urls) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_addresses(inner, urls) for inner in value]
    return value
