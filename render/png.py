"""PNG files of one palette: the four chunks they need, and nothing else."""

from __future__ import annotations

import struct
import zlib

from PIL import Image

try:
    from isal.isal_zlib import compress as _deflate

    _LEVEL = 1
except ImportError:  # optional: boards are drawn in less than half the time
    from zlib import compress as _deflate

    # On boards it takes no longer than level 1, and files are a tenth smaller.
    _LEVEL = 2

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PALETTE_8_BIT = b"\x08\x03\x00\x00\x00"


def encode(rows: Image.Image, palette: bytes) -> bytes:
    """Return a PNG of rows that begin with their filter byte (see ``canvas.ground``), three bytes a palette colour."""
    width, height = rows.size
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">II", width - 1, height) + _PALETTE_8_BIT),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", _deflate(rows.tobytes(), _LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))))
