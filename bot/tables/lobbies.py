"""What people do before a table begins: open it, join, leave, invite, start it, call it off. No Discord here."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.dealing import Dealer
from bot.new_games import Place, name_of, new_game
from bot.positions import options_of
from bot.tables import rules
from bot.tables.changes import Decide, changed
from bot.tables.refusals import TableRefused, not_seated, table_over
from engine.cards import cards_text
from engine.deals import DealError
from engine.game import RULES, AnyGame, games
from engine.words import Phrase
from storage.pool import Kind
from storage.table_rows import LEAST_SEATS, HowEnded, NewTable, Seat, Step, Table, TableChanged
from storage.tables import Tables

WAITING: Final = 30 * 60 * 1000
"""Milliseconds after which a lobby expires that nobody has started."""


class Lobbies:
    """The use cases of lobbies. ``now`` gives the time in milliseconds since 1970 (UTC).

    They raise NoSuchTable, and TableRefused where something can't be done, and say why.
    """

    def __init__(
        self, tables: Tables, dealer: Dealer, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    ) -> None:
        self.tables = tables
        self._dealer = dealer
        self._now = now

    async def open(self, new: NewTable, seed: str | None = None) -> Table:
        """Open a lobby; with a ``seed``, which the host has chosen, on that deal. Raise DealError for one that is none.

        Rules and deal of ``new`` are filled in.
        """
        new = replace(new, rules=RULES)
        if seed is not None:
            game = games()[new.game]
            deal = game.deal_from_seed(seed)
            new = replace(new, origin="chosen", seed=deal.seed, cards=cards_text(deal.cards), deal=name_of(game, deal))
        return await self.tables.open(new, self._now() + WAITING, self._now())

    async def join(self, user_id: int, table_id: int) -> Table:
        """Take a seat; who has one keeps it."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            if table.state == "playing":
                raise TableRefused(Phrase("This table has begun: nobody joins it any more."))
            self.check_open(table)
            if table.sits(user_id):
                return table, None
            if len(table.seats) >= table.most_seats:
                raise TableRefused(Phrase("All seats of this table are taken."))
            position = max((seat.position for seat in table.seats), default=-1) + 1
            return replace(table, seats=(*table.seats, Seat(user_id=user_id, position=position))), None

        return await self._change(table_id, decide)

    async def leave(self, user_id: int, table_id: int) -> Table:
        """Give one's seat up; the next is host then, and a lobby that nobody is left in is called off."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            self.check_open(table)
            if not table.sits(user_id):
                raise not_seated()
            seats = tuple(seat for seat in table.seats if seat.user_id != user_id)
            if not seats:
                return self._closed(table, "cancelled", user_id), None
            return rules.with_host(replace(table, seats=seats)), None

        return await self._change(table_id, decide)

    async def cancel(self, user_id: int, table_id: int, *, moderator: bool) -> Table:
        """Call the table off: its host may, and a ``moderator``."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            self.check_open(table)
            if not moderator and user_id != table.host_id:
                raise TableRefused(Phrase("Only the host calls this table off."))
            return self._closed(table, "cancelled", user_id), None

        return await self._change(table_id, decide)

    async def expire(self, table_id: int) -> Table:
        """Close the lobby if its time is over; else nothing is done."""

        async def decide(table: Table) -> tuple[Table, Step | None]:
            if table.state != "lobby" or table.deadline is None or self._now() < table.deadline:
                return table, None
            return self._closed(table, "expired", None), None

        return await self._change(table_id, decide)

    async def start(self, user_id: int, table_id: int) -> Table:
        """Deal and begin: on a deal that can be won and that nobody at the table has met, if one is found in time."""
        while True:
            table = await self.tables.get(table_id)
            if table.state == "playing":
                return table
            self.check_open(table)
            if user_id != table.host_id:
                raise TableRefused(Phrase("Only the host starts this table."))
            if len(table.seats) < LEAST_SEATS:
                raise TableRefused(Phrase("There have to be two at a table: invite somebody with /table invite."))
            game = games()[table.game]
            try:
                dealt = table if table.seed is not None else await self._dealt(table, game)
                assert dealt.seed is not None
                deal, options = game.deal_from_seed(dealt.seed), options_of(game, table.options)
                place = Place(table.channel_id, table.guild_id)
                new = new_game(table.host_id, place, game, options, deal, table.origin)
                return await self.tables.start(dealt, rules.begun(dealt, self._now()), new, self._now())
            except TableChanged:
                # Somebody has joined or left meanwhile: it is looked at again.
                continue

    async def rematch(self, user_id: int, table_id: int) -> Table:
        """Open a lobby with the seats of a table that is over, the order shifted by one; once, whoever asks again.

        Those who had left have no seat in it, but for whoever asks first: they are its host.
        """
        before = await self.tables.get(table_id)
        if before.state != "over":
            raise TableRefused(Phrase("This table is not over."))
        if before.seat_of(user_id) is None:
            raise not_seated()
        again = [seat for seat in before.seats if seat.user_id == user_id or (seat.state == "in" and seat.user_id > 0)]
        order = [seat.user_id for seat in (*again[1:], again[0])]
        quiet = {seat.user_id: seat.quiet for seat in again}
        seats = [Seat(user_id=one, position=place, quiet=quiet[one]) for place, one in enumerate(order)]
        new = NewTable(
            kind=before.kind,
            guild_id=before.guild_id,
            channel_id=before.channel_id,
            locale=before.locale,
            host_id=user_id,
            game=before.game,
            options=before.options,
            rules=RULES,
            most_seats=before.most_seats,
            clock=before.clock,
            rematch_of=before.id,
        )
        return await self.tables.open(new, self._now() + WAITING, self._now(), seats)

    async def _dealt(self, table: Table, game: AnyGame) -> Table:
        """Return the table with a deal: one that can be won and that nobody was dealt before, if one is found."""

        def named(seed: str) -> tuple[str, str] | None:
            try:
                deal = game.deal_from_seed(seed)
            except DealError:
                return None
            return cards_text(deal.cards), name_of(game, deal)

        dealt = await self.tables.deal(table, named)
        if dealt is None:
            await self._dealer.find_more(Kind(table.game, table.options, table.rules))
            dealt = await self.tables.deal(table, named)
        if dealt is not None:
            return dealt
        deal = game.deal_from_seed(secrets.token_hex(8))
        return replace(table, seed=deal.seed, cards=cards_text(deal.cards), deal=name_of(game, deal))

    def check_open(self, table: Table) -> None:
        """Raise TableRefused unless the table is a lobby whose time is not over."""
        if table.state == "playing":
            raise TableRefused(Phrase("This table has begun already."))
        if table.state != "lobby":
            raise table_over()
        if table.deadline is not None and self._now() >= table.deadline:
            raise TableRefused(Phrase("This lobby has expired. Open another one with /table open."))

    def _closed(self, table: Table, how: HowEnded, by: int | None) -> Table:
        return rules.closed(table, how, self._now(), by)

    async def _change(self, table_id: int, decide: Decide) -> Table:
        return await changed(self.tables, table_id, self._now, decide)
