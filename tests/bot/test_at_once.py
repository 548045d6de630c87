"""What happens at once: when all is quiet, the one board of a game shows what is saved, and everybody was answered."""

import asyncio
import random
import re
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from bot.client import PatienceClient
from playground.person import Person
from playground.seen import SeenMessage
from render import board as drawing

pytestmark = pytest.mark.usefixtures("bot")


def button(board: SeenMessage, action: str = "play") -> str:
    """Return the custom id of the button for an action, the advance unless said otherwise."""
    return next(button.custom_id for button in board.buttons if button.custom_id.startswith(f"{action}:"))


def version(board: SeenMessage) -> int:
    return int(button(board, "resign").split(":")[2])


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Makes the next board take some seconds more to draw."""
    waits: list[float] = []
    draw = drawing.draw

    def drawn(*given: Any, **more: Any) -> bytes:
        if waits:
            time.sleep(waits.pop(0))
        return draw(*given, **more)

    monkeypatch.setattr("bot.drawing.draw", drawn)
    return waits.append


async def settled(bot: PatienceClient, ana: Person, game: int = 1) -> SeenMessage:
    """Wait until the only board in sight shows the game as it is saved, and return it."""
    for _ in range(200):
        stored = (await bot.service.position(game)).stored
        boards = [message for message in ana.messages() if not message.ephemeral]
        if [board.id for board in boards] == [stored.message_id] and version(boards[0]) == stored.version:
            return boards[0]
        await asyncio.sleep(0.02)
    raise AssertionError(f"version {stored.version} in {stored.message_id}, but shown: {boards}")


async def given_up(*waiting: asyncio.Task[SeenMessage]) -> None:
    """Wait no more for what a person's presses lead to: their message has gone, or they were one too many."""
    for one in waiting:
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_a_board_that_was_long_on_its_way_shows_what_was_played_in_the_meantime(
    bot: PatienceClient, ana: Person, slow: Callable[[float], None]
) -> None:
    board = await ana.command("play", game="pyramid", deal="x")
    slow(0.6)
    late = asyncio.create_task(ana.command("board"))
    await asyncio.sleep(0.2)
    press = asyncio.create_task(ana.press(board, button(board)))
    await late
    assert version(await settled(bot, ana)) == 2
    await given_up(press)


async def test_a_slow_answer_does_not_put_an_older_position_in_place_of_a_newer_one(
    bot: PatienceClient, ana: Person, slow: Callable[[float], None]
) -> None:
    board = await ana.command("play", game="sultan", deal="x")
    slow(0.5)
    answers = [asyncio.create_task(ana.press(board, button(board))) for _ in range(2)]
    await asyncio.sleep(0.1)
    await ana.command("draw")
    await asyncio.gather(*answers, return_exceptions=True)
    assert version(await settled(bot, ana)) == 3


@pytest.mark.parametrize("seed", range(6))
async def test_presses_and_commands_that_race_leave_one_board_as_it_is_saved(
    bot: PatienceClient, ana: Person, seed: int
) -> None:
    rng = random.Random(seed)
    board = await ana.command("play", game="sultan", deal="x")
    board = await ana.press(board, button(board))
    for _ in range(4):
        acts: list[Callable[[], Awaitable[SeenMessage]]] = [
            partial(ana.press, board, button(board)),
            partial(ana.press, board, button(board, "undo")),
            partial(ana.command, "board"),
            partial(ana.command, "draw"),
            partial(ana.command, "undo"),
        ]
        await asyncio.gather(*(rng.choice(acts)() for _ in range(4)), return_exceptions=True)
        board = await settled(bot, ana)
        if button_is_dead(board):
            board = await ana.command("draw")


def button_is_dead(board: SeenMessage) -> bool:
    return next(one.disabled for one in board.buttons if one.custom_id.startswith("undo:"))


async def test_a_double_click_on_new_game_starts_one(bot: PatienceClient, ana: Person) -> None:
    await ana.command("play", game="pyramid")
    await ana.press(await ana.command("resign"), "Resign this game")
    over = await ana.sees(lambda message: any(button.label == "Play again" for button in message.buttons))
    clicks = [asyncio.create_task(ana.press(over, "Play again")) for _ in range(3)]
    await asyncio.wait(clicks, return_when=asyncio.FIRST_COMPLETED)
    await ana.sees(lambda message: "moves: 0" in message.content)
    await given_up(*clicks)
    assert len(await bot.service.unfinished(ana.id, 10)) == 1


async def test_a_press_whose_message_has_gone_is_answered_and_played(
    bot: PatienceClient, ana: Person, slow: Callable[[float], None]
) -> None:
    board = await ana.command("play", game="pyramid", deal="x")
    slow(0.5)
    press = asyncio.create_task(ana.press(board, button(board)))
    await asyncio.sleep(0.2)
    await bot.get_partial_messageable(board.channel_id).get_partial_message(board.id).delete()
    told = await ana.sees(lambda message: message.ephemeral and "has gone" in message.content)
    assert "/board" in told.content
    await given_up(press)
    again = await ana.command("board")
    assert re.search(r"moves: 1$", again.content, re.M)
