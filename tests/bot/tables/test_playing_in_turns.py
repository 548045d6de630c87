"""Playing in turns on the playground, by presses alone: whole games, calls, and what is seen at the end."""

import pytest

from bot.client import PatienceClient
from engine.game import games
from playground import Playground
from tests.bot.tables.gathering import NAMES, Gathering, pages


@pytest.mark.parametrize("game", games())
async def test_four_people_play_a_game_of_each_kind_to_its_end(
    playground: Playground, bot: PatienceClient, game: str
) -> None:
    async with pages(playground, *NAMES) as people:
        gathering = await Gathering.begin(playground, bot, *people, game=game)
        first = await gathering.message(people[0])
        movers = set()
        while (await gathering.table()).state == "playing":
            player = await gathering.in_turn()
            movers.add(player.name)
            called = await gathering.called(people[-1])
            assert called.mentions == (player.name,)
            await gathering.play()
        assert movers == set(NAMES)
        for person in people:
            last = await gathering.message(person)
            assert last.id == first.id, "a press changes the message where it is"
            assert [button.label for button in last.buttons] == ["Rematch"]
            assert last.selects == ()
            await gathering.nobody_called(person)
            told = await gathering.told_over(person)
            assert told.mentions == (), "an end pings nobody"
            assert told.id > last.id
        table = await gathering.table()
        came_first = ", ".join(f"<@{seat.user_id}>" for seat in table.seats if seat.place == 1)
        assert told.content == f"**Table {table.id} is over.** First: {came_first}."
        ranking = [line for line in last.content.splitlines() if line[:3] in ("**1", "**2", "**3", "**4")]
        assert len(ranking) == len(NAMES)
        for seat in table.seats:
            (line,) = [line for line in ranking if str(seat.user_id) in line]
            assert line.startswith(f"**{seat.place}.**")
            assert f" · cards: {seat.gained}" in line
