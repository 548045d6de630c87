"""What charts are drawn with: a sheet with smooth lines and figures, an even scale, and the colours of charts.

Charts are rare, so they take the simple way: RGB at twice the size, shrunk, one palette for each picture at the end.
There are figures in them and no words, as in every picture.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from render.palette import RGB

Point: TypeAlias = tuple[float, float]
Side: TypeAlias = Literal["left", "middle", "right"]
Number: TypeAlias = int | float | Fraction

GROUND: Final[RGB] = (23, 32, 42)
GRID: Final[RGB] = (58, 72, 88)
CHALK: Final[RGB] = (244, 241, 230)
QUIET: Final[RGB] = (168, 182, 196)
INK: Final[RGB] = (20, 24, 28)
SERIES: Final[tuple[RGB, ...]] = ((255, 201, 60), (64, 196, 222), (255, 150, 128), (208, 216, 224))
"""The colours of what is told, in order; neighbours differ in lightness too. All read on the ground, ink on them."""
SHADE: Final[RGB] = (86, 78, 49)
"""The first colour of the series as a faint ground."""

FIGURE: Final = 30
"""How high figures are, in pixels: nearly ten where a picture of 1,100 is 360 pixels wide."""
EDGE: Final = 12
"""How far figures stay away from the left and right edges of a picture."""
_FINE: Final = 2
_CAPITAL: Final = 0.77
"""How high a figure is, as a share of the font's size."""
_RAISED: Final = 0.62


class Sheet:
    """A picture to draw on, in pixels from its top left corner."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._image = Image.new("RGB", (width * _FINE, height * _FINE), GROUND)
        self._draw = ImageDraw.Draw(self._image)

    def line(self, points: Sequence[Point], colour: RGB, thick: float) -> None:
        """Draw a line with round joints through the points."""
        places = [(x * _FINE, y * _FINE) for x, y in points]
        self._draw.line(places, colour, round(thick * _FINE), "curve")

    def area(self, points: Sequence[Point], colour: RGB) -> None:
        """Fill a polygon."""
        self._draw.polygon([(x * _FINE, y * _FINE) for x, y in points], colour)

    def bar(self, left: float, top: float, right: float, bottom: float, colour: RGB, radius: float = 0) -> None:
        """Fill a rectangle with round corners; nothing is drawn of one without width or height."""
        if right - left >= 1 / _FINE and bottom - top >= 1 / _FINE:
            box = (left * _FINE, top * _FINE, right * _FINE - 1, bottom * _FINE - 1)
            radius = min(radius, (right - left) / 2, (bottom - top) / 2)
            self._draw.rounded_rectangle(box, radius * _FINE, colour)

    def dot(self, middle: Point, radius: float, colour: RGB) -> None:
        """Fill a circle."""
        x, y, reach = middle[0] * _FINE, middle[1] * _FINE, radius * _FINE
        self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), colour)

    def write(
        self, text: str, at: Point, colour: RGB = QUIET, cap: int = FIGURE, side: Side = "middle", room: float = 0
    ) -> None:
        """Write figures with their left end, middle or right end at a point, made smaller where the room is too narrow.

        What would come too near to the left or right edge of the sheet is moved away from it. What follows a ``^`` is
        raised: ``3·10^9``.
        """
        base, _, power = text.partition("^")
        size = cap * _FINE / _CAPITAL
        width = _length(base, size) + (_length(power, size * _RAISED) if power else 0)
        if room and width > room * _FINE:
            size *= room * _FINE / width
            width = room * _FINE
        x = at[0] * _FINE - width * {"left": 0.0, "middle": 0.5, "right": 1.0}[side]
        x = max(EDGE * _FINE, min(x, (self.width - EDGE) * _FINE - width))
        foot = at[1] * _FINE + size * _CAPITAL / 2
        self._text(base, x, foot, size, colour)
        if power:
            self._text(power, x + _length(base, size), foot - size * 0.42, size * _RAISED, colour)

    def _text(self, text: str, x: float, foot: float, size: float, colour: RGB) -> None:
        stroke = max(1, round(size * 0.03))
        self._draw.text((x, foot), text, colour, _font(round(size)), "ls", stroke_width=stroke, stroke_fill=colour)

    def image(self) -> Image.Image:
        """Return the picture as an RGB image, to be part of another one."""
        return self._image.reduce(_FINE)

    def png(self) -> bytes:
        """Return the picture as a PNG."""
        file = io.BytesIO()
        self.image().quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG")
        return file.getvalue()


@dataclass(frozen=True, slots=True)
class Scale:
    """An even scale from ``low`` to ``high`` with a few round marks."""

    low: Fraction
    high: Fraction
    marks: tuple[Fraction, ...]

    def share(self, value: Number) -> float:
        """Return where a value lies between the ends of the scale, from 0 to 1."""
        return float((Fraction(value) - self.low) / (self.high - self.low))


def scale(values: Sequence[Number], most: int = 4) -> Scale:
    """Return a scale that holds zero and all values, with at most so many steps; raise ValueError for no number."""
    for value in values:
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"a chart takes finite numbers, not {value}")
    exact = [Fraction(value) for value in (0, *values)]
    low, high = min(exact), max(exact)
    step = _round_step((high - low or Fraction(1)) / most)
    if all(value.denominator == 1 for value in exact):
        step = max(step, Fraction(1))
    first = math.floor(low / step)
    last = math.ceil(high / step)
    last = max(last, first + 1)
    return Scale(first * step, last * step, tuple(step * number for number in range(first, last + 1)))


def figures(value: Number) -> str:
    """Return a number in figures: thousands apart, from ten millions on as a power of ten (``3.2·10^9``)."""
    exact = Fraction(value)
    if abs(exact) >= 10**7:
        power = len(str(abs(int(exact)))) - 1
        tenths = round(exact * 10 / 10**power)
        if abs(tenths) >= 100:
            tenths, power = tenths // 10, power + 1
        lead = str(tenths // 10) if tenths % 10 == 0 else f"{tenths / 10:.1f}"
        return f"{lead}·10^{power}"
    rounded = round(exact, 2)
    text = f"{int(rounded):,}" if rounded.denominator == 1 else f"{float(rounded):,.2f}".rstrip("0")
    return text.replace(",", " ")


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(max(1, size))
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise RuntimeError("Pillow was built without FreeType, so that it cannot write figures in any size")
    return font


def _length(text: str, size: float) -> float:
    return _font(round(size)).getlength(text)


def _round_step(least: Fraction) -> Fraction:
    """Return the smallest of 1, 2, 5, 10, 20 … (or, below them, 0.5, 0.2 …) that is not smaller than the least."""
    power = Fraction(1)
    while power > least:
        power /= 10
    while power * 10 <= least:
        power *= 10
    return next(power * times for times in (1, 2, 5, 10) if power * times >= least)
