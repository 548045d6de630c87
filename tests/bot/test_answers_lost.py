"""Answers that are late, or get lost, or whose word gets lost: nobody is left waiting, and no board is forgotten."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.client import PatienceClient
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from tests.bot.unhandled import nothing_unhandled

pytestmark = pytest.mark.usefixtures("bot")

DEAL = {"game": "pyramid", "deal": "lost and found"}


def advance(board: SeenMessage) -> str:
    return next(button.custom_id for button in board.buttons if button.custom_id.startswith("play:"))


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every board acknowledged before it is answered."""
    monkeypatch.setattr("bot.delivery.AT_ONCE", 0.0)


@pytest.mark.usefixtures("late")
@pytest.mark.parametrize("status", [429, 500, 503])
@pytest.mark.parametrize("command", ["play", "board", "draw"])
async def test_whoever_was_shown_that_it_takes_a_moment_gets_the_board_in_the_end(
    playground: Playground, ana: Person, command: str, status: int
) -> None:
    if command != "play":
        await ana.command("play", **DEAL)
    playground.faults.refuse("/webhooks/*", status, method="PATCH", times=2, retry_after=0.5)
    board = await ana.command(command, **(DEAL if command == "play" else {}))
    assert board.attachments
    assert not [message for message in ana.messages() if message.thinking]
    moves = 2 if command == "draw" else 1
    assert f"moves: {moves}" in (await ana.press(board, advance(board))).content


@pytest.mark.parametrize("acknowledged", [False, True])
async def test_a_board_that_came_without_a_word_is_known_all_the_same(
    playground: Playground, ana: Person, bot: PatienceClient, monkeypatch: pytest.MonkeyPatch, acknowledged: bool
) -> None:
    monkeypatch.setattr("bot.delivery.ANSWERING", 0.5)
    monkeypatch.setattr("bot.delivery.ANSWERING_LATE", 0.5)
    if acknowledged:
        monkeypatch.setattr("bot.delivery.AT_ONCE", 0.0)
    path, method = ("/webhooks/*", "PATCH") if acknowledged else ("/interactions/*", "POST")
    playground.faults.slow(path, 60, method=method, carried_out=True)
    commanded = asyncio.create_task(ana.command("play", **DEAL))
    board = await ana.sees(lambda message: bool(message.attachments))
    await bot.finish(30)
    assert (await bot.service.position(1)).stored.message_id == board.id
    playground.faults.clear()
    await commanded
    await ana.command("board")
    await ana.no_longer_sees(board)


async def test_a_press_is_acknowledged_while_the_one_before_it_is_still_on_its_way(
    playground: Playground, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ana.command("play", **DEAL)
    monkeypatch.setattr("bot.delivery.AT_ONCE", 0.2)
    playground.faults.slow("/interactions/*", 60, carried_out=True)
    first = asyncio.create_task(ana.press(board, advance(board)))
    board = await ana.sees(lambda message: "moves: 1" in message.content)
    assert "moves: 2" in (await ana.press(board, advance(board))).content
    playground.faults.clear()
    await first


@pytest.mark.usefixtures("late")
async def test_in_a_locked_thread_a_late_board_is_told_in_words_too(playground: Playground, ana: Person) -> None:
    await ana.start_thread("a table")
    board = await ana.command("play", **DEAL, in_channel="a table")
    playground.change_thread(board.channel_id, archived=True, locked=True)
    with nothing_unhandled():
        told = await ana.press(board, advance(board))
    assert told.content.startswith("This thread is locked.")


async def test_a_second_press_counts_where_the_first_has_failed(
    ana: Person, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ana.command("play", **DEAL)
    await ana.press(await ana.command("resign"), "Resign this game")
    over = await ana.sees(lambda message: "**Resigned.**" in message.content)
    monkeypatch.setattr("bot.presses.SECOND_CLICK", 60)
    with sqlite3.connect(file, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "nothing was changed" in (await ana.press(over, "Play again")).content
        other.execute("ROLLBACK")
    assert (await ana.press(over, "Play again")).attachments
