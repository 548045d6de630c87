"""What the last move changed on the table, found by comparing two views."""

from __future__ import annotations

from collections.abc import Set
from typing import TypeAlias

from engine.view import View

Spot: TypeAlias = tuple[str, int]
"""The name of a pile and the index of a card in it."""


def fresh(before: View | None, after: View) -> Set[Spot]:
    """Return where cards lie face up that did not lie there before; none without a view from before.

    A card that has only moved up in its pile, because one below it went, is not fresh; one that was turned face up
    where it lies, as on an open stock, is. Discarded cards are no more on the table, and never fresh. Where a pile of
    the tableau or a waste has become shorter, the index after its last card is in the answer too: that is where a card
    is missing.
    """
    if before is None:
        return frozenset()
    found = set()
    for pile in after.piles:
        if pile.role in ("discard", "fate"):
            continue
        try:
            old = list(before.cards(pile.name))
        except KeyError:
            old = []
        if pile.role in ("tableau", "waste") and len(pile.cards) < len(old):
            found.add((pile.name, len(pile.cards)))
        for index, card in enumerate(pile.cards):
            if card is None:
                continue
            # The cards that stayed kept their order: walk through both piles at once.
            if card in old:
                del old[: old.index(card) + 1]
            else:
                found.add((pile.name, index))
    return frozenset(found)
