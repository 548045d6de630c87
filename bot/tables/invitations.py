"""Asking people to a table: who may be asked, and what they answer. No Discord here."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from bot.tables.lobbies import Lobbies
from bot.tables.refusals import TableRefused, not_seated
from engine.words import Phrase, mark
from storage.invitations import Invitation, Invitations, InvitationState, NotAsked, WhyNot
from storage.table_rows import Table, TableChanged

_WHY_NOT: Final[dict[WhyNot, str]] = {
    "open": mark("{person} has an invitation to this table already, and has not answered yet."),
    "declined": mark("{person} has declined an invitation to this table. They may still join it by its button."),
    "many": mark("Enough people were asked to this table: the others may join it by its button."),
    "often": mark("You have asked {person} often enough for now. You can again {until}."),
}


ANSWERED: Final[dict[InvitationState, Phrase]] = {
    "accepted": Phrase("This invitation was accepted."),
    "declined": Phrase("This invitation was declined. You may still join the table by its button."),
    "expired": Phrase("This invitation has expired."),
}
"""What is said of an invitation that can't be answered any more."""


class Inviting:
    """The use cases of invitations. ``now`` gives the time in milliseconds since 1970 (UTC).

    They raise NoSuchTable, and TableRefused where something can't be done, and say why. An invitation keeps no seat,
    and keeps nobody from anything.
    """

    def __init__(
        self,
        stored: Invitations,
        lobbies: Lobbies,
        now: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.stored = stored
        self._lobbies = lobbies
        self._now = now

    async def ask(self, user_id: int, table_id: int, whom: int, *, bot: bool = False) -> Table:
        """Note that somebody who sits at a lobby asks another person, or a ``bot``; return the table."""
        while True:
            table = await self._lobbies.tables.get(table_id)
            self.check_may_ask(user_id, table)
            if bot:
                raise TableRefused(Phrase("Bots don't play at tables: ask a person."))
            if whom == user_id:
                raise TableRefused(Phrase("You sit at this table already."))
            person = f"<@{whom}>"
            if table.sits(whom):
                raise TableRefused(Phrase("{person} sits at this table already.", {"person": person}))
            try:
                await self.stored.ask(table, whom, user_id, self._now())
            except TableChanged:
                # Somebody has joined or left meanwhile: it is looked at again.
                continue
            except NotAsked as error:
                until = f"<t:{error.until // 1000}:R>" if error.until is not None else ""
                raise TableRefused(Phrase(_WHY_NOT[error.why], {"person": person, "until": until})) from None
            return table

    def check_may_ask(self, user_id: int, table: Table) -> None:
        """Raise TableRefused unless somebody may ask others to the table."""
        self._lobbies.check_open(table)
        if not table.sits(user_id):
            raise not_seated()
        if len(table.seats) >= table.most_seats:
            raise TableRefused(Phrase("All seats of this table are taken."))

    async def accept(self, user_id: int, table_id: int) -> tuple[Invitation, Table]:
        """Take a seat, as one was asked to; return the invitation and the table."""
        invitation, accepted = await self._answer(user_id, table_id, "accepted")
        try:
            if invitation.state != "accepted":
                raise TableRefused(ANSWERED[invitation.state])
            return invitation, await self._lobbies.join(user_id, table_id)
        except TableRefused:
            if accepted:
                # A seat may become free: they may still answer.
                await self.stored.reopen(table_id, user_id)
            raise

    async def decline(self, user_id: int, table_id: int) -> Invitation:
        """Decline; what one has answered before stays as it is. Return the invitation."""
        return (await self._answer(user_id, table_id, "declined"))[0]

    async def _answer(self, user_id: int, table_id: int, answer: InvitationState) -> tuple[Invitation, bool]:
        """Answer an open invitation; return it, and whether it was this that answered it."""
        while True:
            if (answered := await self.stored.change(table_id, user_id, "open", answer)) is not None:
                return answered, True
            invitation = await self.stored.get(table_id, user_id)
            if invitation is None:
                raise TableRefused(ANSWERED["expired"])
            if invitation.state != "open":
                return invitation, False
            # Between these two an answer came to nothing, and it is open again.
