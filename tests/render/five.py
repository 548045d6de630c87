"""Five fixed positions that stand for all boards: for measuring time and size, and for looking closely at pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from engine.game import games
from engine.view import View


@cache
def five() -> Mapping[str, View]:
    """Return the positions by name; each is reached by playing a fixed deal."""
    return {
        "Pyramid, start": _reached("pyramid", {}, lambda view: True),
        "Sultan, divan of 8": _reached("sultan", {"divan": "8"}, lambda view: True),
        "Sun, 8 x 13": _reached("sun", {}, lambda view: view.fact("arcs") == 8),
        "Sun, sunset": _reached("sun", {}, lambda view: view.fact("gathered") == 8, plays=38),
        "Sun, wind of 46": _reached("sun", {}, lambda view: view.fact("wind") == 1, plays=58),
    }


def _reached(name: str, options: Mapping[str, str], there: Callable[[View], bool], plays: int = 0) -> View:
    """Return the first such position of a game in which cards are played until so many are home, and then no more."""
    game = games()[name]
    state = game.deal(game.deal_from_seed("five"), game.read_options(options))
    while not there(game.view(state)):
        advance = game.advance(state)
        aims = [game.apply(state, move) for move in game.legal_moves(state) if not game.is_advance(move)]
        better = [one for one in aims if game.progress(state) < game.progress(one) <= plays]
        state = better[0] if better else game.apply(state, advance)
    return game.view(state)
