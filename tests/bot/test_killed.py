"""The program is killed in the middle of play, again and again: whatever was answered is there afterwards."""

import asyncio
import contextlib
import random
from pathlib import Path

from playground import Playground
from playground.errors import PlaygroundError
from playground.person import PEOPLE, Person
from playground.seen import SeenMessage
from tests.bot.history import History, Shown, listen, shown
from tests.bot.test_starting import started

TOKEN = "killed"


async def killed(folder: Path, times: int) -> tuple[History, int]:
    """Kill the bot so often under a stream of presses; return what is kept, and how many answers people got."""
    rng, boards = random.Random(times), list[Shown]()
    async with contextlib.AsyncExitStack() as stack:
        playground = await stack.enter_async_context(Playground(0, token=TOKEN))
        settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API_URL": playground.api_url, "DATABASE": "killed.db"}
        people = [await stack.enter_async_context(Person(playground.url, name, patience=30)) for name in PEOPLE]
        for life in range(times + 1):
            async with started(folder, settings) as process:
                for person in people:
                    await person.bot_to_be(online=True)
                if life == 0:
                    for person in people:
                        await person.command("play", game="sultan", deal=person.name)
                    listen(folder / "killed.db")
                # The buttons from before still work: each board is brought to what is saved, or played on.
                for person in people:
                    boards.append(await _first_press(person))
                streams = [asyncio.create_task(_presses(person, boards)) for person in people]
                await asyncio.sleep(rng.uniform(0.1, 0.6))
                process.kill()
                await process.wait()
                await asyncio.gather(*streams)
            for person in people:
                await person.bot_to_be(online=False)
    history = History(folder / "killed.db")
    history.check(boards)
    return history, len(boards)


async def _first_press(person: Person) -> Shown:
    board = next(message for message in reversed(person.messages()) if _is_own(person, message))
    live = [button.custom_id for button in board.buttons if not button.disabled]
    going_on = [custom_id for custom_id in live if custom_id.startswith("play:")]
    # Where nothing is left to turn, moves are taken back.
    answer = await person.press(board, going_on[0] if going_on else next(one for one in live if one.startswith("undo")))
    found = shown(answer)
    assert found is not None, answer
    return found


async def _presses(person: Person, boards: list[Shown]) -> None:
    """Press on as fast as answers come, until none does."""
    with contextlib.suppress(PlaygroundError):
        while True:
            boards.append(await _first_press(person))


def _is_own(person: Person, message: SeenMessage) -> bool:
    return shown(message) is not None and f"<@{person.id}>" in message.content


async def test_what_was_answered_is_there_after_every_kill_and_buttons_go_on_working(tmp_path: Path) -> None:
    history, answers = await killed(tmp_path, 5)
    assert len(history.rows) == len(PEOPLE)
    assert answers >= 6 * len(PEOPLE)
