"""The light of Sun: the colours of dawn, noon, sunset and storm, and of the two ends."""

from __future__ import annotations

from typing import Final

from engine.view import Outcome, View
from render.look import Look
from render.palette import Theme, suited, theme

_BACK: Final = {"back": "8C2F1E", "lattice": "D98A5B"}

_DAWN: Final = theme(
    felt="B8606A",
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
_NOON: Final = theme(
    felt="4C9BD6",
    haze="2468AC",
    edge="123C78",
    shade="0F2F58",
    line="1E3148",
    pill="0C2A50",
    place="134577",
    ghost="9CC6E8",
    rug="B8601A",
    hem="FFD45C",
    nook="74370C",
    **_BACK,
)
_SUNSET: Final = theme(
    felt="CF5A30",
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
_PLAIN: Final = theme(
    felt="10151C",
    edge="10151C",
    shade="000000",
    line="000000",
    pill="000000",
    place="05080C",
    ghost="B9C4D0",
    rug="2A1A08",
    hem="FFD45C",
    nook="120A02",
    **_BACK,
)


def light(view: View, look: Look) -> Theme:
    """Return the colours of a position: of the hour that its stage is, or of how it ended."""
    return suited(_PLAIN if look.contrast == "high" else _hour(view), look)


def _hour(view: View) -> Theme:
    if view.outcome is Outcome.WON:
        return _GLORY
    if view.outcome is Outcome.LOST:
        return _NIGHT
    if view.fact("wind"):
        return _STORM
    return {1: _DAWN, 2: _NOON}.get(view.fact("stage") or 1, _SUNSET)
