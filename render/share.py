"""A card to share: how a finished game went, without a card of its deal and without a word."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from PIL import Image, ImageFilter

from engine.game import games
from engine.view import Outcome, View
from engine.words import Phrase, Translate
from render import emblems
from render.beams import Beam, columns
from render.canvas import Painter, Placed, compose, ground
from render.layout import layout_of
from render.look import USUAL, Look
from render.palette import RGB, Theme, number, palette
from render.png import encode
from render.shapes import Pen, lettering

SIZE: Final = (1200, 630)
_DRAWING: Final = (30, 15, 600)
"""Left, top and side of the square that the beams are drawn in."""
_MIDDLE: Final = 900
"""Where the signs and figures at the right are centred."""
_ROWS: Final = (432, 496, 560)
_DARK: Final = 0.09
"""The most luminance of the ground at its lightest."""
_FAINT: Final = [cover * 2 // 3 for cover in range(256)]
_SHARP: Final = [min(255, max(0, (value - 128) * 7 + 128)) for value in range(256)]


def share_card(view: View, moves: int, seconds: int | None = None, look: Look = USUAL) -> bytes:
    """Return a picture, 1,200 by 630 pixels, of how a game went, as a PNG.

    ``moves`` is how many were made, ``seconds`` how long they took, if that is known. The picture has figures and
    signs alone: the score, how it ended, the share of the cards that is done, the moves, the time. Games that went
    alike have equal pictures, whatever their cards. Raise LookupError if the game has no layout.
    """
    layout = layout_of(view.game)
    placed = [*_drawn(_beams(view)), *_ended(view), *_counted(view, moves, seconds)]
    # The light of a game under way: that of a won board is made for cards, not for gold.
    theme = dimmed(layout.theme(replace(view, outcome=None), look))
    return encode(compose(_ground().copy(), placed), palette(theme))


def share_alt(view: View, moves: int, seconds: int | None = None, translate: Translate = str) -> str:
    """Return what a share card shows, in words."""
    values: dict[str, str | int] = {
        "game": translate(games()[view.game].title),
        "done": view.progress,
        "total": view.total,
        "score": view.score,
        "moves": moves,
    }
    if view.outcome is Outcome.WON:
        said = [Phrase("{game}: won with {score} points in {moves} moves.", values)]
    elif view.outcome is Outcome.LOST:
        said = [Phrase("{game}: lost with {score} points after {moves} moves; {done} of {total} cards done.", values)]
    elif view.outcome is Outcome.RESIGNED:
        said = [
            Phrase("{game}: resigned with {score} points after {moves} moves; {done} of {total} cards done.", values)
        ]
    else:
        said = [Phrase("{game}: {score} points after {moves} moves; {done} of {total} cards done.", values)]
    if seconds is not None:
        said.append(Phrase("Time: {time}.", {"time": clock(seconds)}))
    return " ".join(phrase.text(translate) for phrase in said)


def dimmed(theme: Theme) -> Theme:
    """Return a theme with its ground so dark that gold and chalk read on it at 4.5 : 1 or more."""
    colours = list(theme.colours)
    while _luminance(colours[number("felt")]) > _DARK:
        for name in ("felt", "haze", "edge"):
            red, green, blue = colours[number(name)]
            colours[number(name)] = red * 7 // 8, green * 7 // 8, blue * 7 // 8
    return Theme(tuple(colours))


def _luminance(colour: RGB) -> float:
    """Return the relative luminance of a colour as WCAG defines it, from 0 to 1."""
    shares = (channel / 255 for channel in colour)
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def clock(seconds: int) -> str:
    """Return a time as figures: minutes and seconds or, from an hour on, hours, minutes and seconds."""
    minutes, left = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def _beams(view: View) -> Sequence[Beam]:
    progress: Callable[[View], Sequence[Beam]] = getattr(layout_of(view.game), "progress", columns)
    return progress(view)


@cache
def _ground() -> Image.Image:
    return ground(SIZE)


def _drawn(beams: Sequence[Beam]) -> list[Placed]:
    left, top, side = _DRAWING
    empty, full = Pen(side, side), Pen(side, side)
    for beam in beams:
        empty.polygon(beam.outline())
        if beam.share:
            full.polygon(beam.outline(beam.share))
    painter = Painter(side, side)
    painter.layer(_rounded(empty.mask()).point(_FAINT), (0, 0), "felt", "ghost")
    painter.layer(_rounded(full.mask()), (0, 0), "felt", "gold")
    return [Placed(painter.sprite((0, 0)), left, top, "ornament")]


def _rounded(mask: Image.Image) -> Image.Image:
    """Return a mask with its corners rounded off."""
    return mask.filter(ImageFilter.GaussianBlur(4)).point(_SHARP)


def _ended(view: View) -> list[Placed]:
    score = str(view.score)
    if view.outcome is Outcome.WON:
        return [
            _sign(emblems.laurel(320), "gold", _MIDDLE, 205),
            _written(score, 80, _MIDDLE, 205),
        ]
    placed = [_written(score, 112, _MIDDLE, 256)]
    if view.outcome is Outcome.LOST:
        placed.append(_sign(emblems.moon(110), "gold", _MIDDLE, 106))
    elif view.outcome is Outcome.RESIGNED:
        placed.append(_sign(emblems.flag(110), "chalk", _MIDDLE, 106))
    return placed


def _counted(view: View, moves: int, seconds: int | None) -> list[Placed]:
    rows = [(_pie(view.progress, view.total), f"{view.progress}/{view.total}"), (_arrows(), str(moves))]
    if seconds is not None:
        rows.append((_clock_face(), clock(seconds)))
    placed = []
    for (mask, text), y in zip(rows, _ROWS, strict=False):
        placed.append(_sign(mask, "ghost", _MIDDLE - 130, y))
        placed.append(_written(text, 38, _MIDDLE - 80, y, middle=False))
    return placed


def _sign(mask: Image.Image, colour: str, x: int, y: int) -> Placed:
    painter = Painter(*mask.size)
    painter.layer(mask, (0, 0), "felt", colour)
    return Placed(painter.sprite((mask.width // 2, mask.height // 2)), x, y, "ornament")


def _written(text: str, cap: int, x: int, y: int, *, middle: bool = True) -> Placed:
    # Times and counts are without end: they are not kept, as the figures on boards are.
    mask = lettering(text, cap)
    return _sign(mask, "chalk", x if middle else x + mask.width // 2, y)


def _pie(done: int, total: int) -> Image.Image:
    """Return a circle filled clockwise from the top, as far as the cards are done."""
    pen = Pen(50, 50)
    _circle(pen)
    sweep = [(0.5, 0.5)]
    for step in range(61):
        turn = math.tau * step / 60 * done / max(1, total)
        sweep.append((0.5 + 0.36 * math.sin(turn), 0.5 - 0.36 * math.cos(turn)))
    if done:
        pen.polygon(sweep)
    return pen.mask()


@cache
def _arrows() -> Image.Image:
    """Return two arrow heads, one after the other: moves."""
    pen = Pen(50, 50)
    for x in (0.14, 0.5):
        pen.line([(x, 0.16), (x + 0.34, 0.5), (x, 0.84)], 0.13)
    return pen.mask()


@cache
def _clock_face() -> Image.Image:
    pen = Pen(50, 50)
    _circle(pen)
    pen.line([(0.5, 0.26), (0.5, 0.52), (0.68, 0.62)], 0.1)
    return pen.mask()


def _circle(pen: Pen) -> None:
    pen.oval(0.5, 0.5, 0.96)
    pen.oval(0.5, 0.5, 0.8, fill=0)
