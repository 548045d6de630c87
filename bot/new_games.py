"""What is stored of a game that begins."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import cards_text
from engine.deals import Deal, DealError
from engine.game import RULES, AnyGame
from storage.deals import fingerprint
from storage.rows import NewGame, Origin


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game is played: ids of the channel and, unless it is a private one, of the guild."""

    channel_id: int | None
    guild_id: int | None = None


def new_game(
    owner_id: int,
    place: Place,
    game: AnyGame,
    options: Mapping[str, str | int],
    deal: Deal | None,
    origin: Origin,
    wish: str | None = None,
) -> NewGame:
    """Return what is stored of a game that begins. Cards are kept only where no seed names the deal.

    Without a ``deal``, one has still to be chosen.
    """
    cards = () if deal is None or deal.seed is not None else deal.cards
    wind = () if deal is None or deal.seed is not None else deal.wind
    return NewGame(
        owner_id=owner_id,
        game=game.name,
        options=options_text(options),
        rules=RULES,
        seed=None if deal is None else deal.seed,
        cards=cards_text(cards) if cards else None,
        wind=cards_text(wind) if wind else None,
        origin=origin,
        guild_id=place.guild_id,
        channel_id=place.channel_id,
        wish=wish,
        deal=None if deal is None else name_of(game, deal),
    )


def name_of(game: AnyGame, deal: Deal) -> str:
    """Return the fingerprint of a deal's cards."""
    return fingerprint(game.name, cards_text(deal.cards))


def name_of_seed(game: AnyGame, seed: str) -> str:
    """Return the fingerprint of the cards that a seed names; '' if it names none."""
    try:
        return name_of(game, game.deal_from_seed(seed))
    except DealError:
        return ""


def options_text(options: Mapping[str, str | int]) -> str:
    """Return options as they are stored: a JSON object, in the order that the game has them in."""
    return json.dumps(dict(options))
