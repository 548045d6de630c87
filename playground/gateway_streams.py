"""How gateway packets are written: plain text, or one compressed stream for the whole connection."""

import zlib
from collections.abc import Callable

# Turns a packet's text into what is sent: str for a text frame, bytes for a binary one.
Encoder = Callable[[str], str | bytes]

_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_ZSTD_FRAME_HEADER = b"\x00\x38"  # no checksum, no length; a window of 128 KiB
_ZSTD_BLOCK_BYTES = 128 * 1024


def encoder_for(compress: str | None) -> Encoder:
    """Return the encoder for a gateway address's `compress` parameter, one for each connection.

    Raises ValueError for a compression that Discord does not have either.
    """
    if compress is None:
        return lambda text: text
    if compress == "zlib-stream":
        return _zlib_stream()
    if compress == "zstd-stream":
        return _zstd_stream()
    raise ValueError(f"compress={compress} is not known; use zlib-stream or zstd-stream, or leave it out")


def _zlib_stream() -> Encoder:
    deflater = zlib.compressobj()

    def encode(text: str) -> bytes:
        return deflater.compress(text.encode()) + deflater.flush(zlib.Z_SYNC_FLUSH)

    return encode


def _zstd_stream() -> Encoder:
    # Python has no Zstandard before 3.14, but the format has stored blocks, which need no compressor.
    pending = _ZSTD_MAGIC + _ZSTD_FRAME_HEADER

    def encode(text: str) -> bytes:
        nonlocal pending
        data = text.encode()
        blocks = [data[start : start + _ZSTD_BLOCK_BYTES] for start in range(0, len(data), _ZSTD_BLOCK_BYTES)]
        header, pending = pending, b""
        # A block's header: a bit for the last one, two for "stored", and its length, little-endian.
        return header + b"".join((len(block) << 3).to_bytes(3, "little") + block for block in blocks)

    return encode
