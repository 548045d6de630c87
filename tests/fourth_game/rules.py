"""Aces Up: of two top cards of one suit the lower one goes, aces being highest, until only the aces are left."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from engine.cards import ACE, KING, PACK, Card, card_label, rank_of, suit_of
from engine.deals import Deal
from engine.game import Advance, Game, IllegalMove, InvalidMove, texts
from engine.view import Mark, Outcome, Pile, View
from engine.words import Phrase, mark

PILES: Final = 4
DEAL: Final = Advance("deal")


@dataclass(frozen=True, slots=True)
class Take:
    """The top card of a pile, from 0, goes: out or, where ``to`` is given, on to that empty pile."""

    pile: int
    to: int | None = None


AcesUpMove: TypeAlias = Take | Advance


@dataclass(frozen=True, slots=True)
class AcesUpState:
    """A position: the piles, their top cards last, and the stock, its next card first."""

    piles: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    advances: int = 0
    plays: int = 0


class AcesUp(Game[AcesUpState, AcesUpMove]):
    """The rules of Aces Up."""

    name = "acesup"
    title = mark("Aces Up")
    summary = mark("Discard the lower of two top cards of one suit, until only the four aces are left")
    options = ()
    pack = PACK
    total = len(PACK) - PILES
    plays_all = True

    def deal(self, deal: Deal, options: Mapping[str, str | int]) -> AcesUpState:
        """Return the first position: a card lies on each pile, 48 are the stock."""
        return AcesUpState(tuple((card,) for card in deal.cards[:PILES]), deal.cards[PILES:])

    def options_of(self, state: AcesUpState) -> Mapping[str, str | int]:
        """Return nothing: the game has no options."""
        return {}

    def legal_moves(self, state: AcesUpState) -> tuple[AcesUpMove, ...]:
        """Return the discards, the shifts to empty piles, and the deal."""
        takes = [Take(pile, to) for to in (None, *range(PILES)) for pile in range(PILES)]
        moves: list[AcesUpMove] = [move for move in takes if _why_no_take(state, move) is None]
        return (*moves, DEAL) if state.stock else tuple(moves)

    def apply(self, state: AcesUpState, move: AcesUpMove) -> AcesUpState:
        """Return the position after a discard, a shift or a deal."""
        why = self._why_not(state, move)
        if why is not None:
            raise IllegalMove(self.format(move), why)
        piles = list(state.piles)
        if isinstance(move, Advance):
            dealt = tuple((*pile, card) for pile, card in zip(piles, state.stock[:PILES], strict=True))
            return replace(state, piles=dealt, stock=state.stock[PILES:], advances=state.advances + 1)
        if move.to is not None:
            piles[move.to] = piles[move.pile][-1:]
        piles[move.pile] = piles[move.pile][:-1]
        return replace(state, piles=tuple(piles), plays=state.plays + 1)

    def outcome(self, state: AcesUpState) -> Outcome | None:
        """Won when only the aces are left; lost when nothing can be moved or dealt before that."""
        if self.progress(state) == self.total:
            return Outcome.WON
        return None if self.legal_moves(state) else Outcome.LOST

    def progress(self, state: AcesUpState) -> int:
        """Return how many cards are out."""
        return len(PACK) - len(state.stock) - sum(map(len, state.piles))

    def most_advances(self, state: AcesUpState) -> int:
        """Return how often the stock is dealt from."""
        return len(PACK) // PILES - 1

    def parse(self, text: str) -> AcesUpMove:
        """Read ``p1``, ``p1>3`` or ``deal``."""
        word = text.strip().lower()
        if word == DEAL.name:
            return DEAL
        found = re.fullmatch(r"p([1-4])(?:>([1-4]))?", word)
        if found is None or found[1] == found[2]:
            raise InvalidMove(text, Phrase("A move is a pile's discard (p1), a shift to an empty pile (p1>3) or deal"))
        return Take(int(found[1]) - 1, int(found[2]) - 1 if found[2] else None)

    def format(self, move: AcesUpMove) -> str:
        """Write a move: piles are numbered from 1."""
        if isinstance(move, Advance):
            return move.name
        return f"p{move.pile + 1}" if move.to is None else f"p{move.pile + 1}>{move.to + 1}"

    def describe(self, state: AcesUpState, move: AcesUpMove) -> Phrase:
        """Say in words what a move does."""
        if isinstance(move, Advance):
            return Phrase("Deal a card on each pile")
        label = card_label(state.piles[move.pile][-1])
        if move.to is None:
            return Phrase("Discard {card}", {"card": label})
        return Phrase("Put {card} on the empty pile {pile}", {"card": label, "pile": move.to + 1})

    def view(self, state: AcesUpState) -> View:
        """Return the position with the stock face down."""
        left = {card for pile in (state.stock, *state.piles) for card in pile}
        moves = [move for move in self.legal_moves(state) if isinstance(move, Take)]
        takes = [(n, tuple(self.format(move) for move in moves if move.pile == n)) for n in range(PILES)]
        return View(
            game=self.name,
            options=(),
            piles=(
                *(Pile(f"p{n}", "tableau", pile) for n, pile in enumerate(state.piles, 1)),
                Pile("stock", "stock", (None,) * len(state.stock)),
                Pile("discard", "discard", tuple(card for card in PACK if card not in left)),
            ),
            marks=tuple(
                Mark(f"p{n + 1}", len(state.piles[n]) - 1, f"p{n + 1}", written) for n, written in takes if written
            ),
            facts=(),
            advance=DEAL.name if state.stock else None,
            outcome=self.outcome(state),
            progress=self.progress(state),
            total=self.total,
            score=self.score(state),
        )

    def fields(self, state: AcesUpState) -> dict[str, object]:
        """Return the piles (bottom first) and the stock (next first)."""
        return {"piles": [texts(pile) for pile in state.piles], "stock": texts(state.stock)}

    def _why_not(self, state: AcesUpState, move: AcesUpMove) -> Phrase | None:
        if self.outcome(state) is not None:
            return Phrase("The game is over")
        if isinstance(move, Take):
            return _why_no_take(state, move)
        return None if state.stock else Phrase("The stock is empty")


def _why_no_take(state: AcesUpState, move: Take) -> Phrase | None:
    """Return why a card cannot go, or None if it can."""
    pile = state.piles[move.pile]
    if not pile:
        return Phrase("Pile {pile} is empty", {"pile": move.pile + 1})
    label = {"card": card_label(pile[-1])}
    if move.to is None:
        tops = [other[-1] for other in state.piles if other]
        higher = any(suit_of(one) == suit_of(pile[-1]) and _height(one) > _height(pile[-1]) for one in tops)
        return None if higher else Phrase("No higher card of the suit of {card} lies on top of a pile", label)
    if state.piles[move.to]:
        return Phrase("Pile {pile} is not empty", {"pile": move.to + 1})
    # A card that lies alone would only change places, and might do so for ever.
    return None if len(pile) > 1 else Phrase("{card} lies alone: it would only change places", label)


def _height(card: Card) -> int:
    return KING + 1 if rank_of(card) == ACE else rank_of(card)


GAME: Final = AcesUp()
