"""The GIF writer: what Pillow reads back, frame by frame, is what was written."""

from __future__ import annotations

import io
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageSequence

from render.gif import Frame, animation

SIZE = 7, 5


@st.composite
def films(draw: st.DrawFn) -> list[Frame]:
    """Frames of one size that go on from each other by a few pixels, under palettes that may change."""
    count = draw(st.sampled_from([2, 3, 200, 255, 256]))
    palettes = [bytes((number * step + 11) % 256 for number in range(3 * count)) for step in (1, 7)]
    image = Image.new("L", SIZE)
    frames = []
    for _ in range(draw(st.integers(1, 6))):
        image = image.copy()
        for _ in range(draw(st.integers(0, 3))):
            image.putpixel((draw(st.integers(0, 6)), draw(st.integers(0, 4))), draw(st.integers(0, count - 1)))
        frames.append(Frame(image, draw(st.sampled_from(palettes)), draw(st.integers(1, 300))))
    return frames


@given(films())
@settings(deadline=None)
def test_pictures_and_times_come_back(frames: list[Frame]) -> None:
    wanted = [(list(run), picture) for picture, run in itertools.groupby(frames, key=_seen)]
    shown = _read(b"".join(animation(frames)))
    assert [picture for picture, _ in shown] == [picture for _, picture in wanted]
    assert [time for _, time in shown] == [sum(frame.time for frame in run) for run, _ in wanted]


def test_it_goes_round_for_ever() -> None:
    frame = Frame(Image.new("L", SIZE), bytes(6), 50)
    with Image.open(io.BytesIO(b"".join(animation([frame])))) as image:
        assert image.info["loop"] == 0


def test_a_small_change_takes_few_bytes() -> None:
    noise = Image.effect_noise((300, 200), 120)
    changed = noise.copy()
    for x, y in ((3, 4), (290, 190)):
        changed.putpixel((x, y), (noise.getpixel((x, y)) or 0) and 0)
    colours = bytes(range(255)) * 3
    noise, changed = (image.point([min(level, 254) for level in range(256)]) for image in (noise, changed))
    alone = len(b"".join(animation([Frame(noise, colours, 1)])))
    assert len(b"".join(animation([Frame(noise, colours, 1), Frame(changed, colours, 1)]))) < alone + 1000


def test_no_frames_are_told() -> None:
    with pytest.raises(ValueError, match="at least one frame"):
        list(animation([]))


def _seen(frame: Frame) -> bytes:
    image = frame.image.copy()
    image.putpalette(frame.colours)
    return image.convert("RGB").tobytes()


def _read(gif: bytes) -> list[tuple[bytes, int]]:
    with Image.open(io.BytesIO(gif)) as image:
        return [
            (frame.convert("RGB").tobytes(), frame.info["duration"] // 10) for frame in ImageSequence.Iterator(image)
        ]
