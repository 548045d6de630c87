"""Many moves at one wish: drawing on until a play appears, playing all that fits, and both.

What comes next is chosen by what the player may see and by the order of the legal moves, nothing else. Which of these
suit a game, it says itself: ``draws_on``, ``plays_all``, ``next_play``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from engine.game import AnyGame


@dataclass(frozen=True, slots=True)
class Run:
    """Moves to be made one after another, perhaps none, and where they lead.

    ``chose`` says whether a move among them ruled out a play that would have brought the game on as well.
    """

    state: Any
    moves: tuple[Any, ...] = ()
    chose: bool = False

    def after(self, game: AnyGame, move: Any) -> Run:
        """Return the run with one more move; only plays are thought to rule each other out."""
        chose = self.chose or (not game.is_advance(move) and _rules_out(game, self.state, move))
        return Run(game.apply(self.state, move), (*self.moves, move), chose)


Way: TypeAlias = Callable[[AnyGame, Run], Run]
"""Adds to a run what comes next."""


def draw_on(game: AnyGame, run: Run) -> Run:
    """Advance until a play appears that was not there before, or the stock ends; at least once, where that is legal."""
    known = _plays_in_words(game, run.state)
    advance = game.advance(run.state)
    while advance is not None:
        run = run.after(game, advance)
        if _plays_in_words(game, run.state) - known or _stock_is_empty(game, run.state):
            break
        advance = game.advance(run.state)
    return run


def all_plays(game: AnyGame, run: Run) -> Run:
    """Play all that fits, and what fits by then, in the order in which the game lists its plays."""
    while (play := game.next_play(run.state)) is not None:
        run = run.after(game, play)
    return run


def play_on(game: AnyGame, run: Run) -> Run:
    """Play all that fits, draw on, and play all that fits then; where drawing on does not suit the game, advance once.

    Such a game's steps are seen one by one, for there may be more to do in them than what fits at once.
    """
    run = all_plays(game, run)
    if game.draws_on:
        run = draw_on(game, run)
    elif (advance := game.advance(run.state)) is not None:
        run = run.after(game, advance)
    return all_plays(game, run)


WAYS: Final[Mapping[str, Way]] = MappingProxyType({"draw-on": draw_on, "all-plays": all_plays, "play-on": play_on})
"""The ways to go on, by name."""


def ways(game: AnyGame) -> tuple[str, ...]:
    """Return the names of those that suit a game, the one that takes it furthest first."""
    return ("play-on",) * game.plays_all + ("draw-on",) * game.draws_on + ("all-plays",) * game.plays_all


def can_go_on(game: AnyGame, state: Any, way: str) -> bool:
    """Say whether a way to go on leads to any move from here."""
    advances = way != "all-plays" and game.advance(state) is not None
    return advances or (way != "draw-on" and game.next_play(state) is not None)


def _plays_in_words(game: AnyGame, state: Any) -> frozenset[str]:
    """Return the plays by what they say: a move's text may name another card after a draw."""
    return frozenset(str(game.describe(state, move)) for move in game.legal_moves(state) if not game.is_advance(move))


def _stock_is_empty(game: AnyGame, state: Any) -> bool:
    return not any(pile.cards for pile in game.view(state).piles if pile.role == "stock")


def _rules_out(game: AnyGame, state: Any, made: Any) -> bool:
    """Say whether a play that would have brought the game on can't be made any more after this one."""
    legal_after = game.legal_moves(game.apply(state, made))
    progress = game.progress(state)
    return any(
        game.progress(game.apply(state, other)) > progress
        for other in game.legal_moves(state)
        if other != made and not game.is_advance(other) and game.follow(state, made, other) not in legal_after
    )
