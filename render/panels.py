"""Pages of small boards with signs on them: rings, crosses, arrows and numbers, drawn over RGB pictures of boards.

Pages are drawn once and kept by those who ask for them, so they take the simple way: RGB, shrunk boards, one palette
for the page at the end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.view import View
from render import board, shapes
from render.canvas import Box, Placed
from render.guide import TOP, Arrow, Cross, Paragraph, Ring, Sign, Step
from render.layout import layout_of
from render.look import Look
from render.palette import RGB
from render.pointing import Seen, around, seen

Point: TypeAlias = tuple[float, float]
Frame: TypeAlias = tuple[float, float, float]
"""Where the part of a board that a panel shows begins, from the left and from the top, and its scale."""

WIDTH: Final = 1100
_MARGIN: Final = 34
_GAP: Final = 36
_HEAD: Final = 64
"""The room above each panel, in which its number stands."""
_HALF: Final = (WIDTH - 2 * _MARGIN - _GAP) // 2
_HALF_HEIGHT: Final = 332
_RADIUS: Final = 18
_LARGEST: Final = 1.4
"""How much larger than on its board a card is shown at most."""
_AROUND: Final = 24
"""How many pixels of the board are shown around the piles that a panel is cut down to."""
_FINE: Final = 2
"""How many times larger arrows are drawn than they are shown."""
_BLUR: Final = 7.0
_NUMBER: Final = 52
_STEP: Final = 19

GROUND: Final[RGB] = (32, 34, 40)
SIGN: Final[RGB] = (92, 232, 255)
"""The colour of signs: far from gold, which marks what can be played, to every eye."""
CASING: Final[RGB] = (6, 24, 32)
_PAPER: Final[RGB] = (244, 241, 230)
_INK: Final[RGB] = (26, 26, 30)


def page(paragraphs: Sequence[Paragraph], first: int, look: Look) -> Image.Image:
    """Return an RGB image, 1,100 pixels wide, of the boards of paragraphs, numbered from ``first``."""
    places = _places(paragraphs, look)
    image = Image.new("RGB", (WIDTH, max(place[3] for place in places) + _MARGIN), GROUND)
    for number, (paragraph, (left, top, right, bottom)) in enumerate(zip(paragraphs, places, strict=True), first):
        size = right - left, bottom - top
        image.paste(panel(paragraph, size, look), (left, top), shapes.rounded(*size, _RADIUS))
        middle = left + _NUMBER // 2, top - _NUMBER // 2 - 5
        _disc(image, _NUMBER // 2, middle, _PAPER)
        _write(image, str(number), 30, middle, _INK)
    return image


def panel(paragraph: Paragraph, size: tuple[int, int], look: Look) -> Image.Image:
    """Return the board of a paragraph in a size, cut down to what it shows, with its signs."""
    view = paragraph.scene.view()
    placed = board.placed(view, look)
    framed = frame(paragraph, view, placed, size)
    # Around a board of another shape there is its darkest felt.
    canvas = Image.new("RGB", size, layout_of(view.game).theme(view, look)["edge"])
    _paste(canvas, board.picture(view, look), framed)
    ringed = [sign for sign in paragraph.signs if isinstance(sign, Ring)]
    if ringed:
        plain = canvas.copy()
        for spot in (spot for sign in ringed for spot in seen(view, placed, sign.pile, sign.index)):
            _ring(canvas, spot, framed)
        # Rings go under tags and counts, which have to be read.
        canvas.paste(plain, (0, 0), _written(placed, layout_of(view.game).size, size, framed))
    _draw(canvas, view, placed, paragraph.signs, framed)
    return canvas


def _paste(canvas: Image.Image, whole: Image.Image, framed: Frame) -> None:
    """Paste the part of a board that a panel shows, in the panel's scale."""
    left, top, scale = framed
    right, bottom = left + canvas.width / scale, top + canvas.height / scale
    inner = max(0.0, left), max(0.0, top), min(float(whole.width), right), min(float(whole.height), bottom)
    fitted = round((inner[2] - inner[0]) * scale), round((inner[3] - inner[1]) * scale)
    at = round((inner[0] - left) * scale), round((inner[1] - top) * scale)
    canvas.paste(whole.resize(fitted, Image.Resampling.BICUBIC, inner), at)


def _written(placed: Sequence[Placed], whole: tuple[int, int], size: tuple[int, int], framed: Frame) -> Image.Image:
    """Return where tags and counts show in a panel."""
    mask, shown = Image.new("L", whole), Image.new("L", size)
    for one in placed:
        if one.kind in ("tag", "pill"):
            mask.paste(255, one.box[:2], one.sprite.mask)
    _paste(shown, mask, framed)
    return shown


def frame(paragraph: Paragraph, view: View, placed: Sequence[Placed], size: tuple[int, int]) -> Frame:
    """Return which part of the board a panel shows: its left and top edges on the board, and the scale."""
    left, top, right, bottom = _shown(paragraph, view, placed)
    scale = min(_LARGEST, size[0] / (right - left), size[1] / (bottom - top))
    width, height = layout_of(view.game).size
    return (
        _within((left + right) / 2, size[0] / scale, width),
        _within((top + bottom) / 2, size[1] / scale, height),
        scale,
    )


def _shown(paragraph: Paragraph, view: View, placed: Sequence[Placed]) -> Box:
    if not paragraph.show:
        return 0, 0, *layout_of(view.game).size
    left, top, right, bottom = around(view, placed, paragraph.show)
    return left - _AROUND, top - _AROUND, right + _AROUND, bottom + _AROUND


def _within(middle: float, length: float, whole: int) -> float:
    """Return where a stretch around a middle begins, moved so that it lies on the whole if it fits there."""
    if length >= whole:
        return (whole - length) / 2
    return min(max(0.0, middle - length / 2), whole - length)


def _places(paragraphs: Sequence[Paragraph], look: Look) -> list[Box]:
    """Return the box of each panel: wide ones fill a row, others share it by twos; one that is left alone is wide."""
    places: list[Box] = []
    top, waiting = _HEAD, False
    for order, paragraph in enumerate(paragraphs):
        follows = order + 1 < len(paragraphs) and not paragraphs[order + 1].wide
        if waiting:
            left = _MARGIN + _HALF + _GAP
            places.append((left, top, left + _HALF, top + _HALF_HEIGHT))
            waiting = False
        elif paragraph.wide or not follows:
            places.append((_MARGIN, top, WIDTH - _MARGIN, top + _wide_height(paragraph, look)))
        else:
            places.append((_MARGIN, top, _MARGIN + _HALF, top + _HALF_HEIGHT))
            waiting = True
            continue
        top = places[-1][3] + _HEAD
    return places


def _wide_height(paragraph: Paragraph, look: Look) -> int:
    view = paragraph.scene.view()
    left, top, right, bottom = _shown(paragraph, view, board.placed(view, look))
    return round((bottom - top) * min(_LARGEST, (WIDTH - 2 * _MARGIN) / (right - left)))


def _draw(canvas: Image.Image, view: View, placed: Sequence[Placed], signs: Sequence[Sign], framed: Frame) -> None:
    """Draw the signs but the rings, each in its colour on a dark casing, numbers last."""
    left, top, scale = framed

    def point(pile: str, index: int = TOP) -> Point:
        x, y = seen(view, placed, pile, index)[0].anchor
        return (x - left) * scale, (y - top) * scale

    lines = _Lines(canvas.size)
    numbers: list[tuple[int, Point]] = []
    for sign in signs:
        match sign:
            case Cross(pile, index):
                lines.cross(point(pile, index))
            case Arrow(start, end, bend, number, back):
                middle = lines.arrow(point(start), point(end), bend, back=back)
                if number is not None:
                    numbers.append((number, middle))
            case Step(number, pile, index):
                numbers.append((number, point(pile, index)))
    if any(isinstance(sign, Arrow | Cross) for sign in signs):
        lines.show(canvas)
    for number, middle in numbers:
        x, y = round(middle[0]), round(middle[1])
        _disc(canvas, _STEP + 2, (x, y), CASING)
        _disc(canvas, _STEP, (x, y), SIGN)
        _write(canvas, str(number), 22, (x, y), _INK)


def _ring(canvas: Image.Image, spot: Seen, framed: Frame) -> None:
    left, top, scale = framed
    pad = 20
    width, height = spot.mask.size
    size = max(1, round(width * scale)), max(1, round(height * scale))
    field = Image.new("L", (size[0] + 2 * pad, size[1] + 2 * pad))
    field.paste(spot.mask.resize(size, Image.Resampling.BOX), (pad, pad))
    field = field.filter(ImageFilter.GaussianBlur(_BLUR))
    corner = round((spot.left - left) * scale) - pad, round((spot.top - top) * scale) - pad
    canvas.paste(CASING, corner, ImageChops.subtract(_grown(field, 6.5), _grown(field, -2.5)))
    canvas.paste(SIGN, corner, ImageChops.subtract(_grown(field, 4.5), _grown(field, -0.5)))


def _grown(field: Image.Image, by: float) -> Image.Image:
    """Return the mask whose edge lies ``by`` pixels outside the one that was blurred to this field."""
    edge, soft = (127.5 * (1 - math.erf((by + step) / _BLUR / math.sqrt(2))) for step in (0.0, 0.7))
    slope = 127.5 / max(1.0, edge - soft)
    return field.point([round(min(255.0, max(0.0, 127.5 + (value - edge) * slope))) for value in range(256)])


def _disc(canvas: Image.Image, radius: int, middle: tuple[int, int], colour: RGB) -> None:
    canvas.paste(colour, (middle[0] - radius, middle[1] - radius), shapes.rounded(2 * radius, 2 * radius, radius))


def _write(canvas: Image.Image, text: str, cap: int, middle: tuple[int, int], colour: RGB) -> None:
    written = shapes.letters(text, cap)
    canvas.paste(colour, (middle[0] - written.width // 2, middle[1] - written.height // 2), written)


class _Lines:
    """Arrows and crosses of a panel, gathered in two masks: their casing and themselves."""

    def __init__(self, size: tuple[int, int]) -> None:
        big = size[0] * _FINE, size[1] * _FINE
        self._masks = [(Image.new("L", big), 12.0, 3.0), (Image.new("L", big), 6.5, 0.0)]

    def cross(self, middle: Point) -> None:
        x, y = middle
        for mask, thick, _ in self._masks:
            for side in (-1, 1):
                _line(mask, [(x - 20, y - 20 * side), (x + 20, y + 20 * side)], thick)

    def arrow(self, start: Point, end: Point, bend: float, *, back: bool) -> Point:
        """Draw an arrow, with two heads if it leads back as well; return the middle of its shaft."""
        across, down = end[0] - start[0], end[1] - start[1]
        swing = (start[0] + end[0]) / 2 + bend * down, (start[1] + end[1]) / 2 - bend * across
        curve = [_on_curve(start, swing, end, step / 24) for step in range(25)]
        first, last = 0, next((n for n, one in enumerate(curve) if math.dist(one, end) < 19), 24)
        heads = [(end, _on_curve(start, swing, end, 0.9))]
        if back:
            first = next((n for n in range(24, 0, -1) if math.dist(curve[n], start) < 19), 0)
            heads.append((start, _on_curve(start, swing, end, 0.1)))
        for mask, thick, out in self._masks:
            _line(mask, curve[first : max(first + 2, last + 1)], thick)
            if not back:
                _dot(mask, start, thick + 6)
            for tip, near in heads:
                _head(mask, tip, near, out)
        return curve[11]

    def show(self, canvas: Image.Image) -> None:
        for (mask, _, _), colour in zip(self._masks, (CASING, SIGN), strict=True):
            canvas.paste(colour, (0, 0), mask.reduce(_FINE))


def _on_curve(start: Point, swing: Point, end: Point, share: float) -> Point:
    a, b, c = (1 - share) ** 2, 2 * share * (1 - share), share**2
    return a * start[0] + b * swing[0] + c * end[0], a * start[1] + b * swing[1] + c * end[1]


def _head(mask: Image.Image, tip: Point, near: Point, out: float) -> None:
    """Draw the head of an arrow that comes from ``near``, ``out`` pixels larger than it is."""
    turn = math.atan2(tip[1] - near[1], tip[0] - near[0])
    cos, sin = math.cos(turn), math.sin(turn)
    corners = [(4 + out * 1.6, 0.0), (-22 - out, 14 + out * 1.3), (-22 - out, -14 - out * 1.3)]
    places = [(tip[0] + x * cos - y * sin, tip[1] + x * sin + y * cos) for x, y in corners]
    ImageDraw.Draw(mask).polygon([(x * _FINE, y * _FINE) for x, y in places], fill=255)


def _line(mask: Image.Image, points: Sequence[Point], thick: float) -> None:
    places = [(x * _FINE, y * _FINE) for x, y in points]
    ImageDraw.Draw(mask).line(places, fill=255, width=round(thick * _FINE), joint="curve")
    for end in (points[0], points[-1]):
        _dot(mask, end, thick)


def _dot(mask: Image.Image, middle: Point, across: float) -> None:
    x, y, half = middle[0] * _FINE, middle[1] * _FINE, across * _FINE / 2
    ImageDraw.Draw(mask).ellipse((x - half, y - half, x + half, y + half), fill=255)
