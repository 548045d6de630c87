"""What both tables of Sun have: foundations, stock, the ray in turn at large, cards of clouds, signs of the stages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final, TypeAlias

from engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES, SUITS, Card
from engine.view import Mark, Outcome, Pile, View
from render import faces, skies, strips, sunny, tokens
from render.canvas import Placed, Sprite
from render.changes import Spot
from render.layouts import _rows as rows
from render.layouts import _sky as sky
from render.look import Look

Marks: TypeAlias = Mapping[Spot, Mark]

CAP: Final = 17
"""How high the letters of a tag are."""
PANEL_CARD: Final = (80, 112)
SUIT_ORDER: Final = (SPADES, HEARTS, DIAMONDS, CLUBS)
_MOST_MARKED: Final = 12
"""How many fresh cards are marked at most: those of a gathered ray; a whole arc or the wind are seen by themselves."""
_SIGN: Final = 50
_SUNSET: Final = 3
_WIND: Final = 4


def marks_of(view: View) -> Marks:
    """Return the marks of a position by where they are."""
    return {(mark.pile, mark.index): mark for mark in view.marks}


def notable(view: View, changed: Set[Spot]) -> Set[Spot]:
    """Return what of the changes is marked: all, unless so many cards came that little else would be seen.

    Nothing is marked on the board of a game that is won: it is a picture of its own.
    """
    if view.outcome is Outcome.WON:
        return frozenset()
    came = sum(index < len(view.cards(pile)) for pile, index in changed)
    return changed if came <= _MOST_MARKED else frozenset()


def rays_of(view: View) -> list[Pile]:
    """Return the thirteen rays in their order."""
    return [pile for pile in view.piles if pile.role == "tableau" and pile.name.startswith("r")]


def clouds_of(view: View) -> list[Pile]:
    """Return the clouds that still hold cards."""
    return [pile for pile in view.piles if pile.role == "tableau" and pile.name.startswith("c") and pile.cards]


def signs(view: View, x: int, y: int, *, across: int = 4) -> list[Placed]:
    """Return the signs of the stages, so many in a row, the present one bright; the first has its middle there."""
    numbers = [int(number) for number in str(view.option("stages")).split("-")]
    now = view.fact("stage") or 1
    if _SUNSET in numbers:
        numbers.append(_WIND)
        now = _WIND if view.fact("wind") else now
    return [
        Placed(
            sunny.stage(number, _SIGN, "chalk" if number == now else "ghost"),
            x + (_SIGN + 8) * (place % across),
            y + _SIGN * (place // across),
            "pill",
        )
        for place, number in enumerate(numbers)
    ]


def foundation_names(view: View) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the two rows of foundations, each with the rank that it is based on."""
    return ("aces", "A"), ("kings", "K") if view.option("bases") == "aces-kings" else ("aces2", "A")


def course(view: View) -> tuple[int | None, int]:
    """Return the ray that the sun is at, None if at none, and the last of those that no card can come to lie on.

    At sunset the sun is at the ray that is gathered next: empty ones are passed by.
    """
    gathered = view.fact("gathered") or 0
    if view.fact("stage") != _SUNSET:
        return view.fact("ray"), 0
    if view.outcome is not None:
        return None, gathered
    ahead = next((ray for ray, pile in enumerate(rays_of(view), 1) if ray > gathered and pile.cards), None)
    return ahead, sky.RAYS if ahead is None else ahead - 1


def way(base: str, cap: int, x: int, y: int) -> Placed:
    """Return the sign of a row of foundations, its middle there: its base, and whether it is built up or down."""
    return Placed(sunny.direction(base, cap, up=base == "A"), x, y, "pill", "ways", says=base)


def foundation(
    view: View,
    name: str,
    base: str,
    suit: int,
    at: tuple[int, int],
    size: tuple[int, int],
    look: Look,
    *,
    fresh: Set[Spot],
) -> tuple[list[Placed], list[Placed]]:
    """Return the top card of a foundation or its empty place, and its tag, which lies above all foundations."""
    pile = f"{name}-{SUITS[suit]}"
    cards = view.cards(pile)
    index = len(cards) - 1
    one = cards[-1] if cards else None
    if one is None:
        return [Placed(tokens.place(*size, base, suit, ground="rug"), *at, "place", pile)], []
    mark = marks_of(view).get((pile, index))
    sprite = whole(one, size, look, rim=mark is not None, fresh=(pile, index) in fresh)
    cards_placed = [Placed(sprite, *at, "card", pile, index)]
    if mark is None:
        return cards_placed, []
    spot = at[0] + size[0] // 2, at[1] + size[1] - 3
    return cards_placed, [Placed(tokens.tag(mark.tag, 16), *spot, "tag", pile, index, mark.tag)]


def whole(card: Card, size: tuple[int, int], look: Look, *, rim: bool, fresh: bool = False) -> Sprite:
    """Return an upright card that nothing lies on."""
    large, bold = look.faces == "large", look.contrast == "high"
    return faces.face(card, *size, rim=rim, fresh=fresh, large=large, bold=bold)


def stock(view: View, look: Look, x: int, y: int) -> list[Placed]:
    """Return the stock of the first stage, how many cards it has, and how many arcs are dealt; empty, what follows."""
    count = len(view.cards("stock"))
    if count:
        placed = [Placed(faces.back(*PANEL_CARD, bold=look.contrast == "high"), x, y, "card", "stock", count - 1)]
    else:
        placed = [Placed(tokens.signed_place(*PANEL_CARD, _after_sunrise(view)), x, y, "place", "stock")]
    left, middle = x + PANEL_CARD[0] + 20, y + PANEL_CARD[1] // 2
    for sprite, down, says in (
        (tokens.pill(str(count), 24), -26, str(count)),
        (tokens.dots(view.fact("arcs") or 0, 8, 18), 24, ""),
    ):
        placed.append(Placed(sprite, left + sprite.origin[0], middle + down, "pill", says=says))
    return placed


def _after_sunrise(view: View) -> str:
    """Return the sign of what follows when the stock is empty: the next stage, or the end."""
    if view.advance is None:
        return "end"
    return "noon" if view.option("stages") == "1-2-3" else "sunset"


def in_turn(view: View, marks: Marks, look: Look, width: int, y: int) -> list[Placed]:
    """Return the ray in turn at large, in the middle of a panel of that width, its number at the left."""
    ray = view.fact("ray")
    if ray is None:
        return []
    name = f"r{ray}"
    cards = view.cards(name)
    pitch = min(PANEL_CARD[0] + 12, (width - 260) // max(1, len(cards)))
    x = (width - pitch * (len(cards) - 1) - PANEL_CARD[0]) // 2
    number = tokens.pill(str(ray), 34)
    placed = [Placed(number, 74, y + PANEL_CARD[1] // 2, "pill", says=str(ray))]
    for index, one in enumerate(cards):
        if one is None:
            continue
        mark = marks.get((name, index))
        left = x + index * pitch
        face = whole(one, PANEL_CARD, look, rim=mark is not None)
        placed.append(Placed(face, left, y, "card", name, index))
        if mark is not None:
            at = left + PANEL_CARD[0] // 2, y + PANEL_CARD[1] - 5
            placed.append(Placed(tokens.tag(mark.tag, CAP), *at, "tag", name, index, mark.tag))
    return placed


def cloud(
    pile: Pile, spots: Sequence[rows.Spot], marks: Marks, fresh: Set[Spot], grounds: Mapping[int, str], look: Look
) -> tuple[list[Placed], list[Placed]]:
    """Return the cards of a cloud on the cloud itself, and what lies above all clouds: its number and tags.

    ``grounds`` says for the upper edge of a row what lies under it, if not the felt.
    """
    placed: list[Placed] = []
    above: list[Placed] = []
    for top in dict.fromkeys(spot.y for spot in spots):
        left = min(spot.x for spot in spots if spot.y == top)
        right = max(spot.x for spot in spots if spot.y == top) + rows.CARD[0]
        ground = grounds.get(top, "felt")
        placed.append(Placed(skies.cloud(right - left, rows.CARD[1], ground=ground), left, top, "ornament"))
    first = spots[0]
    number = tokens.pill(pile.name[1:], 14)
    above.append(Placed(number, first.x + 11, first.y - 9, "pill", "clouds", says=pile.name[1:]))
    for index, (one, spot) in enumerate(zip(pile.cards, spots, strict=True)):
        if one is None:
            continue
        mark = marks.get((pile.name, index))
        seen = min(spot.seen - (strips.RIM if (pile.name, index + 1) in marks else 0), rows.CARD[0])
        sprite = strips.beside(
            one,
            *rows.CARD,
            seen,
            rim=mark is not None,
            fresh=(pile.name, index) in fresh,
            bold=look.contrast == "high",
        )
        placed.append(Placed(sprite, spot.x, spot.y, "card", pile.name, index))
        if mark is not None:
            at = spot.x + seen // 2, spot.y + rows.CARD[1] - 10
            above.append(Placed(tokens.tag(mark.tag, 15), *at, "tag", pile.name, index, mark.tag))
    return placed, above


def ending(view: View, x: int, y: int) -> list[Placed]:
    """Return the ribbon of a game that ended without being won, its middle there, or nothing."""
    if view.outcome is None:
        return []
    ribbon = tokens.ribbon(f"{view.progress}/{view.total}", 18, resigned=view.outcome is Outcome.RESIGNED)
    return [Placed(ribbon, x, y, "ornament")]
