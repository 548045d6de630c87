"""The picture of a position: layout, canvas, PNG.

Everything that is kept between pictures (sprites, empty tables, palettes) is made once and never changed, so that any
number of threads may draw at a time; most of the work lets go of the interpreter's lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import Image

from engine.game import games
from engine.view import View
from render.canvas import Placed, Table, compose, ground
from render.changes import fresh
from render.layout import layout_of, layouts
from render.look import USUAL, Look
from render.palette import palette
from render.png import encode


def draw(view: View, look: Look = USUAL, before: View | None = None) -> bytes:
    """Return the position as a PNG; raise LookupError if its game has no layout.

    ``before`` is the view before the last move; with it, what the move changed is marked.
    """
    return encode(_rows(view, look, before), _colours(view, look))


def warm(look: Look = USUAL) -> None:
    """Make what boards of a look need, and keep it: some hundred milliseconds of work, which may be done in any thread.

    Nothing depends on it: what is not there is made when it is asked for, a card in a tenth of a millisecond.
    """
    # Tables first: the memory that drawing them takes for a moment is used again for cards.
    for name in layouts():
        game = games()[name]
        draw(game.view(game.deal(game.deal_from_seed("any"), game.read_options({}))), look)
    for layout in layouts().values():
        layout.prepare(look)


def picture(view: View, look: Look = USUAL, before: View | None = None) -> Image.Image:
    """Return the position as ``draw`` shows it, as an RGB image."""
    image, colours = numbers(view, look, before)
    image.putpalette(colours)
    return image.convert("RGB")


def numbers(view: View, look: Look = USUAL, before: View | None = None) -> tuple[Image.Image, bytes]:
    """Return the position as ``draw`` shows it, as palette numbers (mode L), and the palette, three bytes a colour."""
    rows = _rows(view, look, before)
    return rows.crop((1, 0, *rows.size)), _colours(view, look)


def placed(view: View, look: Look = USUAL, before: View | None = None) -> Sequence[Placed]:
    """Return what lies where in a position, from the bottom up, without what lies on the table in every position."""
    return layout_of(view.game).place(view, look, fresh(before, view))


def _rows(view: View, look: Look, before: View | None) -> Image.Image:
    return _table(view.game, look).lay(placed(view, look, before))


def _colours(view: View, look: Look) -> bytes:
    return palette(layout_of(view.game).theme(view, look))


@cache
def _table(game: str, look: Look) -> Table:
    layout = layout_of(game)
    return Table(compose(ground(layout.size), layout.scenery(look)))
