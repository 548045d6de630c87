"""Two presses at the same time on one board: one is played, and the other presser is told that it was not."""

import asyncio
from pathlib import Path

import pytest

from engine.game import games
from playground.person import Person
from playground.seen import SeenMessage
from tests.bot.history import History, listen, shown
from tests.bot.house import bot_running, playground_running
from tests.bot.unhandled import nothing_unhandled


async def pairs(folder: Path, count: int) -> History:
    """Let one person press twice at once so often, from two pages, and check what came of each pair."""
    file = folder / "pairs.db"
    with pytest.MonkeyPatch.context() as patch, nothing_unhandled():
        async with (
            playground_running(patch) as playground,
            bot_running(playground, file),
            Person(playground.url, "Ana", patience=30) as one,
            Person(playground.url, "Ana", patience=30) as other,
        ):
            listen(file)
            board, boards, versions = await one.command("play", game="sultan", deal="pairs"), [], 1
            for number in range(count):
                button = _button(board)
                if button is None or versions > 60:
                    name = list(games())[number % len(games())]
                    board = await one.command("play", game=name, deal=f"pair {number}")
                    button, versions = _button(board), 1
                assert button is not None
                told = _told(one)
                await other.sees(lambda message, board=board: message.raw == board.raw)  # type: ignore[misc]
                answers = await asyncio.gather(one.press(board, button), other.press(board, button))
                versions += 1
                board = await one.sees(lambda message, v=versions: _version(message) == v)  # type: ignore[misc]
                await one.sees(lambda _, told=told: _told(one) == told + 1)  # type: ignore[misc]
                boards += [found for answer in answers if (found := shown(answer)) is not None]
    history = History(file)
    history.check(boards)
    assert history.requests == count
    return history


def _button(board: SeenMessage) -> str | None:
    """Return the custom id of the button that goes on, if there is one."""
    return next((button.custom_id for button in board.buttons if button.custom_id.startswith("play:")), None)


def _version(message: SeenMessage) -> int:
    found = shown(message)
    return 0 if found is None else found.version


def _told(person: Person) -> int:
    """Return how often a person was told that a press of theirs did nothing."""
    return sum(message.ephemeral and "nothing was done" in message.content for message in person.messages())


async def test_of_two_presses_at_once_exactly_one_is_played_and_the_other_is_told(tmp_path: Path) -> None:
    assert (await pairs(tmp_path, 40)).requests == 40
