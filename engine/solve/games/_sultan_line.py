"""Real moves for a line that was found without looking at the foundations."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.sultan import DRAW, GAME, REDEAL, FromDivan, FromWaste, SultanMove, SultanState
from engine.view import Outcome


def moves_of(state: SultanState, placed: Iterable[int]) -> tuple[SultanMove, ...]:
    """Return the moves that place every card of the pack in an order, then build all that the divan holds.

    A card is named by where it lies in the pack: the waste from the bottom up, then the stock from the next card on.
    """
    player = _Player(state)
    for place in placed:
        player.place(place)
    return player.finish()


class _Player:
    """Plays a line move by move, keeping beside the waste and the stock which card is which."""

    def __init__(self, state: SultanState) -> None:
        self._state = state
        self._moves: list[SultanMove] = []
        pack = range(len(state.waste) + len(state.stock))
        self._waste = list(pack[: len(state.waste)])
        self._stock = list(pack[len(state.waste) :])

    def place(self, card: int) -> None:
        """Bring a card to the top of the waste, and from there to its foundation or into the divan."""
        while not (self._waste and self._waste[-1] == card):
            play = self._from_divan() if not self._waste and self._stock[:1] == [card] else None
            if play is not None:  # The divan is filled from the stock where there is no waste: a draw is spared.
                self._make(play)
                del self._stock[0]
                return
            self._advance()
        plays = GAME.legal_moves(self._state)
        from_waste = next((move for move in plays if isinstance(move, FromWaste)), None)
        self._make(from_waste or next(move for move in plays if isinstance(move, FromDivan)))
        del self._waste[-1]

    def finish(self) -> tuple[SultanMove, ...]:
        """Build what is left, all cards being placed, and return all moves."""
        while GAME.outcome(self._state) is not Outcome.WON:
            self._make(GAME.legal_moves(self._state)[0])
        return tuple(self._moves)

    def _from_divan(self) -> FromDivan | None:
        return next((move for move in GAME.legal_moves(self._state) if isinstance(move, FromDivan)), None)

    def _advance(self) -> None:
        if self._stock:
            self._make(DRAW)
            self._waste.append(self._stock.pop(0))
        else:
            self._make(REDEAL)
            self._stock, self._waste = self._waste, []

    def _make(self, move: SultanMove) -> None:
        self._state = GAME.apply(self._state, move)
        self._moves.append(move)
