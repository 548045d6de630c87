"""What only the table of Sun has: its disc, the sea below the horizon, beams, and the signs of its three stages."""

from __future__ import annotations

import math
from functools import cache

from render import emblems, shapes
from render.canvas import Painter, Sprite


@cache
def disc(radius: int, below: int) -> Sprite:
    """Return the sun, cut off ``below`` pixels under its middle, which is its origin."""
    teeth = radius + 9
    width, height = 2 * teeth, teeth + below
    share_x, share_y = 1 / width, 1 / height
    crown, body, hem = shapes.Pen(width, height), shapes.Pen(width, height), shapes.Pen(width, height)
    body.oval(0.5, teeth * share_y, 2 * radius * share_x, 2 * radius * share_y)
    hem.oval(0.5, teeth * share_y, 2 * radius * share_x, 2 * radius * share_y)
    hem.oval(0.5, teeth * share_y, 2 * (radius - 4) * share_x, 2 * (radius - 4) * share_y, fill=0)
    for tooth in range(76):
        turn = tooth * math.tau / 76
        points = [
            (0.5 + far * math.cos(turn + off) * share_x, (teeth + far * math.sin(turn + off)) * share_y)
            for far, off in ((radius - 1, -0.03), (teeth, 0.0), (radius - 1, 0.03))
        ]
        crown.polygon(points)
    painter = Painter(width, height)
    painter.layer(crown.mask(), (0, 0), "felt", "hem")
    painter.layer(body.mask(), (0, 0), "felt", "rug")
    painter.layer(hem.mask(), (0, 0), "rug", "hem")
    return painter.sprite((teeth, teeth))


@cache
def sea(width: int, height: int) -> Sprite:
    """Return the ground of the panel, its upper edge the horizon, its origin at its top left corner."""
    painter = Painter(width, height)
    painter.layer(shapes.rounded(width, height, 0), (0, 0), "felt", "place")
    painter.layer(shapes.rounded(width, 3, 0), (0, 0), "rug", "hem")
    return painter.sprite((0, 0))


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
    """Return the sign of a stage on the felt: the sun rising, high, setting; its origin in its middle."""
    mask = emblems.suns(number, width)
    painter = Painter(*mask.size)
    painter.layer(mask, (0, 0), "felt", colour)
    return painter.sprite((mask.width // 2, mask.height // 2))
