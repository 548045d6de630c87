"""Request bodies: JSON, or a multipart form of `payload_json` and `files[n]`."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from aiohttp import BodyPartReader, web

from playground.errors import invalid_json, request_too_large
from playground.wire import ATTACHMENT_SIZE_LIMIT, Json, decode

_FILE_FIELD = re.compile(r"files\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent."""

    filename: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Body:
    """What a request carried: its JSON object, and files by their number."""

    fields: Json
    uploads: dict[int, Upload] = field(default_factory=dict)
    path: tuple[str, ...] = ()  # where the fields stand in the request, for the paths of errors


async def read_body(request: web.Request) -> Body:
    """Read a request's body.

    Raises ApiError 400/50109 if it holds no JSON object and 413/40005 if a file is over the size limit.
    """
    if request.content_type == "multipart/form-data":
        return await _read_form(request)
    return Body(_parse_object(await request.text()))


async def read_list(request: web.Request) -> list[Json]:
    """Read a body that is a JSON array of objects, or raise ApiError 400/50109."""
    value = _parse(await request.text())
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise invalid_json()
    return value


async def _read_form(request: web.Request) -> Body:
    fields: Json = {}
    uploads: dict[int, Upload] = {}
    async for part in _parts(request):
        name = part.name or ""
        if name == "payload_json":
            fields = _parse_object(await part.text())
        elif match := _FILE_FIELD.fullmatch(name):
            data = bytes(await part.read(decode=True))
            if len(data) > ATTACHMENT_SIZE_LIMIT:
                raise request_too_large()
            uploads[int(match[1])] = Upload(part.filename or "unknown", data)
    return Body(fields, dict(sorted(uploads.items())))


async def _parts(request: web.Request) -> AsyncIterator[BodyPartReader]:
    try:
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                raise invalid_json()
            yield part
    except ValueError:  # what aiohttp raises for a form without boundaries
        raise invalid_json() from None


def _parse_object(text: str) -> Json:
    value = _parse(text)
    if not isinstance(value, dict):
        raise invalid_json()
    return value


def _parse(text: str) -> object:
    try:
        return decode(text)
    except ValueError:
        raise invalid_json() from None
