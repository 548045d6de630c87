"""Boards composed in RGB, to compare their PNGs with: the same shapes in the same places, but no palette, no ramps.

``python -m tests.render.truecolour DIR`` writes the boards of ``five`` there as RGB pictures. The masks of all shapes
are laid on the canvas with their full 256 steps of coverage, layer by layer, each blended with what really lies below:
what the ramps of the palette, and edges that are blended beforehand, come close to. Grounds and the sky are slopes of
colour in steps of a 255th, and a shadow is black as ``shade`` says, as dense as its blurred mask.

It runs in a process of its own, where a painter that keeps its layers takes the place of the room's before any sprite
is made.
"""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from PIL import Image, ImageChops, ImageStat

from render import canvas, shapes
from render.canvas import Body, Box, Inked, Placed, Sprite
from render.look import USUAL
from render.palette import Theme
from tests.render.five import five

LEAST = 36.0
"""How many decibels a board should reach: colours are off by four in 255 then, and nobody sees it."""


@dataclass(frozen=True)
class Layer:
    """Masks (mode L) that share a place, and the name of the colour of each; together they cover 255 at most."""

    covers: tuple[Image.Image, ...]
    colours: tuple[str, ...]
    at: tuple[int, int] = (0, 0)

    def blend(self, board: Image.Image, theme: Theme, x: int, y: int) -> None:
        """Lay it on an RGB picture, the origin of its place at (x, y)."""
        left, top = x + self.at[0], y + self.at[1]
        box = left, top, left + self.covers[0].width, top + self.covers[0].height
        whole = self.covers[0]
        for cover in self.covers[1:]:
            whole = ImageChops.add(whole, cover)
        below = ImageChops.invert(whole)
        bands = []
        for band, shown in enumerate(board.crop(box).split()):
            mixed = ImageChops.multiply(shown, below)
            for cover, colour in zip(self.covers, self.colours, strict=True):
                level = theme[colour][band]
                mixed = ImageChops.add(mixed, cover.point([round(share * level / 255) for share in range(256)]))
            bands.append(mixed)
        board.paste(Image.merge("RGB", bands), box)

    def moved(self, at: tuple[int, int]) -> Layer:
        """Return it with its top left corner at a pixel."""
        return Layer(self.covers, self.colours, at)

    def clipped(self, mask: Image.Image) -> Layer:
        """Return what of it lies in a mask of the whole sprite."""
        width, height = self.covers[0].size
        here = mask.crop((*self.at, self.at[0] + width, self.at[1] + height))
        return Layer(tuple(ImageChops.multiply(cover, here) for cover in self.covers), self.colours, self.at)


@dataclass(frozen=True, slots=True, eq=False)
class TrueSprite(Sprite):
    """A sprite that knows the layers it was made from, and where its origin is in them."""

    layers: tuple[Layer, ...] = ()
    start: tuple[int, int] = (0, 0)


class Recorded(tuple[Image.Image, Image.Image]):
    """An inked layer that knows the masks it was made from."""

    layer: Layer


def _recorded(made: Inked, layer: Layer) -> Inked:
    kept = Recorded(made)
    kept.layer = layer
    return cast("Inked", kept)


def _inked(cover: Image.Image, under: str, over: str, make: Any = canvas.inked) -> Inked:
    layer = _slope(cover) if (under, over) == ("felt", "edge") else Layer((cover,), (over,))
    return _recorded(make(cover, under, over), layer)


def _tinted(covers: Sequence[Image.Image], colours: Sequence[str], make: Any = canvas.tinted) -> Inked:
    return _recorded(make(covers, colours), Layer(tuple(covers), tuple(colours[1:])))


def _slope(level: Image.Image) -> Layer:
    """Return the slope from ``felt`` by ``haze`` to ``edge``, half of its steps to each side of ``haze``."""
    # A few more of the ramps' numbers lie on the first half.
    middle = 255 * 19 / 37
    shares = (
        [max(0.0, 1 - step / middle) for step in range(256)],
        [step / middle if step < middle else (255 - step) / (255 - middle) for step in range(256)],
        [max(0.0, (step - middle) / (255 - middle)) for step in range(256)],
    )
    covers = [level.point([round(255 * share) for share in part]) for part in shares]
    return Layer(tuple(covers), ("felt", "haze", "edge"))


class TruePainter(canvas.Painter):
    """A painter that keeps its layers."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.layers: list[Layer] = []
        self._own = self.mask

    def lay(self, layer: Inked, at: tuple[int, int]) -> None:
        super().lay(layer, at)
        self.layers.append(cast("Recorded", layer).layer.moved(at))

    def sprite(
        self,
        origin: tuple[int, int],
        reads: tuple[Box, ...] = (),
        *,
        rim: bool = False,
        fresh: bool = False,
        body: Body | None = None,
    ) -> Sprite:
        made = super().sprite(origin, reads, rim=rim, fresh=fresh, body=body)
        # A mask that was put in the place of the painter's own is a stencil.
        layers = self.layers if self.mask is self._own else [layer.clipped(self.mask) for layer in self.layers]
        return TrueSprite(made.ink, made.mask, made.origin, reads, rim, fresh, body, tuple(layers), origin)

    def copy(self) -> TruePainter:
        other = TruePainter(0, 0)
        other.ink, other.mask, other.layers = self.ink.copy(), self.mask.copy(), list(self.layers)
        other._own = other.mask
        return other


def compose(folder: Path) -> None:
    """Write the five boards into a folder, in a process of its own."""
    subprocess.run([sys.executable, "-m", "tests.render.truecolour", str(folder)], check=True)


def read(folder: Path) -> dict[str, Image.Image]:
    """Return the five boards that were written into a folder, by name."""
    boards = {}
    for number, name in enumerate(five()):
        with Image.open(folder / f"{number}.png") as file:
            boards[name] = file.convert("RGB")
    return boards


def decibels(one: Image.Image, other: Image.Image) -> float:
    """Return the peak signal-to-noise ratio of two RGB pictures of one size."""
    squares = sum(ImageStat.Stat(ImageChops.difference(one, other)).sum2)
    return 10 * math.log10(255**2 * 3 * one.width * one.height / squares) if squares else math.inf


def main(folder: Path) -> None:
    """Write the five boards into a folder, numbered from 0."""
    vars(canvas).update(Painter=TruePainter, inked=_inked, tinted=_tinted)
    # Not sooner: these modules take what they find in ``canvas``.
    from render.board import placed
    from render.layout import layout_of

    for number, view in enumerate(five().values()):
        layout = layout_of(view.game)
        theme = layout.theme(view, USUAL)
        board = _ground(layout.size, theme)
        _lay(board, theme, layout.scenery(USUAL))
        on_table = placed(view)
        for one in on_table:
            if one.sprite.body is not None:
                _shadow(board, theme, one, one.sprite.body)
        _lay(board, theme, on_table)
        board.save(folder / f"{number}.png", compress_level=1)


def _ground(size: tuple[int, int], theme: Theme) -> Image.Image:
    width, height = size
    high = height * 9 // 8
    light = Image.radial_gradient("L").resize((width, high), Image.Resampling.BICUBIC)
    light = light.crop((0, high - height, width, high)).point([min(255, step * step // 220) for step in range(256)])
    board = Image.new("RGB", size)
    _slope(light).blend(board, theme, 0, 0)
    return board


def _shadow(board: Image.Image, theme: Theme, one: Placed, body: Body) -> None:
    outside, width, height, radius = body
    spread = canvas.Table.SPREAD
    cover = shapes.glow(width, height, radius, spread).point([round(share * 0.9) for share in range(256)])
    at = one.x - outside - spread, one.y - outside - spread + canvas.Table.DROP
    Layer((cover,), ("shade",)).blend(board, theme, *at)


def _lay(board: Image.Image, theme: Theme, placed: Iterable[Placed]) -> None:
    for one in placed:
        sprite = cast("TrueSprite", one.sprite)
        for layer in sprite.layers:
            layer.blend(board, theme, one.x - sprite.start[0], one.y - sprite.start[1])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
