"""Pyramid: whether a position can be won when all cards are known, exactly and under all options."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import KING, Card, rank_of
from engine.games.pyramid import GAME, Discard, PyramidMove, PyramidState
from engine.solve import literal
from engine.solve.games import _pyramid_one
from engine.solve.games._pyramid_board import Board
from engine.solve.solution import Found, Limit, Status


def search(state: PyramidState, limit: Limit, *, shortest: bool) -> Found:
    """Search from a position that is not over; the shortest line is exact."""
    if shortest or len(state.wastes) == 3:
        return literal.search(GAME, state, limit, shortest=shortest)
    redeals = state.options.redeals - state.redealt
    board = Board(state.pyramid)
    waste = _without_kings(state.wastes[0])
    cards = waste + _without_kings(state.stock)
    found = _pyramid_one.search(board, cards, len(waste), redeals, state.options.stock == "open", limit)
    if found.status is not Status.WON:
        return found
    by_bit = [*state.pyramid, *cards]
    discards = [
        frozenset(card for bit, card in enumerate(by_bit) if gone >> bit & 1 and card is not None)
        for gone in found.moves
    ]
    return Found(Status.WON, _moves(state, discards), found.nodes)


def _without_kings(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if rank_of(card) != KING)


def _moves(state: PyramidState, discards: Iterable[frozenset[Card]]) -> tuple[PyramidMove, ...]:
    """Return the moves to a win: each pair as soon as it can go, kings at once, and the draws and redeals between."""
    moves: list[PyramidMove] = []
    pairs = [frozenset(card for card in cards if rank_of(card) != KING) for cards in discards]
    waiting = list(reversed([pair for pair in pairs if pair]))
    while legal := GAME.legal_moves(state):
        plays = [move for move in legal if isinstance(move, Discard)]
        move = next((play for play in plays if len(play.cards) == 1), None)
        if move is None and waiting:
            move = next((play for play in plays if waiting[-1] == set(play.cards)), None)
            if move is not None:
                waiting.pop()
        moves.append(move or legal[-1])
        state = GAME.apply(state, moves[-1])
    return tuple(moves)
