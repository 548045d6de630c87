"""What is done with tables, as one thing to hand around."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

from bot.dealing import Dealer
from bot.service import Service
from bot.tables.invitations import Inviting
from bot.tables.lobbies import Lobbies
from bot.tables.races import Races
from bot.tables.turns import Turns
from storage.invitations import Invitations
from storage.tables import Tables


@dataclass(frozen=True, slots=True)
class Rooms:
    """The tables and their use cases. ``now`` gives the time in milliseconds since 1970 (UTC)."""

    stored: Tables
    lobbies: Lobbies
    inviting: Inviting
    turns: Turns
    races: Races
    now: Callable[[], int]
    behind: set[int] = field(default_factory=set)
    """The ids of tables whose messages did not get through: they are tried again (see ``keeper``)."""
    doubtful: set[int] = field(default_factory=set)
    """The ids of tables at which somebody may have been called by a message that is not noted (see ``calls``)."""

    @classmethod
    def over(
        cls, stored: Tables, invitations: Invitations, dealer: Dealer, service: Service, now: Callable[[], int]
    ) -> Self:
        """Return the use cases over the tables and invitations of a database."""
        lobbies = Lobbies(stored, dealer, now)
        return cls(
            stored,
            lobbies,
            Inviting(invitations, lobbies, now),
            Turns(stored, service, now),
            Races(stored, service, now),
            now,
        )
