"""Sun's usual table: rays around the disc, foundations in it; below the horizon what the stage turns on."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from engine.cards import PACK
from engine.view import Outcome, Pile, View
from render import rays, skies, sunny, tokens
from render.canvas import Placed
from render.changes import Spot
from render.layouts import _rows as rows
from render.layouts import _sky as sky
from render.layouts import _sun_pieces as pieces
from render.look import Look
from render.rays import Size

_CARD: Final = (60, 84)
_ACROSS: Final = 66
_TOPS: Final = (474, 570)
_LOWER: Final = 16
"""How far below the middle of its row the sign of a row lies: the sun is wider there."""
_PANEL_TOP: Final = sky.HORIZON + 13
_BEAMS: Final = tuple(sky.degrees(ray) for ray in range(1, sky.RAYS + 1))
_FLAMES: Final = tuple(183.0 + 7.75 - 7.75 * place for place in range(27))


def scenery() -> tuple[Placed, ...]:
    """Return the sky, the sun and the sea."""
    size = sky.WIDTH, sky.HEIGHT
    disc = sunny.disc(sky.DISC, sky.DIAL, sky.HORIZON - sky.CENTRE[1], _FLAMES)
    sea = skies.sea(sky.WIDTH, sky.HEIGHT - sky.HORIZON, sky.CENTRE[0])
    return (
        Placed(skies.sky(size, sky.CENTRE, _BEAMS, 3.9), 0, 0, "ornament"),
        Placed(disc, *sky.CENTRE, "ornament"),
        Placed(sea, 0, sky.HORIZON, "ornament"),
    )


def prepare(look: Look) -> None:
    """Make all cards as they lie on rays of usual length, outermost and covered, in the sun and in the panel."""
    bare, bold = look.faces == "large", look.contrast == "high"
    for one in PACK:
        for ray in range(1, sky.RAYS + 1):
            for seen in (None, int(sky.lie(ray, 2).step)):
                rays.ray_card(
                    one,
                    sky.degrees(ray),
                    rays.USUAL,
                    seen,
                    rim=False,
                    fresh=False,
                    bare=bare,
                    bold=bold,
                    first=False,
                )
        for size in (_CARD, pieces.PANEL_CARD):
            pieces.whole(one, size, look, rim=False)
        pieces.whole(one, pieces.PANEL_CARD, look, rim=True)


def place(view: View, look: Look, changed: Set[Spot]) -> list[Placed]:
    """Return the rays, the foundations, the clouds, the panel and the signs of the stages."""
    marks, fresh = pieces.marks_of(view), pieces.notable(view, changed)
    spread = _spread(view)
    size = _size(view, spread)
    placed = _light(view, size)
    for pile in pieces.rays_of(view):
        placed += _ray(view, pile, size, marks, fresh, look)
    placed += _foundations(view, fresh, look)
    if view.outcome is Outcome.WON:
        return [*placed, Placed(tokens.laurels(str(view.score), 72, 124), sky.CENTRE[0], sky.HORIZON + 68, "ornament")]
    placed += _dial(view)
    placed += _clouds(view, spread, marks, fresh, look)
    placed += pieces.signs(view, 38, 27)
    placed += pieces.ending(view, 1090, 34)
    if view.fact("stage") == 1:
        placed += pieces.stock(view, look, 32, _PANEL_TOP)
    return placed + pieces.in_turn(view, marks, look, sky.WIDTH, _PANEL_TOP)


def _light(view: View, size: Size) -> list[Placed]:
    """Return what the hour adds to the sky: a beam on the ray in turn, stars, wind, or the beams of a sun that won."""
    turn = view.fact("ray")
    if view.outcome is Outcome.WON:
        return [Placed(skies.glory((sky.WIDTH, sky.HORIZON), sky.CENTRE, _BEAMS, sky.DISC + 28), 0, 0, "ornament")]
    if view.outcome is not None:
        return [Placed(skies.stars((sky.WIDTH, sky.HORIZON), 110, sky.CENTRE, sky.DISC + 26), 0, 0, "ornament")]
    if view.fact("wind"):
        return [Placed(skies.gusts((sky.WIDTH, sky.HORIZON)), 0, 0, "ornament")]
    if turn is not None:
        reach, near = sky.end(turn, size) - sky.DISC, size.width + 4
        spot = sky.along(turn, sky.DISC + reach / 2)
        return [Placed(sunny.beam(reach, near, near + 44, sky.degrees(turn), "chalk", 150), *spot, "ornament")]
    return []


def _dial(view: View) -> list[Placed]:
    placed = []
    ahead, past = pieces.course(view)
    for ray in range(1, sky.RAYS + 1):
        text = str(ray)
        sprite = tokens.pill(text, 16) if ray == ahead else sunny.figure(text, 19, faint=ray <= past)
        placed.append(Placed(sprite, *sky.along(ray, sky.NUMBERS), "pill", "dial", ray, text))
    return placed


def _ray(view: View, pile: Pile, size: Size, marks: pieces.Marks, fresh: Set[Spot], look: Look) -> list[Placed]:
    ray, count = int(pile.name[1:]), len(pile.cards)
    how = sky.lie(ray, max(1, count), size)
    degrees = sky.degrees(ray)
    in_turn = view.fact("ray") == ray
    placed = []
    if (pile.name, count) in fresh:
        before = sky.lie(ray, count + 1, size)
        spot = sky.along(ray, before.start + count * before.step + before.size.length / 2)
        placed.append(Placed(rays.gap(degrees, before.size), *spot, "ornament"))
    for index, one in enumerate(pile.cards):
        if one is None:
            continue
        here = pile.name, index
        mark = None if in_turn else marks.get(here)
        seen = int(how.step) if index < count - 1 else None
        # A rim stands out on all sides: its card moves outwards by that much.
        start = how.start + index * how.step + (rays.RIM if mark is not None else 0)
        sprite = rays.ray_card(
            one,
            degrees,
            how.size,
            seen,
            rim=mark is not None,
            fresh=here in fresh,
            bare=look.faces == "large",
            bold=look.contrast == "high",
            first=index == 0,
        )
        spot = sky.along(ray, start + rays.length(how.size, seen) / 2)
        placed.append(Placed(sprite, *spot, "card", *here))
        if mark is not None:
            end = sky.tag(ray, start + how.size.length)
            placed.append(Placed(tokens.tag(mark.tag, pieces.CAP), *end, "tag", *here, mark.tag))
    return placed


def _foundations(view: View, fresh: Set[Spot], look: Look) -> list[Placed]:
    placed: list[Placed] = []
    tags: list[Placed] = []
    left = sky.CENTRE[0] - (3 * _ACROSS + _CARD[0]) // 2
    for (name, base), top in zip(pieces.foundation_names(view), _TOPS, strict=True):
        for column, suit in enumerate(pieces.SUIT_ORDER):
            at = left + column * _ACROSS, top
            cards, above = pieces.foundation(view, name, base, suit, at, _CARD, look, fresh=fresh)
            placed += cards
            tags += above
        placed.append(pieces.way(base, 20, left - 16, top + _CARD[1] // 2 + _LOWER))
    return placed + tags


def _spread(view: View) -> list[list[rows.Spot]]:
    """Return where the cards of each cloud lie."""
    piles = pieces.clouds_of(view)
    if not piles:
        return []
    if view.fact("wind"):
        count = len(piles[0].cards)
        return [rows.wind(count, sky.wind_rows(count))]
    held = {int(pile.name[1:]): len(pile.cards) for pile in pieces.rays_of(view) if pile.cards}
    return rows.clouds([len(pile.cards) for pile in piles], sky.panel_row(), sky.free_rows(held))


def _size(view: View, spread: Sequence[Sequence[rows.Spot]]) -> Size:
    """Return how large the cards of rays are: as the longest ray allows, unless clouds need the sky beside them."""
    if any(spot.y != sky.PANEL_TOP for spots in spread for spot in spots):
        return rays.USUAL
    return sky.size(max(len(pile.cards) for pile in pieces.rays_of(view)))


def _clouds(
    view: View, spread: Sequence[Sequence[rows.Spot]], marks: pieces.Marks, fresh: Set[Spot], look: Look
) -> list[Placed]:
    placed: list[Placed] = []
    above: list[Placed] = []
    for pile, spots in zip(pieces.clouds_of(view), spread, strict=True):
        cards, tags = pieces.cloud(pile, spots, marks, fresh, {sky.PANEL_TOP: "place"}, look)
        placed += cards
        above += tags
    return placed + above
