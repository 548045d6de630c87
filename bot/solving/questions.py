"""What a worker can be asked. It knows the engine alone, and sees every card: answers are not for players as they are.

A question is a function of a request, which holds as ``seconds`` how long the answer may take, to an answer. Both are
what JSON can hold. Games come as the text of a record.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from engine.game import games
from engine.record import Record, read_record
from engine.solve import Status, solve
from engine.solve.analysis import last_winnable
from engine.solve.difficulty import difficulty
from engine.solve.hints import hint

Question: TypeAlias = Callable[[Mapping[str, Any]], dict[str, Any]]


def solved(request: Mapping[str, Any]) -> dict[str, Any]:
    """Say whether the game of a ``record`` can still be won: its ``status``, and the ``moves`` to a win if it can."""
    record = read_record(request["record"])
    solution = solve(record.game, record.state, seconds=request["seconds"])
    return {"status": str(solution.status), "moves": [record.game.format(move) for move in solution.moves]}


def first_won(request: Mapping[str, Any]) -> dict[str, Any]:
    """Find the first of some ``records`` that can be won, giving each the seconds in ``each`` and no less.

    Return its ``number``, from 0, and the ``moves`` of a proof; null and none if it is not among those that there was
    time for, and how many those ``tried`` were: at least one, if a single one has the time.
    """
    end = time.perf_counter() + request["seconds"]
    tried = 0
    for text in request["records"]:
        left = end - time.perf_counter()
        record = read_record(text)
        solution = solve(record.game, record.state, seconds=min(left, request["each"]))
        if solution.status is Status.WON:
            return {"number": tried, "moves": [record.game.format(move) for move in solution.moves], "tried": tried + 1}
        if solution.status is Status.UNKNOWN and left < request["each"]:
            break
        tried += 1
        if end <= time.perf_counter():
            break
    return {"number": None, "moves": [], "tried": tried}


def dealt(request: Mapping[str, Any]) -> dict[str, Any]:
    """Look for deals of a ``game`` under its ``options`` that can be won, until there are ``most`` of them.

    If ``difficulty`` is not null, there have to be so many of that, where it can be told. Return all those ``found``:
    the seed of each, the moves of a proof, and its difficulty if that can be told. No deal takes more than half the
    time: where most can't be told, others still can.
    """
    game = games()[request["game"]]
    options = game.read_options({name: str(value) for name, value in request["options"].items()})
    end = time.perf_counter() + request["seconds"]
    found: list[dict[str, Any]] = []
    wanted = 0
    while wanted < request["most"] and (left := end - time.perf_counter()) > 0:
        seed = secrets.token_hex(8)
        state = game.deal(game.deal_from_seed(seed), options)
        solution = solve(game, state, seconds=min(left, request["seconds"] / 2))
        if solution.status is Status.WON:
            label = difficulty(game, state)
            proof = [game.format(move) for move in solution.moves]
            found.append({"seed": seed, "proof": proof, "difficulty": None if label is None else str(label)})
            wanted += label is None or request["difficulty"] in (None, label)
    return {"found": found}


def hinted(request: Mapping[str, Any]) -> dict[str, Any]:
    """Give a hint for the game of a ``record``, which must not be over: its ``status``, and what may be told.

    ``moves`` are the next of a way to win, or one that is guessed. Where the game is lost, ``won`` and ``lost`` are the
    last position proved winnable and the first proved lost, counted from 0, each null where there is none.
    """
    record = read_record(request["record"])
    found = hint(record.game, _positions(record), request["seconds"])
    moves = [record.game.format(move) for move in found.moves]
    before = found.before
    return {
        "status": str(found.status),
        "moves": moves,
        "won": None if before is None else before.won,
        "lost": None if before is None else before.lost,
    }


def analysed(request: Mapping[str, Any]) -> dict[str, Any]:
    """Say where the game of a ``record`` could be won: ``won`` and ``lost`` as in a hint.

    ``moves`` lead from ``won`` to a win, and tell all cards.
    """
    record = read_record(request["record"])
    found = last_winnable(record.game, _positions(record), request["seconds"])
    return {"won": found.won, "lost": found.lost, "moves": [record.game.format(move) for move in found.line]}


def _positions(record: Record) -> list[Any]:
    game = record.game
    positions = [game.deal(record.deal, record.options)]
    for text in record.moves:
        positions.append(game.apply(positions[-1], game.parse(text)))
    return positions


QUESTIONS: Final[dict[str, Question]] = {
    "solve": solved,
    "first": first_won,
    "deal": dealt,
    "hint": hinted,
    "analyse": analysed,
}
