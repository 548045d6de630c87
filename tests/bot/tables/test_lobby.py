"""The lobby of a table on the playground: opened, joined, left, started, called off, expired."""

import time
from pathlib import Path

import pytest

from bot.client import PatienceClient
from bot.tables.lobbies import WAITING
from engine.game import games
from playground import Playground
from playground.person import Person
from tests.bot.house import bot_running
from tests.bot.tables.lobby_seen import LOBBY, labels, noted, opened, seats, sees


class MovedTime:
    """The time in milliseconds, moved on as the test says."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead


async def test_a_lobby_tells_what_is_played_by_which_rules_and_who_sits_where(
    bot: PatienceClient, ana: Person, boris: Person
) -> None:
    lobby = await ana.command("table open", game="sultan", kind="turns", seats=3, clock="10 minutes")
    assert labels(lobby) == LOBBY
    assert "Sultan" in lobby.content
    assert "In turns, on one board" in lobby.content
    assert "Time for a turn: 10 minutes" in lobby.content
    assert "does not count" not in lobby.content
    assert seats(lobby) == [f"1. <@{ana.id}>, the host", "2. *free*", "3. *free*"]
    table = await noted(bot, lobby)
    assert (table.clock, table.most_seats) == (600, 3)
    assert f"<t:{(table.deadline or 0) // 1000}:R>" in lobby.content
    await sees(boris, lobby)
    joined = await boris.press(lobby, "Join")
    assert joined.id == lobby.id
    assert seats(joined)[1] == f"2. <@{boris.id}>"
    again = await boris.press(lobby, "Join")
    assert seats(again)[1:] == [f"2. <@{boris.id}>", "3. *free*"]
    told = await boris.sees(lambda message: message.ephemeral)
    assert "You have a seat" in told.content
    left = await boris.press(lobby, "Leave")
    assert seats(left)[1] == "2. *free*"


@pytest.mark.usefixtures("bot")
async def test_a_race_is_opened_with_its_own_clock_options_and_deal(bot: PatienceClient, ana: Person) -> None:
    lobby = await ana.command("table open", game="pyramid", kind="race", options="piles=3", deal="my own")
    assert "A race" in lobby.content
    assert "Time for the race: 20 minutes" in lobby.content
    assert "Deal chosen by the host: does not count" in lobby.content
    assert "my own" not in lobby.content
    table = await bot.rooms.stored.get(1)
    assert (table.kind, table.origin, table.most_seats, table.clock) == ("race", "chosen", 4, 1200)
    assert '"piles": 3' in table.options


@pytest.mark.usefixtures("bot")
async def test_what_is_wrong_in_a_command_is_told_and_opens_nothing(bot: PatienceClient, ana: Person) -> None:
    told = await ana.command("table open", game="pyramid", kind="turns", clock="1 hour")
    assert told.ephemeral
    assert "is no clock for a turn" in told.content
    told = await ana.command("table open", game="pyramid", kind="turns", options="piles=9")
    assert told.ephemeral
    assert await bot.rooms.stored.unsettled(2**60, 10) == ()


@pytest.mark.usefixtures("bot")
async def test_clocks_and_variants_are_offered_as_they_fit(ana: Person) -> None:
    turns = await ana.autocomplete("table open", "clock", "", game="sun", kind="turns")
    race = await ana.autocomplete("table open", "clock", "", game="sun", kind="race")
    assert [name for name, _ in turns] == ["30 seconds", "1 minute", "2 minutes", "10 minutes", "1 day"]
    assert [name for name, _ in race] == ["10 minutes", "20 minutes", "30 minutes", "1 hour", "1 day"]
    assert await ana.autocomplete("table open", "options", "three", game="pyramid", kind="race")


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("game", games())
async def test_the_host_starts_with_two_and_everybody_else_is_told_why_not(
    bot: PatienceClient, ana: Person, boris: Person, carla: Person, game: str
) -> None:
    lobby = await ana.command("table open", game=game, kind="turns", deal="3")
    told = await ana.press(lobby, "Start")
    assert told.ephemeral
    assert "There have to be two" in told.content
    await sees(boris, lobby)
    await boris.press(lobby, "Join")
    await sees(carla, lobby)
    for person in (boris, carla):
        told = await person.press(lobby, "Start")
        assert told.ephemeral
        assert "Only the host starts" in told.content
    for button in ("Leave", "Invite"):
        assert "watching" in (await carla.press(lobby, button)).content
    assert "Only the host calls" in (await boris.press(lobby, "Cancel")).content
    begun = await ana.press(lobby, "Start")
    assert begun.id == lobby.id
    assert "Join" not in labels(begun)
    table = await bot.rooms.stored.get(1)
    assert (table.state, table.turn) == ("playing", ana.id)


@pytest.mark.usefixtures("bot")
async def test_a_full_table_takes_nobody_else(bot: PatienceClient, ana: Person, boris: Person, carla: Person) -> None:
    lobby = await ana.command("table open", game="sun", kind="turns", seats=2)
    for person in (boris, carla):
        await sees(person, lobby)
    await boris.press(lobby, "Join")
    told = await carla.press(lobby, "Join")
    assert told.ephemeral
    assert "All seats" in told.content
    assert "All seats" in (await ana.press(lobby, "Invite")).content
    assert len((await bot.rooms.stored.get(1)).seats) == 2


@pytest.mark.usefixtures("bot")
async def test_the_host_leaves_and_the_next_is_host_and_the_last_calls_it_off(
    bot: PatienceClient, ana: Person, boris: Person
) -> None:
    lobby = await opened(bot, ana, game="sun")
    await sees(boris, lobby)
    await boris.press(lobby, "Join")
    left = await ana.press(lobby, "Leave")
    assert seats(left)[0] == f"1. <@{boris.id}>, the host"
    gone = await boris.press(left, "Leave")
    assert gone.buttons == ()
    assert f"called off by <@{boris.id}>" in gone.content
    assert (await bot.rooms.stored.get(1)).state == "closed"


@pytest.mark.usefixtures("bot")
async def test_a_lobby_that_was_called_off_says_so_and_has_no_buttons(bot: PatienceClient, ana: Person) -> None:
    lobby = await opened(bot, ana, game="sun")
    gone = await ana.press(lobby, "Cancel")
    assert (gone.id, gone.buttons) == (lobby.id, ())
    assert f"called off by <@{ana.id}>" in gone.content


async def test_a_lobby_expires_by_itself_and_says_so(playground: Playground, file: Path, ana: Person) -> None:
    clock = MovedTime()
    async with bot_running(playground, file, now=clock) as bot:
        lobby = await opened(bot, ana, game="sun")
        clock.ahead += WAITING
        gone = await sees(ana, lobby, "has expired")
        assert gone.buttons == ()
        assert (await bot.rooms.stored.get(1)).ending == "expired"


async def test_a_lobby_that_expires_while_the_bot_is_away_says_so_when_it_is_back(
    playground: Playground, file: Path, ana: Person
) -> None:
    clock = MovedTime()
    async with bot_running(playground, file, now=clock) as bot:
        lobby = await opened(bot, ana, game="sun")
    clock.ahead += WAITING
    async with bot_running(playground, file, now=clock):
        assert (await sees(ana, lobby, "has expired")).buttons == ()


async def test_the_bot_is_started_again_and_the_lobby_goes_on(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    async with bot_running(playground, file) as bot:
        lobby = await opened(bot, ana)
    await sees(boris, lobby)
    async with bot_running(playground, file) as bot:
        assert seats(await boris.press(lobby, "Join"))[1] == f"2. <@{boris.id}>"
        await ana.press(lobby, "Start")
        assert (await bot.rooms.stored.get(1)).state == "playing"


@pytest.mark.usefixtures("bot")
async def test_the_message_of_a_lobby_was_deleted_and_is_shown_again(
    bot: PatienceClient, ana: Person, boris: Person
) -> None:
    lobby = await opened(bot, ana, game="sun")
    channel = bot.get_partial_messageable(lobby.channel_id)
    await channel.get_partial_message(lobby.id).delete()
    await ana.no_longer_sees(lobby)
    shown = await boris.command("table show")
    assert labels(shown) == LOBBY
    await noted(bot, shown)
    assert seats(await boris.press(shown, "Join"))[1] == f"2. <@{boris.id}>"


@pytest.mark.usefixtures("bot")
async def test_a_table_that_is_shown_again_leaves_its_old_message(bot: PatienceClient, ana: Person) -> None:
    lobby = await opened(bot, ana, game="sun")
    await ana.say("a word between")
    shown = await ana.command("table show")
    await ana.no_longer_sees(lobby)
    assert labels(shown) == LOBBY
    await noted(bot, shown)


@pytest.mark.usefixtures("bot")
async def test_of_several_tables_it_has_to_be_said_which(ana: Person, boris: Person) -> None:
    for game in ("sun", "sultan"):
        await ana.command("table open", game=game, kind="turns")
    await boris.command("table open", game="pyramid", kind="race")
    told = await ana.command("table show")
    assert told.ephemeral
    assert "one of 2, 1" in told.content
    offered = await ana.autocomplete("table show", "table", "")
    assert [value for _, value in offered] == [3, 2, 1]
    assert offered[1][0] == "2: Sultan, waiting, seats taken: 1 of 4"
    assert "Sun" in (await ana.command("table show", table=1)).content
    # Of those in the channel, the one at which somebody sits comes first.
    assert "Pyramid" in (await boris.command("table show")).content
    assert "no table 9" in (await ana.command("table show", table=9)).content


@pytest.mark.usefixtures("bot")
async def test_a_table_is_shown_where_it_is_played_and_told_to_whoever_sits_there(
    bot: PatienceClient, ana: Person, boris: Person
) -> None:
    lobby = await opened(bot, ana, game="sun")
    other = next(name for name in ana.channel_names if name not in ("patience", "friends"))
    told = await boris.command("table show", in_channel=other, table=1)
    assert "is in another channel" in told.content
    told = await ana.command("table show", in_channel=other)
    assert told.ephemeral
    await ana.no_longer_sees(lobby)
    table = await bot.rooms.stored.get(1)
    assert str(table.message_id) in told.content
    assert table.channel_id == lobby.channel_id
