"""Sprites, and the canvas that they are pasted on: images of one byte a pixel, a palette number each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from PIL import Image

from render.palette import ramp, solid

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels; right and bottom lie outside."""

Kind: TypeAlias = Literal["card", "place", "tag", "pill", "ornament"]


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A small picture that is pasted where its mask is set, edges already blended with what usually lies below.

    ``origin`` is the pixel of the sprite that is put at the place it is given. ``reads`` are the boxes in it, relative
    to the origin, that must not be covered by anything else: ranks, suits, what is written on a tag. ``rim`` says
    whether it has the gold rim of a card that can be played.
    """

    ink: Image.Image
    mask: Image.Image
    origin: tuple[int, int]
    reads: tuple[Box, ...] = ()
    rim: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A sprite with its origin at (x, y). A card or a place has its pile and index there, a tag has what it says."""

    sprite: Sprite
    x: int
    y: int
    kind: Kind
    pile: str = ""
    index: int = 0
    says: str = ""

    @property
    def box(self) -> Box:
        """What the whole sprite takes up on the canvas."""
        left, top = self.x - self.sprite.origin[0], self.y - self.sprite.origin[1]
        width, height = self.sprite.ink.size
        return left, top, left + width, top + height

    @property
    def reads(self) -> tuple[Box, ...]:
        """The boxes on the canvas that must stay readable."""
        x, y = self.x, self.y
        return tuple((left + x, top + y, right + x, bottom + y) for left, top, right, bottom in self.sprite.reads)


Inked: TypeAlias = tuple[Image.Image, Image.Image]
"""A coverage mask as palette numbers, and where it shows."""


def inked(cover: Image.Image, under: str, over: str) -> Inked:
    """Turn a coverage mask (mode L, 255 is full) into palette numbers of a ramp."""
    # bytes.translate: Image.point would build its table anew, in Python, for every layer.
    covers = cover.tobytes()
    shown = Image.frombytes("L", cover.size, covers.translate(solid(under, over)))
    return Image.frombytes("L", cover.size, covers.translate(ramp(under, over))), shown


class Painter:
    """Builds a sprite from layers: anti-aliased masks, each shown through the ramp from what is below to its colour."""

    def __init__(self, width: int, height: int) -> None:
        self.ink = Image.new("L", (width, height))
        self.mask = Image.new("L", (width, height))

    def layer(self, cover: Image.Image, at: tuple[int, int], under: str, over: str) -> None:
        """Lay a coverage mask (mode L, 255 is full) with its top left corner at a pixel."""
        self.lay(inked(cover, under, over), at)

    def lay(self, layer: Inked, at: tuple[int, int]) -> None:
        """Lay a layer that was inked before with its top left corner at a pixel."""
        ink, shown = layer
        self.ink.paste(ink, at, shown)
        self.mask.paste(255, at, shown)

    def sprite(self, origin: tuple[int, int], reads: tuple[Box, ...] = (), *, rim: bool = False) -> Sprite:
        """Return what was painted, cropped to it, as a sprite."""
        box = self.mask.getbbox() or (0, 0, *self.mask.size)
        mask = self.mask.crop(box).convert("1", dither=Image.Dither.NONE)
        return Sprite(self.ink.crop(box), mask, (origin[0] - box[0], origin[1] - box[1]), reads, rim)

    def copy(self) -> Painter:
        """Return a painter that goes on from here."""
        other = Painter(0, 0)
        other.ink, other.mask = self.ink.copy(), self.mask.copy()
        return other


def table(size: tuple[int, int]) -> Image.Image:
    """Return an empty table of that width and height, darker towards the corners.

    The image is one column wider than the table: its first column holds zeros, which are the filter bytes of the rows
    of a PNG, so that the bytes of the image are what a PNG deflates. Everything on the table lies one pixel to the
    right of its place.
    """
    width, height = size
    light = Image.radial_gradient("L").resize(size, Image.Resampling.BICUBIC)
    rows = Image.new("L", (width + 1, height))
    # The corners of the gradient are all at its end; a gentler slope keeps the middle of the table even.
    rows.paste(
        light.point([min(255, level * level // 220) for level in range(256)]).point(ramp("felt", "edge")), (1, 0)
    )
    return rows


def compose(ground: Image.Image, placed: Iterable[Placed]) -> Image.Image:
    """Return a copy of the ground (see ``table``) with the sprites pasted on it in their order."""
    rows = ground.copy()
    for one in placed:
        left, top, _, _ = one.box
        rows.paste(one.sprite.ink, (left + 1, top), one.sprite.mask)
    return rows
