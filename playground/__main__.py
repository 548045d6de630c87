"""Runs the playground alone: `python -m playground`, with `--port`, `--people`, `--guilds` and `--token`."""

import argparse
import asyncio
import contextlib
import sys

from playground.errors import PlaygroundError, PortError
from playground.people import MOST, USUAL_NUMBER
from playground.server import DEFAULT_PORT, DEFAULT_TOKEN, Playground
from playground.state import GUILD_IDS


def main() -> int:
    """Run until interrupted; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m playground", description="A Discord on your own machine.")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="0 for any free port (default: %(default)s)")
    parser.add_argument(
        "--people", type=int, default=USUAL_NUMBER, metavar="NUMBER", help=f"1 to {MOST} (default: %(default)s)"
    )
    parser.add_argument(
        "--guilds", type=int, default=1, metavar="NUMBER", help=f"1 to {len(GUILD_IDS)} (default: %(default)s)"
    )
    parser.add_argument("--token", default=DEFAULT_TOKEN, help="the bot token to accept (default: %(default)s)")
    arguments = parser.parse_args()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(arguments.port, arguments.people, arguments.guilds, arguments.token))
    except PortError as error:
        print(f"{error} with --port", file=sys.stderr)
        return 1
    except PlaygroundError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


async def _serve(port: int, people: int, guilds: int, token: str) -> None:
    async with Playground(port, people=people, guilds=guilds, token=token) as playground:
        print(f"The playground is open at {playground.url}")
        print("A bot finds it with these settings:")
        print(f"  DISCORD_API_URL={playground.api_url}")
        print(f"  DISCORD_TOKEN={playground.token}")
        print("Stop it with Ctrl+C.", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    sys.exit(main())
