"""The light of Sun: the colours of dawn, noon, sunset and storm, and of the two ends."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.view import Outcome, View
from render.look import Look
from render.palette import RGB, Theme, suited, theme

_BACK: Final = {"back": "8C2F1E", "lattice": "D98A5B"}

_DAWN: Final = theme(
    felt="AE5762",
    haze="5B4580",
    edge="1E2550",
    shade="221C40",
    line="2A2440",
    pill="1C1738",
    place="352F60",
    ghost="A996BE",
    rug="A8482A",
    hem="F4B453",
    nook="6E2A16",
    **_BACK,
)
_MORNING: Final = theme(
    felt="A05C72",
    haze="5862A6",
    edge="28477E",
    shade="1C2A52",
    line="2A2C4A",
    pill="16234A",
    place="344878",
    ghost="B4B8D8",
    rug="B0541F",
    hem="FBC657",
    nook="6E3012",
    **_BACK,
)
_NOON: Final = theme(
    felt="2A74B2",
    haze="1E5C9E",
    edge="123C78",
    shade="0F2F58",
    line="1E3148",
    pill="0C2A50",
    place="134577",
    ghost="9CC6E8",
    rug="AE5817",
    hem="FFD45C",
    nook="74370C",
    **_BACK,
)
_SUNSET: Final = theme(
    felt="C2502B",
    haze="84304A",
    edge="2E1640",
    shade="2A1030",
    line="33202E",
    pill="2A0F2C",
    place="4A1A3C",
    ghost="C98C8C",
    rug="8C2A1C",
    hem="F59A3C",
    nook="561310",
    **_BACK,
)
_DUSK: Final = theme(
    felt="A83A38",
    haze="5A2450",
    edge="1E1238",
    shade="1C0C2A",
    line="2A1A2C",
    pill="1C0A26",
    place="361438",
    ghost="B07A90",
    rug="70201C",
    hem="E8813A",
    nook="43100F",
    **_BACK,
)
_STORM: Final = theme(
    felt="44536B",
    haze="29364B",
    edge="10161F",
    shade="121923",
    line="222A36",
    pill="0B1119",
    place="1C2736",
    ghost="8496AE",
    rug="4A4550",
    hem="C9B98A",
    nook="2C2833",
    **_BACK,
)
_GLORY: Final = theme(
    felt="5FB2E6",
    haze="2B78C0",
    edge="164A90",
    shade="10386C",
    line="1E3148",
    pill="0C2A50",
    place="15508C",
    ghost="B9DCF4",
    rug="C4641A",
    hem="FFDB6A",
    nook="74370C",
    **_BACK,
)
_NIGHT: Final = theme(
    felt="4B426B",
    haze="2A2950",
    edge="101230",
    shade="131332",
    line="23243C",
    pill="0C0D24",
    place="1B1C40",
    ghost="8583AC",
    rug="4E2430",
    hem="C07A4E",
    nook="2F141D",
    **_BACK,
)
_ARCS: Final = 8
_RAYS: Final = 13


def light(view: View, look: Look) -> Theme:
    """Return the colours of a position: of the hour that its stage is, or of how it ended."""
    return suited(_hour(view), look)


def _hour(view: View) -> Theme:
    if view.outcome is Outcome.WON:
        return _GLORY
    if view.outcome is not None:
        return _NIGHT
    if view.fact("wind"):
        return _STORM
    match view.fact("stage"):
        case 1:
            # It grows lighter with every arc, and darker with every ray that is gathered.
            return between(_DAWN, _MORNING, (view.fact("arcs") or 0) - 1, _ARCS - 1)
        case 2:
            return _NOON
        case _:
            return between(_SUNSET, _DUSK, view.fact("gathered") or 0, _RAYS)


@cache
def between(one: Theme, other: Theme, step: int, steps: int) -> Theme:
    """Return what lies ``step`` of ``steps`` on the way from one theme to another."""
    pairs = zip(one.colours, other.colours, strict=True)
    return Theme(tuple(_mixed(*pair, step, steps) for pair in pairs))


def _mixed(one: RGB, other: RGB, step: int, steps: int) -> RGB:
    red, green, blue = (a + (b - a) * step // steps for a, b in zip(one, other, strict=True))
    return red, green, blue
