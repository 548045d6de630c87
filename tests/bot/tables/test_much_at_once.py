"""Much that happens at a table at once, or is forged: few requests to Discord, and the last state shown."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from discord.ui import Button, Select, View

from bot.client import PatienceClient
from bot.tables.calls import call
from bot.tables.showing import show
from playground import Playground
from playground.person import Person
from playground.state import PATIENCE_ID
from tests.bot.house import playground_running
from tests.bot.tables.gathering import Gathering, until


@pytest.fixture
def requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the playground notes what the bot asks."""
    file = tmp_path / "requests.jsonl"
    monkeypatch.setenv("PLAYGROUND_REQUESTS", str(file))
    return file


@pytest.fixture
async def playground(requests: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    assert not requests.exists()
    async with playground_running(monkeypatch) as playground:
        yield playground


def asked(requests: Path, method: str) -> list[str]:
    """Return the texts of the messages that were posted or edited in channels."""
    lines = [json.loads(line) for line in requests.read_text().splitlines()]
    return [one["body"]["content"] for one in lines if one["method"] == method and one["path"].startswith("/channels/")]


async def test_however_many_ask_at_once_for_a_table_to_be_shown_it_takes_two_edits(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person, requests: Path
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    before = len(asked(requests, "PATCH"))
    playground.faults.slow("/channels/*", 4, method="PATCH")
    showing = [asyncio.create_task(show(bot, gathering.table_id))]
    await until(lambda: playground.faults.holding)
    await bot.rooms.turns.advance(ana.id, gathering.table_id, (await gathering.table()).moment)
    showing += [asyncio.create_task(show(bot, gathering.table_id)) for _ in range(20)]
    gathering.let_pass()
    await asyncio.gather(*showing)
    assert len(asked(requests, "PATCH")) - before == 2
    await gathering.message(ana)


async def test_turns_that_go_by_while_discord_takes_its_time_are_not_called(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person, requests: Path
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    await gathering.called(ana)
    before = len(asked(requests, "POST"))
    playground.faults.slow("/channels/*", 4, method="POST")
    calling = []
    for _ in range(8):
        table = await gathering.table()
        assert table.turn is not None
        await bot.rooms.turns.advance(table.turn, table.id, table.moment)
        calling.append(asyncio.create_task(call(bot, table.id)))
        await until(lambda: playground.faults.holding)
    gathering.let_pass()
    await asyncio.gather(*calling)
    posted = asked(requests, "POST")[before:]
    assert len(posted) == 2
    assert "turn 2: " in posted[0]
    assert "turn 9: " in posted[1]
    assert (await gathering.called(ana)).mentions == ("Ana",)


FORGED = (
    "table:advance:999999999999999999:1",
    "table:advance:1:999999999999999999",
    "table:pass:1:0",
    "table:nonsense:1:1",
    "table:page:1:1:99999999999999999999",
    "table:page:1:1:x",
    "table:leave-sure:2:0",
    "table:stop-sure:1:0",
    "table:sit-down:1:0",
    "play:1:1:draw",
    "same-deal:1:1",
    "undo:1:1",
    "open:0:0:1",
)


async def test_forged_presses_at_a_table_are_answered_and_change_nothing(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person, caplog: pytest.LogCaptureFixture
) -> None:
    async with Person(playground.url, "Dan", patience=60) as dan:
        gathering = await Gathering.begin(playground, bot, ana, boris)
        version = (await gathering.table()).version
        channel = bot.get_partial_messageable(PATIENCE_ID)
        for custom_id in FORGED:
            view = View(timeout=None)
            view.add_item(Button(label="forged", custom_id=custom_id))
            gathering.let_pass()
            posted = await channel.send("forged", view=view)
            message = await dan.sees(lambda message, posted=posted: message.id == posted.id)  # type: ignore[misc]
            told = await dan.press(message, custom_id)
            assert told.ephemeral or told.id == message.id, custom_id
        for value in ("KS+KS", "draw", "nonsense", "x" * 90):
            view = View(timeout=None)
            options = [discord.SelectOption(label="x", value=value)]
            view.add_item(Select(custom_id="table-menu:pick:1:1", options=options))
            gathering.let_pass()
            posted = await channel.send("forged", view=view)
            message = await ana.sees(lambda message, posted=posted: message.id == posted.id)  # type: ignore[misc]
            await ana.choose(message, "table-menu:pick:1:1", value)
        assert (await gathering.table()).version == version
        assert (await gathering.position()).stored.move_count == 0
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_the_game_of_a_table_is_nobodys_own(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person
) -> None:
    gathering = await Gathering.begin(playground, bot, ana, boris)
    version = (await gathering.table()).version
    for name, options in (("move", {"move": "draw"}), ("draw", {}), ("undo", {}), ("board", {}), ("games", {})):
        told = await ana.command(name, **options)
        assert told.ephemeral
        assert "/play" in told.content
    told = await ana.command("move", move="draw", game=str((await gathering.position()).id))
    assert told.ephemeral
    assert "You have no game 1." in told.content
    assert (await gathering.table()).version == version
