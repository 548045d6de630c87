"""Sun in words: sentences for alt text, lines for a text board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.view import Pile, View
from engine.words import Phrase, Translate, mark
from render.words import NOTHING, label, labels, marked

_ROWS: Final = {
    "aces": mark("Ace row: {cards}."),
    "aces2": mark("Second ace row: {cards}."),
    "kings": mark("King row: {cards}."),
}
_RAYS: Final = mark("Rays, outermost first: {rays}.")
_CLOUDS: Final = mark("Clouds, first to last: {clouds}.")


def sentences(view: View, translate: Translate) -> list[str]:
    """Return the stage, the ray in turn, foundations, clouds, and the other rays from their outermost card inwards."""
    said = _stage(view, translate) + _in_turn(view, _plain, translate)
    for row, message in _ROWS.items():
        tops = labels(pile.cards[-1] for pile in _piles(view, f"{row}-") if pile.cards)
        if tops:
            said.append(Phrase(message, {"cards": tops}).text(translate))
    clouds = [f"{pile.name}: {labels(pile.cards)}" for pile in _piles(view, "c") if pile.cards]
    if clouds:
        said.append(Phrase(_CLOUDS, {"clouds": "; ".join(clouds)}).text(translate))
    rays = [f"{pile.name}: {labels(pile.cards[::-1])}" for pile in _others(view) if pile.cards]
    if rays:
        said.append(Phrase(_RAYS, {"rays": "; ".join(rays)}).text(translate))
    return said


def lines(view: View, translate: Translate) -> list[str]:
    """Return the same as the sentences, a line for each ray and cloud."""
    said = _stage(view, translate) + _in_turn(view, marked, translate)
    for row, message in _ROWS.items():
        tops = [marked(view, pile, tags=True)[-1] for pile in _piles(view, f"{row}-") if pile.cards]
        if tops:
            said.append(Phrase(message, {"cards": " ".join(tops)}).text(translate))
    clouds = [pile for pile in _piles(view, "c") if pile.cards]
    if clouds:
        said.append(_heading(_CLOUDS, "clouds", translate))
        said += [f"{pile.name}: {' '.join(marked(view, pile, tags=True))}" for pile in clouds]
    # A ray that was gathered stays empty; any other takes cards when the next arc or ray is dealt.
    rays = [pile for pile in _others(view) if int(pile.name[1:]) > (view.fact("gathered") or 0)]
    if any(pile.cards for pile in rays):
        said.append(_heading(_RAYS, "rays", translate))
        said += [f"{pile.name:>3}: {' '.join(reversed(marked(view, pile))) or NOTHING}" for pile in rays]
    return said


def _in_turn(view: View, show: Callable[[View, Pile], list[str]], translate: Translate) -> list[str]:
    """Return the ray in turn as its moves count: from the middle outwards."""
    return [
        Phrase("{ray}, from the middle: {cards}.", {"ray": pile.name, "cards": " ".join(show(view, pile))}).text(
            translate
        )
        for pile in _piles(view, "r")
        if pile.name == f"r{view.fact('ray')}" and pile.cards
    ]


def _others(view: View) -> list[Pile]:
    """Return the rays that are not in turn."""
    return [pile for pile in _piles(view, "r") if pile.name != f"r{view.fact('ray')}"]


def _plain(view: View, pile: Pile) -> list[str]:
    return [label(one) for one in pile.cards]


def _piles(view: View, prefix: str) -> Iterator[Pile]:
    """Yield the piles whose names begin so and that cards can come to lie on, in their order."""
    return (pile for pile in view.piles if pile.name.startswith(prefix) and pile.role in ("tableau", "foundation"))


def _heading(message: str, place: str, translate: Translate) -> str:
    """Return the beginning of a sentence whose end follows in lines of its own."""
    return Phrase(message, {place: ""}).text(translate).rstrip(" .")


def _stage(view: View, translate: Translate) -> list[str]:
    """Return what the sun does: the stage, and how far it has come."""
    turn, gathered = view.fact("ray"), view.fact("gathered") or 0
    if turn is not None:
        told = Phrase("Stage two, the sun plays: ray {ray} in turn.", {"ray": turn})
    elif view.fact("wind"):
        told = Phrase("Stage three, sunset: the wind has blown.")
    elif gathered:
        told = Phrase("Stage three, sunset: ray {ray} was gathered last.", {"ray": gathered})
    else:
        told = Phrase("Stage one, sunrise: arc {arc} of 8.", {"arc": view.fact("arcs") or 0})
    return [told.text(translate)]
