"""Games come and go, and nothing of them stays in memory."""

import gc
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import boards
from bot.client import PatienceClient
from bot.controls import Controls
from bot.lookup import CACHED_LINES
from engine.game import games
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from tests.bot.house import bot_running, playground_running

SETTLED = 600
"""After so many games the caches are as full as they get; growth is counted from there."""


def registry(bot: PatienceClient) -> dict[str, int]:
    """Return how much discord.py and the bot keep: what is told here must not grow with games."""
    store = bot._connection._view_store
    return {
        "views": len(store._views) + len(store._synced_message_views) + len(store._modals),
        "dynamic items": len(store._dynamic_items),
        "messages": len(bot.cached_messages),
        "turns": len(boards._turns),
        "clicks": len(bot.clicks),
    }


async def games_played(
    folder: Path, count: int, look: Callable[[int, PatienceClient, Playground], None] = lambda *_: None
) -> None:
    """Play the beginnings of so many games and give each up; ``look`` is called after each."""
    with pytest.MonkeyPatch.context() as patch:
        async with (
            playground_running(patch) as playground,
            bot_running(playground, folder / "flat.db") as bot,
            Person(playground.url, "Ana", patience=60) as ana,
        ):
            for number in range(1, count + 1):
                board = await ana.command("play", game=list(games())[number % len(games())])
                board = await ana.press(board, _button(board))
                asked = await ana.press(board, "Resign")
                # So that the limit of edits in a channel does not hold the test up.
                playground.clock.advance(10)
                await ana.press(asked, "Resign this game")
                await ana.sees(lambda message, board=board: message.id == board.id and "Resigned" in message.content)  # type: ignore[misc]
                # What people see is the playground's to keep, and the page's: the bot's memory alone is looked at.
                for message in list(ana.messages()):
                    await _forget(playground, ana, message)
                look(number, bot, playground)


def _button(board: SeenMessage) -> str:
    return next(button.custom_id for button in board.buttons if button.custom_id.startswith("play:"))


async def _forget(playground: Playground, ana: Person, message: SeenMessage) -> None:
    if message.ephemeral:
        await ana.dismiss(message)
    playground.faults.delete_message(message.id)


@pytest.mark.timeout(400)
async def test_the_registry_of_views_and_the_bots_own_notes_stay_flat(tmp_path: Path) -> None:
    kept: list[dict[str, int]] = []

    def look(number: int, bot: PatienceClient, _: Playground) -> None:
        assert len(bot.service._lines) <= CACHED_LINES
        if number == 1 or number % 50 == 0:
            gc.collect()
            kept.append(registry(bot))
        if number == 200:
            # Of the last answers some may still be on their way.
            assert sum(isinstance(thing, Controls) for thing in gc.get_objects()) < 5

    await games_played(tmp_path, 200, look)
    assert kept == [kept[0]] * 5
    assert kept[0] | {"dynamic items": 0} == {"views": 0, "dynamic items": 0, "messages": 0, "turns": 0, "clicks": 0}


async def growth(folder: Path, count: int) -> tuple[int, int]:
    """Play so many games; return by how many bytes Python's memory grew once it was settled, and what it was then."""
    sizes: list[int] = []

    def look(number: int, *_: object) -> None:
        if number in (SETTLED, count):
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])

    tracemalloc.start()
    try:
        await games_played(folder, count, look)
    finally:
        tracemalloc.stop()
    return sizes[-1] - sizes[0], sizes[0]
