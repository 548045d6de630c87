"""Where the bot may hear who leaves a server, they go from its leaderboards at once."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from playground import Playground
from playground.person import Person
from tests.bot.house import bot_running
from tests.bot.results_kept import NOW, play_over

TODAY = str(datetime.fromtimestamp(NOW / 1000, UTC).date())


async def test_who_leaves_the_server_is_on_its_board_no_longer_where_the_bot_may_hear_of_it(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    async with bot_running(playground, file, members=True) as bot:
        await play_over(file, ana.id, 500, day=TODAY)
        await play_over(file, boris.id, 400, day=TODAY)
        await boris.command("leaderboard")
        assert "Boris" in (await ana.command("leaderboard")).content
        playground.leave_guild("Boris")
        for _ in range(600):
            told = await ana.command("leaderboard", board="Points")
            if "Boris" not in told.content:
                break
            await asyncio.sleep(0.05)
        assert "Boris" not in told.content
        assert "Ana" in told.content
        assert "Boris" in (await ana.command("leaderboard", board="Points", scope="Everyone")).content
        assert bot.intents.members
