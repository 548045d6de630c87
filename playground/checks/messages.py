"""Checks of messages: texts, embeds, files, and how components go with them."""

from typing import Any

from playground.bodies import Body
from playground.checks.components import check_components
from playground.checks.problems import Problems
from playground.snowflakes import parse_id
from playground.state import Message
from playground.wire import Json, MessageFlag

MAX_CONTENT = 2000
MAX_ATTACHMENTS = 10
MAX_ALT_TEXT = 1024
MAX_FILENAME = 255
MAX_EMBEDS = 10
MAX_EMBED_TEXT = 6000
_EMBED_TEXTS = {"title": 256, "description": 4096}


def check_message(body: Body, edited: Message | None = None) -> None:
    """Raise ApiError 400/50035 if `body` may not be posted, or may not change `edited`."""
    problems = Problems()
    fields = body.fields
    problems.text(("content",), fields.get("content"), 0, MAX_CONTENT)
    _check_flags(problems, fields)
    _check_mentions(problems, fields.get("allowed_mentions"))
    _check_reference(problems, fields.get("message_reference"))
    _check_embeds(problems, fields.get("embeds"))
    _check_attachments(problems, body, edited)
    v2 = _uses_components_v2(fields, edited)
    check_components(problems, fields.get("components"), v2=v2)
    if v2:
        _check_no_legacy_fields(problems, fields, edited)
    problems.raise_any(body.path)


def check_flags(body: Body) -> None:
    """Raise ApiError 400/50035 if the flags that `body` gives are none."""
    problems = Problems()
    _check_flags(problems, body.fields)
    problems.raise_any(body.path)


def _check_flags(problems: Problems, fields: Json) -> None:
    problems.whole_number(("flags",), fields.get("flags"), 0, 2**31 - 1)


def _uses_components_v2(fields: Json, edited: Message | None) -> bool:
    asked = fields.get("flags")
    asks = isinstance(asked, int) and bool(asked & MessageFlag.COMPONENTS_V2)
    return asks or (edited is not None and MessageFlag.COMPONENTS_V2 in edited.flags)


def _check_no_legacy_fields(problems: Problems, fields: Json, edited: Message | None) -> None:
    for name in ("content", "embeds"):
        before = None if edited is None else getattr(edited, name)
        if fields.get(name, before):
            problems.add(
                (name,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f'The "{name}" field cannot be used when using MessageFlags.IS_COMPONENTS_V2',
            )


def _check_mentions(problems: Problems, value: Any) -> None:
    if value is None:
        return
    if not isinstance(value, dict):
        problems.add(("allowed_mentions",), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return
    parsed = problems.items(("allowed_mentions", "parse"), value.get("parse"), 0, 3)
    for name in ("users", "roles"):
        if name in parsed and value.get(name):
            words = f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.'
            problems.add(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)
        for index, number in enumerate(problems.items(("allowed_mentions", name), value.get(name), 0, 100)):
            if not _is_snowflake(number):
                _not_a_snowflake(problems, ("allowed_mentions", name, index), number)


def _check_reference(problems: Problems, value: Any) -> None:
    if value is None:
        return
    if not isinstance(value, dict) or not _is_snowflake(value.get("message_id")):
        given = value.get("message_id") if isinstance(value, dict) else value
        _not_a_snowflake(problems, ("message_reference", "message_id"), given)


def _check_embeds(problems: Problems, value: Any) -> None:
    total = 0
    for index, embed in enumerate(problems.objects(("embeds",), value, 0, MAX_EMBEDS)):
        path = ("embeds", index)
        for name, limit in _EMBED_TEXTS.items():
            total += len(problems.text((*path, name), embed.get(name), 0, limit))
        for number, part in enumerate(problems.objects((*path, "fields"), embed.get("fields"), 0, 25)):
            total += len(problems.text((*path, "fields", number, "name"), part.get("name"), 1, 256))
            total += len(problems.text((*path, "fields", number, "value"), part.get("value"), 1, 1024))
        for name, key, limit in (("footer", "text", 2048), ("author", "name", 256)):
            named = embed.get(name)
            if isinstance(named, dict):
                total += len(problems.text((*path, name, key), named.get(key), 0, limit))
    if total > MAX_EMBED_TEXT:
        words = f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
        problems.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", words)


def _check_attachments(problems: Problems, body: Body, edited: Message | None) -> None:
    listed = problems.objects(("attachments",), body.fields.get("attachments"), 0, MAX_ATTACHMENTS)
    existing = {attachment.id for attachment in edited.attachments} if edited is not None else set()
    kept = len(existing) if body.fields.get("attachments") is None else 0
    for index, entry in enumerate(listed):
        path = ("attachments", index)
        problems.text((*path, "description"), entry.get("description"), 0, MAX_ALT_TEXT)
        problems.text((*path, "filename"), entry.get("filename"), 0, MAX_FILENAME)
        number: Any = entry.get("id")
        if not _is_snowflake(number):
            _not_a_snowflake(problems, (*path, "id"), number)
        elif int(number) in existing:
            kept += 1
        elif int(number) not in body.uploads:
            words = f"Attachment {number} is neither on the message nor among the uploaded files."
            problems.add((*path, "id"), "ATTACHMENT_NOT_FOUND", words)
    if kept + len(body.uploads) > MAX_ATTACHMENTS:
        problems.length(("attachments",), kept + len(body.uploads), 0, MAX_ATTACHMENTS)


def _is_snowflake(value: Any) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool) and parse_id(str(value)) is not None


def _not_a_snowflake(problems: Problems, path: tuple[str | int, ...], value: Any) -> None:
    problems.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
