"""What lies on the table beside cards: empty places, tags, counts, dots and the laurel of a game that is won.

There are no words in a picture: words are for messages and alt text, which know the player's language.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Final

from PIL import Image

from render import emblems, shapes
from render.canvas import Box, Painter, Sprite
from render.faces import MARGIN, radius_of

_SIGNS: Final[dict[str, tuple[Callable[[int], Image.Image], float]]] = {
    "again": (emblems.turn_back, 0.5),
    "end": (emblems.bar, 0.5),
    "any": (emblems.four_suits, 0.5),
    "noon": (partial(emblems.suns, 2), 0.9),
    "sunset": (partial(emblems.suns, 3), 0.9),
}
"""What draws a sign, and which share of its place it is wide."""


@cache
def place(width: int, height: int, text: str = "", suit: int | None = None, *, ground: str = "felt") -> Sprite:
    """Return an empty place, on felt or on a rug, that says which rank and suit belong there, if any do."""
    under, over = ("place", "ghost") if ground == "felt" else ("nook", "hem")
    painter = _empty(width, height, ground, under, over)
    x, y = width // 2, height // 2
    if suit is not None:
        size = round(width * 0.42)
        _stamp(painter, shapes.suit(suit, size), (x, y + round(width * 0.27)), under, over)
        y -= round(width * 0.3)
    if text:
        _stamp(painter, shapes.letters(text, round(width * 0.34), width - 14), (x, y), under, over)
    return painter.sprite((MARGIN, MARGIN))


@cache
def signed_place(width: int, height: int, sign: str) -> Sprite:
    """Return an empty place with a sign: ``again`` (it is filled once more), ``end`` (no more), ``any`` (any card).

    ``noon`` and ``sunset`` are the suns of the stages of Sun that come next.
    """
    painter = _empty(width, height, "felt", "place", "ghost")
    draw, share = _SIGNS[sign]
    _stamp(painter, draw(round(width * share)), (width // 2, height // 2), "place", "ghost")
    return painter.sprite((MARGIN, MARGIN))


@cache
def gap(width: int, height: int) -> Sprite:
    """Return the dashed outline of a card that the last move took from here."""
    pen = shapes.Pen(width, height)
    dash, thick = 14, 4
    for length, across, side in ((width, height, 0), (height, width, 1)):
        count = length // (2 * dash)
        pitch = length / count
        for number in range(count):
            start = (number + 0.25) * pitch / length
            end = (number + 0.75) * pitch / length
            for edge in (thick / 2 / across, 1 - thick / 2 / across):
                line = [(start, edge), (end, edge)]
                pen.line([(y, x) for x, y in line] if side else line, thick / width)
    painter = Painter(width, height)
    painter.layer(pen.mask(), (0, 0), "felt", "mist")
    return painter.sprite((0, 0))


@cache
def tag(text: str, cap: int) -> Sprite:
    """Return the gold tag that names a move, its origin in its middle."""
    written = shapes.letters(text, cap)
    height = cap + 10
    width = max(height, written.width + round(cap * 0.65))
    painter = Painter(width, height)
    painter.layer(shapes.rounded(width, height, height / 2), (0, 0), "shade", "line")
    painter.layer(shapes.rounded(width - 2, height - 2, height / 2 - 1), (1, 1), "line", "gold")
    _middle(painter, written, "gold", "ink")
    return painter.sprite((width // 2, height // 2), (_around(width, height),))


@cache
def pill(text: str, cap: int) -> Sprite:
    """Return a count on a dark ground, its origin in its middle."""
    written = shapes.letters(text, cap)
    height = cap + 12
    width = max(height, written.width + 22)
    painter = Painter(width, height)
    painter.layer(shapes.rounded(width, height, height / 2), (0, 0), "felt", "pill")
    _middle(painter, written, "pill", "chalk")
    return painter.sprite((width // 2, height // 2), (_around(width, height),))


@cache
def writing(text: str, cap: int, colour: str) -> Sprite:
    """Return a text straight on the felt, its origin in its middle."""
    written = shapes.letters(text, cap)
    painter = Painter(*written.size)
    painter.layer(written, (0, 0), "felt", colour)
    return painter.sprite((written.width // 2, written.height // 2), (_around(*written.size),))


@cache
def dots(done: int, total: int, size: int) -> Sprite:
    """Return a row of dots on a dark ground, the first ``done`` of them full, its origin in its middle."""
    pitch = round(size * 1.5)
    width, height = pitch * (total - 1) + size + 20, size + 14
    painter = Painter(width, height)
    painter.layer(shapes.rounded(width, height, height / 2), (0, 0), "felt", "pill")
    for dot in range(total):
        full = dot < done
        shape = shapes.rounded(size, size, size / 2) if full else shapes.ring(size, size, size / 2, 2)
        painter.layer(shape, (10 + dot * pitch, 7), "pill", "chalk")
    return painter.sprite((width // 2, height // 2), (_around(width, height),))


@cache
def carpet(width: int, height: int, radius: int) -> Sprite:
    """Return a ground with a double hem, its origin at its top left corner."""
    painter = Painter(width, height)
    painter.layer(shapes.rounded(width, height, radius), (0, 0), "felt", "rug")
    painter.layer(shapes.ring(width, height, radius, 3), (0, 0), "rug", "hem")
    painter.layer(shapes.ring(width - 10, height - 10, radius - 5, 1), (5, 5), "rug", "hem")
    return painter.sprite((0, 0))


@cache
def braid(width: int, height: int) -> Sprite:
    """Return a row of lozenges on a carpet, its origin at its top left corner."""
    pen = shapes.Pen(width, height)
    count = width // (2 * height)
    for number in range(count):
        x, half = (number + 0.5) / count, height / width * 0.55
        pen.polygon([(x - half, 0.5), (x, 0.1), (x + half, 0.5), (x, 0.9)])
        pen.polygon([(x - half / 2, 0.5), (x, 0.3), (x + half / 2, 0.5), (x, 0.7)], fill=0)
        if number:
            pen.oval(number / count, 0.5, height / width / 4)
    painter = Painter(width, height)
    painter.layer(pen.mask(), (0, 0), "rug", "hem")
    return painter.sprite((0, 0))


@cache
def laurel(text: str, size: int) -> Sprite:
    """Return a golden wreath around a text, for a game that is won, its origin in its middle."""
    wreath = emblems.laurel(size)
    painter = Painter(size, size)
    painter.layer(wreath, (0, 0), "felt", "gold")
    written = shapes.letters(text, round(size * 0.2), round(size * 0.52))
    _middle(painter, written, "felt", "chalk")
    return painter.sprite((size // 2, size // 2), (_around(*written.size),))


@cache
def laurels(text: str, cap: int, size: int) -> Sprite:
    """Return a great text between the two golden halves of a wreath, its origin in its middle."""
    wreath, written = emblems.laurel(size), shapes.letters(text, cap)
    half = size // 2
    width = size + written.width
    painter = Painter(width, size)
    painter.layer(wreath.crop((0, 0, half, size)), (0, 0), "felt", "gold")
    painter.layer(wreath.crop((half, 0, size, size)), (half + written.width, 0), "felt", "gold")
    _middle(painter, written, "felt", "chalk")
    return painter.sprite((width // 2, size // 2), (_around(*written.size),))


@cache
def ribbon(text: str, cap: int, *, resigned: bool) -> Sprite:
    """Return a grey ribbon with a sign and a text, for a game that is lost or resigned, its origin in its middle.

    The sign is a crescent or a white flag.
    """
    written = shapes.letters(text, cap)
    sign = (emblems.flag if resigned else emblems.moon)(round(cap * 1.5))
    height, gap = cap * 2 + 10, cap // 2
    width = sign.width + gap + written.width + 2 * cap
    painter = Painter(width, height)
    painter.layer(shapes.rounded(width, height, height / 2), (0, 0), "shade", "line")
    painter.layer(shapes.rounded(width - 4, height - 4, height / 2 - 2), (2, 2), "line", "ribbon")
    painter.layer(sign, (cap, (height - sign.height) // 2), "ribbon", "chalk" if resigned else "gold")
    at = cap + sign.width + gap, (height - written.height) // 2
    painter.layer(written, at, "ribbon", "chalk")
    return painter.sprite((width // 2, height // 2), (_around(width, height),))


def _empty(width: int, height: int, ground: str, under: str, over: str) -> Painter:
    painter = Painter(width + 2 * MARGIN, height + 2 * MARGIN)
    radius = radius_of(width)
    painter.layer(shapes.rounded(width, height, radius), (MARGIN, MARGIN), ground, under)
    painter.layer(shapes.ring(width, height, radius, 2), (MARGIN, MARGIN), under, over)
    return painter


def _stamp(painter: Painter, mask: Image.Image, middle: tuple[int, int], under: str, over: str) -> None:
    left, top = middle[0] - mask.width // 2, middle[1] - mask.height // 2
    painter.layer(mask, (MARGIN + left, MARGIN + top), under, over)


def _middle(painter: Painter, mask: Image.Image, under: str, over: str) -> None:
    width, height = painter.ink.size
    painter.layer(mask, ((width - mask.width) // 2, (height - mask.height) // 2), under, over)


def _around(width: int, height: int) -> Box:
    left, top = -(width // 2), -(height // 2)
    return left, top, left + width, top + height
