"""Where the cards that signs speak of are seen on a board: found by pile and index, so that they follow every look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from engine.view import View
from render.canvas import Box, Placed
from render.guide import TOP

_COVERS = ("card", "place")


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What is seen of a card or a place: ``mask`` (mode L, 255 is seen) with its corner at ``left``, ``top``."""

    left: int
    top: int
    mask: Image.Image
    anchor: tuple[int, int]
    """A pixel of the board in the middle of what is seen."""

    @property
    def box(self) -> Box:
        """The box on the board that holds all that is seen."""
        left, top, right, bottom = self.mask.getbbox() or (0, 0, 1, 1)
        return self.left + left, self.top + top, self.left + right, self.top + bottom


def seen(view: View, placed: Sequence[Placed], pile: str, index: int = TOP) -> list[Seen]:
    """Return what is seen of a card, wherever it is shown; raise LookupError if it is not shown at all.

    An index of TOP is the last card of the pile or, of an empty one, its place.
    """
    if index == TOP:
        index = max(0, len(view.cards(pile)) - 1)
    found = [
        _seen(placed, order)
        for order, one in enumerate(placed)
        if one.kind in _COVERS and (one.pile, one.index) == (pile, index)
    ]
    if not found:
        raise LookupError(f"card {index} of {pile} is not shown")
    return found


def around(view: View, placed: Sequence[Placed], piles: Sequence[str]) -> Box:
    """Return the box on the board that holds all that is shown of these piles."""
    boxes = [one.box for one in placed if one.pile in piles]
    missing = set(piles) - {one.pile for one in placed}
    if missing:
        raise LookupError(f"{', '.join(sorted(missing))} of {view.game} not shown")
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _seen(placed: Sequence[Placed], order: int) -> Seen:
    one = placed[order]
    left, top, right, bottom = one.box
    mask = one.sprite.mask.convert("L")
    for above in placed[order + 1 :]:
        x, y, x_end, y_end = above.box
        if above.kind in _COVERS and x < right and y < bottom and x_end > left and y_end > top:
            mask.paste(0, (x - left, y - top), above.sprite.mask)
    return Seen(left, top, mask, _anchor(mask, one, left, top))


def _anchor(mask: Image.Image, one: Placed, left: int, top: int) -> tuple[int, int]:
    """Return a pixel of the board that is seen of a card, away from its index where there is room."""
    box = mask.getbbox() or (0, 0, *mask.size)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    tries = [(x, y)]
    if one.reads:
        index = one.reads[0]
        index_x, index_y = (index[0] + index[2]) / 2 - left, (index[1] + index[3]) / 2 - top
        # What is left of a turned card may be hollow in its middle; its index is always seen.
        tries = [(x + 0.5 * (x - index_x), y + 0.5 * (y - index_y)), (x, y), (index_x, index_y)]
    spots = [(round(a), round(b)) for a, b in tries]
    found = next((spot for spot in spots if mask.getpixel(spot)), spots[-1])
    return left + found[0], top + found[1]
