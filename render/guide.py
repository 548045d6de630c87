"""What a page of rules is made of: paragraphs, the positions they show, and the signs that point at cards in them.

A layout that exports ``rules``, paragraphs in the order of reading, has its pages made from them by ``rules``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.game import games
from engine.view import View

TOP = -1
"""The index of the last card of a pile, or of its empty place."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A position of a real game: a deal by its seed, the moves made in it, then so many moves of an eager player.

    An eager player takes the first play there is, and advances when there is none; cards that only change places are
    left where they are. ``options`` are pairs of name and value, as texts.
    """

    game: str
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    moves: str = ""
    eager: int = 0

    def view(self) -> View:
        """Return the position; raise MoveError if a written move cannot be made, ValueError if the game ends early."""
        game = games()[self.game]
        state = game.deal(game.deal_from_seed(self.seed), game.read_options(dict(self.options)))
        for move in self.moves.split():
            state = game.apply(state, game.parse(move))
        for _ in range(self.eager):
            done = game.progress(state)
            after = (game.apply(state, move) for move in game.legal_moves(state))
            # Advances come last among the legal moves; of the plays only those between Sun's rows get nothing done.
            eager = next((one for one in after if game.progress(one) > done or one.advances > state.advances), None)
            if eager is None:
                raise ValueError(f"the game {self.seed!r} of {self.game} is over before the scene")
            state = eager
        return game.view(state)


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring around what is seen of a card."""

    pile: str
    index: int = TOP


@dataclass(frozen=True, slots=True)
class Cross:
    """A cross on a card that may not be played."""

    pile: str
    index: int = TOP


@dataclass(frozen=True, slots=True)
class Step:
    """A number on a card, for what comes first, second and so on."""

    number: int
    pile: str
    index: int = TOP


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from the top card of one pile to that of another, with a number if it has one.

    ``bend`` is how far it swings out, as a share of its length: to the left on its way, to the right if below 0. One
    that leads ``back`` as well has two heads.
    """

    start: str
    end: str
    bend: float = 0.16
    number: int | None = None
    back: bool = False


Sign: TypeAlias = Ring | Cross | Step | Arrow


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of rules and its small board; ``title``, ``text``, ``alt`` and explanations are message ids.

    ``show`` names the piles that the board is cut down to, none meaning all of it; a ``wide`` one takes the page's
    width. A paragraph about an option lists its choices, each with its explanation if it has one: ``choices`` are by
    the value's text.
    """

    title: str
    text: str
    alt: str
    scene: Scene
    signs: tuple[Sign, ...] = ()
    show: tuple[str, ...] = ()
    wide: bool = False
    option: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
