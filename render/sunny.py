"""What only the table of Sun has: its disc with a dial, beams, and the signs of its stages."""

from __future__ import annotations

import math
from functools import cache

from PIL import Image, ImageChops

from render import emblems, shapes
from render.canvas import Painter, Sprite

_FAINT = 130
"""How much of the ring shows through a faint number on it, of 255."""


@cache
def disc(radius: int, inner: int, below: int, flames: tuple[float, ...]) -> Sprite:
    """Return the sun, cut off ``below`` pixels under its middle, which is its origin.

    Around it, from ``inner`` to ``radius``, lies the ring of its dial; ``flames`` are the directions of those that
    leap from it, in degrees counterclockwise from the right, every second one small.
    """
    tip = radius + 22
    width, height = 2 * tip, tip + below
    across, down = 1 / width, 1 / height
    fire, body, ring = shapes.Pen(width, height), shapes.Pen(width, height), shapes.Pen(width, height)
    for one, degrees in enumerate(flames):
        reach, half = (tip, 0.062) if one % 2 == 0 else (radius + 13, 0.05)
        turn = math.radians(degrees)
        bend = [
            (radius - 2 + (reach - radius + 2) * (1 - abs(step) / 8) ** 1.6, half * step / 8) for step in range(-8, 9)
        ]
        fire.polygon(
            [
                (0.5 + far * math.cos(turn + off) * across, (tip - far * math.sin(turn + off)) * down)
                for far, off in bend
            ]
        )
    for far, fill in ((radius, 255), (inner, 0)):
        ring.oval(0.5, tip * down, 2 * far * across, 2 * far * down, fill=fill)
    body.oval(0.5, tip * down, 2 * (inner + 1) * across, 2 * (inner + 1) * down)
    edge = shapes.Pen(width, height)
    for far, fill in ((inner, 255), (inner - 3, 0)):
        edge.oval(0.5, tip * down, 2 * far * across, 2 * far * down, fill=fill)
    painter = Painter(width, height)
    painter.layer(body.mask(), (0, 0), "felt", "rug")
    painter.layer(ImageChops.lighter(fire.mask(), ring.mask()), (0, 0), "felt", "hem")
    painter.layer(edge.mask(), (0, 0), "rug", "nook")
    return painter.sprite((tip, tip))


@cache
def figure(text: str, cap: int, *, faint: bool = False) -> Sprite:
    """Return a number on the bright ring of the dial, its origin in its middle; faint, of a ray that is over."""
    written = shapes.letters(text, cap, round(cap * 1.15))
    width, height = written.size
    painter = Painter(width, height)
    # There is no ramp from the ring to its figures, but one the other way: the holes of a stencil.
    least = _FAINT if faint else 0
    stencil = written.point([255 - cover * (255 - least) // 255 for cover in range(256)])
    painter.layer(shapes.rounded(width, height, 0), (0, 0), "rug", "nook")
    painter.layer(stencil, (0, 0), "nook", "hem")
    painter.mask = written.point([255 * (cover > 0) for cover in range(256)])
    left, top = -(width // 2), -(height // 2)
    return painter.sprite((-left, -top), ((left, top, left + width, top + height),))


@cache
def direction(text: str, cap: int, *, up: bool) -> Sprite:
    """Return what a row of foundations begins with, on the sun, and a wedge: whether it is built up or down from there.

    Its origin is in its middle.
    """
    written = shapes.letters(text, cap)
    width, high, gap = round(cap * 1.2), round(cap * 0.75), round(cap * 0.25)
    height = high + gap + cap
    pen = shapes.Pen(width, high)
    pen.polygon([(0.0, 1.0), (0.5, 0.0), (1.0, 1.0)] if up else [(0.0, 0.0), (0.5, 1.0), (1.0, 0.0)])
    painter = Painter(width, height)
    painter.layer(pen.mask(), (0, 0 if up else cap + gap), "rug", "hem")
    painter.layer(written, ((width - written.width) // 2, high + gap if up else 0), "rug", "hem")
    left, top = -(width // 2), -(height // 2)
    return painter.sprite((-left, -top), ((left, top, left + width, top + height),))


@cache
def beam(length: int, near: int, far: int, degrees: float, colour: str, light: int) -> Sprite:
    """Return a beam that widens from ``near`` to ``far`` pixels along its direction, its origin in its middle.

    ``light`` is how much of the colour it has, from 0 to 255.
    """
    side = math.ceil(math.hypot(length, far)) // 2 * 2 + 4
    pen = shapes.Pen(side, side)
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    corners = ((-length / 2, -near / 2), (length / 2, -far / 2), (length / 2, far / 2), (-length / 2, near / 2))
    pen.polygon([(0.5 + (u * cos + v * sin) / side, 0.5 + (v * cos - u * sin) / side) for u, v in corners], light)
    painter = Painter(side, side)
    painter.layer(pen.mask(), (0, 0), "felt", colour)
    return painter.sprite((side // 2, side // 2))


@cache
def stage(number: int, width: int, colour: str) -> Sprite:
    """Return the sign of a stage on the felt: the sun rising, high, setting, the wind; its origin in its middle."""
    mask = emblems.suns(number, width) if number <= 3 else _wind(width)
    painter = Painter(*mask.size)
    painter.layer(mask, (0, 0), "felt", colour)
    return painter.sprite((mask.width // 2, mask.height // 2))


def _wind(width: int) -> Image.Image:
    pen = shapes.Pen(width, width * 3 // 4)
    for x, y, long, curl in ((0.06, 0.42, 0.56, 0.15), (0.06, 0.58, 0.72, 0.12), (0.16, 0.74, 0.4, -0.11)):
        points = [(x, y), (x + long, y)]
        way = 1 if curl > 0 else -1
        for step in range(1, 17):
            turn = step / 16 * math.tau * 0.66
            points.append((x + long + abs(curl) * math.sin(turn), y - way * abs(curl) * (1 - math.cos(turn)) / 0.75))
        pen.line(points, 0.055)
    return pen.mask()


@cache
def lamp(width: int, height: int) -> Sprite:
    """Return the lower part of a great sun above the picture, its origin in the middle of its upper edge."""
    pen, ring = shapes.Pen(width, height), shapes.Pen(width, height)
    edge = 12
    for one, out, fill in ((pen, 0, 255), (ring, 0, 255), (ring, edge, 0)):
        one.oval(0.5, 0, 1 - 2 * out / width, 2 - 2 * out / height, fill=fill)
    painter = Painter(width, height)
    painter.layer(pen.mask(), (0, 0), "felt", "rug")
    painter.layer(ring.mask(), (0, 0), "felt", "hem")
    return painter.sprite((width // 2, 0))


@cache
def lane(width: int, height: int, colour: str, light: int) -> Sprite:
    """Return an upright beam, its origin in the middle of its upper edge."""
    painter = Painter(width, height)
    mask = shapes.rounded(width, height, 12).point([cover * light // 255 for cover in range(256)])
    painter.layer(mask, (0, 0), "felt", colour)
    return painter.sprite((width // 2, 0))
