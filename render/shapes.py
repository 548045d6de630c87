"""Shapes as coverage masks: suits, crowns, letters and rounded corners, drawn at four times the size and shrunk."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from render import glyphs
from render.curves import Point

SCALE = 4
_LETTER_CAP = 0.77
"""How high a bold capital of Pillow's own font is, as a share of the font's size."""


class Pen:
    """Draws shapes given in shares of the width and height of the mask."""

    def __init__(self, width: int, height: int) -> None:
        self._size = (width * SCALE, height * SCALE)
        self._image = Image.new("L", self._size)
        self._draw = ImageDraw.Draw(self._image)

    def polygon(self, points: Sequence[Point], fill: int = 255) -> None:
        """Fill a polygon."""
        width, height = self._size
        self._draw.polygon([(x * width, y * height) for x, y in points], fill=fill)

    def oval(self, x: float, y: float, across: float, down: float | None = None, fill: int = 255) -> None:
        """Fill an ellipse around (x, y); without ``down`` it is round, ``across`` being its share of the width."""
        width, height = self._size
        half, high = across * width / 2, (across * width if down is None else down * height) / 2
        box = (x * width - half, y * height - high, x * width + half, y * height + high)
        self._draw.ellipse(box, fill=fill)

    def line(self, points: Sequence[Point], thickness: float, fill: int = 255) -> None:
        """Draw a line whose thickness is a share of the width, its joints and ends round."""
        width, height = self._size
        places = [(x * width, y * height) for x, y in points]
        self._draw.line(places, fill=fill, width=max(1, round(thickness * width)), joint="curve")
        for x, y in places[:: len(places) - 1]:
            half = thickness * width / 2
            self._draw.ellipse((x - half, y - half, x + half, y + half), fill=fill)

    def stroke(self, places: Sequence[Point], thickness: float) -> None:
        """Draw a line through places in pixels, its joints and ends round."""
        big = [(x * SCALE - 0.5, y * SCALE - 0.5) for x, y in places]
        half = thickness * SCALE / 2
        self._draw.line(big, fill=255, width=round(2 * half))
        for x, y in big:
            self._draw.ellipse((x - half, y - half, x + half, y + half), fill=255)

    def mask(self) -> Image.Image:
        """Return the drawing in its own size."""
        return self._image.reduce(SCALE)

    def covers(self, count: int) -> tuple[Image.Image, ...]:
        """Return a mask for each of the numbers from 1 that shapes were filled with, in their own size."""
        parts = (self._image.point([255 * (fill == one) for fill in range(256)]) for one in range(1, count + 1))
        return tuple(part.reduce(SCALE) for part in parts)


@cache
def rounded(width: int, height: int, radius: float) -> Image.Image:
    """Return a rectangle with round corners that fills its mask."""
    return _big_rounded(width, height, radius).reduce(SCALE)


@cache
def inset(width: int, height: int, radius: float, by: int) -> Image.Image:
    """Return a rounded rectangle that stays ``by`` pixels away from the edges of its mask."""
    inner = Image.new("L", (width, height))
    inner.paste(rounded(width - 2 * by, height - 2 * by, max(1, radius - by)), (by, by))
    return inner


@cache
def ring(width: int, height: int, radius: float, thickness: int) -> Image.Image:
    """Return the edge of a rounded rectangle that fills its mask."""
    return ImageChops.subtract(rounded(width, height, radius), inset(width, height, radius, thickness))


@cache
def turned(width: float, height: float, radius: float, degrees: float) -> Image.Image:
    """Return a rectangle with round corners, turned counterclockwise around the middle of its mask."""
    side = math.ceil(math.hypot(width, height)) // 2 * 2 + 4
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    outline = []
    for quarter in range(4):
        right, below = quarter in (0, 3), quarter in (0, 1)
        x = (width / 2 - radius) * (1 if right else -1)
        y = (height / 2 - radius) * (1 if below else -1)
        for step in range(7):
            turn = (quarter + step / 6) * math.pi / 2
            across, down = x + radius * math.cos(turn), y + radius * math.sin(turn)
            outline.append((0.5 + (across * cos + down * sin) / side, 0.5 + (down * cos - across * sin) / side))
    pen = Pen(side, side)
    pen.polygon(outline)
    return pen.mask()


@cache
def glow(width: int, height: int, radius: float, spread: int) -> Image.Image:
    """Return the soft shadow of a rounded rectangle in a mask that is ``spread`` wider on each side."""
    wide = Image.new("L", (width + 2 * spread, height + 2 * spread))
    wide.paste(rounded(width, height, radius), (spread, spread))
    return wide.filter(ImageFilter.GaussianBlur(spread / 2.2))


@cache
def letters(text: str, cap: int, width: int | None = None) -> Image.Image:
    """Return ``lettering`` that is kept: for texts of which there are few."""
    return lettering(text, cap, width)


def lettering(text: str, cap: int, width: int | None = None) -> Image.Image:
    """Return a text in bold with capitals ``cap`` pixels high, cropped to its ink; narrowed to ``width`` if wider.

    The mask of a text in letters that are not our own, with descenders or with tall letters, is higher than ``cap``.
    """
    return _drawn(text, cap, width) if glyphs.known(text) else _typed(text, cap, width)


def _drawn(text: str, cap: int, width: int | None) -> Image.Image:
    """Return a text in our own figures; a very narrow one has thinner strokes, lest its openings close."""
    thick = glyphs.WEIGHT * cap
    signs = [glyphs.strokes(sign) for sign in text]
    widths = [max(x for stroke in strokes for x, _ in stroke) for strokes in signs]
    if width:
        natural = len(text) * (thick + glyphs.SPACE * cap) + sum(widths) * (cap - thick) * glyphs.BREADTH
        thick *= min(1.0, max(0.62, 1.25 * width / natural))
    fixed = len(text) * thick + (len(text) - 1) * glyphs.SPACE * cap
    tall = cap - thick  # from the middle of the uppermost stroke to that of the lowest
    across = tall * glyphs.BREADTH
    if width and sum(widths):
        across = min(across, (width - fixed) / sum(widths))
    pen = Pen(max(1, round(fixed + sum(widths) * across)), cap)
    left = 0.0
    for strokes, wide in zip(signs, widths, strict=True):
        for stroke in strokes:
            places = [(left + thick / 2 + x * across, thick / 2 + y * tall) for x, y in stroke]
            pen.stroke(places, thick)
        left += wide * across + thick + glyphs.SPACE * cap
    return pen.mask()


def _typed(text: str, cap: int, width: int | None) -> Image.Image:
    size = round(cap * SCALE / _LETTER_CAP)
    font = ImageFont.load_default(size)
    stroke = max(1, round(size * 0.034))
    left, top, right, bottom = (round(edge) for edge in font.getbbox(text, stroke_width=stroke))
    big = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(big).text((-left, -top), text, fill=255, font=font, stroke_width=stroke)
    across = max(1, round(big.width / SCALE))
    shrunk = (min(across, width) if width else across, max(1, round(big.height / SCALE)))
    return big.resize(shrunk, Image.Resampling.BOX)


@cache
def suit(number: int, size: int) -> Image.Image:
    """Return a suit (by its number) in a square mask."""
    pen = Pen(size, size)
    _SUITS[number](pen)
    return pen.mask()


def _big_rounded(width: int, height: int, radius: float) -> Image.Image:
    big = Image.new("L", (width * SCALE, height * SCALE))
    box = (0, 0, width * SCALE - 1, height * SCALE - 1)
    ImageDraw.Draw(big).rounded_rectangle(box, radius * SCALE, fill=255)
    return big


def _heart_outline(top: float, bottom: float, half: float) -> list[Point]:
    points = []
    for step in range(72):
        turn = step * math.pi / 36
        x = math.sin(turn) ** 3
        y = (13 * math.cos(turn) - 5 * math.cos(2 * turn) - 2 * math.cos(3 * turn) - math.cos(4 * turn)) / 17
        # The curve's y runs from 0.7 at the lobes to -1 at the point.
        points.append((0.5 + half * x, bottom + (y + 1) / 1.703 * (top - bottom)))
    return points


def _stem(pen: Pen, top: float) -> None:
    sides = []
    for step in range(9):
        share = step / 8
        sides.append((0.03 + 0.2 * share**2.2, top + (0.98 - top) * share))
    pen.polygon([(0.5 - x, y) for x, y in sides] + [(0.5 + x, y) for x, y in reversed(sides)])


def _clubs(pen: Pen) -> None:
    pen.oval(0.5, 0.25, 0.46)
    pen.oval(0.25, 0.6, 0.46)
    pen.oval(0.75, 0.6, 0.46)
    pen.polygon([(0.42, 0.35), (0.58, 0.35), (0.6, 0.66), (0.4, 0.66)])
    _stem(pen, 0.5)


def _diamonds(pen: Pen) -> None:
    points = []
    corners = ((0.5, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5))
    for one, (x, y) in enumerate(corners):
        to_x, to_y = corners[(one + 1) % 4]
        for step in range(12):
            share = step / 12
            # Sides bend inwards a little, most in their middle.
            bend = 0.09 * 4 * share * (1 - share)
            across, down = x + (to_x - x) * share, y + (to_y - y) * share
            points.append((across + (0.5 - across) * bend * 2, down + (0.5 - down) * bend * 2))
    pen.polygon(points)


def _hearts(pen: Pen) -> None:
    pen.polygon(_heart_outline(0.04, 0.98, 0.49))


def _spades(pen: Pen) -> None:
    pen.polygon(_heart_outline(0.84, 0.0, 0.48))
    _stem(pen, 0.5)


_SUITS: tuple[Callable[[Pen], None], ...] = (_clubs, _diamonds, _hearts, _spades)
