"""The README's pictures are what the boards look like now: draw them again with ``python -m render``."""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from engine.game import games
from engine.record import read_record
from render.board import draw

GALLERY = Path(__file__).parents[2] / "render" / "gallery"


@pytest.mark.parametrize("name", games())
def test_the_gallery_shows_every_game_as_it_is_drawn_now(name: str) -> None:
    record = read_record((GALLERY / f"{name}.txt").read_text())
    assert record.game.name == name
    with (
        Image.open(GALLERY / f"{name}.png") as shown,
        Image.open(io.BytesIO(draw(record.view(), before=record.view_before()))) as drawn,
    ):
        difference = ImageChops.difference(shown.convert("RGB"), drawn.convert("RGB"))
    assert difference.getbbox() is None, "run: python -m render render/gallery/*.txt -o render/gallery"


def test_the_readme_shows_the_gallery() -> None:
    readme = (GALLERY.parents[1] / "README.md").read_text()
    assert all(f"(render/gallery/{name}.png)" in readme for name in games())
