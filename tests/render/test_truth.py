"""Boards as PNG files against the same boards composed in RGB, and with either library that deflates."""

from __future__ import annotations

import importlib
import io
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from render import png
from render.board import draw, numbers
from tests.render.five import five
from tests.render.truecolour import LEAST, compose, decibels, read


def test_a_board_is_close_to_what_it_would_be_without_a_palette(tmp_path: Path) -> None:
    compose(tmp_path)
    truths = read(tmp_path)
    for name, view in five().items():
        with Image.open(io.BytesIO(draw(view))) as image:
            assert decibels(image.convert("RGB"), truths[name]) >= LEAST, name


@pytest.fixture(params=["zlib", "isal"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Have ``png`` deflate with a library, whichever it would choose."""
    if request.param == "isal":
        pytest.importorskip("isal", reason="isal is optional, and not installed here")
    else:
        monkeypatch.setitem(sys.modules, "isal.isal_zlib", None)
    importlib.reload(png)
    monkeypatch.undo()
    yield request.param
    importlib.reload(png)


@pytest.mark.parametrize("name", five())
def test_a_board_has_its_pixels_and_is_small_whatever_deflates_it(library: str, name: str) -> None:
    pixels, palette = numbers(five()[name])
    rows = Image.new("L", (pixels.width + 1, pixels.height))
    rows.paste(pixels, (1, 0))
    file = png.encode(rows, palette)
    assert len(file) <= len(zlib.compress(pixels.tobytes(), 1))
    with Image.open(io.BytesIO(file)) as image:
        assert image.tobytes() == pixels.tobytes()
