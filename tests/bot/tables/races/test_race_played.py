"""Races on a playground, from start to ranking: over sockets, with people who sleep, leave and come late."""

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.client import PatienceClient
from engine.game import games
from playground import Playground
from playground.clock import Clock
from playground.person import Person
from storage.table_rows import Seat
from tests.bot.tables.races.racing import (
    LASTS,
    begun,
    give_up,
    is_over,
    is_race,
    own_board,
    play_on,
    play_to_the_end,
    racing_bot,
)


@pytest.mark.timeout(240)
@pytest.mark.parametrize("game", games())
async def test_six_race_to_the_end_one_asleep_one_resigning_the_host_leaving(
    bot: PatienceClient, clock: Clock, people: list[Person], game: str
) -> None:
    ana, boris, carla, dan, elena, felix = people
    table, message = await begun(bot, game, people, "a deal for six")
    for person in people:
        assert f"<@{person.id}>" in message.content
    assert message.mentions == ()
    called = await felix.sees(lambda seen: seen.content.startswith(f"**Table {table.id}: the race has begun.** "))
    assert sorted(called.mentions) == ["Boris", "Carla", "Dan", "Elena", "Felix"]
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
    ranking = re.findall(r"\*\*(\d)\.\*\* <@(\d+)> · ([a-z ]+) · score\xa0(\d+) · moves:\xa0(\d+)", over.content)
    assert [(int(place), int(who)) for place, who, *_ in ranking] == sorted(
        ((place or 0, who) for who, place in places.items()), key=lambda one: (one[0], _seat(after.seats, one[1]))
    )
    assert {int(who): how for _, who, how, *_ in ranking}[felix.id] == "not finished"
    first = await felix.sees(lambda seen: seen.content.startswith(f"**Table {table.id} is over.** First: "))
    assert {who for who, place in places.items() if place == 1} == set(map(int, re.findall(r"<@(\d+)>", first.content)))
    assert first.mentions == ()
    await felix.no_longer_sees(called)
    # What was secret is told now, to everybody who raced.
    board = await own_board(felix, table)
    assert "**Race over.**" in board.content
    assert told in board.content
    assert {"Same deal", "Play another deal"} <= {button.label for button in board.buttons}
    assert (await boris.command("export", game=str(after.seat_of(boris.id).game_id))).attachments  # type: ignore[union-attr]


def _seat(seats: Sequence[Seat], who: int) -> int:
    return next(seat.position for seat in seats if seat.user_id == who)


async def _hosts(person: Person, table_id: int) -> list[int]:
    """Return who is host by the message of a race."""
    message = await person.sees(lambda seen: f"table {table_id}\n" in seen.content)
    return [int(who) for who in re.findall(r"<@(\d+)>[^\n]* · host", message.content)]


async def test_who_does_not_race_is_told_so_and_sees_no_board(bot: PatienceClient, people: list[Person]) -> None:
    ana, boris, carla, *_ = people
    table, message = await begun(bot, "sultan", [ana, boris])
    for button in ("My board", "Leave", "End table"):
        told = await carla.press(message, button)
        assert told.ephemeral
        assert not told.attachments
    assert "You are watching" in (await carla.press(message, "My board")).content
    assert (await bot.rooms.stored.get(table.id)).seated == table.seated
    assert "Only the host" in (await boris.press(message, "End table")).content


async def test_a_board_is_its_players_alone_wherever_it_is_asked_for(bot: PatienceClient, people: list[Person]) -> None:
    ana, boris, *_ = people
    table, _ = await begun(bot, "sun", [ana, boris], "3")
    board = await own_board(ana, table)
    seat = table.seat_of(ana.id)
    assert seat is not None
    for shown in (
        await ana.command("board"),
        await ana.command("move", move="next"),
        await ana.command("draw"),
        await ana.press(board, next(one.custom_id for one in board.buttons if one.custom_id.startswith("play:"))),
    ):
        assert shown.ephemeral
        assert f"race {table.id}" in shown.content
    listed = await ana.command("games")
    assert f"race {table.id}" in listed.content
    opened = await ana.choose(listed, listed.selects[0].custom_id, str(seat.game_id))
    assert opened.ephemeral
    assert "moves: 2" in opened.content
    assert not [message for message in boris.messages() if message.attachments]


async def test_two_who_are_done_at_the_same_instant_end_it_once(bot: PatienceClient, people: list[Person]) -> None:
    ana, boris, carla, *_ = people
    table, message = await begun(bot, "pyramid", [ana, boris])
    questions = [await person.press(await own_board(person, table), "Resign") for person in (ana, boris)]
    await asyncio.gather(
        *(person.press(asked, "Resign this game") for person, asked in zip((ana, boris), questions, strict=True))
    )
    over = await carla.sees(is_over(table))
    assert over.id == message.id
    assert "everybody is done" in over.content
    after = await bot.rooms.stored.get(table.id)
    assert (after.state, after.ending, [seat.place for seat in after.seats]) == ("over", "finished", [1, 1])
    assert over.content.count("**1.**") == 2


async def test_a_move_that_comes_after_the_time_is_told_so_and_the_board_stands_as_it_is(
    bot: PatienceClient, clock: Clock, people: list[Person]
) -> None:
    ana, boris, *_ = people
    table, _ = await begun(bot, "pyramid", [ana, boris])
    board = await play_on(ana, await own_board(ana, table))
    moves = re.search(r"moves: (\d+)", board.content)
    assert moves is not None
    clock.advance(LASTS)
    closed = await ana.press(board, next(one.custom_id for one in board.buttons if one.custom_id.startswith("play:")))
    assert "**Race over.**" in closed.content
    assert moves[0] in closed.content
    over = await boris.sees(is_over(table))
    assert "the time is up" in over.content
    assert "not finished" in over.content


async def test_the_host_ends_it_for_everybody(bot: PatienceClient, people: list[Person]) -> None:
    ana, boris, *_ = people
    table, message = await begun(bot, "pyramid", [ana, boris])
    await play_on(boris, await own_board(boris, table))
    asked = await ana.press(message, "End table")
    assert asked.ephemeral
    await ana.press(asked, "End this table")
    over = await boris.sees(is_over(table))
    assert f"**Ended** by <@{ana.id}>" in over.content
    assert "does not count" in over.content
    assert "**Race over.**" in (await own_board(boris, table)).content


async def test_after_a_crash_a_race_goes_on_where_it_was(
    playground: Playground, file: Path, clock: Clock, people: list[Person]
) -> None:
    """The bot dies between saving a move and showing it; a board that only its player saw is opened anew."""
    ana, boris, carla, *_ = people
    async with racing_bot(playground, file, clock) as bot:
        table, message = await begun(bot, "sultan", [ana, boris, carla])
        boards = [await own_board(person, table) for person in (ana, boris)]
        await ana.sees(lambda seen: seen.id == message.id)
        await bot.refresher.close()
        boards[0] = await play_on(ana, boards[0])
        boards[1] = await give_up(boris, boards[1])
    await ana.bot_to_be(online=False)
    await ana.dismiss(boards[0])
    async with racing_bot(playground, file, clock) as bot:
        await ana.bot_to_be(online=True)
        shown = await carla.sees(lambda seen: is_race(table)(seen) and "**resigned**" in seen.content)
        assert shown.id == message.id
        version = (await bot.rooms.races.board(ana.id, table.id)).stored.version
        again = await own_board(ana, table)
        assert any(button.custom_id.endswith(f":{version}") for button in again.buttons)
        await give_up(ana, again)
        await give_up(carla, await own_board(carla, table))
        over = await boris.sees(is_over(table))
        assert over.id == message.id
    assert len([seen for seen in boris.messages() if is_race(table)(seen)]) == 1


async def test_an_end_that_was_saved_but_not_shown_is_shown_when_the_bot_is_back(
    playground: Playground, file: Path, clock: Clock, people: list[Person]
) -> None:
    ana, boris, *_ = people
    async with racing_bot(playground, file, clock) as bot:
        table, message = await begun(bot, "sultan", [ana, boris])
        boards = [await own_board(person, table) for person in (ana, boris)]
        # From here on it dies before it can show anything.
        bot.service.race_changed = lambda table_id: None
        for person, board in zip((ana, boris), boards, strict=True):
            await give_up(person, board)
        assert (await bot.rooms.stored.get(table.id)).state == "over"
        assert "a board each" in ana.message(message.id).content
    await ana.bot_to_be(online=False)
    async with racing_bot(playground, file, clock):
        assert (await ana.sees(is_over(table))).id == message.id


async def test_time_that_ran_out_while_the_bot_was_away_ends_it_when_it_is_back(
    playground: Playground, file: Path, clock: Clock, people: list[Person]
) -> None:
    ana, boris, *_ = people
    async with racing_bot(playground, file, clock) as bot:
        table, message = await begun(bot, "sun", [ana, boris], "3")
        await play_on(ana, await own_board(ana, table))
    clock.advance(2 * LASTS)
    async with racing_bot(playground, file, clock) as bot:
        over = await boris.sees(is_over(table))
        assert over.id == message.id
        assert [seat.place for seat in (await bot.rooms.stored.get(table.id)).seats] == [1, 2]
