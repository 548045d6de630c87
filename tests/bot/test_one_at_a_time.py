"""Nobody waits for all that another has asked: of each person one hint and one analysis are searched for at a time."""

import asyncio
from pathlib import Path

import pytest

from bot.advisor import Advisor
from bot.client import PatienceClient
from bot.solving.workers import Workers
from playground.person import Person
from tests.bot.test_hints import AMPLE, LOST, TO_BE_WON, counted, hinted, waiting, waits
from tests.bot.test_solving_workers import until

LATER = "What you asked before is still being searched for. Ask again once it is answered."


@pytest.fixture(autouse=True)
def ample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.advisor.HINT_SECONDS", AMPLE)
    monkeypatch.setattr("bot.advisor.ANALYSIS_SECONDS", AMPLE)
    monkeypatch.setattr("bot.delivery.AT_ONCE", 0.0)


async def given_up(ana: Person, **deal: str) -> None:
    await ana.command("play", **deal)
    await ana.press(await ana.command("resign"), "Resign this game")


async def test_a_second_analysis_is_not_searched_for_before_the_first_is_told(
    bot: PatienceClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ana: Person, boris: Person
) -> None:
    mark = tmp_path / "go on"
    await given_up(ana, **TO_BE_WON)
    await given_up(ana, **LOST)
    await given_up(boris, **TO_BE_WON)
    async with Workers(1, waits(mark)) as workers:
        monkeypatch.setattr(bot, "advisor", Advisor(bot.service, workers))
        first = asyncio.create_task(ana.command("analyse", game="1"))
        await until(waiting(mark).exists)
        assert (await ana.command("analyse", game="2")).content == LATER
        others = asyncio.create_task(boris.command("analyse", game="3"))
        mark.touch()
        for told in (await first, await others, await ana.command("analyse", game="2")):
            assert told.content != LATER
            assert "no answer" not in told.content


async def test_a_second_hint_is_not_searched_for_before_the_first_is_told_but_counts_none(
    bot: PatienceClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ana: Person
) -> None:
    mark = tmp_path / "go on"
    await ana.command("play", **TO_BE_WON)
    await ana.command("play", **TO_BE_WON)
    async with Workers(1, waits(mark)) as workers:
        monkeypatch.setattr(bot, "advisor", Advisor(bot.service, workers))
        first = asyncio.create_task(ana.command("hint", game="1"))
        await until(waiting(mark).exists)
        assert (await ana.command("hint", game="2")).content == LATER
        again = asyncio.create_task(ana.command("hint", game="1"))
        mark.touch()
        assert hinted(await first) == hinted(await again)
        assert counted(await ana.command("hint", game="2")) == 1
