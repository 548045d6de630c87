"""Upright cards that lie over each other closely: in a cloud from left to right, in a column downwards."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops

from engine.cards import Card, suit_of
from render import faces, shapes
from render.canvas import Box, Painter, Sprite
from render.palette import SUIT_COLOURS

RIM: Final = 4
_MARGIN: Final = RIM + 1
_TUCK: Final = 14
"""How far a card reaches under the next one, so that nothing shows between their round corners."""
_KEPT: Final = 512


@lru_cache(_KEPT)
def beside(
    card: Card, width: int, height: int, seen: int, *, rim: bool = False, fresh: bool = False, bold: bool = False
) -> Sprite:
    """Return a card of which others leave ``seen`` pixels at the left: rank above suit there, nothing else.

    Its origin is its top left corner.
    """
    painter = _body(width, height, rim=rim, fresh=fresh, bold=bold)
    suit, middle = suit_of(card), seen // 2
    cap = round(height * 0.3)
    rank = shapes.letters(faces.rank_label(card), cap, min(seen - 6, cap + 6))
    sign = shapes.suit(suit, min(cap - 1, seen - 6))
    top = round(height * 0.1)
    below = top + cap + round(height * 0.06)
    boxes = (
        _stamp(painter, rank, (middle, top + rank.height // 2), SUIT_COLOURS[suit]),
        _stamp(painter, sign, (middle, below + sign.height // 2), SUIT_COLOURS[suit]),
    )
    return painter.sprite((_MARGIN, _MARGIN), boxes, rim=rim, fresh=fresh)


@lru_cache(_KEPT)
def below(card: Card, width: int, seen: int, *, bold: bool = False) -> Sprite:
    """Return the upper end of a card of which others leave ``seen`` pixels at the top: rank beside suit, nothing else.

    Its origin is its top left corner.
    """
    painter = _body(width, seen + _TUCK, bold=bold)
    suit, text = suit_of(card), faces.rank_label(card)
    # The tail of a Q hangs below its line.
    tall = shapes.letters(text, 40).height / 40
    cap = int(min((seen - 3) / tall, max(18.0, seen * 0.76)))
    sign = shapes.suit(suit, min(cap, round(width * 0.42)))
    rank = shapes.letters(text, cap, width - sign.width - 14)
    middle = 1 + seen // 2
    boxes = (
        _stamp(painter, rank, (5 + rank.width // 2, middle), SUIT_COLOURS[suit]),
        _stamp(painter, sign, (width - 5 - (sign.width + 1) // 2, middle), SUIT_COLOURS[suit]),
    )
    return painter.sprite((_MARGIN, _MARGIN), boxes)


def _body(width: int, height: int, *, rim: bool = False, fresh: bool = False, bold: bool = False) -> Painter:
    painter = Painter(width + 2 * _MARGIN, height + 2 * _MARGIN)
    radius, line = faces.radius_of(width), 2 if bold else 1
    if rim:
        gold = shapes.rounded(width + 2 * RIM, height + 2 * RIM, radius + RIM)
        painter.layer(gold, (_MARGIN - RIM, _MARGIN - RIM), "shade", "gold")
    painter.layer(shapes.rounded(width, height, radius), (_MARGIN, _MARGIN), "shade", "line")
    inner = shapes.rounded(width - 2 * line, height - 2 * line, radius - line)
    painter.layer(inner, (_MARGIN + line, _MARGIN + line), "line", "card")
    if fresh:
        painter.layer(_fresh(width - 2, height - 2, radius - 1), (_MARGIN + 1, _MARGIN + 1), "card", "sky")
    return painter


def _fresh(width: int, height: int, radius: int) -> Image.Image:
    """Return the mark of a card that the last move brought: an outline, and a corner filled like a dog's ear."""
    mark = Image.new("L", (width, height))
    mark.paste(shapes.ring(width - 2, height - 2, radius - 1, 2), (1, 1))
    pen = shapes.Pen(width, height)
    pen.polygon([(1, 1 - 14 / height), (1, 1), (1 - 14 / width, 1)])
    return ImageChops.lighter(mark, ImageChops.multiply(pen.mask(), shapes.inset(width, height, radius, 1)))


def _stamp(painter: Painter, mask: Image.Image, middle: tuple[int, int], colour: str) -> Box:
    left, top = middle[0] - mask.width // 2, middle[1] - mask.height // 2
    painter.layer(mask, (_MARGIN + left, _MARGIN + top), "card", colour)
    return left, top, left + mask.width, top + mask.height
