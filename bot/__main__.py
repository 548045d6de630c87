"""Start the bot: on Discord with a token, else on a playground of its own."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Final

import aiohttp
import discord
from discord.utils import MISSING

from bot.announcer import Announcer
from bot.client import PatienceClient, point_at
from bot.commands import COMMANDS, CONTROLS
from bot.dailies import Challenge
from bot.day_keeper import DayKeeper
from bot.dealing import Dealer
from bot.drawing import Drawer
from bot.leaders import Leaders
from bot.naming import deals_named
from bot.service import Service
from bot.settings import Settings, SettingsError, environment, read_settings
from bot.solving.filling import Filler
from bot.solving.workers import Workers
from bot.tables.keeper import Keeper
from bot.tables.rooms import Rooms
from bot.verify import wrong_games
from playground.errors import PlaygroundError, PortError
from playground.server import Playground
from storage.announcements import Announcements
from storage.daily import Dailies
from storage.database import Database
from storage.deals import Deals
from storage.errors import StorageError
from storage.games import Games
from storage.invitations import Invitations
from storage.pool import Pool
from storage.tables import Tables

log = logging.getLogger(__name__)

LAST_ANSWERS: Final = 3.0
"""Seconds that a bot which is told to stop has for what is under way: as long as Discord waits for an answer."""

SWITCH_INTERVAL: Final = 0.0005
"""Seconds for which a thread of ours may keep the interpreter to itself while others wait.

A transaction asks for it again after every statement; with Python's 5 ms each, the threads that draw boards would hold
it up for a tenth of a second.
"""

TOKEN_REFUSED: Final = 4004
"""Discord's code for closing a connection whose token is not valid (any more)."""

WRONG_TOKEN: Final = "Discord refuses the token: copy it again from the application's Bot page"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until told to stop; return the exit status. What keeps the bot from starting is told in one sentence."""
    if _parser().parse_args(arguments).command == "verify":
        return _verify()
    try:
        settings = read_settings(environment(os.environ, Path(".env")))
        sys.setswitchinterval(SWITCH_INTERVAL)
        set_up_logging(settings.log_level)
        asyncio.run(run(settings))
    except PortError as error:
        return _cannot_start(f"{error} with PLAYGROUND_PORT")
    except (SettingsError, StorageError, PlaygroundError) as error:
        return _cannot_start(str(error))
    except discord.LoginFailure:
        return _cannot_start(WRONG_TOKEN)
    except discord.PrivilegedIntentsRequired:
        return _cannot_start(
            "Discord refuses MEMBERS_INTENT: switch on the Server Members Intent on the application's Bot page"
        )
    except discord.ConnectionClosed as error:
        return _ended(WRONG_TOKEN if error.code == TOKEN_REFUSED else f"Discord closed the connection: {error.code}")
    except (discord.HTTPException, discord.GatewayNotFound) as error:
        return _cannot_start(
            f"Discord's API does not answer as it should ({error}); check DISCORD_API_URL if it is set"
        )
    except (aiohttp.ClientConnectionError, OSError) as error:
        return _cannot_start(f"the server of Discord's API can't be reached ({error}); check the network")
    except KeyboardInterrupt:
        pass
    return 0


def set_up_logging(level: int) -> None:
    """Log to the standard error output, in colours only where that is a terminal."""
    # In a container, the library takes every stream for one.
    plain = logging.Formatter("[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{")
    formatter = MISSING if sys.stderr.isatty() else plain
    discord.utils.setup_logging(level=level, root=True, formatter=formatter)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Play patience on Discord, with DISCORD_TOKEN set; without it, in a chat on this machine.",
        epilog="Nothing else is given here: settings are environment variables, or lines of the file .env in the "
        "folder where the bot is started. .env.example lists them.",
    )
    parser.add_argument(
        "command",
        nargs="?",
        choices=["verify"],
        help="replay every game in the database instead, and print which of them, and which tables, do not follow, "
        "a line each; the bot may be running meanwhile. The exit status is 1 if there are any, 2 if "
        "the database can't be read",
    )
    return parser


def _verify() -> int:
    """Look through the database; return the exit status."""
    terminal = sys.stderr.isatty()

    def progress(done: int, count: int) -> None:
        if terminal:
            print(f"\r{done} of {count}", end="\n" if done == count else "", file=sys.stderr, flush=True)

    wrong = 0
    try:
        path = read_settings(environment(os.environ, Path(".env"))).database
        for line in wrong_games(path, progress):
            wrong += 1
            print(line, flush=True)
    except (SettingsError, StorageError) as error:
        print(f"The games can't be verified: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"The games can't be verified: the output cannot be written ({error.strerror})", file=sys.stderr)
        return 2
    print(f"{path}: {wrong} games do not follow" if wrong else f"{path}: every game follows", file=sys.stderr)
    return 1 if wrong else 0


async def run(settings: Settings) -> None:
    """Play until SIGINT or SIGTERM, then close everything."""
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(await Database.open(settings.database))
        await stack.enter_async_context(deals_named(Deals(database)))
        token, welcome, guild_wait = settings.token, None, 2.0
        if token is None:
            playground = await stack.enter_async_context(Playground(port=settings.playground_port))
            point_at(playground.api_url)
            token, welcome, guild_wait = playground.token, f"Open {playground.url} to play; Ctrl+C stops.", 0.1
        elif settings.api_url is not None:
            point_at(settings.api_url)
        drawer = Drawer()
        stack.callback(drawer.close)
        workers = await stack.enter_async_context(Workers(settings.solver_workers))
        service, pool = Service(Games(database)), Pool(database)
        filler = await stack.enter_async_context(Filler(pool, workers.ask, idle=workers.count == 0))
        dealer = Dealer(service, pool, workers.ask, filler.dealt, forget=filler.forget)
        challenge = Challenge(service, Dailies(database), workers.ask, settings.daily_secret, idle=workers.count == 0)
        rooms = Rooms.over(
            Tables(database), Invitations(database), dealer, service, lambda: time.time_ns() // 1_000_000
        )
        client = await stack.enter_async_context(
            PatienceClient(
                service,
                drawer,
                COMMANDS,
                CONTROLS,
                dealer=dealer,
                challenge=challenge,
                leaders=Leaders(database),
                announcements=Announcements(database),
                workers=workers,
                rooms=rooms,
                guild_wait=guild_wait,
                members=settings.members_intent,
            )
        )
        await stack.enter_async_context(DayKeeper(challenge, Announcer(client, client.announcements).look))
        await stack.enter_async_context(Keeper(client))
        await _play(client, token, welcome)


async def _play(client: PatienceClient, token: str, welcome: str | None) -> None:
    """Connect, print the welcome once people can play, and go on until a signal comes or the connection is refused."""
    playing = asyncio.create_task(client.start(token))
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        except NotImplementedError:
            # Windows has no handlers in the loop; there Ctrl+C ends asyncio.run, which closes everything as well.
            break
    stopping = asyncio.create_task(stop.wait())
    ready = asyncio.create_task(client.wait_until_ready())
    try:
        await asyncio.wait([playing, stopping, ready], return_when=asyncio.FIRST_COMPLETED)
        if ready.done() and welcome is not None:
            print(welcome, flush=True)
        await asyncio.wait([playing, stopping], return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            await client.finish(LAST_ANSWERS)
    finally:
        stopping.cancel()
        ready.cancel()
        # Before it has logged in, the library can't wait; and what comes of waiting is of no interest any more.
        await asyncio.gather(stopping, ready, return_exceptions=True)
    await client.close()
    # While the connection is down, the library sleeps minutes before it looks whether it was closed.
    await asyncio.wait([playing], timeout=1)
    if not playing.done():
        playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing


def _cannot_start(sentence: str) -> int:
    print(f"The bot can't start: {sentence}", file=sys.stderr)
    return 1


def _ended(sentence: str) -> int:
    print(f"The bot can't go on: {sentence}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
