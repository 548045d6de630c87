"""Cards of rays that go out from a centre: their bodies are turned, their ranks and suits stay upright."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from PIL import Image

from engine.cards import Card, rank_of, suit_of
from render import emblems, faces, shapes
from render.canvas import Box, Painter, Sprite
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
_SPILL: Final = 1.1
"""How much of its room a letter may take: letters and suits do not fill the corners of their boxes."""


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
    gold = shapes.turned(long + 2 * RIM, WIDTH + 2 * RIM, _RADIUS + RIM, degrees)
    side = gold.width
    painter = Painter(side, side)
    if rim:
        painter.layer(gold, (0, 0), "shade", "gold")
    for inset, under, over in ((0.0, "shade", "line"), (1.1, "line", "card")):
        body = shapes.turned(long - 2 * inset, WIDTH - 2 * inset, _RADIUS - inset, degrees)
        at = (side - body.width) // 2
        painter.layer(body, (at, at), under, over)
    room = min(INDEX, LENGTH if seen is None else seen)
    reads = _index(painter, card, degrees, room, long)
    if seen is None:
        _pip(painter, card, degrees, long)
    return painter.sprite((side // 2, side // 2), reads, rim=rim)


def _index(painter: Painter, card: Card, degrees: float, room: int, long: int) -> tuple[Box, ...]:
    cos, sin = abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees)))
    along, across = (room - 2) * _SPILL, (WIDTH / 2 - 2) * _SPILL
    slim = 0.95 if rank_of(card) == 10 else 0.66
    cap = next(cap for cap in range(24, 6, -1) if _fits(cap * slim, cap, cos, sin, along, across))
    widest = max(size for size in range(4, 31) if _fits(size, cap, cos, sin, along, across))
    size = next(size for size in range(23, 4, -1) if _fits(size * 0.92, size * 0.92, cos, sin, along, across))
    rank = shapes.letters(faces.rank_label(card), cap, widest)
    sign = shapes.suit(suit_of(card), size)
    boxes = []
    for mask, aside in ((rank, -13.0), (sign, 14.5)):
        x, y = _spot(degrees, room / 2 - long / 2, aside)
        boxes.append(_stamp(painter, mask, (x, y), SUIT_COLOURS[suit_of(card)]))
    return tuple(boxes)


def _pip(painter: Painter, card: Card, degrees: float, long: int) -> None:
    middle = _spot(degrees, INDEX + 16 - long / 2, 0)
    suit = suit_of(card)
    if rank_of(card) < faces.JACK:
        _stamp(painter, shapes.suit(suit, 27), middle, SUIT_COLOURS[suit])
        return
    worn = emblems.court(rank_of(card), 29)
    corner = round(middle[0] - worn[0].width / 2), round(middle[1] - worn[0].height / 2)
    origin = painter.ink.width // 2
    faces.emblem(painter, worn, (origin + corner[0], origin + corner[1]), suit)


def _fits(width: float, height: float, cos: float, sin: float, along: float, across: float) -> bool:
    """Say whether an upright box lies within a turned one."""
    return width * cos + height * sin <= along and width * sin + height * cos <= across


def _spot(degrees: float, along: float, across: float) -> tuple[float, float]:
    """Return where a point of the body lies, relative to its middle; ``across`` grows in the order of reading."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    # The rank comes first from the left or, on rays that lie flat, from the top.
    flip = -1 if cos < 0 and sin < 0.6 else 1
    return along * cos + flip * across * sin, -along * sin + flip * across * cos


def _stamp(painter: Painter, mask: Image.Image, middle: tuple[float, float], colour: str) -> Box:
    origin = painter.ink.width // 2
    left, top = round(middle[0] - mask.width / 2), round(middle[1] - mask.height / 2)
    painter.layer(mask, (origin + left, origin + top), "card", colour)
    return left, top, left + mask.width, top + mask.height
