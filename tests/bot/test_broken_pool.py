"""Where the database's file was changed by something else, play goes on: no deal that is none, no way that wins not."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from playground import Playground
from playground.person import Person
from tests.bot.house import bot_running
from tests.bot.test_winnable_deals import labels, play, resign, stock, winnable


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


@pytest.mark.parametrize("seed", ["", "x" * 65, "two\nlines"])
async def test_a_seed_that_names_no_deal_is_passed_over(
    playground: Playground, file: Path, ana: Person, seed: str, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = winnable(2)
    await stock(file, (one, "hard"), (other, "fair"))
    change(file, f"UPDATE pool SET seed = '{seed}' WHERE difficulty = 'hard'")
    async with bot_running(playground, file):
        board = await play(ana, difficulty="hard")
        assert board.attachments
        assert "This deal can be won: fair." in board.content
        assert (await play(ana, difficulty="hard")).attachments
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("proof", ["draw", "no moves", "KS+KS"])
async def test_a_proof_that_does_not_win_is_not_shown(
    playground: Playground, file: Path, ana: Person, proof: str, caplog: pytest.LogCaptureFixture
) -> None:
    await stock(file, (winnable(1)[0], "hard"))
    change(file, f"UPDATE pool SET proof = '{proof}'")
    async with bot_running(playground, file):
        await play(ana)
        over = await resign(ana)
        for _ in range(2):
            told = await ana.press(over, "Show how")
            assert told.content == "No way to win this deal is known."
            assert not told.attachments
        assert "Show how" not in labels(await ana.command("board"))
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
