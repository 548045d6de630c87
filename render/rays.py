"""Cards of rays that go out from a centre: their bodies are turned, their ranks and suits stay upright."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from engine.cards import QUEEN, Card, rank_of, suit_of
from render import faces, shapes
from render.canvas import Box, Inked, Painter, Sprite, inked
from render.palette import SUIT_COLOURS

WIDTH: Final = 60
"""Across the ray."""
LENGTH: Final = 84
"""Along the ray."""
RIM: Final = 4
INDEX: Final = 38
"""How much of a card, from its inner end, its index takes when there is room."""
_TUCK: Final = 10
"""How far a covered card reaches under the next one, so that no felt shows at the corners."""
_RADIUS: Final = 6
_SPILL: Final = 0.06
"""By which share a letter's box may be too large on a slanting ray: only its empty corners stick out."""


def length(seen: int | None) -> int:
    """Return how long the body of a card is that shows ``seen`` pixels to the next one, None meaning all of it."""
    return LENGTH if seen is None else min(LENGTH, seen + _TUCK)


@cache
def ray_card(card: Card, degrees: float, seen: int | None = None, *, rim: bool = False) -> Sprite:
    """Return a card of a ray, its origin in the middle of its body (see ``length``).

    ``degrees`` is the direction of the ray, counterclockwise from the right. ``seen`` is what the next card leaves of
    it; None for the outermost card, which is whole.
    """
    long = length(seen)
    painter = _body(long, degrees, rim=rim).copy()
    middle = painter.ink.width // 2
    room = min(INDEX, LENGTH if seen is None else seen)
    reads = _index(painter, card, degrees, room, long)
    if seen is None:
        reads += (_pip(painter, card, degrees, long),)
    return painter.sprite((middle, middle), reads, rim=rim)


@cache
def _body(long: int, degrees: float, *, rim: bool) -> Painter:
    gold = shapes.turned(long + 2 * RIM, WIDTH + 2 * RIM, _RADIUS + RIM, degrees)
    side = gold.width
    painter = Painter(side, side)
    if rim:
        painter.layer(gold, (0, 0), "shade", "gold")
    for inset, under, over in ((0.0, "shade", "line"), (1.1, "line", "card")):
        body = shapes.turned(long - 2 * inset, WIDTH - 2 * inset, _RADIUS - inset, degrees)
        at = (side - body.width) // 2
        painter.layer(body, (at, at), under, over)
    return painter


def _index(painter: Painter, card: Card, degrees: float, room: int, long: int) -> tuple[Box, ...]:
    suit, number = suit_of(card), rank_of(card)
    # Ten has two digits, and the tail of a Q hangs below its line.
    cap, widest, size = _room(degrees, room, slim=0.95 if number == 10 else 0.66, tall=1.1 if number == QUEEN else 1.02)
    rank = _rank(faces.rank_label(card), cap, widest, suit)
    sign = _suit(suit, size)
    boxes = []
    for layer, aside in ((rank, -13.0), (sign, 14.5)):
        boxes.append(_stamp(painter, layer, _spot(degrees, room / 2 - long / 2, aside)))
    return tuple(boxes)


@cache
def _room(degrees: float, room: int, slim: float, tall: float) -> tuple[int, int, int]:
    """Return how high and how wide a rank may be in what is seen of a card, and how large its suit.

    ``slim`` is the least width of a rank, as a share of its height; ``tall`` is how much higher it is than a capital.
    """
    cos, sin = abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees)))
    spill = 1 + _SPILL * 2 * cos * sin
    along, across = (room - 2) * spill, (WIDTH / 2 - 2) * spill
    cap = next(cap for cap in range(25, 6, -1) if _fits(cap * slim, cap * tall, cos, sin, along, across))
    widest = max(size for size in range(4, 31) if _fits(size, cap * tall, cos, sin, along, across))
    size = next(size for size in range(23, 4, -1) if _fits(size, size, cos, sin, along, across))
    return cap, widest, size


def _pip(painter: Painter, card: Card, degrees: float, long: int) -> Box:
    middle = _spot(degrees, INDEX + 14 - long / 2, 0)
    suit = suit_of(card)
    plain = rank_of(card) < faces.JACK
    layers = (_suit(suit, 26),) if plain else faces.worn(rank_of(card), 27, suit)
    box = 0, 0, 0, 0
    for layer in layers:
        box = _stamp(painter, layer, middle)
    return box


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
