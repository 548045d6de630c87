"""The clock of a table: turns that run out, also while the bot was away, and what a bot that was stopped takes up."""

import asyncio
from pathlib import Path

import pytest

from bot.client import PatienceClient
from bot.tables import calls, keeper, showing
from bot.verify import wrong_games
from playground import Playground
from playground.person import Person
from storage.table_rows import Table
from tests.bot.conftest import Clock
from tests.bot.house import bot_running
from tests.bot.tables.gathering import TURN, Gathering, pages
from tests.bot.tables.played import begun


async def changed(gathering: Gathering, before: Table) -> Table:
    """Wait until a table has changed."""
    for _ in range(6000):
        table = await gathering.table()
        if table.version != before.version:
            return table
        await asyncio.sleep(0.01)
    raise AssertionError("the table stays as it is")


async def test_who_sleeps_is_passed_over_and_then_out_until_they_sit_down_again(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    clock = Clock()
    async with pages(playground, "Carla", "Dan") as (carla, dan), bot_running(playground, file, now=clock) as bot:
        gathering = await Gathering.begin(playground, bot, ana, boris, carla, dan)
        for lap in range(2):
            await gathering.called(dan)
            before = await gathering.table()
            assert before.turn == ana.id
            clock.now += TURN * 1000
            after = await changed(gathering, before)
            assert after.turn == boris.id
            message = await gathering.message(dan)
            assert ("out: let two turns run out" in message.content) == (lap == 1)
            assert ("let a turn run out" in message.content) == (lap == 0)
            for _ in range(3):
                await gathering.advance()
        table = await gathering.table()
        assert table.turn == boris.id
        assert table.host_id == boris.id
        shown = await gathering.press(ana, "sit-down")
        assert "out: let two turns run out" not in shown.content
        assert (await gathering.table()).sits(ana.id)
        assert (await gathering.called(dan)).mentions == ("Boris",)


async def test_where_the_clock_was_set_back_nobody_waits_for_longer_than_a_turn_may_take(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    clock = Clock()
    async with bot_running(playground, file, now=clock) as bot:
        gathering = await Gathering.begin(playground, bot, ana, boris)
        before = await gathering.table()
        clock.now -= 24 * 60 * 60 * 1000
        held = await changed(gathering, before)
        assert held.deadline is not None
        assert held.deadline <= clock.now + TURN * 1000
        assert (held.turn, held.moment) == (before.turn, before.moment)
        clock.now += TURN * 1000
        assert (await changed(gathering, held)).turn == boris.id


async def test_a_race_that_was_begun_before_the_clock_was_set_back_lasts_no_longer(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    clock = Clock()
    async with bot_running(playground, file, now=clock) as bot:
        race = await begun(bot, "race", "pyramid", ana.id, boris.id)
        clock.now -= 24 * 60 * 60 * 1000
        gathering = Gathering(playground, bot, race.id, [ana, boris])
        held = await changed(gathering, race)
        assert held.deadline is not None
        assert held.deadline <= clock.now + race.clock * 1000
        assert (await bot.rooms.races.board(ana.id, race.id)).stored.closes_at == held.deadline
        clock.now += race.clock * 1000
        assert (await changed(gathering, held)).ending == "time"
    assert list(wrong_games(file, lambda done, count: None)) == []


async def test_a_table_at_which_everybody_sleeps_ends_and_leaves_nothing_to_press_but_a_rematch(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    clock = Clock()
    async with bot_running(playground, file, now=clock) as bot:
        gathering = await Gathering.begin(playground, bot, ana, boris)
        for _ in range(4):
            before = await gathering.table()
            clock.now += TURN * 1000
            await changed(gathering, before)
        message = await gathering.message(ana)
        assert "nobody was left to play" in message.content
        assert [button.label for button in message.buttons] == ["Rematch"]
        await gathering.nobody_called(ana)


async def test_a_turn_goes_on_over_a_restart_and_its_player_is_not_called_again(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    clock = Clock()
    async with bot_running(playground, file, now=clock) as bot:
        gathering = await Gathering.begin(playground, bot, ana, boris)
        await gathering.advance()
        called, message = await gathering.called(ana), await gathering.message(ana)
        before = await gathering.table()
    async with bot_running(playground, file, now=clock) as bot:
        gathering.bot = bot
        await gathering.advance()
        assert (await gathering.message(ana)).id == message.id
        after = await gathering.table()
        assert after.turn_number == before.turn_number + 1
        await ana.no_longer_sees(called)
        assert (await gathering.called(ana)).mentions == ("Ana",)


async def test_a_turn_that_ran_out_while_the_bot_was_away_is_handed_on_when_it_is_back(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    clock = Clock()
    async with bot_running(playground, file, now=clock) as bot:
        gathering = await Gathering.begin(playground, bot, ana, boris)
        before = await gathering.table()
    clock.now += TURN * 1000
    gathering.let_pass()
    async with bot_running(playground, file, now=clock) as bot:
        gathering.bot = bot
        table = await changed(gathering, before)
        assert table.turn == boris.id
        await gathering.message(ana)
        assert (await gathering.called(ana)).mentions == ("Boris",)


@pytest.mark.parametrize("set_back", [0, 24 * 60 * 60 * 1000], ids=["clock goes on", "clock set back"])
async def test_what_was_saved_and_not_shown_is_shown_after_a_restart(
    playground: Playground, file: Path, ana: Person, boris: Person, set_back: int
) -> None:
    clock = Clock()
    async with bot_running(playground, file, now=clock) as bot:
        gathering = await Gathering.begin(playground, bot, ana, boris)
        first = await gathering.message(ana)
        await settled(bot)
        await bot.rooms.turns.advance(ana.id, gathering.table_id, (await gathering.table()).moment)
    gathering.let_pass()
    clock.now -= set_back
    async with bot_running(playground, file, now=clock) as bot:
        gathering.bot = bot
        message = await gathering.message(ana)
        assert message.id == first.id
        assert f"Last, <@{ana.id}>: " in message.content
        assert (await gathering.called(ana)).mentions == ("Boris",)


async def test_an_end_that_was_saved_and_not_shown_is_shown_after_a_restart_and_then_left_alone(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    async with bot_running(playground, file) as bot:
        gathering = await Gathering.begin(playground, bot, ana, boris)
        first = await gathering.message(ana)
        await settled(bot)
        await bot.rooms.turns.stop(ana.id, gathering.table_id, moderator=False)
    gathering.let_pass()
    async with bot_running(playground, file) as bot:
        gathering.bot = bot
        message = await gathering.message(ana)
        assert message.id == first.id
        assert [button.label for button in message.buttons] == ["Rematch"]
        await gathering.nobody_called(ana)
        await settled(bot)
        assert await bot.rooms.stored.unsettled(await bot.rooms.stored.newest(), 10) == ()


async def test_a_call_that_was_posted_and_not_noted_is_found_after_a_restart_however_late(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    clock = Clock()
    async with bot_running(playground, file, now=clock) as bot:
        gathering = await Gathering.begin(playground, bot, ana, boris)
        await gathering.advance()
        called = await gathering.called(ana)
        # As if it had been stopped before it noted this.
        await bot.rooms.stored.note_call(gathering.table_id, 1, None)
    # Longer than a nonce is known.
    playground.clock.advance(3600)
    async with bot_running(playground, file, now=clock) as bot:
        gathering.bot = bot
        for _ in range(6000):
            if (await gathering.table()).called == 2:
                break
            await asyncio.sleep(0.01)
        assert (await gathering.table()).call_id == called.id
        assert [message.id for message in gathering.calls(ana)] == [called.id]


async def test_an_end_that_was_told_and_not_noted_is_found_after_a_restart_and_told_once(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    async with bot_running(playground, file) as bot:
        gathering = await Gathering.begin(playground, bot, ana, boris)
        question = await gathering.press(ana, "stop")
        await ana.press(question, question.buttons[0].custom_id)
        told = await gathering.told_over(boris)
        assert told.mentions == ()
        await told_by(gathering, told.id)
        # As if it had been stopped before it noted this.
        await bot.rooms.stored.note_call(gathering.table_id, 1, None)
    playground.clock.advance(3600)
    async with bot_running(playground, file) as bot:
        gathering.bot = bot
        await told_by(gathering, told.id)
        assert (await gathering.told_over(boris)).id == told.id


async def test_a_call_that_was_not_noted_goes_when_its_turn_is_over(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    clock = Clock()
    async with bot_running(playground, file, now=clock) as bot:
        gathering = await Gathering.begin(playground, bot, ana, boris)
        await gathering.called(ana)
        await bot.rooms.stored.note_call(gathering.table_id, 0, None)
        before = await gathering.table()
    clock.now += TURN * 1000
    playground.clock.advance(3600)
    async with bot_running(playground, file, now=clock) as bot:
        gathering.bot = bot
        await changed(gathering, before)
        assert (await gathering.called(ana)).mentions == ("Boris",)
        assert len(gathering.calls(ana)) == 1


async def test_a_lobby_that_nobody_has_started_is_closed_in_time(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    clock = Clock()
    async with bot_running(playground, file, now=clock) as bot:
        gathering = await Gathering.begin(playground, bot, ana, boris)
        table = await gathering.table()
        question = await gathering.press(ana, "stop")
        await ana.press(question, question.buttons[0].custom_id)
        again = await bot.rooms.lobbies.rematch(ana.id, table.id)
        clock.now += 30 * 60 * 1000
        gathering.table_id = again.id
        assert (await changed(gathering, again)).state == "closed"


async def test_what_discord_does_not_take_is_tried_again(
    playground: Playground, file: Path, ana: Person, boris: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "AGAIN", 0.1)
    monkeypatch.setattr(showing, "EDITING", 1)
    monkeypatch.setattr(calls, "EDITING", 1)
    clock = Clock()
    async with bot_running(playground, file, now=clock) as bot:
        gathering = await Gathering.begin(playground, bot, ana, boris)
        await gathering.called(ana)
        gathering.let_pass()
        before = await gathering.table()
        # One edit and one post of the board, and one call.
        playground.faults.slow("/channels/*", 3600, method="PATCH", carried_out=False)
        playground.faults.slow("/channels/*", 3600, method="POST", times=2, carried_out=False)
        clock.now += TURN * 1000
        await changed(gathering, before)
        await gathering.message(ana)
        assert (await gathering.called(ana)).mentions == ("Boris",)


async def told_by(gathering: Gathering, message_id: int) -> None:
    """Wait until it is noted that this message called last, or told the end."""
    for _ in range(6000):
        if (await gathering.table()).call_id == message_id:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it is not noted")


async def settled(bot: PatienceClient) -> None:
    """Wait until the bot has looked after the tables that it found at its start."""
    assert bot.is_ready()
    for _ in range(6000):
        if not any(task.get_name() == "table" for task in asyncio.all_tasks()):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("tables are looked after without an end")
