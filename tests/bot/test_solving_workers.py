"""Workers answer whatever becomes of them: they die, hang and give way, and are gone when they are no longer needed."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.solving.workers import Workers
from engine.game import games
from engine.record import make_record, write_record

ODD = (sys.executable, "-m", "tests.bot.odd_worker")
LONG = 60.0
"""More seconds than any of this takes."""


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    async with Workers(1, ODD) as workers:
        yield workers


async def worker_number(workers: Workers) -> int:
    told = await workers.ask("number", {}, seconds=LONG)
    assert told is not None
    return int(told["number"])


async def until(condition: Callable[[], bool]) -> None:
    while True:
        if condition():
            return
        await asyncio.sleep(0.005)


def is_gone(number: int) -> bool:
    """Say whether a process runs no longer; one that nobody has waited for yet may still be listed."""
    try:
        return Path(f"/proc/{number}/cmdline").read_bytes() == b""
    except OSError:
        return True


async def ask_to_hang(workers: Workers, mark: Path, *, background: bool) -> "asyncio.Task[dict[str, Any] | None]":
    task = asyncio.create_task(workers.ask("hang", {"mark": str(mark)}, seconds=LONG, background=background))
    await until(mark.exists)
    return task


async def test_a_game_is_solved_elsewhere() -> None:
    game = games()["pyramid"]
    options = game.read_options({"piles": "3"})
    async with Workers(1) as workers:
        wanted = {"game": "pyramid", "options": dict(options), "most": 1, "difficulty": None}
        found = await workers.ask("deal", wanted, seconds=LONG)
        assert found is not None
        (deal,) = found["found"]
        fresh = make_record(game, options, game.deal_from_seed(deal["seed"]))
        told = await workers.ask("solve", {"record": write_record(fresh)}, seconds=LONG)
    assert told is not None
    assert told["status"] == "won"
    for line in (deal["proof"], told["moves"]):
        assert make_record(game, options, fresh.deal, line).result == "won"


async def test_a_worker_knows_the_engine_alone() -> None:
    program = "import sys, bot.solving.worker; print(*{name.split('.')[0] for name in sys.modules})"
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE)
    told, _ = await process.communicate()
    assert not {"discord", "aiohttp", "PIL", "aiosqlite", "storage", "render", "playground"} & set(
        told.decode().split()
    )


async def test_one_process_answers_one_question_after_another_at_a_low_priority(workers: Workers) -> None:
    numbers = {await worker_number(workers) for _ in range(3)}
    assert len(numbers) == 1
    assert os.getpriority(os.PRIO_PROCESS, numbers.pop()) > os.getpriority(os.PRIO_PROCESS, 0)


async def test_where_there_are_no_workers_there_is_no_answer() -> None:
    async with Workers(0, ODD) as workers:
        assert await workers.ask("number", {}, seconds=LONG) is None


async def test_a_worker_that_dies_is_replaced_and_asked_again(workers: Workers, tmp_path: Path) -> None:
    assert await workers.ask("die once", {"mark": str(tmp_path / "died")}, seconds=LONG) == {"lives": True}


async def test_where_two_workers_die_over_a_question_there_is_no_answer_but_to_the_next(workers: Workers) -> None:
    before = await worker_number(workers)
    assert await workers.ask("die", {}, seconds=LONG) is None
    assert await worker_number(workers) != before


async def test_a_worker_that_dies_while_nothing_is_asked_is_not_missed(workers: Workers) -> None:
    before = await worker_number(workers)
    os.kill(before, signal.SIGKILL)
    assert await worker_number(workers) != before


async def test_a_worker_that_hangs_is_replaced(
    workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await worker_number(workers)
    with monkeypatch.context() as patched:
        patched.setattr("bot.solving.workers.GRACE", 0.0)
        assert await workers.ask("hang", {"mark": str(tmp_path / "hung")}, seconds=0.05) is None
    assert await worker_number(workers) != before
    await until(lambda: is_gone(before))


async def test_a_question_that_fails_is_no_answer_and_costs_no_worker(workers: Workers) -> None:
    before = await worker_number(workers)
    assert await workers.ask("fail", {}, seconds=LONG) is None
    assert await workers.ask("solve", {"record": "no record"}, seconds=LONG) is None
    assert await workers.ask("unheard of", {}, seconds=LONG) is None
    assert await worker_number(workers) == before


async def test_the_end_of_a_worker_that_is_killed_while_it_dies_is_no_surprise(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Workers(1, ODD) as workers:
        for number in range(20):
            await workers.ask("die once", {"mark": str(tmp_path / f"died {number}")}, seconds=LONG)
    assert not [record for record in caplog.records if record.name == "asyncio"]


async def test_what_cannot_be_started_gives_no_answer() -> None:
    for command in (("/no/such/program",), (sys.executable, "-c", "raise SystemExit")):
        async with Workers(1, command) as workers:
            assert await workers.ask("number", {}, seconds=LONG) is None


async def test_the_background_gives_way_to_a_person(workers: Workers, tmp_path: Path) -> None:
    filling = await ask_to_hang(workers, tmp_path / "filling", background=True)
    assert await worker_number(workers)
    assert await filling is None


async def test_a_person_does_not_give_way(workers: Workers, tmp_path: Path) -> None:
    first = await ask_to_hang(workers, tmp_path / "first", background=False)
    others = [
        asyncio.create_task(workers.ask("number", {}, seconds=LONG, background=background))
        for background in (True, False)
    ]
    await asyncio.sleep(0)
    assert not first.done()
    first.cancel()
    assert all(await asyncio.gather(*others))


async def test_people_come_before_the_background_each_in_turn_and_the_patient_last(
    workers: Workers, tmp_path: Path
) -> None:
    holding = await ask_to_hang(workers, tmp_path / "holding", background=False)
    order: list[str] = []

    async def ask(who: str) -> None:
        more = {"background": who == "background", "patient": who.startswith("patient")}
        await workers.ask("number", {}, seconds=LONG, **more)
        order.append(who)

    asking = []
    for who in ("background", "patient", "ana", "patient too", "boris"):
        asking.append(asyncio.create_task(ask(who)))
        await asyncio.sleep(0)
    holding.cancel()
    await asyncio.gather(*asking)
    assert order == ["ana", "boris", "patient", "patient too", "background"]


async def test_whoever_stops_waiting_holds_nobody_up(workers: Workers, tmp_path: Path) -> None:
    holding = await ask_to_hang(workers, tmp_path / "holding", background=False)
    waiting = asyncio.create_task(workers.ask("number", {}, seconds=LONG))
    await asyncio.sleep(0)
    waiting.cancel()
    holding.cancel()
    assert await worker_number(workers)


async def test_too_many_who_wait_are_told_at_once(
    workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.solving.workers.MOST_WAITING", 1)
    holding = await ask_to_hang(workers, tmp_path / "holding", background=False)
    waiting = asyncio.create_task(workers.ask("number", {}, seconds=LONG))
    await asyncio.sleep(0)
    assert await workers.ask("number", {}, seconds=LONG) is None
    holding.cancel()
    assert await waiting


async def test_several_workers_answer_at_once(tmp_path: Path) -> None:
    async with Workers(2, ODD) as workers:
        holding = await ask_to_hang(workers, tmp_path / "holding", background=False)
        assert await worker_number(workers)
        holding.cancel()


async def test_closed_they_are_gone_and_whoever_waits_gets_no_answer(tmp_path: Path) -> None:
    async with Workers(1, ODD) as workers:
        number = await worker_number(workers)
        asked = [await ask_to_hang(workers, tmp_path / "hung", background=False)]
        asked += [
            asyncio.create_task(workers.ask("number", {}, seconds=LONG, background=late)) for late in (True, False)
        ]
        await asyncio.sleep(0)
    assert await asyncio.gather(*asked) == [None, None, None]
    assert await workers.ask("number", {}, seconds=LONG) is None
    await until(lambda: is_gone(number))


async def test_closed_while_it_starts_a_worker_is_not_left_behind() -> None:
    async with Workers(1, ODD) as workers:
        asked = asyncio.create_task(workers.ask("number", {}, seconds=LONG))
        await asyncio.sleep(0)
    assert await asked is None


@pytest.mark.parametrize("question", ["number", "hang"])
async def test_a_worker_ends_with_whoever_started_it(tmp_path: Path, question: str) -> None:
    mark = tmp_path / "mark"
    program = f"""
import asyncio
from bot.solving.workers import Workers
async def main():
    workers = Workers(1, {ODD!r})
    print((await workers.ask("number", {{}}, seconds=60))["number"], flush=True)
    await workers.ask({question!r}, {{"mark": {str(mark)!r}}}, seconds=60)
    await asyncio.sleep(60)
asyncio.run(main())
"""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    number = int(await process.stdout.readline())
    if question == "hang":
        await until(mark.exists)
    process.kill()
    await process.wait()
    await until(lambda: is_gone(number))


async def test_people_who_are_dismissed_wait_no_longer_and_the_background_goes_on(tmp_path: Path) -> None:
    async with Workers(2, ODD) as workers:
        person = await ask_to_hang(workers, tmp_path / "person", background=False)
        background = await ask_to_hang(workers, tmp_path / "background", background=True)
        workers.dismiss()
        assert await person is None
        assert await workers.ask("number", {}, seconds=LONG) is None
        assert not background.done()
        assert await workers.ask("number", {}, seconds=LONG, background=True) is not None
    assert await background is None
