"""Games played by chance, and what the tests of all games share. Nothing here knows the rules of a game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from engine.deals import Deal
from engine.game import AnyGame, IllegalMove, games
from tests.engine import spellings

Options: TypeAlias = Mapping[str, str | int]


@dataclass(frozen=True, eq=False)
class Variant:
    """A game under one set of its options."""

    game: AnyGame
    options: Options

    def __str__(self) -> str:
        return "-".join([self.game.name, *map(str, self.options.values())])

    def deal(self, seed: str) -> Any:
        return self.game.deal(self.game.deal_from_seed(seed), self.options)


VARIANTS = tuple(Variant(game, options) for game in games().values() for options in game.option_sets())


@dataclass(frozen=True, eq=False)
class Walk:
    """A game played by chance: ``states`` has one more than ``moves``, the first position."""

    variant: Variant
    deal: Deal
    states: tuple[Any, ...]
    moves: tuple[Any, ...]

    @property
    def game(self) -> AnyGame:
        return self.variant.game

    def texts(self) -> list[str]:
        return [self.game.format(move) for move in self.moves]

    def steps(self) -> Iterator[tuple[Any, Any, Any]]:
        """Yield each position, the move made there, and the next position."""
        yield from zip(self.states, self.moves, self.states[1:], strict=False)


def walk(variant: Variant, seed: str, play: float = 0.8) -> Walk:
    """Play one game to its end; where there are plays and an advance, a play is taken as often as ``play`` says."""
    game = variant.game
    deal = game.deal_from_seed(seed)
    chance = random.Random(f"{variant} {seed}")
    states, moves = [game.deal(deal, variant.options)], []
    while legal := game.legal_moves(states[-1]):
        plays = [move for move in legal if not game.is_advance(move)]
        advance = game.advance(states[-1])
        move = chance.choice(plays) if plays and (advance is None or chance.random() < play) else advance
        moves.append(move)
        states.append(game.apply(states[-1], move))
    return Walk(variant, deal, tuple(states), tuple(moves))


@cache
def walks(variant: Variant) -> tuple[Walk, ...]:
    """Return a few games of a variant: one that plays what it can, one that holds back, one that only advances."""
    return walk(variant, "eager", 0.95), walk(variant, "Zögernd", 0.5), walk(variant, "idle", 0.0)


def with_others_hidden(one: Walk, length: int) -> Deal:
    """Return a deal that looks the same after ``length`` moves: what was not seen by then lies in another order."""
    views = [one.game.view(state) for state in one.states[: length + 1]]
    unseen = min(sum(pile.cards.count(None) for pile in view.piles if pile.role != "fate") for view in views)
    chance = random.Random(f"{one.variant} {length}")
    seen, hidden = one.deal.cards[: len(one.deal.cards) - unseen], list(one.deal.cards[len(one.deal.cards) - unseen :])
    chance.shuffle(hidden)
    wind = list(one.deal.wind)
    if any(pile.role == "fate" and pile.cards for pile in views[-1].piles):
        chance.shuffle(wind)
    return Deal((*seen, *hidden), tuple(wind))


def replayed(one: Walk, deal: Deal, length: int) -> Iterator[Any]:
    """Yield the positions of the same moves on another deal."""
    state = one.game.deal(deal, one.variant.options)
    yield state
    for move in one.moves[:length]:
        state = one.game.apply(state, move)
        yield state


@cache
def conceivable(game: AnyGame) -> tuple[str, ...]:
    """Return the text of every move that could come up in a game, as far as we can think of them."""
    walked = [state for variant in VARIANTS if variant.game is game for one in walks(variant) for state in one.states]
    met = {game.format(move) for state in walked for move in game.legal_moves(state)}
    return tuple(sorted(met | set(spellings.moves(game.name))))


def refused(game: AnyGame, state: Any) -> dict[str, IllegalMove]:
    """Try every conceivable move; return those that cannot be made now with the errors that say why."""
    found = {}
    for text in conceivable(game):
        try:
            game.apply(state, game.parse(text))
        except IllegalMove as error:
            found[text] = error
    return found


def on_view(game: AnyGame, state: Any) -> Counter[int]:
    """Return the face-up cards of a view and how often each is there."""
    return Counter(card for pile in game.view(state).piles for card in pile.cards if card is not None)


def flat(value: object) -> Iterator[object]:
    """Yield what lists hold, however deep."""
    if isinstance(value, list):
        for one in value:
            yield from flat(one)
    else:
        yield value
