"""Card faces and backs as sprites that are made once.

An upright card has its rank and suit side by side in its top strip, which is all that a card lying on it leaves to be
seen, and one large pip or emblem below. Cards in a row that overlap have them one below the other at the left.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image, ImageChops

from engine.cards import KING, Card, card_label, rank_of, suit_of
from render import emblems, shapes
from render.canvas import Box, Inked, Painter, Sprite, inked
from render.palette import SUIT_COLOURS

JACK: Final = KING - 2
RIM: Final = 5
"""How far a gold rim stands out around its card, in pixels."""
MARGIN: Final = 7
"""How much wider a card's sprite is than the card, on each side: room for its rim or its shadow."""
_SHADOW: Final = 4
_MOSTLY: Final = [0] * 128 + [255] * 128


def strip(width: int) -> int:
    """Return how high the top strip with the index of a card of that width is."""
    return 2 * round(width * 0.07) + round(width * 0.4)


@cache
def face(
    card: Card, width: int, height: int, *, rim: bool = False, covered: bool = False, flat: bool = False
) -> Sprite:
    """Return a card face up, its origin at its top left corner; covered with its index alone, flat without shadow."""
    painter = _body(width, height, rim=rim, flat=flat).copy()
    index = _index(painter, card, width)
    if covered:
        return painter.sprite((MARGIN, MARGIN), (index,), rim=rim)
    top, suit = strip(width), suit_of(card)
    x, y = width // 2, top + round((height - top) * 0.4)
    if rank_of(card) < JACK:
        layers: tuple[Inked, ...] = (_pip(suit, round(width * 0.53)),)
    else:
        layers = worn(rank_of(card), round(width * 0.64), suit)
    across, down = layers[0][0].size
    left, above = x - across // 2, y - down // 2
    for layer in layers:
        painter.lay(layer, (MARGIN + left, MARGIN + above))
    pip = left, above, left + across, above + down
    return painter.sprite((MARGIN, MARGIN), (index, pip), rim=rim)


@cache
def sultan(card: Card, width: int, height: int) -> Sprite:
    """Return the card of the sultan, who takes no part in play: on silk, in a turban."""
    painter = _body(width, height, ground="silk").copy()
    index = _index(painter, card, width, ground="silk")
    brass, cloth = emblems.turban(round(width * 0.7))
    at = width // 2, strip(width) + round((height - strip(width)) * 0.46)
    _stamp(painter, cloth, at, "silk", "hearts")
    _stamp(painter, brass, at, "silk", "brass")
    return painter.sprite((MARGIN, MARGIN), (index,))


@cache
def corner(card: Card, width: int, height: int, seen: int, *, rim: bool = False) -> Sprite:
    """Return a card of which others leave ``seen`` pixels at the left: rank above suit there, nothing else."""
    painter = _body(width, height, rim=rim).copy()
    suit = suit_of(card)
    middle = seen // 2
    cap = min(30, round((height - 20) * 0.38))
    rank = shapes.letters(rank_label(card), cap, min(seen - 6, cap + 8))
    sign = shapes.suit(suit, min(cap - 2, seen - 6))
    below = 8 + cap + 6
    _stamp(painter, rank, (middle, 8 + cap // 2), "card", SUIT_COLOURS[suit])
    _stamp(painter, sign, (middle, below + sign.height // 2), "card", SUIT_COLOURS[suit])
    half = max(rank.width, sign.width) // 2 + 1
    read = (middle - half, 8, middle + half, below + sign.height)
    return painter.sprite((MARGIN, MARGIN), (read,), rim=rim)


@cache
def back(width: int, height: int) -> Sprite:
    """Return a card face down."""
    painter = _body(width, height).copy()
    edge = max(4, round(width * 0.06))
    across, down = width - 2 * edge, height - 2 * edge
    field = shapes.rounded(across, down, radius_of(width) - 3)
    painter.layer(field, (MARGIN + edge, MARGIN + edge), "card", "back")
    pen = shapes.Pen(across, down)
    rows = 7
    pitch = down / rows / across  # in shares of the width, so that the lattice is square
    for line in range(-rows - 8, rows + 10):
        pen.line([(line * pitch, 0), (line * pitch + down / across, 1)], 0.018)
        pen.line([(line * pitch + down / across, 0), (line * pitch, 1)], 0.018)
    lattice = ImageChops.multiply(pen.mask(), shapes.inset(across, down, radius_of(width) - 3, 3))
    painter.layer(lattice, (MARGIN + edge, MARGIN + edge), "back", "lattice")
    painter.layer(shapes.ring(across, down, radius_of(width) - 3, 2), (MARGIN + edge, MARGIN + edge), "back", "lattice")
    return painter.sprite((MARGIN, MARGIN))


@cache
def worn(rank: int, width: int, suit: int) -> tuple[Inked, ...]:
    """Return the layers of what a jack, queen or king of a suit wears, all of one size."""
    brass, jewels = emblems.court(rank, width)
    # Where a jewel lies on brass its edge is blended with brass, elsewhere with the card.
    on_brass = ImageChops.multiply(jewels, brass.point(_MOSTLY))
    return (
        inked(brass, "card", "brass"),
        inked(ImageChops.subtract(jewels, on_brass), "card", SUIT_COLOURS[suit]),
        inked(on_brass, "brass", SUIT_COLOURS[suit]),
    )


def rank_label(card: Card) -> str:
    """Return the rank as it is printed: ``10``, ``Q``."""
    return card_label(card)[:-1]


def radius_of(width: int) -> int:
    """Return the radius of the corners of a card of that width."""
    return max(5, round(width * 0.085))


@cache
def _body(width: int, height: int, *, rim: bool = False, flat: bool = False, ground: str = "card") -> Painter:
    painter = Painter(width + 2 * MARGIN, height + 2 * MARGIN)
    radius = radius_of(width)
    if not flat:
        shadow = shapes.glow(width, height, radius, _SHADOW)
        painter.layer(shadow, (MARGIN - _SHADOW, MARGIN - _SHADOW + 2), "edge", "shade")
    if rim:
        gold = shapes.rounded(width + 2 * RIM, height + 2 * RIM, radius + RIM)
        painter.layer(gold, (MARGIN - RIM, MARGIN - RIM), "shade", "gold")
    painter.layer(shapes.rounded(width, height, radius), (MARGIN, MARGIN), "shade", "line")
    painter.layer(shapes.rounded(width - 2, height - 2, radius - 1), (MARGIN + 1, MARGIN + 1), "line", ground)
    return painter


def _index(painter: Painter, card: Card, width: int, ground: str = "card") -> Box:
    pad, cap, suit = round(width * 0.07), round(width * 0.4), suit_of(card)
    sign = shapes.suit(suit, round(width * 0.34))
    rank = shapes.letters(rank_label(card), cap, width - sign.width - 2 * pad - round(width * 0.03))
    middle = pad + cap // 2
    _stamp(painter, rank, (pad + rank.width // 2, middle), ground, SUIT_COLOURS[suit])
    _stamp(painter, sign, (width - pad - sign.width // 2, middle), ground, SUIT_COLOURS[suit])
    return pad, pad, width - pad, pad + cap


@cache
def _pip(suit: int, size: int) -> Inked:
    return inked(shapes.suit(suit, size), "card", SUIT_COLOURS[suit])


def _stamp(painter: Painter, mask: Image.Image, middle: tuple[int, int], under: str, over: str) -> None:
    left, top = middle[0] - mask.width // 2, middle[1] - mask.height // 2
    painter.layer(mask, (MARGIN + left, MARGIN + top), under, over)
