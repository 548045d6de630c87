"""A program that plays several games at once until it is killed, telling each request once it has been answered.

Run as ``python -m tests.storage.player DATABASE``. What a request is follows from the game and its version alone, so
that another program can say what a game must look like at any version.
"""

import asyncio
import os
import random
import sys

from storage.database import Database
from storage.games import Games
from storage.rows import NewGame, StoredGame

GAMES = 4


def request(game_id: int, version: int) -> tuple[str, ...]:
    """Return the moves, of texts that come only once, that a game at this version is given; none means an undo."""
    choice = random.Random(f"{game_id}/{version}")
    if version > 3 and choice.random() < 0.2:
        return ()
    size = choice.choice([1, 1, 2, 3, 40])
    return tuple(f"g{game_id}v{version}m{number}of{size}" for number in range(1, size + 1))


def requests_left(game_id: int, version: int) -> dict[int, tuple[str, ...]]:
    """Return the moves that a game at this version must have, by the version to which their request led."""
    left: dict[int, tuple[str, ...]] = {}
    for earlier in range(1, version):
        moves = request(game_id, earlier)
        if moves:
            left[earlier + 1] = moves
        else:
            left.popitem()
    return left


async def play(games: Games, game: StoredGame) -> None:
    while True:
        moves = request(game.id, game.version)
        if moves:
            game = await games.append(game.id, game.version, moves, None, game.touched_at + 1)
        else:
            game = await games.take_back(game.id, game.version, game.touched_at + 1)
        # So few bytes go into a pipe in one piece, and are there when the call returns.
        os.write(sys.stdout.fileno(), f"{game.id} {game.version}\n".encode())


async def main(path: str) -> None:
    async with await Database.open(path) as database:
        games = Games(database)
        for owner in range(GAMES):
            if await games.current(owner, None) is None:
                await games.start(NewGame(owner_id=owner, game="sun", options="{}", rules=1, seed="s"), 0)
        playing = [await games.current(owner, None) for owner in range(GAMES)]
        await asyncio.gather(*(play(games, game) for game in playing if game is not None))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
