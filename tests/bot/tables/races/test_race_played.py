"""Races on a playground, from start to ranking: over sockets, with people who sleep, leave and come late."""

import asyncio
import re
from collections.abc import Sequence

import pytest

from bot.client import PatienceClient
from engine.game import games
from playground.clock import Clock
from playground.person import Person
from storage.table_rows import Seat
from tests.bot.tables.races.racing import (
    LASTS,
    begun,
    is_over,
    is_race,
    own_board,
    play_to_the_end,
)


@pytest.mark.timeout(240)
@pytest.mark.parametrize("game", games())
async def test_six_race_to_the_end_one_asleep_one_resigning_the_host_leaving(
    bot: PatienceClient, clock: Clock, people: list[Person], game: str
) -> None:
    ana, boris, carla, dan, elena, felix = people
    table, message = await begun(bot, game, people)
    for person in people:
        assert f"<@{person.id}>" in message.content
    assert message.mentions == ()
    # The host leaves; Elena resigns; Felix is asleep; the others play to the end.
    await own_board(ana, table)
    asked = await ana.press(message, "Leave")
    assert asked.ephemeral
    assert "You have left" in (await ana.press(asked, "Leave this race")).content
    ended = await asyncio.gather(*(play_to_the_end(person, table) for person in (boris, carla, dan)))
    await own_board(elena, table)
    asked = await elena.command("resign")
    done = await elena.press(asked, "Resign this game")
    assert "Others are still racing" in done.content
    for board in ended:
        assert "Others are still racing" in board.content
        assert "Deal: " not in board.content
    told = (await bot.rooms.stored.get(table.id)).seed
    assert told is not None
    shown = await felix.sees(lambda seen: is_race(table)(seen) and "has left" in seen.content)
    assert told not in shown.content
    assert await _hosts(felix, table.id) == [boris.id]
    clock.advance(LASTS)
    over = await felix.sees(is_over(table))
    assert "the time is up" in over.content
    after = await bot.rooms.stored.get(table.id)
    assert (after.state, after.ending) == ("over", "time")
    # All who have played did so alike: time alone tells them apart.
    places = {seat.user_id: seat.place for seat in after.seats}
    assert max(places[one.id] or 0 for one in (boris, carla, dan)) < min(
        places[one.id] or 0 for one in (ana, elena, felix)
    )
    ranking = re.findall(r"\*\*(\d)\.\*\* <@(\d+)> · ([a-z ]+) · score (\d+) · moves: (\d+)", over.content)
    assert [(int(place), int(who)) for place, who, *_ in ranking] == sorted(
        ((place or 0, who) for who, place in places.items()), key=lambda one: (one[0], _seat(after.seats, one[1]))
    )
    assert {int(who): how for _, who, how, *_ in ranking}[felix.id] == "time over"
    # What was secret is told now, to everybody who raced.
    board = await own_board(felix, table)
    assert "**Time over.**" in board.content
    assert told in board.content
    assert {"Same deal", "Play another deal"} <= {button.label for button in board.buttons}
    assert (await boris.command("export", game=str(after.seat_of(boris.id).game_id))).attachments  # type: ignore[union-attr]


def _seat(seats: Sequence[Seat], who: int) -> int:
    return next(seat.position for seat in seats if seat.user_id == who)


async def _hosts(person: Person, table_id: int) -> list[int]:
    """Return who is host by the message of a race."""
    message = await person.sees(lambda seen: f"table {table_id}\n" in seen.content)
    return [int(who) for who in re.findall(r"<@(\d+)>[^\n]* · host", message.content)]
