"""The announcement of a day, posted at its start in the channel that a server has chosen: once, also over crashes.

A row is claimed before anything is sent, and the message carries the row's nonce, with which Discord takes one message
within some minutes. What was claimed and is not known to be posted is looked for later, before it is sent again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import discord

from bot.answers import is_undelivered
from bot.commands.daily import DailyButton
from bot.controls import Controls
from bot.daily_texts import Ranked, announcement
from bot.days import after
from bot.texts import translator
from engine.game import games
from storage.announcements import Announcements, Claim

if TYPE_CHECKING:
    from bot.client import PatienceClient

log = logging.getLogger(__name__)

PODIUM: Final = 3
AT_ONCE: Final = 20
"""How many servers are looked after at the same time."""

NONCE_HOLDS: Final = 120_000
"""For how many milliseconds Discord surely knows a nonce again; it says "the past few minutes"."""

BEFORE: Final = 300
"""From how many seconds before the claim messages are looked through: clocks differ."""
SEARCHED: Final = 500
"""How many messages after the claim are looked through for one that may have been posted."""

KEPT: Final = 7
"""For how many days it is kept what was posted."""


class NotSeen(Exception):
    """The bot may not read what was posted in a channel."""


class Announcer:
    """Posts the announcements that are due, each time that it looks."""

    def __init__(self, client: PatienceClient, stored: Announcements) -> None:
        self._client = client
        self._stored = stored
        self._turn = asyncio.Lock()

    async def look(self) -> None:
        """Once connected, find out what became of what was begun, and post today's where nobody has begun to."""
        await self._client.wait_until_ready()
        async with self._turn:
            today = self._client.challenge.today
            # What is wrong with one server keeps none of the others waiting.
            wrong = [error for claim in await self._stored.claimed() if (error := await self._tried(claim, today))]
            while wanted := await self._stored.due(today, AT_ONCE):
                now = self._client.challenge.now()
                claims = [await self._stored.claim(one, today, secrets.token_hex(12), now) for one in wanted]
                sending = [self._send(claim) for claim in claims if claim is not None]
                done = await asyncio.gather(*sending, return_exceptions=True)
                wrong += [error for error in done if isinstance(error, Exception)]
            await self._stored.forget(after(today, -KEPT))
            if wrong:
                raise wrong[0]

    async def _tried(self, claim: Claim, today: str) -> Exception | None:
        """Take an announcement up again; return what was wrong with it."""
        try:
            await self._take_up(claim, today)
        except Exception as error:
            return error
        return None

    async def _take_up(self, claim: Claim, today: str) -> None:
        """Go on with an announcement of which it is not known whether it was posted."""
        if claim.day == today and 0 <= self._client.challenge.now() - claim.claimed_at <= NONCE_HOLDS:
            # Posted before, it is the same message once more.
            await self._send(claim)
            return
        try:
            posted = await self._posted(claim)
        except NotSeen:
            log.info("what became of an announcement in server %d can't be seen", claim.guild_id)
            await self._stored.failed(claim)
        except (discord.Forbidden, discord.NotFound) as error:
            # None at all is better than two.
            log.info("what became of an announcement in server %d can't be seen: %s", claim.guild_id, error)
            await self._stored.failed(claim)
        except Exception as error:
            if not is_undelivered(error):
                # What Discord calls wrong is wrong the next time, too.
                await self._stored.failed(claim)
                raise
            log.info("what became of an announcement in server %d was not told: %s", claim.guild_id, error)
        else:
            if posted is not None:
                await self._stored.sent(claim, posted)
            elif claim.day == today:
                await self._send(claim)
            else:
                await self._stored.failed(claim)

    async def _posted(self, claim: Claim) -> int | None:
        """Return the message that is the announcement; None if there is none. Raise NotSeen if that can't be said."""
        found = self._client.get_channel(claim.channel_id)
        if isinstance(found, discord.abc.GuildChannel):
            may = found.permissions_for(found.guild.me)
            if not (may.view_channel and may.read_message_history):
                # Of what the bot may not read, Discord tells nothing, as if there were no messages.
                raise NotSeen
        since = datetime.fromtimestamp(claim.claimed_at / 1000 - BEFORE, UTC)
        channel = self._client.get_partial_messageable(claim.channel_id)
        me = self._client.user
        async for message in channel.history(limit=SEARCHED, after=since, oldest_first=True):
            if me is not None and message.author.id == me.id and _announces(message, claim.day):
                return message.id
        return None

    async def _send(self, claim: Claim) -> None:
        results = self._client.leaders.results
        yesterday = after(claim.day, -1)
        podiums: Mapping[str, Sequence[Ranked]] = {
            name: await results.standings(name, yesterday, PODIUM, claim.guild_id) for name in games()
        }
        translate = translator(claim.locale)
        view = Controls()
        for name, game in games().items():
            label = translate("Play {game}").format(game=translate(game.title))
            view.add_item(DailyButton.labelled(name, claim.day, label, discord.ButtonStyle.primary))
        channel = self._client.get_partial_messageable(claim.channel_id, guild_id=claim.guild_id)
        try:
            message = await channel.send(announcement(claim.day, podiums, translate), view=view, nonce=claim.nonce)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("the day can't be announced in server %d: %s", claim.guild_id, error)
            await self._stored.failed(claim)
        except Exception as error:
            if not is_undelivered(error):
                # What Discord calls wrong is wrong the next time, too.
                await self._stored.failed(claim)
                raise
            log.warning("whether the day was announced in server %d is not known: %s", claim.guild_id, error)
        else:
            await self._stored.sent(claim, message.id)


def _announces(message: discord.Message, day: str) -> bool:
    """Say whether a message has a button that opens a daily of this day."""
    for row in message.components:
        for component in getattr(row, "children", ()):
            custom_id = getattr(component, "custom_id", None) or ""
            if custom_id.startswith("daily:") and custom_id.endswith(f":{day}"):
                return True
    return False
