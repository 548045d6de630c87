"""Request bodies: JSON, or a multipart form of `payload_json` and `files[n]`."""

import re
from collections.abc import AsyncIterator
from contextvars import ContextVar
from dataclasses import dataclass, field

from aiohttp import BodyPartReader, web
from aiohttp.http import HttpProcessingError

from playground.errors import invalid_json, request_too_large
from playground.wire import ATTACHMENT_SIZE_LIMIT, Json, decode

_LARGEST_JSON = 8 * 1024 * 1024  # bytes; all commands that a bot may have come to less
_CHUNK_BYTES = 64 * 1024
# The JSON that the request carried which is being answered; None until it has been read.
JSON_READ: ContextVar[Json | list[Json] | None] = ContextVar("JSON_READ", default=None)
_FILE_FIELD = re.compile(r"files\[([0-9]{1,20})\]")
# What a body raises that is not JSON, not the form or not the compression that its headers say.
_UNREADABLE = (ValueError, LookupError, RuntimeError, HttpProcessingError, web.RequestPayloadError)


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

    Raises ApiError 400/50109 if it holds no JSON object, and 413/40005 if a file or all of it is over the size limit.
    """
    try:
        if request.content_type == "multipart/form-data":
            body = await _read_form(request)
        else:
            body = Body(_object(await _read_json(request)))
    except _UNREADABLE:
        raise invalid_json() from None
    JSON_READ.set(body.fields)
    return body


async def read_list(request: web.Request) -> list[Json]:
    """Read a body that is a JSON array of objects, or raise ApiError as `read_body` does."""
    try:
        value = decode(await _read_json(request))
    except _UNREADABLE:
        raise invalid_json() from None
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise invalid_json()
    JSON_READ.set(value)
    return value


async def _read_json(request: web.Request) -> bytes:
    # By chunks, for a few bytes of a compressed body may stand for more than there is memory.
    return await _joined(request.content.iter_chunked(_CHUNK_BYTES), _LARGEST_JSON)


async def _read_form(request: web.Request) -> Body:
    fields: Json = {}
    uploads: dict[int, Upload] = {}
    left = request.client_max_size
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise invalid_json()
        name = part.name or ""
        if name == "payload_json":
            data = await _joined(_chunks(part), min(_LARGEST_JSON, left))
            fields = _object(data)
        elif match := _FILE_FIELD.fullmatch(name):
            data = await _joined(_chunks(part), min(ATTACHMENT_SIZE_LIMIT, left))
            uploads[int(match[1])] = Upload(part.filename or "unknown", data)
        else:
            continue
        left -= len(data)
    return Body(fields, dict(sorted(uploads.items())))


async def _chunks(part: BodyPartReader) -> AsyncIterator[bytes]:
    while not part.at_eof():
        yield await part.read_chunk(_CHUNK_BYTES)


async def _joined(chunks: AsyncIterator[bytes], limit: int) -> bytes:
    """Return all of it, or raise ApiError 413/40005 if it is more than `limit` bytes."""
    data = bytearray()
    async for chunk in chunks:
        data += chunk
        if len(data) > limit:
            raise request_too_large()
    return bytes(data)


def _object(text: bytes) -> Json:
    """Return a JSON object, or raise ValueError."""
    value = decode(text)
    if not isinstance(value, dict):
        raise ValueError("the body is no JSON object")
    return value
