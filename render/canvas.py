"""Sprites, and the canvas that they are pasted on: images of one byte a pixel, a palette number each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageChops

from render import shapes
from render.palette import darker, has_ramp, number, ramp, solid

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels; right and bottom lie outside."""

Body: TypeAlias = tuple[int, int, int, int]
"""What throws a shadow: how far it lies outside of a sprite's origin, then width, height and radius of its corners."""

Kind: TypeAlias = Literal["card", "place", "tag", "pill", "ornament"]


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A small picture that is pasted where its mask is set, edges already blended with what usually lies below.

    ``origin`` is the pixel of the sprite that is put at the place it is given. ``reads`` are the boxes in it, relative
    to the origin, that must not be covered by anything else: ranks, suits, what is written on a tag. ``rim`` says
    whether it has the gold rim of a card that can be played, ``fresh`` whether it is marked as what the last move
    brought. ``body`` throws a shadow on the table.
    """

    ink: Image.Image
    mask: Image.Image
    origin: tuple[int, int]
    reads: tuple[Box, ...] = ()
    rim: bool = False
    fresh: bool = False
    body: Body | None = None


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


def tinted(covers: Sequence[Image.Image], colours: Sequence[str]) -> Inked:
    """Turn the masks of a drawing in several colours (see ``Pen.covers``) into palette numbers.

    The first colour is the ground, the others are those of the masks. A pixel takes the ramp between the two colours
    that have most of it or, where there is no such ramp, the one that has most.
    """
    pixels = zip(*(cover.tobytes() for cover in covers), strict=True)
    numbers = bytes(map(_Blends(colours).__getitem__, pixels))
    ground = number(colours[0])
    shown = numbers.translate(bytes(255 * (one != ground) for one in range(256)))
    return Image.frombytes("L", covers[0].size, numbers), Image.frombytes("L", covers[0].size, shown)


class _Blends(dict[tuple[int, ...], int]):
    """The palette number for the shares of a pixel that the masks have; the first colour has the rest of it."""

    def __init__(self, colours: Sequence[str]) -> None:
        self._colours = colours

    def __missing__(self, shares: tuple[int, ...]) -> int:
        self[shares] = _blend((255 - sum(shares), *shares), self._colours)
        return self[shares]


def _blend(shares: Sequence[int], colours: Sequence[str]) -> int:
    most, other = sorted(range(len(shares)), key=lambda place: -shares[place])[:2]
    if has_ramp(colours[most], colours[other]):
        return ramp(colours[most], colours[other])[255 * shares[other] // (shares[most] + shares[other])]
    return number(colours[most])


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

    def sprite(
        self,
        origin: tuple[int, int],
        reads: tuple[Box, ...] = (),
        *,
        rim: bool = False,
        fresh: bool = False,
        body: Body | None = None,
    ) -> Sprite:
        """Return what was painted, cropped to it, as a sprite."""
        box = self.mask.getbbox() or (0, 0, *self.mask.size)
        shown = self.mask.crop(box).convert("1", dither=Image.Dither.NONE)
        mask = _shared(shown.size, shown.tobytes())
        return Sprite(self.ink.crop(box), mask, (origin[0] - box[0], origin[1] - box[1]), reads, rim, fresh, body)

    def copy(self) -> Painter:
        """Return a painter that goes on from here."""
        other = Painter(0, 0)
        other.ink, other.mask = self.ink.copy(), self.mask.copy()
        return other


@lru_cache(2048)
def _shared(size: tuple[int, int], bits: bytes) -> Image.Image:
    """Return the mask with these bits: cards of one shape have one mask together, which is half of their memory."""
    return Image.frombytes("1", size, bits)


@cache
def _bands(
    width: int, height: int, radius: int, spread: int, levels: int
) -> tuple[Image.Image, tuple[Image.Image, ...]]:
    """Return the masks of a soft shadow: of all of it, and of what is as dark as each level from 1 on."""
    cover = shapes.glow(width, height, radius, spread)
    steps = [round(share * levels / 255) for share in range(256)]
    masks = [cover.point([255 * (step == level) for step in steps], "1") for level in range(levels + 1)]
    return ImageChops.invert(masks[0]), tuple(masks[1:])


class Table:
    """An empty table with what always lies on it, and the shadows that cards throw on it. It never changes."""

    SPREAD: Final = 7
    """How far a shadow reaches, in pixels."""
    DROP: Final = 3
    """How much lower than its card a shadow lies."""
    _LEVELS: Final = 8
    _DARKEST: Final = 0.9

    def __init__(self, rows: Image.Image) -> None:
        self._rows = rows
        self._shadow = lru_cache(512)(self._make_shadow)
        self._behind = lru_cache(4)(self._with)

    def lay(self, placed: Sequence[Placed]) -> Image.Image:
        """Return a copy of the table (see ``ground``) with shadows and, on them, the sprites in their order.

        A first sprite that takes up half of the table or more, such as stars or the wind, lies under the shadows.
        """
        if placed and 2 * math.prod(placed[0].sprite.ink.size) > math.prod(self._rows.size):
            return self._behind(placed[0]).lay(placed[1:])
        rows = self._rows.copy()
        for one in placed:
            if one.sprite.body is not None:
                shade, mask, box = self._shadow(one.x, one.y, one.sprite.body)
                rows.paste(shade, box, mask)
        return compose(rows, placed)

    def _with(self, one: Placed) -> Table:
        """Return the table with one more thing that lies on it: to paste what is so large each time takes long."""
        return Table(compose(self._rows.copy(), (one,)))

    def _make_shadow(self, x: int, y: int, body: Body) -> tuple[Image.Image, Image.Image, tuple[int, int]]:
        outside, *sizes = body
        mask, bands = _bands(*sizes, self.SPREAD, self._LEVELS)
        left, top = x - outside - self.SPREAD + 1, y - outside - self.SPREAD + self.DROP
        shade = self._rows.crop((left, top, left + mask.width, top + mask.height))
        ground = shade.tobytes()
        for step, band in enumerate(bands, 1):
            darkened = ground.translate(darker(self._DARKEST * step / self._LEVELS))
            shade.paste(Image.frombytes("L", shade.size, darkened), (0, 0), band)
        return shade, mask, (left, top)


def ground(size: tuple[int, int]) -> Image.Image:
    """Return a bare ground of that width and height, darker towards the corners.

    The image is one column wider than the table: its first column holds zeros, which are the filter bytes of the rows
    of a PNG, so that the bytes of the image are what a PNG deflates. Everything on the table lies one pixel to the
    right of its place.
    """
    width, height = size
    # The light falls a little above the middle.
    high = height * 9 // 8
    light = Image.radial_gradient("L").resize((width, high), Image.Resampling.BICUBIC)
    light = light.crop((0, high - height, width, high))
    rows = Image.new("L", (width + 1, height))
    # The corners of the gradient are all at its end; a gentler slope keeps the middle of the table even.
    rows.paste(
        light.point([min(255, level * level // 220) for level in range(256)]).point(ramp("felt", "edge")), (1, 0)
    )
    return rows


def compose(rows: Image.Image, placed: Iterable[Placed]) -> Image.Image:
    """Paste the sprites on the rows (see ``ground``) in their order; return the rows."""
    for one in placed:
        sprite = one.sprite
        left, top = sprite.origin
        rows.paste(sprite.ink, (one.x - left + 1, one.y - top), sprite.mask)
    return rows
