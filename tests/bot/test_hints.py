"""Hints: for the player alone, on a way to win, counted once a board; and an answer whatever becomes of the search."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.advisor import Advisor
from bot.client import PatienceClient
from bot.solving.workers import Workers
from engine.game import games
from engine.record import make_record, write_record
from engine.solve import solve
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from tests.bot.house import bot_running

AMPLE = 60.0
"""Seconds that no search here comes near."""

TO_BE_WON = {"game": "pyramid", "options": "piles=3", "deal": "hints 22"}
LOST = {"game": "pyramid", "deal": "hints 1"}

READY = "print('{\"ready\": true}', flush=True)"
HANGS = (sys.executable, "-c", f"import time; {READY}; time.sleep(600)")
DIES = (sys.executable, "-c", f"{READY}; input()")


def waiting(mark: Path) -> Path:
    """Return the file that is there when a worker waits for that of this name."""
    return mark.with_name(f"{mark.name}, waiting")


def waits(mark: Path) -> tuple[str, ...]:
    """Return what starts a worker that gets ready only when a file is there; another file says that it waits."""
    return (
        sys.executable,
        "-c",
        f"import os, time\nopen({str(waiting(mark))!r}, 'w').close()\n"
        f"while not os.path.exists({str(mark)!r}): time.sleep(0.01)\n"
        "from bot.solving.worker import main; main()",
    )


@pytest.fixture(autouse=True)
def ample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.advisor.HINT_SECONDS", AMPLE)


@pytest.fixture
async def searching(playground: Playground, file: Path) -> AsyncIterator[PatienceClient]:
    """The bot, with a worker."""
    async with bot_running(playground, file, workers=Workers(1)) as client:
        yield client


def advance(board: SeenMessage) -> str:
    return next(button.custom_id for button in board.buttons if button.custom_id.startswith("play:"))


def hinted(told: SeenMessage) -> str:
    """Return the move that a hint points at, as it is written."""
    found = re.search(r"\*\*.* · (\S+)\*\*", told.content)
    assert found is not None, told.content
    return found[1]


def counted(told: SeenMessage) -> int:
    found = re.search(r"Hints in this game: ([0-9]+)", told.content)
    assert found is not None, told.content
    return int(found[1])


def nearly_won(moves: int) -> bytes:
    """Return the record of a game that so many moves would win."""
    game = games()["pyramid"]
    options = game.read_options({"piles": "3"})
    deal = game.deal_from_seed(TO_BE_WON["deal"])
    line = solve(game, game.deal(deal, options), seconds=AMPLE).moves[:-moves]
    return write_record(make_record(game, options, deal, [game.format(move) for move in line])).encode()


@pytest.mark.usefixtures("searching")
async def test_whoever_plays_by_hints_wins_and_the_result_tells_how_many_there_were(ana: Person, boris: Person) -> None:
    board = await ana.command("import", record=("game.txt", nearly_won(6)))
    hints = 0
    while "**Won!**" not in board.content:
        told = await (ana.press(board, "Hint") if hints % 2 else ana.command("hint"))
        hints += 1
        assert told.ephemeral
        assert told.content.splitlines()[1].startswith("Next on a way to win: ")
        assert len(told.content.splitlines()) == 4
        assert counted(told) == hints
        board = await ana.command("move", move=hinted(told))
    assert f", hints: {hints}" in board.content
    assert not any(message.ephemeral for message in boris.messages())


async def test_a_hint_counts_once_on_a_board_also_after_a_restart(
    playground: Playground, file: Path, ana: Person
) -> None:
    async with bot_running(playground, file, workers=Workers(1)):
        board = await ana.command("play", **TO_BE_WON)
        first = await ana.press(board, "Hint")
        again = await ana.command("hint")
        assert first.content == again.content
        assert counted(again) == 1
    await ana.bot_to_be(online=False)
    async with bot_running(playground, file, workers=Workers(1)):
        await ana.bot_to_be(online=True)
        assert (await ana.press(board, "Hint")).content == first.content
        board = await ana.press(board, advance(board))
        assert counted(await ana.press(board, "Hint")) == 2
        await ana.press(await ana.command("resign"), "Resign this game")
        assert (await ana.sees(lambda message: "hints: 2" in message.content)).id == board.id


@pytest.mark.usefixtures("searching")
async def test_every_board_has_a_button_for_hints_where_there_are_any(ana: Person) -> None:
    for name in games():
        board = await ana.command("play", game=name, deal="a button for hints")
        assert [button.label for button in board.buttons][-3:] == ["Undo", "Hint", "Resign"]
        assert all(len(row["components"]) <= 3 for row in board.raw["components"])


@pytest.mark.usefixtures("searching")
async def test_the_hint_before_goes_when_another_of_the_game_is_given(ana: Person) -> None:
    board = await ana.command("play", **TO_BE_WON)
    first = await ana.press(board, "Hint")
    assert first.content.splitlines()[0] == "**#1 Pyramid (three wastes)**, before the first move"
    board = await ana.press(board, advance(board))
    second = await ana.press(board, "Hint")
    assert second.content.splitlines()[0] == "**#1 Pyramid (three wastes)**, after move 1"
    await ana.command("play", **TO_BE_WON)
    other = await ana.command("hint")
    await ana.no_longer_sees(first)
    hints = [message for message in ana.messages() if message.ephemeral]
    assert [message.id for message in hints] == [second.id, other.id]


async def test_a_hint_stays_where_the_next_search_brings_none(
    searching: PatienceClient, monkeypatch: pytest.MonkeyPatch, ana: Person
) -> None:
    board = await ana.command("play", **TO_BE_WON)
    first = await ana.press(board, "Hint")
    board = await ana.press(board, advance(board))
    async with Workers(1, DIES) as workers:
        monkeypatch.setattr(searching, "advisor", Advisor(searching.service, workers))
        assert (await ana.press(board, "Hint")).content.startswith("The search has brought no answer")
    assert ana.message(first.id).content == first.content


@pytest.mark.usefixtures("searching")
async def test_a_hint_that_was_dismissed_is_not_missed(ana: Person) -> None:
    board = await ana.command("play", **TO_BE_WON)
    await ana.dismiss(await ana.press(board, "Hint"))
    assert counted(await ana.command("hint")) == 1


@pytest.mark.usefixtures("searching")
async def test_where_a_game_is_lost_it_is_said_and_when_it_could_be_won_last(ana: Person) -> None:
    await ana.command("play", **LOST)
    told = await ana.command("hint")
    assert "No way leads to a win with this deal, nor did one at its start" in told.content
    assert "no longer" not in told.content
    await ana.command("play", **TO_BE_WON)
    # That deal is lost with the second card that is drawn.
    for _ in range(2):
        await ana.command("draw")
    told = await ana.command("hint")
    assert "no longer" in told.content
    assert "Before the last move it could." in told.content
    assert "Undo" in told.content
    await ana.command("draw")
    assert "It could last be won 2 moves ago." in (await ana.command("hint")).content
    for _ in range(2):
        await ana.command("undo")
    assert "\nNext on a way to win: " in (await ana.command("hint")).content


@pytest.mark.usefixtures("searching")
async def test_of_a_hint_and_a_move_at_once_the_hint_is_for_the_board_before_it_or_none(ana: Person) -> None:
    board = await ana.command("play", **TO_BE_WON)
    await asyncio.gather(ana.press(board, "Hint"), ana.press(board, advance(board)))
    await ana.sees(lambda message: "moves: 1" in message.content)
    told = await ana.sees(lambda message: message.ephemeral and not message.thinking)
    given = 0 if "moved on" in told.content else counted(told)
    assert counted(await ana.command("hint")) == given + 1


@pytest.mark.usefixtures("searching")
async def test_a_stranger_gets_no_hint(ana: Person, boris: Person) -> None:
    board = await ana.command("play", **TO_BE_WON)
    told = await boris.press(boris.message(board.id), "Hint")
    assert told.ephemeral
    assert str(ana.id) in told.content
    assert str(ana.id) in (await boris.command("hint", game="1")).content
    assert "no game of your own under way" in (await boris.command("hint")).content


@pytest.mark.usefixtures("searching")
async def test_a_game_that_is_over_has_no_hints_and_is_said_to_be_analysed(ana: Person) -> None:
    await ana.command("play", **TO_BE_WON)
    await ana.press(await ana.command("resign"), "Resign this game")
    assert "/analyse" in (await ana.command("hint", game="1")).content
    offered = await ana.autocomplete("hint", "game", "")
    assert offered == []


@pytest.mark.usefixtures("bot")
async def test_where_nothing_is_searched_for_it_is_said(ana: Person) -> None:
    board = await ana.command("play", **TO_BE_WON)
    assert [button.label for button in board.buttons][-2:] == ["Undo", "Resign"]
    told = await ana.command("hint")
    assert told.ephemeral
    assert told.content == "Hints and analyses are switched off on this bot."
    await ana.press(await ana.command("resign"), "Resign this game")
    ended = await ana.sees(lambda message: "Resigned" in message.content)
    assert not any(button.label == "Analyse" for button in ended.buttons)


@pytest.mark.parametrize("command", [HANGS, DIES])
async def test_a_search_that_hangs_or_dies_is_answered_all_the_same_and_not_counted(
    bot: PatienceClient, monkeypatch: pytest.MonkeyPatch, ana: Person, command: tuple[str, ...]
) -> None:
    monkeypatch.setattr("bot.solving.workers.GRACE", 0.0)
    monkeypatch.setattr("bot.advisor.HINT_SECONDS", 0.1)
    async with Workers(1, command) as workers:
        monkeypatch.setattr(bot, "advisor", Advisor(bot.service, workers))
        board = await ana.command("play", **TO_BE_WON)
        monkeypatch.setattr("bot.delivery.AT_ONCE", 0.0)
        for told in (await ana.press(board, "Hint"), await ana.command("hint")):
            assert told.ephemeral
            assert told.content.startswith("The search has brought no answer")
    await ana.press(await ana.command("resign"), "Resign this game")
    ended = await ana.sees(lambda message: "Resigned" in message.content)
    assert "hints:" not in ended.content


async def test_a_hint_that_comes_when_the_game_has_moved_on_is_not_given_and_not_counted(
    bot: PatienceClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ana: Person
) -> None:
    mark = tmp_path / "go on"
    async with Workers(1, waits(mark)) as workers:
        monkeypatch.setattr(bot, "advisor", Advisor(bot.service, workers))
        board = await ana.command("play", **TO_BE_WON)
        monkeypatch.setattr("bot.delivery.AT_ONCE", 0.0)
        asking = asyncio.create_task(ana.press(board, "Hint"))
        await ana.sees(lambda message: message.thinking)
        drawn = await ana.command("draw")
        mark.touch()
        assert "moved on" in (await asking).content
        assert counted(await ana.press(drawn, "Hint")) == 1
