"""The whole house, running: the bot as it is, its database file, and the playground it is on."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.announcer import Announcer
from bot.client import PatienceClient, point_at
from bot.commands import COMMANDS, CONTROLS
from bot.dailies import Challenge
from bot.day_keeper import DayKeeper
from bot.dealing import Dealer
from bot.drawing import Drawer
from bot.leaders import Leaders
from bot.service import Service
from bot.solving.filling import Filler
from bot.solving.workers import Workers
from bot.tables.keeper import Keeper
from bot.tables.rooms import Rooms
from playground import Playground
from playground.clock import Clock
from playground.people import USUAL_NUMBER
from storage.announcements import Announcements
from storage.daily import Dailies
from storage.database import Database
from storage.games import Games
from storage.invitations import Invitations
from storage.pool import Pool
from storage.tables import Tables


@contextlib.asynccontextmanager
async def bot_running(
    playground: Playground,
    file: Path,
    workers: int | Workers = 0,
    now: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    *,
    members: bool = False,
) -> AsyncIterator[PatienceClient]:
    """Run the bot on the playground until the block ends; run again on the same file, it is a restart.

    Unless there are ``workers``, nothing is searched for, and for the dailies never: they have no proofs. ``now`` is
    the time that the bot goes by. With ``members`` it hears who leaves.
    """
    solvers = Workers(workers) if isinstance(workers, int) else workers
    drawer = Drawer()
    try:
        async with await Database.open(file) as database, solvers:
            service, pool = Service(Games(database), now), Pool(database)
            filler = Filler(pool, solvers.ask, now, idle=solvers.count == 0)
            dealer = Dealer(service, pool, solvers.ask, filler.dealt, now, filler.forget)
            challenge = Challenge(service, Dailies(database), solvers.ask, now=now, idle=True)
            client = PatienceClient(
                service,
                drawer,
                COMMANDS,
                CONTROLS,
                dealer=dealer,
                challenge=challenge,
                leaders=Leaders(database, now),
                announcements=Announcements(database),
                workers=solvers,
                rooms=Rooms.over(Tables(database), Invitations(database), dealer, service, now),
                guild_wait=0.1,
                members=members,
            )
            async with (
                filler,
                client,
                DayKeeper(challenge, Announcer(client, client.announcements).look),
                Keeper(client),
            ):
                running = asyncio.create_task(client.start(playground.token))
                ready = asyncio.create_task(client.wait_until_ready())
                await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
                if running.done():
                    ready.cancel()
                    running.result()
                yield client
                await client.finish(3)
            await asyncio.wait_for(running, 5)
    finally:
        drawer.close()


ACKNOWLEDGE_WITHIN = 20.0
"""Seconds that an answer may take on the tests' playground: on a busy machine three pass in no time."""


@contextlib.asynccontextmanager
async def playground_running(
    monkeypatch: pytest.MonkeyPatch, clock: Clock | None = None, *, people: int = USUAL_NUMBER, guilds: int = 1
) -> AsyncIterator[Playground]:
    """Run a playground, with discord.py pointed at it."""
    async with Playground(
        0, people=people, guilds=guilds, clock=clock, acknowledge_within=ACKNOWLEDGE_WITHIN
    ) as playground:
        with monkeypatch.context() as patched:
            # What the bot sets for its whole process is put back after the test.
            patched.setattr(Route, "BASE", Route.BASE)
            patched.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
            point_at(playground.api_url)
            yield playground
