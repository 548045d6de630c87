"""Measures of colours: contrast as WCAG 2 defines it, distance in CIELAB as seen with other colour vision."""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from render.palette import RGB

Linear: TypeAlias = tuple[float, float, float]

VISIONS: Final[dict[str, tuple[Linear, Linear, Linear]]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What linear sRGB becomes: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009; these
are the matrices for the severity of 1.0."""

_WHITE: Final = (0.95047, 1.0, 1.08883)


def contrast(one: RGB, other: RGB) -> float:
    """Return the contrast ratio of WCAG 2, from 1 to 21."""
    lighter, darker = sorted((_luminance(_linear(one)), _luminance(_linear(other))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def distance(one: RGB, other: RGB, vision: str = "usual") -> float:
    """Return the distance in CIELAB (1976) of two colours under a vision; about 2.3 can just be noticed."""
    return math.dist(_lab(_seen(one, vision)), _lab(_seen(other, vision)))


def _linear(colour: RGB) -> Linear:
    red, green, blue = (part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour)
    return red, green, blue


def _luminance(colour: Linear) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def _seen(colour: RGB, vision: str) -> Linear:
    linear = _linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, linear, strict=True))))
        for row in VISIONS[vision]
    )
    return red, green, blue


def _lab(colour: Linear) -> Linear:
    red, green, blue = colour
    x = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
    z = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
    fx, fy, fz = (_root(part / white) for part, white in zip((x, _luminance(colour), z), _WHITE, strict=True))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _root(share: float) -> float:
    return math.cbrt(share) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116
