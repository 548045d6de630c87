"""The next move of a way to win, and what it serves; where there is no such way any more, since when.

All cards are known to the search, so a hint has to watch its tongue: it tells moves up to the first that turns a card
up, and that one, but nothing of what comes then. Those name only cards that lie open now.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from engine.cards import Card
from engine.game import AnyGame
from engine.solve import Limit, Status, solve
from engine.solve.analysis import Analysis, last_winnable
from engine.solve.difficulty import GOES_ON, playout
from engine.view import Outcome, View, reveals
from engine.words import Phrase

SEARCHING: Final = 0.7
"""The share of the time for the position itself; what is left serves to guess, or to find out since when it is lost."""

ROUNDS: Final = 6
"""How many plain players try every move for a guess."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What can be said of a position.

    Where it is won, ``moves`` are the next of a way to win, the first at least, as far as they may be told. Where it is
    lost, there are none, and ``before`` says what is known of the positions up to this one. Where neither is known,
    the one move is a guess.
    """

    status: Status
    moves: tuple[Any, ...] = ()
    before: Analysis | None = None


class Service(StrEnum):
    """What a move is good for."""

    WINS = "wins"
    """It wins the game."""
    OPENS = "opens"
    """After it another play of the way can be made that can't be made now."""
    LEADS = "leads"
    """Other moves of the way come next."""
    BRINGS = "brings"
    """It clears or builds a card; what comes next can't be told."""
    ADVANCES = "advances"
    """It advances, and nothing that could be played has to go first."""
    NOTHING_ELSE = "nothing else"
    """It advances, for no play can be made."""
    UNCOVERS = "uncovers"
    """It lays cards free that lie open beneath what it takes away; what comes next can't be told."""
    TURNS_UP = "turns up"
    """It turns a card up that lies face down."""
    PREPARES = "prepares"
    """It is made for what comes later."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What a move serves, the moves of the way that belong to that, in words, and the cards it lays free."""

    service: Service
    moves: tuple[Phrase, ...] = ()
    cards: tuple[Card, ...] = ()


def hint(game: AnyGame, states: Sequence[Any], seconds: float) -> Hint:
    """Return a hint for the last of the states, looking for about ``seconds`` at most.

    ``states`` are the positions of a game in order; the last must not be its end. Guesses are the same for the same
    position, as far as the time reaches.
    """
    limit, state = Limit(seconds), states[-1]
    found = solve(game, state, seconds=seconds * SEARCHING)
    if found.status is Status.WON:
        line = _with_a_play_first(game, state, found.moves, limit)
        return Hint(Status.WON, told(game, state, line))
    if found.status is Status.LOST:
        return Hint(Status.LOST, before=last_winnable(game, states, limit.left(), ends_lost=True))
    return _guess(game, state, limit)


def told(game: AnyGame, state: Any, line: Sequence[Any]) -> tuple[Any, ...]:
    """Return the moves of a line that name only what lies open now: up to the first that turns a card up, and that."""
    for number, move in enumerate(line, 1):
        after = game.apply(state, move)
        if _turns_up(game.view(state), game.view(after)):
            return tuple(line[:number])
        state = after
    return tuple(line)


def reason(game: AnyGame, state: Any, moves: Sequence[Any]) -> Reason:
    """Return what the first of the moves of a way serves; ``moves`` are those that may be told (see ``told``)."""
    move, *later = moves
    after = game.apply(state, move)
    if game.outcome(after) is Outcome.WON:
        return Reason(Service.WINS)
    follow = _until_progress(game, after, later)
    if game.is_advance(move):
        nothing = all(game.is_advance(other) for other in game.legal_moves(state))
        return Reason(Service.NOTHING_ELSE if nothing else Service.ADVANCES, follow)
    opened = _opened(game, state, after, later)
    if opened is not None:
        return Reason(Service.OPENS, (opened,))
    if follow:
        return Reason(Service.LEADS, follow)
    if game.progress(after) > game.progress(state):
        return Reason(Service.BRINGS)
    before, then = game.view(state), game.view(after)
    if uncovered := _uncovered(before, then):
        return Reason(Service.UNCOVERS, cards=uncovered)
    return Reason(Service.TURNS_UP if _turns_up(before, then) else Service.PREPARES)


def _uncovered(before: View, after: View) -> tuple[Card, ...]:
    """Return the cards that lay open beneath others, and on top of their pile after the move."""
    found = list[Card]()
    for was, now in zip(before.piles, after.piles, strict=True):
        left = len(now.cards)
        if 0 < left < len(was.cards) and was.cards[:left] == now.cards and (top := now.cards[-1]) is not None:
            found.append(top)
    return tuple(found)


def _turns_up(before: View, after: View) -> bool:
    """Say whether a card lies open after a move that did not before, or what was unknown of the table is known."""
    return reveals(before, after) or bool(_open(after) - _open(before))


def _open(view: View) -> Counter[Card]:
    return Counter(card for pile in view.piles for card in pile.cards if card is not None)


def _until_progress(game: AnyGame, state: Any, moves: Sequence[Any]) -> tuple[Phrase, ...]:
    """Return the moves in words up to the first that clears or builds a card; none if there is no such move."""
    words = list[Phrase]()
    for move in moves:
        words.append(game.describe(state, move))
        after = game.apply(state, move)
        if game.progress(after) > game.progress(state):
            return tuple(words)
        state = after
    return ()


def _opened(game: AnyGame, state: Any, after: Any, later: Sequence[Any]) -> Phrase | None:
    """Return the first of the later plays, in words, that can be made after the move but not before it."""
    now, then = _plays_in_words(game, state), _plays_in_words(game, after)
    at = after
    for move in later:
        words = game.describe(at, move)
        if not game.is_advance(move) and str(words) in then and str(words) not in now:
            return words
        at = game.apply(at, move)
    return None


def _plays_in_words(game: AnyGame, state: Any) -> set[str]:
    return {str(game.describe(state, move)) for move in game.legal_moves(state) if not game.is_advance(move)}


def _with_a_play_first(game: AnyGame, state: Any, line: tuple[Any, ...], limit: Limit) -> tuple[Any, ...]:
    """Return a way to win that brings the game on at once where one is found; else the line as it is.

    Methods put off what can wait, and a player wonders at a hint to turn cards where a card could be built.
    """
    if not game.is_advance(line[0]):
        return line
    progress = game.progress(state)
    afters = [(move, game.apply(state, move)) for move in game.legal_moves(state) if not game.is_advance(move)]
    plays = [(move, after) for move, after in afters if game.progress(after) > progress]
    for left, (move, after) in zip(range(len(plays), 0, -1), plays, strict=True):
        found = solve(game, after, seconds=limit.left() / left)
        if found.status is Status.WON:
            return (move, *found.moves)
    return line


def _guess(game: AnyGame, state: Any, limit: Limit) -> Hint:
    """Return the move from behind which plain players get furthest; should one of them win, it is on a way to win."""
    moves = game.legal_moves(state)
    reached = [0] * len(moves)
    for number in range(ROUNDS):
        for place, move in enumerate(moves):
            progress = playout(game, game.apply(state, move), random.Random(number), GOES_ON[number % len(GOES_ON)])
            if progress == game.total:
                return Hint(Status.WON, (move,))
            reached[place] += progress
        if limit.reached():
            break

    def worth(place: int) -> tuple[int, int, bool]:
        # Of moves that reach as far, one that brings the game on; then one that does more than shift cards.
        move = moves[place]
        return reached[place], game.progress(game.apply(state, move)), game.is_advance(move)

    return Hint(Status.UNKNOWN, (moves[max(range(len(moves)), key=worth)],))
