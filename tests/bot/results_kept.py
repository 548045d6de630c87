"""Games that are over, put into the database of a bot that is running, and the people who played them."""

import time
from pathlib import Path

from storage.database import Database
from storage.games import Games
from storage.people import People
from storage.rows import Ending, NewGame, StoredGame

NOW = time.time_ns() // 1_000_000


async def play_over(
    file: Path,
    owner_id: int,
    score: int,
    *,
    game: str = "sun",
    options: str | None = None,
    won: bool = False,
    day: str | None = None,
    moves: int = 1,
    seconds: int = 0,
    at: int = NOW,
) -> StoredGame:
    """Store a game that is over, of the usual options unless others are given, its only kind of move an advance."""
    advance = "next" if game == "sun" else "draw"
    async with await Database.open(file) as database:
        stored = Games(database)
        new = NewGame(
            owner_id=owner_id,
            game=game,
            options=options or OPTIONS[game],
            rules=1,
            seed=f"{owner_id}/{at}/{score}",
            day=day,
        )
        begun = await stored.start(new, at)
        begun = await stored.append(begun.id, 1, [advance], None, at)
        ending = Ending(status="won" if won else "lost", score=score, progress=5)
        return await stored.append(begun.id, 2, [advance] * moves, ending, at + seconds * 1000)


OPTIONS = {
    "sun": '{"stages": "1-2-3", "bases": "aces-kings"}',
    "sultan": '{"divan": 6}',
    "pyramid": '{"piles": 1, "stock": "closed", "redeals": 0}',
}


async def seen(file: Path, user_id: int, name: str, guild_id: int | None = None) -> None:
    """Note somebody as if they had used the bot."""
    async with await Database.open(file) as database:
        await People(database).note(user_id, name, guild_id, NOW)


async def hidden(file: Path, user_id: int) -> None:
    """Hide somebody from others."""
    async with await Database.open(file) as database:
        await People(database).hide(user_id, NOW, hidden=True)
