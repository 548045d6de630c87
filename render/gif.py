"""Moving pictures: GIF files of palette pictures, each frame holding only what changed since the one before.

Pillow's encoder packs the pixels. The file around them is written here, so that frames can come one at a time, with
the palettes that the boards have, and the size is known while it grows.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image, ImageChops

_FOREVER: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_END: Final = b"\x3b"
_BITS: Final = b"\x08"
_COLOURS: Final = 256
_COMMON_TABLE: Final = 0xF7
_OWN_TABLE: Final = 0x87
_KEEP: Final = 1 << 2
"""What a frame has drawn stays when the next one comes."""
_LONGEST: Final = 65535
_SAME: Final = [255] + [0] * 255


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture of palette numbers (mode L), its palette, three bytes a colour, and how long it is shown.

    ``time`` is in hundredths of a second, 65,535 at most. All frames of an animation have one size.
    """

    image: Image.Image
    colours: bytes
    time: int


def animation(frames: Iterable[Frame]) -> Iterator[bytes]:
    """Yield the parts of a GIF that shows the frames over and over; raise ValueError if there is none.

    A frame that looks like the one before it is not written: that one is shown for longer.
    """
    coming = iter(frames)
    first = next(coming, None)
    if first is None:
        raise ValueError("an animation needs at least one frame")
    yield _beginning(first)
    before, waiting = None, first
    for frame in coming:
        if frame.colours == waiting.colours and _changed(waiting, frame) is None:
            waiting = replace(waiting, time=min(_LONGEST, waiting.time + frame.time))
            continue
        yield _encoded(waiting, before, first.colours)
        before, waiting = waiting, frame
    yield _encoded(waiting, before, first.colours)
    yield _END


def _beginning(frame: Frame) -> bytes:
    """Return the header, the size, the palette of all frames that have no other, and that there is no end."""
    screen = struct.pack("<HHBBB", *frame.image.size, _COMMON_TABLE, 0, 0)
    return b"GIF89a" + screen + _table(frame.colours) + _FOREVER


def _encoded(frame: Frame, before: Frame | None, common: bytes) -> bytes:
    """Return the frame as what has to be drawn over the one before it."""
    box, part, clear = (0, 0, *frame.image.size), frame.image, None
    if before is not None and frame.colours == before.colours:
        box = _changed(before, frame) or box
        part = frame.image.crop(box)
        if len(frame.colours) < 3 * _COLOURS:
            # A number that is no colour lets what stays shine through: long runs of it pack into almost nothing.
            clear = len(frame.colours) // 3
            part.paste(clear, (0, 0), ImageChops.difference(part, before.image.crop(box)).point(_SAME))
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, _KEEP | (clear is not None), frame.time, clear or 0, 0)
    table = b"" if frame.colours == common else _table(frame.colours)
    place = struct.pack("<BHHHHB", 0x2C, *box[:2], *part.size, _OWN_TABLE if table else 0)
    return b"".join((control, place, table, _BITS, part.tobytes("gif", "L", 8, 0), b"\0"))


def _changed(before: Frame, after: Frame) -> tuple[int, int, int, int] | None:
    """Return the smallest box that holds all pixels that differ."""
    return ImageChops.difference(after.image, before.image).getbbox()


def _table(colours: bytes) -> bytes:
    return colours.ljust(3 * _COLOURS, b"\0")
