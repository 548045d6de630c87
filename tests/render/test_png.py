"""The PNG writer: what Pillow reads back is what was written."""

from __future__ import annotations

import io
import struct
import zlib
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.png import encode


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 256), st.randoms(use_true_random=False))
def test_pixels_and_colours_come_back(width: int, height: int, colours: int, rng: Random) -> None:
    numbers = [[rng.randrange(colours) for _ in range(width)] for _ in range(height)]
    rows = Image.frombytes("L", (width + 1, height), b"".join(bytes([0, *row]) for row in numbers))
    palette = bytes(number * 7 % 256 for number in range(3 * colours))
    with Image.open(io.BytesIO(encode(rows, palette))) as image:
        image.load()
        assert image.size == (width, height)
        assert image.tobytes() == b"".join(map(bytes, numbers))
        assert bytes(image.getpalette() or ())[: len(palette)] == palette


def test_a_file_has_the_four_chunks_with_right_checksums() -> None:
    png = encode(Image.new("L", (3, 2)), bytes(6))
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, kinds = 8, []
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + data)
        kinds.append(kind)
        at += 12 + length
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
