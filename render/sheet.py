"""A contact sheet: boards of every game, stage and choice in one picture, for looking over what the room draws.

Its positions are made by playing fixed deals, the same in every game: as soon as a card can be played it is, or none
ever is, which leads to the fullest tables. Where that wins none of them, a win is searched for.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from engine.game import AnyGame, games
from engine.solve import solve
from engine.view import Outcome, View
from render.board import draw, picture
from render.layout import layouts
from render.look import USUAL, Look, choices

COLUMNS: Final = 6
WIDTH: Final = 400
"""Of a board, in pixels: a little more than a phone shows."""
_GAP: Final = 16
_LABEL: Final = 24
_TITLE: Final = 56
_PAPER: Final = "#26282C"
_INK: Final = "#F2F0EA"
_SEEDS: Final = 40
"""How many deals are played in search of an end."""
_SEARCH: Final = 0.2
"""For how many seconds a way to win each deal is searched for, where playing by rule wins none."""

Options: TypeAlias = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Scene:
    """A board on the sheet and what is written above it."""

    label: str
    view: View
    before: View | None = None
    look: Look = USUAL


def sheet(look: Look = USUAL) -> bytes:
    """Return the sheet as a PNG; ``look`` is what boards are drawn with where no other choice is shown."""
    groups = [
        (f"{games()[name].title}: {title}", shown) for name in layouts() for title, shown in scenes(games()[name], look)
    ]
    heights = [_TITLE + -(-len(shown) // COLUMNS) * _row_height(shown) for _, shown in groups]
    paper = Image.new("RGB", (COLUMNS * (WIDTH + _GAP) + _GAP, sum(heights) + _GAP), _PAPER)
    top = 0
    for (title, shown), height in zip(groups, heights, strict=True):
        _write(paper, (_GAP, top + 16), title, 26)
        for place, scene in enumerate(shown):
            row, column = divmod(place, COLUMNS)
            at = _GAP + column * (WIDTH + _GAP), top + _TITLE + row * _row_height(shown)
            _write(paper, at, scene.label, 15)
            paper.paste(_small(scene), (at[0], at[1] + _LABEL))
        top += height
    file = io.BytesIO()
    paper.save(file, "PNG", compress_level=6)
    return file.getvalue()


def scenes(game: AnyGame, look: Look = USUAL) -> Iterator[tuple[str, list[Scene]]]:
    """Yield the groups of boards that show a game, and their titles."""
    usual = game.read_options({})
    begun = _eager(game, usual, "1")
    half = len(begun) // 2
    yield "from start to end", _spread(begun, 6, look)
    ends = _ends(game)
    variants = [(_named(options, usual), _eager(game, options, "2")) for options in _single_changes(game)]
    yield (
        "ends and options",
        [
            *(Scene(label, views[-1], views[-2], look) for label, views in ends),
            Scene("resigned", begun[half].resigned(), begun[half - 1], look),
            *(_scene(views, 0.5, look, label) for label, views in variants),
        ],
    )
    idle = _idle(game, usual, "3")
    yield "nothing is ever played", _spread(idle, 6, look)
    others: list[dict[str, Any]] = [
        {choice: value} for choice, values in choices().items() for value in values if value != getattr(look, choice)
    ]
    best = ends[-1][1]
    for other in others:
        one = replace(look, **other)
        shown = [*_spread(best, 4, one)[1:], *_spread(idle, 4, one, "nothing played")[1:]]
        # A choice may mean nothing to a game.
        if any(draw(scene.view, one) != draw(scene.view, look) for scene in shown):
            yield _named(other, {}), shown


def _spread(views: list[View], count: int, look: Look, label: str = "") -> list[Scene]:
    """Return so many positions of a game, evenly spread, the first and the last among them."""
    return [_scene(views, place / (count - 1), look, label) for place in range(count)]


def _scene(views: list[View], share: float, look: Look, label: str = "") -> Scene:
    """Return the position at a share of a game."""
    last = len(views) - 1
    place = round(share * last)
    told = f"{label}, move {place} of {last}" if label else f"move {place} of {last}"
    return Scene(told, views[place], views[place - 1] if place else None, look)


def _ends(game: AnyGame) -> list[tuple[str, list[View]]]:
    """Return a game that is lost and one that is won, and what they are: the first in a row of deals, the won last."""
    found: dict[Outcome, tuple[str, list[View]]] = {}
    for seed in range(1, _SEEDS + 1):
        for options in game.option_sets():
            views = _eager(game, options, str(seed))
            outcome = views[-1].outcome
            if outcome is not None:
                found.setdefault(outcome, (f"{outcome}, deal {seed}, {_named(options, {})}", views))
            if Outcome.LOST in found and Outcome.WON in found:
                return [found[Outcome.LOST], found[Outcome.WON]]
    if Outcome.WON not in found:
        found.update(_searched_win(game))
    return list(found.values())


def _searched_win(game: AnyGame) -> dict[Outcome, tuple[str, list[View]]]:
    """Return the first of the deals that is soon won when all cards are known; nothing if none is."""
    for seed in range(1, _SEEDS + 1):
        state = game.deal(game.deal_from_seed(str(seed)), game.read_options({}))
        moves = solve(game, state, seconds=_SEARCH).moves
        if moves:
            views = [game.view(state)]
            for move in moves:
                state = game.apply(state, move)
                views.append(game.view(state))
            return {Outcome.WON: (f"{Outcome.WON}, deal {seed}", views)}
    return {}


def _single_changes(game: AnyGame) -> list[Options]:
    """Return the options that differ from the usual ones in one place."""
    usual = game.read_options({})
    return [
        options for options in game.option_sets() if sum(options[name] != value for name, value in usual.items()) == 1
    ]


def _named(values: Mapping[str, object], usual: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items() if usual.get(name) != value)


def _eager(game: AnyGame, options: Options, seed: str) -> list[View]:
    """Return the positions of a game in which a card is played as soon as one can be."""
    state = game.deal(game.deal_from_seed(seed), options)
    views = [game.view(state)]
    seen = set(views)
    while (after := _next(game, state, seen)) is not None:
        state = after
        views.append(game.view(state))
        seen.add(views[-1])
    return views


def _next(game: AnyGame, state: Any, seen: set[View]) -> Any:
    """Return the position after the first play that makes progress, else after another play, else after an advance.

    Plays that make none must lead to a position not seen before: some could go back and forth for ever.
    """
    advance = game.advance(state)
    found = None if advance is None else game.apply(state, advance)
    aside = True
    for move in game.legal_moves(state):
        if game.is_advance(move):
            continue
        after = game.apply(state, move)
        if game.progress(after) > game.progress(state):
            return after
        if aside and game.view(after) not in seen:
            found, aside = after, False
    return found


def _idle(game: AnyGame, options: Options, seed: str) -> list[View]:
    """Return the positions of a game in which no card is ever played."""
    state = game.deal(game.deal_from_seed(seed), options)
    views = [game.view(state)]
    while (advance := game.advance(state)) is not None:
        state = game.apply(state, advance)
        views.append(game.view(state))
    return views


def _small(scene: Scene) -> Image.Image:
    board = picture(scene.view, scene.look, scene.before)
    return board.resize((WIDTH, board.height * WIDTH // board.width), Image.Resampling.LANCZOS)


def _row_height(shown: Iterable[Scene]) -> int:
    sizes = [layouts()[scene.view.game].size for scene in shown]
    return max((height * WIDTH // width for width, height in sizes), default=0) + _LABEL + _GAP


def _write(paper: Image.Image, at: tuple[int, int], text: str, size: int) -> None:
    ImageDraw.Draw(paper).text(at, text, _INK, ImageFont.load_default(size))
