"""Card faces and backs as sprites that are made once.

An upright card has its rank and suit side by side in its top strip, which is all that a card lying on it leaves to be
seen, and one large pip or a court figure below. A large face has rank and suit alone, one below the other where all
of the card is seen. Cards that overlap closely are in ``strips``.
"""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageChops

from engine.cards import KING, Card, card_label, rank_of, suit_of
from render import emblems, figures, shapes
from render.canvas import Body, Box, Inked, Painter, Sprite, inked, tinted
from render.palette import SUIT_COLOURS

Motif: TypeAlias = Literal["pyramid", "crescent", "sun"]
"""What is in the middle of a card's back."""

Offsets: TypeAlias = tuple[tuple[int, int], ...]
"""How far to the right and down of a card others lie."""

JACK: Final = KING - 2
RIM: Final = 5
"""How far a gold rim stands out around its card, in pixels."""
BOLD_RIM: Final = 6
MARGIN: Final = 7
"""How much wider a card's sprite may be than the card, on each side."""
_CAST: Final = 7
"""How far the shadow of a card reaches on another one."""


def strip(width: int, *, large: bool = False) -> int:
    """Return how high the top strip with the index of a card of that width is."""
    return 2 * round(width * 0.07) + round(width * (0.52 if large else 0.4))


@cache
def face(
    card: Card,
    width: int,
    height: int,
    *,
    rim: bool = False,
    fresh: bool = False,
    under: Offsets = (),
    flat: bool = False,
    large: bool = False,
    bold: bool = False,
) -> Sprite:
    """Return a card face up, its origin at its top left corner.

    ``fresh`` marks it as what the last move brought. ``under`` is where cards of its size lie on it: they leave its
    index alone and throw their shadows on it; a ``flat`` card throws none. ``large`` and ``bold`` are for the looks
    with large faces and with high contrast.
    """
    painter = _body(width, height, rim=rim, fresh=fresh, bold=bold, under=under).copy()
    if large and not under:
        reads = _whole(painter, card, width, height)
    else:
        reads = (_index(painter, card, width, large=large),)
        if not under:
            reads += (_centre(painter, card, width, height),)
    body = None if flat else _thrown(width, height, rim=rim, bold=bold)
    return painter.sprite((MARGIN, MARGIN), reads, rim=rim, fresh=fresh, body=body)


@cache
def sultan(card: Card, width: int, height: int, *, bold: bool = False) -> Sprite:
    """Return the card of the sultan, who takes no part in play: on silk, in a turban."""
    painter = _body(width, height, bold=bold, ground="silk").copy()
    index = _index(painter, card, width, ground="silk")
    inner = shapes.ring(width - 8, height - 8, radius_of(width) - 3, 2)
    painter.layer(inner, (MARGIN + 4, MARGIN + 4), "silk", "brass")
    figure = tinted(figures.sultan(round(width * 0.8)), ("silk", "brass", "hearts", "skin", "card"))
    left, top = (width - figure[0].width) // 2, height - 6 - figure[0].height
    painter.lay(figure, (MARGIN + left, MARGIN + top))
    return painter.sprite((MARGIN, MARGIN), (index,), body=_thrown(width, height))


@cache
def back(width: int, height: int, motif: Motif = "sun", *, bold: bool = False) -> Sprite:
    """Return a card face down: a lattice, and a medallion with the motif of its game."""
    painter = _body(width, height, bold=bold).copy()
    edge = max(4, round(width * 0.055))
    across, down = width - 2 * edge, height - 2 * edge
    at, radius = (MARGIN + edge, MARGIN + edge), radius_of(width) - 3
    painter.layer(shapes.rounded(across, down, radius), at, "card", "back")
    light = ImageChops.multiply(_lattice(across, down), shapes.inset(across, down, radius, 5))
    medal = round(across * 0.62)
    x, y = (across - medal) // 2, (down - medal) // 2
    light.paste(0, (x, y), shapes.rounded(medal, medal, medal / 2))
    for ring in (shapes.ring(across, down, radius, 2), shapes.ring(across - 6, down - 6, max(1, radius - 3), 1)):
        light.paste(255, ((across - ring.width) // 2, (down - ring.height) // 2), ring)
    light.paste(255, (x, y), shapes.ring(medal, medal, medal / 2, max(2, medal // 24)))
    sign = emblems.motif(motif, round(medal * 0.66))
    light.paste(255, ((across - sign.width) // 2, (down - sign.height) // 2), sign)
    painter.layer(light, at, "back", "lattice")
    return painter.sprite((MARGIN, MARGIN), body=_thrown(width, height))


def _lattice(width: int, height: int) -> Image.Image:
    pen = shapes.Pen(width, height)
    rows = 9
    pitch = height / rows / width  # in shares of the width, so that the lattice is square
    for line in range(-rows - 8, rows + 10):
        pen.line([(line * pitch, 0), (line * pitch + height / width, 1)], 0.012)
        pen.line([(line * pitch + height / width, 0), (line * pitch, 1)], 0.012)
    return pen.mask()


@cache
def worn(rank: int, width: int, suit: int) -> Inked:
    """Return what a jack, queen or king of a suit wears, for cards on which a figure would be too small."""
    return tinted(emblems.court(rank, width), ("card", "brass", SUIT_COLOURS[suit]))


def rank_label(card: Card) -> str:
    """Return the rank as it is printed: ``10``, ``Q``."""
    return card_label(card)[:-1]


def radius_of(width: int) -> int:
    """Return the radius of the corners of a card of that width."""
    return max(5, round(width * 0.085))


@cache
def _body(
    width: int,
    height: int,
    *,
    rim: bool = False,
    fresh: bool = False,
    bold: bool = False,
    ground: str = "card",
    under: Offsets = (),
) -> Painter:
    painter = Painter(width + 2 * MARGIN, height + 2 * MARGIN)
    radius, line = radius_of(width), 2 if bold else 1
    if rim:
        out = BOLD_RIM if bold else RIM
        gold = shapes.rounded(width + 2 * out, height + 2 * out, radius + out)
        painter.layer(gold, (MARGIN - out, MARGIN - out), "shade", "gold")
    painter.layer(shapes.rounded(width, height, radius), (MARGIN, MARGIN), "shade", "line")
    inside, at = (width - 2 * line, height - 2 * line, radius - line), (MARGIN + line, MARGIN + line)
    painter.layer(shapes.rounded(*inside), at, "line", ground)
    if under:
        shadow = ImageChops.multiply(_shadow_on(width, height, under, line), shapes.rounded(*inside))
        painter.layer(shadow, at, ground, "line")
    if fresh:
        painter.layer(_fresh(*inside), at, ground, "sky")
    return painter


def _shadow_on(width: int, height: int, under: Offsets, line: int) -> Image.Image:
    """Return the shadows that cards which lie so far right and down throw on a card, without its outline."""
    shadow = Image.new("L", (width - 2 * line, height - 2 * line))
    cast = shapes.glow(width, height, radius_of(width), _CAST).point([level * 3 // 5 for level in range(256)])
    for right, down in under:
        whole = Image.new("L", shadow.size)
        whole.paste(cast, (right - _CAST - line, down - _CAST - line))
        shadow = ImageChops.lighter(shadow, whole)
    return shadow


def _fresh(width: int, height: int, radius: int) -> Image.Image:
    """Return the mark of a card that the last move brought: an outline, and a corner filled like a dog's ear."""
    mark = Image.new("L", (width, height))
    thick = max(2, round(width * 0.028))
    mark.paste(shapes.ring(width - 2, height - 2, radius - 1, thick), (1, 1))
    pen = shapes.Pen(width, height)
    ear = 0.22
    pen.polygon([(1, 1 - ear * width / height), (1, 1), (1 - ear, 1)])
    return ImageChops.lighter(mark, ImageChops.multiply(pen.mask(), shapes.inset(width, height, radius, 1)))


def _thrown(width: int, height: int, *, rim: bool = False, bold: bool = False) -> Body:
    out = (BOLD_RIM if bold else RIM) if rim else 0
    return out, width + 2 * out, height + 2 * out, radius_of(width) + out


def _index(painter: Painter, card: Card, width: int, ground: str = "card", *, large: bool = False) -> Box:
    pad, suit = round(width * 0.07), suit_of(card)
    cap = strip(width, large=large) - 2 * pad
    sign = shapes.suit(suit, round(width * (0.41 if large else 0.34)))
    if large:
        pad = round(width * 0.05)
    rank = shapes.letters(rank_label(card), cap, width - sign.width - 2 * pad - round(width * 0.03))
    middle = round(width * 0.07) + cap // 2
    _stamp(painter, rank, (pad + rank.width // 2, middle), ground, SUIT_COLOURS[suit])
    _stamp(painter, sign, (width - pad - sign.width // 2, middle), ground, SUIT_COLOURS[suit])
    return pad, middle - cap // 2, width - pad, middle - cap // 2 + cap


def _whole(painter: Painter, card: Card, width: int, height: int) -> tuple[Box, ...]:
    """Put rank above suit, as large as a card takes them that has a tag at its lower edge."""
    suit, middle = suit_of(card), width // 2
    pad, gap = round(width * 0.075), round(width * 0.06)
    size = min(round(width * 0.66), (height - _foot(height) - pad - gap) // 2)
    rank = shapes.letters(rank_label(card), size, width - 2 * pad)
    below = pad + size + gap
    _stamp(painter, rank, (middle, pad + size // 2), "card", SUIT_COLOURS[suit])
    _stamp(painter, shapes.suit(suit, size), (middle, below + size // 2), "card", SUIT_COLOURS[suit])
    left = middle - size // 2
    return (left, pad, left + size, pad + size), (left, below, left + size, below + size)


def _centre(painter: Painter, card: Card, width: int, height: int) -> Box:
    """Put the pip or the figure below the index, above where a tag would lie; return its box."""
    top, suit = strip(width), suit_of(card)
    room = height - _foot(height) - top
    if rank_of(card) < JACK:
        layer = _pip(suit, min(round(width * 0.6), room))
    else:
        layer = _figure(rank_of(card), suit, min(round(width * 0.8), room))
    across, down = layer[0].size
    left, above = (width - across) // 2, top + (room - down) // 2
    painter.lay(layer, (MARGIN + left, MARGIN + above))
    return left, above, left + across, above + down


def _foot(height: int) -> int:
    """Return how much of a card, from its lower edge, a tag may cover."""
    return max(20, round(height * 0.115))


@cache
def _pip(suit: int, size: int) -> Inked:
    return inked(shapes.suit(suit, size), "card", SUIT_COLOURS[suit])


@cache
def _figure(rank: int, suit: int, width: int) -> Inked:
    return tinted(figures.court(rank, width), ("card", "brass", SUIT_COLOURS[suit], "skin", "card"))


def _stamp(painter: Painter, mask: Image.Image, middle: tuple[int, int], under: str, over: str) -> None:
    left, top = middle[0] - mask.width // 2, middle[1] - mask.height // 2
    painter.layer(mask, (MARGIN + left, MARGIN + top), under, over)
