"""What lies behind Sun: its sky with beams of light, the sea, clouds, stars and the strokes of the wind."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from PIL import Image, ImageChops, ImageFilter

from render import shapes
from render.canvas import Painter, Sprite
from render.curves import Point

_BEAM_LIGHT = 26
"""How much lighter than the sky around it a beam is at the sun, in 255ths of the way from ``felt`` to ``edge``."""


@cache
def sky(size: tuple[int, int], sun: tuple[int, int], beams: tuple[float, ...], half: float) -> Sprite:
    """Return the sky, light at the sun and dark far from it; its origin is its top left corner.

    ``beams`` are the directions of beams of light that go out from the sun, in degrees counterclockwise from the right,
    ``half`` is half of what each is wide, in degrees.
    """
    width, height = size
    light = shapes.Pen(width // 2, height // 2)
    far = 2 * max(size)
    for degrees in beams:
        edges = (math.radians(degrees - half), math.radians(degrees + half))
        tips = [(sun[0] + far * math.cos(turn), sun[1] - far * math.sin(turn)) for turn in edges]
        light.polygon([(x / width, y / height) for x, y in (sun, *tips)])
    distance = _distance(size, sun)
    level = distance.point([min(255, round(255 * (step / 255) ** 1.1)) for step in range(256)])
    beam = light.mask().resize(size, Image.Resampling.BILINEAR).filter(ImageFilter.GaussianBlur(1.5))
    fading = distance.point([round(_BEAM_LIGHT * (1 - 0.75 * step / 255)) for step in range(256)])
    painter = Painter(width, height)
    painter.mask.paste(255, (0, 0, width, height))
    painter.layer(ImageChops.subtract(level, ImageChops.multiply(beam, fading)), (0, 0), "felt", "edge")
    return painter.sprite((0, 0))


@cache
def glory(size: tuple[int, int], sun: tuple[int, int], beams: tuple[float, ...], near: int) -> Sprite:
    """Return the beams of a sun that shines with all its might from ``near`` on, its origin at the sky's top left."""
    width, height = size
    far = 2 * max(size)
    between = [(one + other) / 2 for one, other in pairwise(beams)]
    painter = Painter(width, height)
    for directions, half, colour, light in ((between, 1.0, "chalk", 110), (beams, 3.3, "gold", 255)):
        pen = shapes.Pen(width, height)
        for degrees in directions:
            edges = [math.radians(degrees + side * half) for side in (-1, 1)]
            places = [(near, edges[0]), (far, edges[0]), (far, edges[1]), (near, edges[1])]
            corners = [(sun[0] + out * math.cos(turn), sun[1] - out * math.sin(turn)) for out, turn in places]
            pen.polygon([(x / width, y / height) for x, y in corners], light)
        painter.layer(pen.mask(), (0, 0), "felt", colour)
    return painter.sprite((0, 0))


@cache
def sea(width: int, height: int, middle: int) -> Sprite:
    """Return the ground of the panel, its upper edge the horizon, with the glitter of a sun at ``middle`` on it.

    Its origin is its top left corner.
    """
    chance = random.Random(5)
    pen = shapes.Pen(width, height)
    for row in range(1, 9):
        y = 0.06 + 0.9 * (row / 8.6) ** 1.25
        spread = 240 - 16 * row
        for _ in range(9 - row // 3):
            x = middle + chance.uniform(-spread, spread)
            half = chance.uniform(12, 44)
            pen.line([((x - half) / width, y), ((x + half) / width, y)], 0.0026, 88 - 6 * row)
    painter = Painter(width, height)
    painter.layer(shapes.rounded(width, height, 0), (0, 0), "felt", "place")
    painter.layer(pen.mask(), (0, 0), "place", "ghost")
    painter.layer(shapes.rounded(width, 3, 0), (0, 0), "rug", "hem")
    return painter.sprite((0, 0))


@cache
def cloud(width: int, height: int, *, ground: str) -> Sprite:
    """Return a cloud around a row of cards of that size, on the felt or on a place; its origin is theirs.

    It rises highest at its left, where its number lies.
    """
    above, side, below = 20, 13, 10
    across, down = width + 2 * side, height + above + below
    pen = shapes.Pen(across, down)
    chance = random.Random(width)
    middle = side / across, (across - side) / across
    pen.polygon([(x, y / down) for x, y in zip(middle + middle[::-1], (above, above, down - 7, down - 7), strict=True)])
    # Bumps all around, the highest at the left.
    for end in (side, across - side):
        for y in (0.3, 0.55, 0.8):
            pen.oval(end / across, y, chance.uniform(20, 26) / across, 42 / down)
    pen.oval(30 / across, (above + 4) / down, 56 / across, 47 / down)
    for level, high, wide, least in ((above + 2, 34, 62, 54), (down - 9, 18, 76, side)):
        x = float(least)
        while x < across - side:
            here = min(chance.uniform(0.7, 1.2) * wide, across - x)
            pen.oval(
                (x + here / 2) / across, level / down, (here * 1.25) / across, high * chance.uniform(0.75, 1) / down
            )
            x += here * 0.86
    painter = Painter(across, down)
    painter.layer(pen.mask(), (0, 0), ground, "ghost")
    return painter.sprite((side, above))


@cache
def stars(size: tuple[int, int], count: int, sun: tuple[int, int], clear: int) -> Sprite:
    """Return stars strewn over a sky of that size, none of them within ``clear`` pixels of the sun.

    Its origin is its top left corner.
    """
    width, height = size
    chance = random.Random(13)
    pen = shapes.Pen(width, height)
    for _ in range(count):
        x, y = chance.uniform(0.01, 0.99), chance.uniform(0.02, 0.98)
        arm = chance.choice((2.0, 2.6, 3.4, 6.0))
        if math.hypot(x * width - sun[0], y * height - sun[1]) > clear:
            pen.polygon(_star(x, y, arm / width, arm / height), 255 if arm > 3 else 170)
    painter = Painter(width, height)
    painter.layer(pen.mask(), (0, 0), "felt", "chalk")
    return painter.sprite((0, 0))


@cache
def gusts(size: tuple[int, int]) -> Sprite:
    """Return the wind as long strokes that curl at their ends, its origin at its top left corner."""
    width, height = size
    pen = shapes.Pen(width, height)
    for x, y, long, curl, light in (
        (270, 36, 290, 26, 150),
        (330, 60, 620, -30, 90),
        (820, 24, 250, 18, 120),
        (-20, 140, 320, -24, 90),
        (420, 150, 560, 30, 120),
        (-20, 244, 760, 32, 120),
        (700, 262, 330, -26, 90),
        (-20, 372, 300, 34, 150),
        (860, 392, 250, -34, 150),
        (30, 470, 220, -28, 100),
        (840, 500, 260, 26, 100),
        (-20, 566, 320, 22, 80),
        (820, 596, 300, -22, 80),
    ):
        pen.line([(a / width, b / height) for a, b in _gust(x, y, long, curl)], 5 / width, light)
    painter = Painter(width, height)
    painter.layer(pen.mask(), (0, 0), "felt", "ghost")
    return painter.sprite((0, 0))


def _distance(size: tuple[int, int], sun: tuple[int, int]) -> Image.Image:
    """Return how far each pixel is from the sun, 255 from two thirds of the longer side on."""
    reach = max(size) * 2 // 3
    disc = Image.radial_gradient("L").resize((2 * reach, 2 * reach), Image.Resampling.BICUBIC)
    distance = Image.new("L", size, 255)
    distance.paste(disc, (sun[0] - reach, sun[1] - reach))
    return distance


def _star(x: float, y: float, across: float, down: float) -> list[Point]:
    points = []
    for corner in range(8):
        turn, far = corner * math.pi / 4, 1.0 if corner % 2 == 0 else 0.32
        points.append((x + across * far * math.cos(turn), y + down * far * math.sin(turn)))
    return points


def _gust(x: float, y: float, long: float, curl: float) -> Sequence[Point]:
    """Return a wave that goes to the right and ends in a curl, upwards if ``curl`` is positive."""
    points = [(x + long * step / 40, y + 7 * math.sin(step / 40 * math.tau * 1.25)) for step in range(41)]
    end_x, end_y = points[-1]
    for step in range(1, 34):
        turn = step / 33 * math.tau * 0.82
        radius = abs(curl) * (1 - 0.5 * step / 33)
        way = 1 if curl > 0 else -1
        points.append((end_x + radius * math.sin(turn), end_y - way * (abs(curl) - radius * math.cos(turn))))
    return points
