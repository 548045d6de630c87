"""A whole game as a moving picture, made from its record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from engine.record import Record
from engine.view import View
from render.board import numbers, picture
from render.gif import Frame, animation
from render.look import USUAL, Look

LIMIT: Final = 8 * 2**20
"""The most bytes of a film."""
LENGTH: Final = 120_00
"""The most time of a film without its end, in hundredths of a second like all times here."""
MOST: Final = 500
"""The most positions that a film shows."""

BEGINNING: Final = 1_50
MOVE: Final = 70
IN_A_RUN: Final = 25
"""After an advance that another one follows: nothing was done with what it brought."""
END: Final = 4_00


@dataclass(frozen=True, slots=True)
class Shot:
    """A position of a film, and how long it is shown."""

    view: View
    time: int


def film(record: Record, look: Look = USUAL, limit: int = LIMIT) -> bytes:
    """Return the game as a GIF of at most ``limit`` bytes; raise LookupError if it has no layout.

    It shows each position, what the last move changed being marked, holds the last one and begins anew. Boards have
    the size that they have as pictures. Where that would take too many bytes they are half as wide; after that, and
    in a game of more than MOST moves, positions are passed over. Raise ValueError if not even one fits.

    It takes some ten milliseconds a move, and is safe to call in any thread.
    """
    shots = screenplay(record)
    for scale in (1, 2):
        made = _within(limit, _frames(shots, look, scale))
        if made is not None:
            return made
    while len(shots) > 1:
        shots = _thinned(shots, len(shots) // 2)
        made = _within(limit, _frames(shots, look, 2))
        if made is not None:
            return made
    raise ValueError(f"no board fits into {limit} bytes")


def screenplay(record: Record) -> list[Shot]:
    """Return the positions of a game and how long each is shown, so that a person can follow."""
    game = record.game
    moves = [game.parse(text) for text in record.moves]
    advances = [False, *map(game.is_advance, moves)]
    times = [IN_A_RUN if came and goes else MOVE for came, goes in zip(advances, [*advances[1:], False], strict=True)]
    times[0], times[-1] = BEGINNING, END
    shown = set(_spread(len(times), MOST))
    state = game.deal(record.deal, record.options)
    shots = [Shot(game.view(state), times[0])]
    for place, move in enumerate(moves, 1):
        state = game.apply(state, move)
        if place in shown:
            shots.append(Shot(game.view(state), times[place]))
    # The last position is always shown: it says how the game ended, by being resigned too.
    shots[-1] = Shot(record.view(), shots[-1].time)
    return _hurried(shots)


def _hurried(shots: list[Shot]) -> list[Shot]:
    """Return the shots, all but the last shorter if they take too long together."""
    total = sum(shot.time for shot in shots[:-1])
    if total <= LENGTH:
        return shots
    return [*(Shot(shot.view, shot.time * LENGTH // total) for shot in shots[:-1]), shots[-1]]


def _thinned(shots: Sequence[Shot], most: int) -> list[Shot]:
    """Return so many of the shots at most, each shown for as long as those that are left out after it."""
    chosen = _spread(len(shots), most)
    ends = [*chosen[1:], len(shots)]
    return [
        Shot(shots[place].view, sum(shot.time for shot in shots[place:end]))
        for place, end in zip(chosen, ends, strict=True)
    ]


def _spread(count: int, most: int) -> list[int]:
    """Return the places, at most so many, evenly spread over a sequence: the last always, from two on the first too."""
    if most >= count:
        return list(range(count))
    if most < 2:
        return [count - 1]
    return [place * (count - 1) // (most - 1) for place in range(most)]


def _frames(shots: Sequence[Shot], look: Look, scale: int) -> Iterator[Frame]:
    before: View | None = None
    for shot in shots:
        image, colours = numbers(shot.view, look, before)
        if scale > 1:
            image = _smaller(picture(shot.view, look, before), colours, scale)
        yield Frame(image, colours, shot.time)
        before = shot.view


def _smaller(board: Image.Image, colours: bytes, scale: int) -> Image.Image:
    """Return an RGB picture that many times smaller, as the nearest numbers of a palette."""
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    small = board.reduce(scale).quantize(palette=palette, dither=Image.Dither.NONE)
    return Image.frombytes("L", small.size, small.tobytes())


def _within(limit: int, frames: Iterator[Frame]) -> bytes | None:
    """Return the animation of the frames, or None as soon as it has become too long."""
    made = bytearray()
    for part in animation(frames):
        made += part
        if len(made) > limit:
            return None
    return bytes(made)
