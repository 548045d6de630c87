"""Why a use case is refused, as types: what people are told of each stands in ``sentences``."""

from __future__ import annotations

from engine.words import Phrase


class NotYours(Exception):
    """The game belongs to somebody else: ``owner_id``."""

    def __init__(self, owner_id: int) -> None:
        super().__init__(f"the game belongs to {owner_id}")
        self.owner_id = owner_id


class NoGame(LookupError):
    """The player has no unfinished game or, where one was asked for, there is none of this ``number``."""

    def __init__(self, number: int | None = None) -> None:
        super().__init__("no game" if number is None else f"no game {number}")
        self.number = number


class NoGameYet(NoGame):
    """The player has never had a game."""


class NoGameOver(LookupError):
    """The player has no game that is over."""


class NoAdvance(Exception):
    """Nothing is left to turn or deal; plays are."""


class NoWayOn(Exception):
    """This way of going on leads nowhere from here."""


class DealUntold(Exception):
    """The bot chose the deal and the game is not over: whoever knew the deal could see every card to come."""


class NotManaged(Exception):
    """Somebody may not set anything where they ask for it; ``why`` is a sentence."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(why.text(str))
        self.why = why
