"""Pyramid: whether a position can be won when all cards are known, exactly and under all options."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import KING, Card, rank_of
from engine.games.pyramid import GAME, Discard, PyramidMove, PyramidState
from engine.solve.games import _pyramid_fewest, _pyramid_one, _pyramid_three
from engine.solve.games._pyramid_board import Board
from engine.solve.games._pyramid_outside import Outside
from engine.solve.games._pyramid_relaxed import hopeless
from engine.solve.games._pyramid_turns import OneWaste, ThreeWastes
from engine.solve.solution import Found, Limit, Status


def search(state: PyramidState, limit: Limit, *, shortest: bool) -> Found:
    """Search from a position that is not over; the shortest line is exact."""
    redeals = state.options.redeals - state.redealt
    if redeals and hopeless(Outside(Board(state.pyramid), state.stock + sum(state.wastes, ())), limit):
        return Found(Status.LOST)
    if shortest:
        return _fewest_moves(state, limit)
    return _three_wastes(state, limit) if len(state.wastes) == 3 else _one_waste(state, limit)


def _one_waste(state: PyramidState, limit: Limit) -> Found:
    redeals = state.options.redeals - state.redealt
    waste = _without_kings(state.wastes[0])
    cards = waste + _without_kings(state.stock)
    board = Board(state.pyramid)
    found = _pyramid_one.search(board, cards, len(waste), redeals, state.options.stock == "open", limit)
    if found.status is not Status.WON:
        return found
    by_bit = (*state.pyramid, *cards)
    steps = []
    for gone in found.moves:
        discarded = (card for bit, card in enumerate(by_bit) if gone >> bit & 1 and card is not None)
        steps.append((redeals, _without_kings(discarded)))
    return Found(Status.WON, _moves(state, steps), found.nodes)


def _three_wastes(state: PyramidState, limit: Limit) -> Found:
    board = Board(state.pyramid)
    search = _pyramid_three.Search(board, limit)
    redeals = state.options.redeals - state.redealt
    steps = search.run(state.wastes, state.stock, redeals)
    if steps is None:
        return Found(Status.UNKNOWN if search.stopped else Status.LOST, nodes=search.nodes)
    return Found(Status.WON, _moves(state, steps, search.spare), search.nodes)


def _fewest_moves(state: PyramidState, limit: Limit) -> Found:
    board = Board(state.pyramid)
    redeals = state.options.redeals - state.redealt
    rules: _pyramid_fewest.Rules
    if len(state.wastes) == 3:
        rules = ThreeWastes(board, state.wastes, state.stock, redeals)
    else:
        is_open = state.options.stock == "open"
        rules = OneWaste(board, state.wastes[0], state.stock, redeals, open_stock=is_open)
    found = _pyramid_fewest.search(rules, limit)
    if found.status is not Status.WON:
        return found
    return Found(Status.WON, _moves_turn_by_turn(state, found.moves), found.nodes)


def _moves_turn_by_turn(state: PyramidState, steps: Iterable[tuple[int, tuple[Card, ...]]]) -> tuple[PyramidMove, ...]:
    """Return the moves of a line given by its discards, each with how often the stock is turned before it."""
    moves: list[PyramidMove] = []

    def make(move: PyramidMove) -> None:
        nonlocal state
        moves.append(move)
        state = GAME.apply(state, move)

    def make_kings_of_pyramid() -> None:
        while king := next((play for play in _discards(state) if _is_king_of_pyramid(state, play)), None):
            make(king)

    make_kings_of_pyramid()
    for turns, cards in steps:
        for _ in range(turns):
            make(GAME.legal_moves(state)[-1])
        if cards:
            wanted = _discard(cards, state.pyramid)
            make(next(play for play in _discards(state) if set(play.cards) == wanted))
            make_kings_of_pyramid()
    return tuple(moves)


def _discards(state: PyramidState) -> list[Discard]:
    return [move for move in GAME.legal_moves(state) if isinstance(move, Discard)]


def _is_king_of_pyramid(state: PyramidState, play: Discard) -> bool:
    return rank_of(play.cards[0]) == KING and play.cards[0] in state.pyramid


def _without_kings(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if rank_of(card) != KING)


def _moves(
    state: PyramidState, steps: Iterable[tuple[int, tuple[Card, ...]]], spare: int = 0
) -> tuple[PyramidMove, ...]:
    """Return the moves of a line given by its discards, each with how many redeals are left at most when it is made.

    A discard is made as soon as it can be; until then kings go that the search takes for gone, or the stock is turned.
    ``spare``: how many redeals are left after the last pass of the line.
    """
    moves: list[PyramidMove] = []
    wanted = [(redeals, _discard(cards, state.pyramid)) for redeals, cards in steps]
    wanted.reverse()
    while legal := GAME.legal_moves(state):
        left = state.options.redeals - state.redealt
        plays = _discards(state)
        move = next((play for play in plays if _goes_at_once(state, play, spare)), None)
        if move is None and wanted and left <= wanted[-1][0]:
            move = next((play for play in plays if set(play.cards) == wanted[-1][1]), None)
            if move is not None:
                wanted.pop()
        moves.append(move or legal[-1])
        state = GAME.apply(state, moves[-1])
    return tuple(moves)


def _discard(cards: tuple[Card, ...], pyramid: tuple[Card | None, ...]) -> set[Card]:
    """Return the cards of the discard itself, without kings of the pyramid that go with it."""
    return {card for card in cards if rank_of(card) != KING or card not in pyramid}


def _goes_at_once(state: PyramidState, play: Discard, spare: int) -> bool:
    """Say whether a discard is of a king that the search takes for gone as soon as it is available."""
    if rank_of(play.cards[0]) != KING:
        return False
    return len(state.wastes) == 1 or state.options.redeals - state.redealt <= spare or _is_king_of_pyramid(state, play)
