"""The daily challenge: which deal a day has, who may play it and when, and what is ended by time. No Discord here."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Final

from bot.days import after, begins, closes, day_at, number_of
from bot.dealing import Ask
from bot.new_games import Place, new_game, options_text
from bot.positions import BrokenGame, Position
from bot.refusals import NoGame
from bot.service import Service
from engine.cards import cards_text
from engine.game import RULES, games
from engine.record import make_record, write_record
from engine.words import Phrase
from storage.daily import Dailies, Daily
from storage.pool import Kind
from storage.rows import GameChanged, GameRow, NoSuchGame

log = logging.getLogger(__name__)

SECRET: Final = "daily"
"""The name under which the database keeps the secret that the deals follow from, where no other is set."""

EACH: Final = 2.5
"""Seconds that the solver has for one deal."""
AT_ONCE: Final = 32
PROVING: Final = 5.0
"""How many deals it is given at once, and the seconds for those it comes to: then others have their turn."""
MOST_TRIED: Final = 1000
"""After so many deals without a proof, the first of them is taken as it is."""
UNANSWERED: Final = 3
"""How often nobody may answer while somebody waits for a deal, before one without a proof is taken."""
PAUSE: Final = 1.0
"""Seconds to wait before asking again where there was no answer: people's questions may have come first."""
WAITING: Final = 20.0
"""Seconds that somebody waits for a deal of today that is only being looked for."""
CLOSED_AT_ONCE: Final = 100


class DailyRefused(Exception):
    """The daily can't be opened; ``why`` is a sentence."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(why.text(str))
        self.why = why


def seed_of(secret: str, day: str, game: str, k: int) -> str:
    """Return the ``k``-th seed of a game and day: nobody without the secret can tell it, whatever others they know."""
    return hmac.new(secret.encode(), f"{day}\n{game}\n{k}".encode(), hashlib.sha256).hexdigest()


class Challenge:
    """The dailies of all games. ``now`` gives the time in milliseconds since 1970 (UTC)."""

    def __init__(
        self,
        service: Service,
        dailies: Dailies,
        ask: Ask,
        secret: str | None = None,
        now: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        *,
        idle: bool = False,
    ) -> None:
        """``secret`` is the one that is set, if any; ``idle`` is for where nobody can be asked for proofs."""
        self.now = now
        self._service = service
        self._dailies = dailies
        self._ask = ask
        self._secret = secret
        self._idle = idle
        self._awaited: Counter[tuple[str, str]] = Counter()
        """How many people wait for a deal: they come before everything else that is searched for unasked."""
        self._preparing: defaultdict[tuple[str, str], asyncio.Lock] = defaultdict(asyncio.Lock)

    @property
    def today(self) -> str:
        """The day that it is."""
        return day_at(self.now())

    async def prepare(self) -> None:
        """See to it that every game has its deal of today and of tomorrow, with a proof if one is found."""
        for day in (self.today, after(self.today)):
            for name in games():
                await self.daily(name, day)

    async def daily(self, name: str, day: str) -> Daily:
        """Return the deal of a game on a day, today or a later one; it is chosen and stored if that is still to do."""
        stored = await self._dailies.of(name, day)
        if stored is not None:
            return stored
        async with self._preparing[name, day]:
            stored = await self._dailies.of(name, day)
            if stored is None:
                daily, kind = await self._chosen(name, day)
                stored = await self._dailies.keep(daily, kind, None, self.now())
        self._preparing.pop((name, day), None)
        return stored

    async def open(self, owner_id: int, place: Place, name: str, day: str | None = None) -> Position:
        """Return a person's game on a day's deal, begun if need be: ranked on the day, unranked once it is told.

        Raise DailyRefused for a day to come, for yesterday's unless it was begun in time, and for one without a deal;
        AttemptUsed.
        """
        today = self.today
        day = today if day is None else day
        if day > today:
            when = f"<t:{begins(day) // 1000}:f>"
            raise DailyRefused(Phrase("The daily of {day} has not begun: it opens {when}.", {"day": day, "when": when}))
        game = games()[name]
        if day == today:
            self._awaited[name, day] += 1
            try:
                async with asyncio.timeout(WAITING):
                    await self.daily(name, day)
            except TimeoutError:
                raise DailyRefused(
                    Phrase("The deal of today is still being looked for. Try again in a minute.")
                ) from None
            finally:
                self._awaited[name, day] -= 1
            new = new_game(owner_id, place, game, game.read_options({}), None, "bot")
            return await self._service.position((await self._dailies.start(new, day, self.now())).id)
        if self.now() < closes(day):
            attempt = await self._dailies.attempt(owner_id, name, day)
            if attempt is None:
                when = f"<t:{closes(day) // 1000}:f>"
                raise DailyRefused(
                    Phrase(
                        "The daily of {day} can't be begun any more. It may be played, unranked, from {when}.",
                        {"day": day, "when": when},
                    )
                )
            return await self._service.position(attempt.id)
        daily = await self._dailies.of(name, day)
        if daily is None:
            raise DailyRefused(Phrase("There was no daily of this game on {day}.", {"day": day}))
        begun = await self._dailies.past(owner_id, name, day)
        if begun is not None:
            return await self._service.position(begun.id)
        return await self._service.start(owner_id, place, name, {}, daily.seed)

    async def used(self, owner_id: int, day: str) -> frozenset[str]:
        """Return the games whose attempt at a day a person has had, and has deleted what was kept of it."""
        return await self._dailies.used(owner_id, day)

    async def dealt(self, day: str) -> list[str]:
        """Return the games that have a deal on a day."""
        return [name for name in games() if await self._dailies.of(name, day) is not None]

    async def attempts(self, owner_id: int, day: str) -> dict[str, Position | None]:
        """Return a person's attempts at a day, by game; None where they have none."""
        found: dict[str, Position | None] = {}
        for name in games():
            attempt = await self._dailies.attempt(owner_id, name, day)
            found[name] = None if attempt is None else await self._service.position(attempt.id)
        return found

    def is_private(self, day: str) -> bool:
        """Say whether a game on this day's deal would be ranked, or refused: seen by its player alone."""
        return self.now() < closes(day)

    async def close_overdue(self) -> int:
        """Close, as they stand, the attempts of days whose grace is over; return how many those were."""
        # The grace being a day, it is over for all days before yesterday.
        open_from = after(self.today, -1)
        closed = left = 0
        while rows := await self._dailies.unfinished(open_from, CLOSED_AT_ONCE, left):
            done = [await self._close(row) for row in rows]
            closed += sum(done)
            # Those that can't be closed keep none of the others waiting.
            left += done.count(False)
        await self._dailies.forget_marks(open_from)
        return closed

    async def _close(self, row: GameRow) -> bool:
        """Close an attempt whose time is over; say whether that was done."""
        try:
            await self._service.resign(row.owner_id, row.id, row.version, overdue=True)
        except (NoGame, NoSuchGame):
            log.info("game %d was deleted while it was to be closed", row.id)
        except GameChanged:
            log.info("game %d has gone on while it was to be closed; it is closed the next time", row.id)
        except (BrokenGame, ValueError) as error:
            log.error("an attempt at the daily of %s can't be closed: %s", row.day, error)
        else:
            return True
        return False

    async def _chosen(self, name: str, day: str) -> tuple[Daily, Kind]:
        game = games()[name]
        options = game.read_options({})
        secret = self._secret or await self._dailies.secret(SECRET)

        def daily(k: int, proof: tuple[str, ...]) -> Daily:
            seed = seed_of(secret, day, name, k)
            cards = cards_text(game.deal_from_seed(seed).cards)
            return Daily(name, day, number_of(day), k, seed, cards, proof, closes(day))

        kind = Kind(name, options_text(options), RULES)

        def record(k: int) -> str:
            return write_record(make_record(game, options, game.deal_from_seed(seed_of(secret, day, name, k))))

        k = unanswered = 0
        while k < MOST_TRIED and not self._idle:
            awaited = self._awaited[name, day] > 0
            records = [record(one) for one in range(k, min(k + AT_ONCE, MOST_TRIED))]
            request = {"records": records, "each": EACH}
            answer = await self._ask("first", request, seconds=PROVING, background=not awaited)
            if answer is None:
                unanswered += awaited
                if unanswered >= UNANSWERED:
                    break
                await asyncio.sleep(PAUSE)
            elif answer["number"] is not None:
                return daily(k + answer["number"], tuple(answer["moves"])), kind
            else:
                k += max(1, answer["tried"])
        # Where nothing is searched for, that is as it was wished.
        level = logging.INFO if self._idle else logging.WARNING
        log.log(level, "the daily of %s for %s has no proof that it can be won", name, day)
        return daily(0, ()), kind
