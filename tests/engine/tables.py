"""Games on hand-made deals, told in the texts that records use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from engine.cards import Card, parse_cards
from engine.game import IllegalMove, games
from engine.view import View


class Table:
    """A game under way: ``play`` makes moves, the rest tells what lies there."""

    def __init__(self, name: str, cards: str, *, last: str = "", wind: str | None = None, **options: str) -> None:
        """Deal ``cards``, then the others in the order of the pack, then ``last``; of the wind give the first."""
        self.game = games()[name]
        laid = filled_up(self.game.pack, cards, last)
        blown = filled_up(self.game.pack, wind or "") if self.game.has_wind else None
        deal = self.game.deal_from_cards(laid, blown)
        self.state: Any = self.game.deal(deal, self.game.read_options(options))

    def play(self, moves: str | Iterable[str]) -> Table:
        for text in moves.split() if isinstance(moves, str) else moves:
            self.state = self.game.apply(self.state, self.game.parse(text))
        return self

    def why(self, text: str) -> str:
        """Return the reason why a move cannot be made now."""
        with pytest.raises(IllegalMove) as refused:
            self.game.apply(self.state, self.game.parse(text))
        return str(refused.value.why)

    def said(self, text: str) -> str:
        """Return the words for a move."""
        return self.game.describe(self.state, self.game.parse(text)).text()

    @property
    def legal(self) -> list[str]:
        return sorted(self.game.format(move) for move in self.game.legal_moves(self.state))

    @property
    def outcome(self) -> str | None:
        return self.game.outcome(self.state)

    @property
    def score(self) -> int:
        return self.game.score(self.state)

    @property
    def view(self) -> View:
        return self.game.view(self.state)

    def __getitem__(self, name: str) -> Any:
        """Return a field of the printed state."""
        return self.game.fields(self.state)[name]

    def piles(self, name: str) -> list[str]:
        """Return a field that is a list of lists of cards, the cards of each as one text."""
        return [" ".join(cards) for cards in self[name]]


def filled_up(pack: Iterable[Card], first: str, last: str = "") -> tuple[Card, ...]:
    """Return the cards named first, then the others of the pack in its order, then those named last."""
    top, bottom = parse_cards(first), parse_cards(last)
    used = Counter((*top, *bottom))
    others = []
    for card in pack:
        if used[card]:
            used[card] -= 1
        else:
            others.append(card)
    assert not +used, "a card was named too often"
    return (*top, *others, *bottom)
