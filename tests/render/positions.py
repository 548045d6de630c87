"""Positions to draw: random games of every option set, and the worst that can come."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from engine.cards import TWO_PACKS
from engine.game import AnyGame, games
from engine.record import Record, make_record
from engine.view import Mark, Pile, View

EVERY_GAME = [(name, options) for name, game in games().items() for options in map(dict, game.option_sets())]


def random_game(name: str, options: Mapping[str, str | int], seed: str) -> Record:
    """Return a game that is played at random to its end, plays going before advances more often."""
    game = games()[name]
    rng = random.Random(f"{name} {seed}")
    deal = game.deal_from_seed(seed)
    state = game.deal(deal, options)
    moves = []
    while legal := game.legal_moves(state):
        advance = game.advance(state)
        # Cards that go back and forth between Sun's rows would keep a game going for ever.
        plays = [move for move in legal if not game.is_advance(move) and game.format(move)[1:2] != ">"]
        if not plays and advance is None:
            break
        move = advance if not plays or (advance is not None and rng.random() < 0.3) else rng.choice(plays)
        moves.append(game.format(move))
        state = game.apply(state, move)
    return make_record(game, options, deal, moves)


def views_of(record: Record) -> list[View]:
    """Return every position of a game, the first before its first move."""
    game = record.game
    state = game.deal(record.deal, record.options)
    views = [game.view(state)]
    for text in record.moves:
        state = game.apply(state, game.parse(text))
        views.append(game.view(state))
    return views


def played(name: str, options: Mapping[str, str | int], seed: str) -> list[View]:
    """Return the positions of a random game."""
    return views_of(random_game(name, options, seed))


@cache
def sample() -> tuple[View, ...]:
    """Return positions of a game of every option set: some from its course, the first and the last."""
    views: list[View] = []
    for number, (name, options) in enumerate(EVERY_GAME):
        course = played(name, options, f"sample {number}")
        step = max(1, len(course) // (14 if name == "sun" else 4))
        views += [*course[::step], course[-1]]
    return tuple(views)


def sunset(rays: Mapping[int, int], clouds: Sequence[int] = (), *, blown: bool = False, seed: int = 0) -> View:
    """Return a position of Sun's last stage with so many cards on rays and in clouds, all that can be marked marked."""
    game: AnyGame = games()["sun"]
    start = game.view(game.deal(game.deal_from_seed("sunset"), game.read_options({})))
    cards = iter(random.Random(seed).sample(TWO_PACKS, len(TWO_PACKS)))
    piles = [pile for pile in start.piles if pile.role == "foundation"]
    piles += [Pile(f"r{ray}", "tableau", _take(cards, rays.get(ray, 0))) for ray in range(1, 14)]
    piles += [Pile(f"c{number}", "tableau", _take(cards, size)) for number, size in enumerate(clouds, 1)]
    piles += [Pile("stock", "stock", ()), Pile("wind", "fate", ())]
    marks = []
    for pile in piles:
        if pile.cards and pile.name[0] == "r":
            marks.append(Mark(pile.name, len(pile.cards) - 1, pile.name[1:], (f"{pile.name}>A",)))
        elif pile.cards and pile.name[0] == "c":
            marks.append(Mark(pile.name, 0, f"{pile.name}f", (f"{pile.name}f>A",)))
            if len(pile.cards) > 1:
                marks.append(Mark(pile.name, len(pile.cards) - 1, f"{pile.name}l", (f"{pile.name}l>A",)))
    facts = {"stage": 3, "ray": None, "gathered": 13 - len(rays), "wind": int(blown), "arcs": 8}
    return replace(start, piles=tuple(piles), marks=tuple(marks), facts=tuple(facts.items()))


def worst() -> list[View]:
    """Return the fullest boards there can be."""
    return [
        sunset({12: 18, 13: 18}),
        sunset(dict.fromkeys(range(1, 14), 8)),
        sunset({11: 9, 12: 10, 13: 12}, [2, 4, 6, 8, 10, 12, 14, 5, 6, 6]),
        sunset({12: 14, 13: 18}, [2] * 10),
        sunset({}, [2, 4, 6, 8, 10, 12, 13, 15, 16, 18]),  # what becomes of a game without a play
        sunset({}, [10, 10, 10, 10, 10, 10, 11, 11, 11, 11]),
        *(sunset({}, [0] * 9 + [count], blown=True) for count in (1, 2, 21, 46, 60, 61, 80, 104)),
    ]


@cache
def fullest() -> tuple[View, ...]:
    """Return positions with as much to tell as there can be: games without a play, and everything marked that may be.

    At most sixteen cards outside the foundations are wanted at a time: two copies of eight.
    """
    views: list[View] = []
    for name, options in EVERY_GAME:
        game = games()[name]
        states = [game.deal(game.deal_from_seed("idle"), options)]
        while (advance := game.advance(states[-1])) is not None:
            states.append(game.apply(states[-1], advance))
        step = max(1, len(states) // 30)
        views += [_all_marked(game.view(one)) for one in (*states[::step], states[-1])]
    return tuple(views)


def longer(message: str) -> str:
    """Return the message as a language that is half as long again as English might say it; places stay as they are."""
    letters = sum(len(part) for part in re.split(r"{\w+}", message))
    return f"{'x' * math.ceil(letters / 2)}{message}"


_PAIRS = tuple(f"6{one}+7{other}" for one in "CDHS" for other in "CDHS")
"""The most pairs of Pyramid that there can be at a time, but for a card or two."""


def _all_marked(view: View) -> View:
    marks = [
        Mark(pile.name, index, _tag(view, pile, index), _moves(view, pile, index))
        for pile in view.piles
        if pile.role in ("tableau", "waste")
        for index in range(len(pile.cards))
        if index == len(pile.cards) - 1 or pile.name == _ray_in_turn(view)
    ]
    return replace(view, marks=tuple(marks))


def _moves(view: View, pile: Pile, index: int) -> tuple[str, ...]:
    if view.game == "pyramid":
        return _PAIRS
    if view.game == "sultan":
        return ("w" if pile.role == "waste" else pile.name,)
    within = f".{index + 1}" if pile.name == _ray_in_turn(view) else "l" if pile.name.startswith("c") else ""
    return (f"{pile.name}{within}>A",)


def _ray_in_turn(view: View) -> str:
    return f"r{dict(view.facts).get('ray')}"


def _tag(view: View, pile: Pile, index: int) -> str:
    if view.game == "pyramid":
        return ""
    return f"{pile.name[1:]}.{index + 1}" if pile.name == _ray_in_turn(view) else pile.name


def _take(cards: Iterator[int], count: int) -> tuple[int, ...]:
    return tuple(next(cards) for _ in range(count))
