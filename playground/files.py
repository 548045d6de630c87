"""The files of messages: made from uploads, kept or replaced by an edit."""

import mimetypes
import re
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from playground.bodies import Upload
from playground.state import Attachment
from playground.wire import Json

_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PNG_HEADER_LENGTH = 24  # signature, chunk length, "IHDR", width, height
_UNSAFE = re.compile(r"[^\w.\-]")


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Return (width, height) in pixels from a PNG's header; None for anything else."""
    if len(data) < _PNG_HEADER_LENGTH or not data.startswith(_PNG_SIGNATURE) or data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", data[16:_PNG_HEADER_LENGTH])
    return width, height


def attachments_after(
    kept: Sequence[Attachment],
    listed: Sequence[Json] | None,
    uploads: Mapping[int, Upload],
    channel_id: int,
    new_id: Callable[[], int],
) -> list[Attachment]:
    """Return a message's files after it was sent or edited.

    `listed` is the body's `attachments`: None keeps all of `kept`, otherwise only those listed stay. Its other
    ids are numbers of `uploads` and give them names and descriptions. Kept files come first.
    """
    described: dict[int, Json] = {}
    existing = {attachment.id: attachment for attachment in kept}
    result = list(kept) if listed is None else []
    for entry in listed or ():
        number = int(entry["id"])
        if number in existing:
            attachment = existing[number]
            result.append(replace(attachment, description=entry.get("description", attachment.description)))
        else:
            described[number] = entry
    for number, upload in uploads.items():
        entry = described.get(number, {})
        filename = entry.get("filename") or upload.filename
        result.append(attachment_from(upload, filename, entry.get("description"), channel_id, new_id()))
    return result


def attachment_from(
    upload: Upload, filename: str, description: str | None, channel_id: int, attachment_id: int
) -> Attachment:
    """Return an upload as a file that is kept under this name, or one like it that can stand in an address."""
    size = picture_size(upload.data)
    width, height = size if size is not None else (None, None)
    name = _UNSAFE.sub("_", filename)
    return Attachment(
        id=attachment_id,
        channel_id=channel_id,
        filename=name,
        data=upload.data,
        content_type="image/png" if size else mimetypes.guess_type(name)[0] or "application/octet-stream",
        description=description,
        width=width,
        height=height,
    )
