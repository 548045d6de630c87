"""Sun with upright cards: the rays are thirteen columns that hang from a row of foundations."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from engine.cards import PACK
from engine.view import Outcome, Pile, View
from render import faces, skies, strips, sunny, tokens
from render.canvas import Placed
from render.changes import Spot
from render.layouts import _rows as rows
from render.layouts import _sky as sky
from render.layouts import _sun_pieces as pieces
from render.layouts._rows import Row
from render.look import Look

_CARD: Final = (80, 112)
_PITCH: Final = 90
_LEFT: Final = (sky.WIDTH - 12 * _PITCH - _CARD[0]) // 2
_NUMBERS: Final = 138
_TOP: Final = 162
_BOTTOM: Final = sky.HORIZON - 14
_FOUNDATION: Final = (66, 92)
_ACROSS: Final = 74
_FOUNDATIONS_TOP: Final = 12
_FOUNDATIONS_LEFT: Final = (sky.WIDTH - 7 * _ACROSS - _FOUNDATION[0] - 14) // 2
_PANEL_TOP: Final = sky.HORIZON + 13
_SUN: Final = (sky.WIDTH // 2, 0)
_BEAMS: Final = tuple(-174.0 + 14 * ray for ray in range(13))
"""The directions of the beams of the sun above."""
_FLAMES: Final = tuple(360 / 52 * place for place in range(52))
_ROWS: Final = (188, 306, 424, 542)
"""The upper edges of rows of clouds in the columns that are gathered."""
_WIND: Final = (196, 300, 404)


def scenery() -> tuple[Placed, ...]:
    """Return the sky and the sea."""
    size = sky.WIDTH, sky.HEIGHT
    return (
        Placed(skies.sky(size, _SUN, _BEAMS, 3.9), 0, 0, "ornament"),
        Placed(skies.sea(sky.WIDTH, sky.HEIGHT - sky.HORIZON, sky.WIDTH // 2), 0, sky.HORIZON, "ornament"),
    )


def prepare(look: Look) -> None:
    """Make all cards as they lie in columns, outermost and covered, on the foundations and in the panel."""
    step = faces.strip(_CARD[0], large=look.faces == "large")
    for one in PACK:
        strips.below(one, _CARD[0], step, bold=look.contrast == "high")
        for size in (_CARD, _FOUNDATION, pieces.PANEL_CARD):
            pieces.whole(one, size, look, rim=False)
        pieces.whole(one, pieces.PANEL_CARD, look, rim=True)


def place(view: View, look: Look, changed: Set[Spot]) -> list[Placed]:
    """Return the columns, the foundations, the clouds, the panel and the signs of the stages."""
    marks, fresh = pieces.marks_of(view), pieces.notable(view, changed)
    placed = _light(view)
    for pile in pieces.rays_of(view):
        placed += _column(view, pile, marks, fresh, look)
    placed += _foundations(view, fresh, look)
    placed += _clouds(view, marks, fresh, look)
    if view.outcome is Outcome.WON:
        disc = sunny.disc(sky.DISC, sky.DIAL, sky.DISC + 22, _FLAMES)
        middle = sky.WIDTH // 2, (sky.HORIZON + _NUMBERS) // 2
        return [
            *placed,
            Placed(disc, *middle, "ornament"),
            Placed(tokens.laurel(str(view.score), 320), *middle, "ornament"),
        ]
    placed += pieces.signs(view, 38, 27, across=2)
    placed += pieces.ending(view, 1112, 30)
    if view.fact("stage") == 1:
        placed += pieces.stock(view, look, 32, _PANEL_TOP)
    return placed + pieces.in_turn(view, marks, look, sky.WIDTH, _PANEL_TOP)


def _light(view: View) -> list[Placed]:
    """Return what the hour adds to the sky, and the numbers of the columns."""
    size, below = (sky.WIDTH, sky.HORIZON), (sky.WIDTH, sky.HORIZON - _TOP)
    placed: list[Placed] = []
    turn = view.fact("ray")
    lamp = Placed(sunny.lamp(880, 124), *_SUN, "ornament")
    if view.outcome is Outcome.WON:
        return [Placed(skies.glory(size, _SUN, _BEAMS, 0), 0, 0, "ornament"), lamp]
    if view.outcome is not None:
        placed.append(Placed(skies.stars(below, 90, _SUN, 0), 0, _TOP, "ornament"))
    elif view.fact("wind"):
        placed.append(Placed(skies.gusts(below), 0, _TOP, "ornament"))
    elif turn is not None:
        lane = sunny.lane(_PITCH, _BOTTOM + 10 - _NUMBERS, "chalk", 150)
        placed.append(Placed(lane, _x(turn) + _CARD[0] // 2, _NUMBERS, "ornament"))
    placed.append(lamp)
    ahead, past = pieces.course(view)
    for ray in range(1, sky.RAYS + 1):
        text, colour = str(ray), "ghost" if ray <= past else "chalk"
        sprite = tokens.pill(text, 19) if ray == ahead else tokens.writing(text, 19, colour)
        placed.append(Placed(sprite, _x(ray) + _CARD[0] // 2, _NUMBERS, "pill", "dial", ray, text))
    return placed


def _column(view: View, pile: Pile, marks: pieces.Marks, fresh: Set[Spot], look: Look) -> list[Placed]:
    ray, count = int(pile.name[1:]), len(pile.cards)
    in_turn = view.fact("ray") == ray
    bold = look.contrast == "high"
    room = _BOTTOM - _TOP - _CARD[1] - faces.RIM
    widest = faces.strip(_CARD[0], large=look.faces == "large")
    step = min(widest, room // max(1, count - 1))
    placed = []
    if (pile.name, count) in fresh:
        placed.append(Placed(tokens.gap(*_CARD), _x(ray), _TOP + min(count * widest, room), "ornament"))
    for index, one in enumerate(pile.cards):
        if one is None:
            continue
        here = pile.name, index
        y = _TOP + index * step
        if index < count - 1:
            placed.append(Placed(strips.below(one, _CARD[0], step, bold=bold), _x(ray), y, "card", *here))
            continue
        mark = None if in_turn else marks.get(here)
        # The rim of the outermost card leaves the index of the one below it free.
        y += faces.RIM if mark is not None and index else 0
        card = pieces.whole(one, _CARD, look, rim=mark is not None, fresh=here in fresh)
        placed.append(Placed(card, _x(ray), y, "card", *here))
        if mark is not None:
            at = _x(ray) + _CARD[0] // 2, y + _CARD[1] - 3
            placed.append(Placed(tokens.tag(mark.tag, pieces.CAP), *at, "tag", *here, mark.tag))
    return placed


def _foundations(view: View, fresh: Set[Spot], look: Look) -> list[Placed]:
    placed: list[Placed] = []
    tags: list[Placed] = []
    for row, (name, base) in enumerate(pieces.foundation_names(view)):
        for column, suit in enumerate(pieces.SUIT_ORDER):
            at = _FOUNDATIONS_LEFT + (4 * row + column) * _ACROSS + 14 * row, _FOUNDATIONS_TOP
            cards, above = pieces.foundation(view, name, base, suit, at, _FOUNDATION, look, fresh=fresh)
            placed += cards
            tags += above
        # The first row has its sign at its left, the second at its right.
        x = _FOUNDATIONS_LEFT - 28 if row == 0 else sky.WIDTH - _FOUNDATIONS_LEFT + 28
        placed.append(pieces.way(base, 28, x, _FOUNDATIONS_TOP + _FOUNDATION[1] // 2 - 6))
    return placed + tags


def _clouds(view: View, marks: pieces.Marks, fresh: Set[Spot], look: Look) -> list[Placed]:
    piles = pieces.clouds_of(view)
    if not piles:
        return []
    panel = sky.panel_row()
    if view.fact("wind"):
        count = len(piles[0].cards)
        lines = [Row(panel.left, panel.right, top) for top in _WIND]
        if count > 3 * 22:
            lines.append(panel)
        spread = [rows.wind(count, lines[: max(1, -(-count // 22))])]
    else:
        held = [int(pile.name[1:]) for pile in pieces.rays_of(view) if pile.cards]
        right = min((_x(ray) - 3 * rows.SIDE for ray in held), default=panel.right)
        free = [Row(panel.left, right, top) for top in _ROWS]
        spread = rows.clouds([len(pile.cards) for pile in piles], panel, free)
    placed: list[Placed] = []
    above: list[Placed] = []
    for pile, spots in zip(piles, spread, strict=True):
        cards, tags = pieces.cloud(pile, spots, marks, fresh, {panel.top: "place"}, look)
        placed += cards
        above += tags
    return placed + above


def _x(ray: int) -> int:
    return _LEFT + (ray - 1) * _PITCH
