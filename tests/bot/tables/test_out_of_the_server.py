"""A table whose server has put the bot out and let it in again: turns go by meanwhile, and then all is shown."""

from pathlib import Path

from playground import Playground
from playground.person import Person
from tests.bot.conftest import Clock
from tests.bot.house import bot_running
from tests.bot.tables.gathering import TURN, Gathering
from tests.bot.tables.test_the_clock_of_a_table import changed


async def test_a_table_goes_on_when_the_bot_is_back_in_the_server_with_one_board_and_one_call(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    clock = Clock()
    async with bot_running(playground, file, now=clock) as bot:
        gathering = await Gathering.begin(playground, bot, ana, boris)
        await gathering.advance()
        await gathering.called(ana)
        for in_guild in (False, True):
            playground.set_bot_in_guild(in_guild)
            gathering.let_pass()
            before = await gathering.table()
            clock.now += TURN * 1000
            await changed(gathering, before)
        assert (await gathering.called(ana)).mentions == ((await gathering.in_turn()).name,)
        board = await gathering.message(ana)
        await gathering.advance()
        await gathering.called(ana)
        assert [message.id for message in gathering.messages(ana)] == [board.id]
        assert len(gathering.calls(ana)) == 1
