"""Cards of rays that go out from a centre: their bodies are turned, their ranks and suits stay upright."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageChops

from engine.cards import Card, rank_of, suit_of
from render import faces, shapes
from render.canvas import Box, Inked, Painter, Sprite, inked
from render.palette import SUIT_COLOURS


@dataclass(frozen=True, slots=True)
class Size:
    """How large the cards of a ray are: across it, along it, and what the index takes of that when there is room."""

    width: int
    length: int
    index: int


USUAL: Final = Size(56, 84, 38)
SHORT: Final = Size(56, 60, 36)
"""For the outermost cards of crowded rays."""
LARGE: Final = Size(70, 100, 47)
"""For rays of a few cards."""
GRAND: Final = Size(78, 112, 53)
"""For the shortest rays."""

RIM: Final = 4
_TUCK: Final = 10
"""How far a covered card reaches under the next one, so that no felt shows at the corners."""
_RADIUS: Final = 6
_SPILL: Final = 0.03
"""By which share a letter's box may be too large on a slanting ray: only its empty corners stick out."""
_SUIT_SPILL: Final = 0.16
"""The same for a suit: its corners are emptier."""
_RANK_SHARE: Final = 0.57
"""How much of a card's width its rank has, the rest is for its suit."""
_AIRY: Final = 34
_HIGHEST: Final = 0.73
"""Which share of what is seen of a card its rank takes at most, if at least so many pixels are seen."""
_TAG: Final = 18
"""How much of a card at its outer end a tag may cover."""
_LEAST_PIP: Final = 18
_KEPT: Final = 1536
"""How many cards are kept: those made in advance and those of a few boards; all there could be are many times more."""


def length(size: Size, seen: int | None) -> int:
    """Return how long the body of a card is that shows ``seen`` pixels to the next one, None meaning all of it."""
    return size.length if seen is None else min(size.length, seen + _TUCK)


@lru_cache(_KEPT)
def ray_card(
    card: Card,
    degrees: float,
    size: Size = USUAL,
    seen: int | None = None,
    *,
    rim: bool = False,
    fresh: bool = False,
    bare: bool = False,
    bold: bool = False,
    first: bool = False,
) -> Sprite:
    """Return a card of a ray, its origin in the middle of its body (see ``length``).

    ``degrees`` is the direction of the ray, counterclockwise from the right. ``seen`` is what the next card leaves of
    it; None for the outermost card, which is whole. A fresh one has the mark of what the last move brought, a bare one
    no pip but a larger index, a bold one a thicker outline. Under the inner end of the first lies the sky, of others
    the card before.
    """
    long = length(size, seen)
    painter = _body(long, size.width, degrees, rim=rim, fresh=fresh, bold=bold, first=first).copy()
    middle = painter.ink.width // 2
    roomy = seen is None and size.index + _TAG + _LEAST_PIP <= size.length
    if roomy and bare:
        reads = _stacked(painter, card, degrees, size)
    else:
        room = min(size.index, size.length if seen is None else seen)
        reads = _index(painter, card, degrees, (room, size.width), long)
        if roomy:
            reads += (_pip(painter, card, degrees, size),)
    return painter.sprite((middle, middle), reads, rim=rim, fresh=fresh)


@cache
def gap(degrees: float, size: Size) -> Sprite:
    """Return the dashed outline of an outermost card that the last move took, its origin in its middle."""
    side = math.ceil(math.hypot(size.length, size.width)) // 2 * 2 + 4
    pen = shapes.Pen(side, side)
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    for long, wide, turn in ((size.length, size.width, 0), (size.width, size.length, 1)):
        count = long // 22
        for dash in range(count):
            for edge in (2 - wide / 2, wide / 2 - 2):
                ends = [(((dash + share) / count - 0.5) * long, edge) for share in (0.25, 0.75)]
                flat = [(y, x) if turn else (x, y) for x, y in ends]
                pen.line(
                    [(0.5 + (x * cos + y * sin) / side, 0.5 + (y * cos - x * sin) / side) for x, y in flat], 3 / side
                )
    painter = Painter(side, side)
    painter.layer(pen.mask(), (0, 0), "felt", "mist")
    return painter.sprite((side // 2, side // 2))


@cache
def _body(long: int, wide: int, degrees: float, *, rim: bool, fresh: bool, bold: bool, first: bool) -> Painter:
    gold = shapes.turned(long + 2 * RIM, wide + 2 * RIM, _RADIUS + RIM, degrees)
    side = gold.width
    painter = Painter(side, side)
    if rim:
        painter.layer(gold, (0, 0), "shade", "gold")
    body = shapes.turned(long, wide, _RADIUS, degrees)
    at = (side - body.width) // 2
    inner = _inner_end(long, wide, degrees, body)
    painter.layer(ImageChops.subtract(body, inner), (at, at), "gold" if rim else "haze", "line")
    painter.layer(inner, (at, at), "gold" if rim else "haze" if first else "card", "line")
    inset = 1.8 if bold else 1.1
    body = shapes.turned(long - 2 * inset, wide - 2 * inset, _RADIUS - inset, degrees)
    at = (side - body.width) // 2
    painter.layer(body, (at, at), "line", "card")
    if fresh:
        mark = _fresh(long - 2.2, wide - 2.2, degrees)
        at = (side - mark.width) // 2
        painter.layer(mark, (at, at), "card", "sky")
    return painter


def _inner_end(long: int, wide: int, degrees: float, body: Image.Image) -> Image.Image:
    """Return what of a body's mask is its inner end: it lies on another card, where its other edges lie on sky."""
    end = shapes.Pen(*body.size)
    cos, sin, side = math.cos(math.radians(degrees)), math.sin(math.radians(degrees)), body.width
    corners = [(along - long / 2, across * (wide / 2 - 1)) for along, across in ((-3, -1), (3, -1), (3, 1), (-3, 1))]
    end.polygon([(0.5 + (x * cos + y * sin) / side, 0.5 + (y * cos - x * sin) / side) for x, y in corners])
    return ImageChops.multiply(body, end.mask().point([255 * (cover >= 128) for cover in range(256)]))


def _fresh(long: float, wide: float, degrees: float) -> Image.Image:
    """Return the mark of a card that the last move brought: an outline, and a corner filled like a dog's ear."""
    whole = shapes.turned(long, wide, _RADIUS - 1, degrees)
    inner = shapes.turned(long - 5, wide - 5, _RADIUS - 3, degrees)
    mark = whole.copy()
    at = (whole.width - inner.width) // 2
    hole = Image.new("L", whole.size)
    hole.paste(inner, (at, at))
    mark = ImageChops.subtract(whole, hole)
    pen = shapes.Pen(*whole.size)
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    corners = [(long / 2, wide / 2), (long / 2 - 13, wide / 2), (long / 2, wide / 2 - 13)]
    side = whole.width
    pen.polygon([(0.5 + (x * cos + y * sin) / side, 0.5 + (y * cos - x * sin) / side) for x, y in corners])
    return ImageChops.lighter(mark, ImageChops.multiply(pen.mask(), whole))


def _index(painter: Painter, card: Card, degrees: float, room: tuple[int, int], long: int) -> tuple[Box, ...]:
    suit, text = suit_of(card), faces.rank_label(card)
    airy = room[0] >= _AIRY
    highest = round(room[0] * _HIGHEST) if airy else room[1]
    # Ten has two digits, and the tail of a Q hangs below its line.
    slim = 0.7 if airy and len(text) == 2 else 0.6
    tall = shapes.letters(text, 40).height / 40
    cap, widest, sign = _room(degrees, room, slim, tall, highest)
    boxes = []
    for layer, aside in (
        (_rank(text, cap, widest, suit), (_RANK_SHARE - 1) / 2),
        (_suit(suit, sign), _RANK_SHARE / 2 - 0.02),
    ):
        boxes.append(_stamp(painter, layer, _spot(degrees, room[0] / 2 - long / 2, aside * room[1])))
    return tuple(boxes)


@cache
def _room(degrees: float, room: tuple[int, int], slim: float, tall: float, highest: int) -> tuple[int, int, int]:
    """Return how high and how wide a rank may be in what is seen of a card, and how large its suit.

    ``room`` is what is seen along the ray and across it; ``slim`` is the least width of a rank, as a share of its
    height; ``tall`` is how much higher it is than a capital; ``highest`` is how high a capital may be at most.
    """
    cos, sin = abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees)))
    slant = 2 * cos * sin
    spill = 1 + _SPILL * slant
    along, across = (room[0] - 2) * spill, (room[1] * _RANK_SHARE - 2) * spill
    cap = next(cap for cap in range(highest, 6, -1) if _fits(cap * slim, cap * tall, cos, sin, along, across))
    widest = max(wide for wide in range(4, 48) if _fits(wide, cap * tall, cos, sin, along, across))
    spill = 1 + _SUIT_SPILL * slant
    along, across = (room[0] - 2) * spill, (room[1] * (1 - _RANK_SHARE) - 2.5) * spill
    sign = next(sign for sign in range(36, 4, -1) if _fits(sign, sign, cos, sin, along, across))
    return cap, widest, min(sign, cap)


def _stacked(painter: Painter, card: Card, degrees: float, size: Size) -> tuple[Box, ...]:
    """Put rank and suit one after the other along the ray, as large as a whole card takes them."""
    suit, text = suit_of(card), faces.rank_label(card)
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    half = (size.length - _TAG) / 2
    turned = abs(cos), abs(sin), half - 1, size.width - 5
    tall = shapes.letters(text, 40).height / 40
    cap = next(cap for cap in range(48, 6, -1) if _fits(cap * 0.7, cap * tall, *turned))
    widest = max(wide for wide in range(4, 60) if _fits(wide, cap * tall, *turned))
    sign = next(sign for sign in range(48, 4, -1) if _fits(sign, sign, *turned))
    inner, outer = ((share * half - size.length / 2) for share in (0.53, 1.5))
    # The rank comes first from the top or, on rays that lie flat, from the left.
    places = (inner, outer) if cos > 0 and sin < 0.75 else (outer, inner)
    layers = _rank(text, cap, widest, suit), _suit(suit, sign)
    return tuple(_stamp(painter, layer, _spot(degrees, along, 0)) for layer, along in zip(layers, places, strict=True))


def _pip(painter: Painter, card: Card, degrees: float, size: Size) -> Box:
    room = size.length - size.index - _TAG
    cos, sin = abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees)))
    suit, wide = suit_of(card), round(room / (cos + sin) ** 0.6)
    middle = _spot(degrees, size.index + room / 2 - size.length / 2, 0)
    plain = rank_of(card) < faces.JACK
    return _stamp(painter, _suit(suit, wide) if plain else faces.worn(rank_of(card), wide, suit), middle)


def _fits(width: float, height: float, cos: float, sin: float, along: float, across: float) -> bool:
    """Say whether an upright box lies within a turned one."""
    return width * cos + height * sin <= along and width * sin + height * cos <= across


def _spot(degrees: float, along: float, across: float) -> tuple[float, float]:
    """Return where a point of the body lies, relative to its middle; ``across`` grows in the order of reading."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    # The rank comes first from the left or, on rays that lie flat, from the top.
    flip = -1 if cos < 0 and sin < 0.6 else 1
    return along * cos + flip * across * sin, -along * sin + flip * across * cos


@cache
def _rank(text: str, cap: int, widest: int, suit: int) -> Inked:
    return inked(shapes.letters(text, cap, widest), "card", SUIT_COLOURS[suit])


@cache
def _suit(suit: int, size: int) -> Inked:
    return inked(shapes.suit(suit, size), "card", SUIT_COLOURS[suit])


def _stamp(painter: Painter, layer: Inked, middle: tuple[float, float]) -> Box:
    width, height = layer[0].size
    origin = painter.ink.width // 2
    left, top = round(middle[0] - width / 2), round(middle[1] - height / 2)
    painter.lay(layer, (origin + left, origin + top))
    return left, top, left + width, top + height
