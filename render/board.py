"""The picture of a position: layout, canvas, PNG.

Everything that is kept between pictures (sprites, empty tables, palettes) is made once and never changed, so that any
number of threads may draw at a time; most of the work lets go of the interpreter's lock.
"""

from __future__ import annotations

from functools import cache

from PIL import Image

from engine.view import View
from render.canvas import compose, table
from render.layout import layout_of
from render.palette import palette
from render.png import encode


def draw(view: View) -> bytes:
    """Return the position as a PNG; raise LookupError if its game has no layout."""
    ground, colours = _table(view.game)
    return encode(compose(ground, layout_of(view.game).place(view)), colours)


@cache
def _table(game: str) -> tuple[Image.Image, bytes]:
    layout = layout_of(game)
    return compose(table(layout.size), layout.scenery()), palette(layout.theme)
