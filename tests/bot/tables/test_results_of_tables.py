"""What is shown of tables that are over: on the leaderboard, in statistics, in the history, as records and films."""

import re

import pytest

from bot.client import PatienceClient
from engine.record import read_record
from playground.person import Person
from storage.table_rows import Table
from tests.bot.tables.played import begun, go_on, move, played_out, raced_out


def rows(content: str) -> list[list[str]]:
    """Return the cells of a leaderboard's rows, without its head."""
    block = content.split("```")[1].strip("\n").splitlines()
    return [line.replace("›", " ").split() for line in block[1:]]


def place_of(table: Table, person: Person) -> int:
    seat = table.seat_of(person.id)
    assert seat is not None
    assert seat.place is not None
    return seat.place


@pytest.fixture
async def known(bot: PatienceClient, ana: Person, boris: Person) -> None:
    """Both have been seen in the server by their names."""
    for person in (ana, boris):
        await person.command("games")


@pytest.mark.usefixtures("known")
async def test_tables_in_turns_and_races_are_on_a_leaderboard_of_their_own(
    bot: PatienceClient, ana: Person, boris: Person
) -> None:
    tables = [
        await played_out(bot, "sun", ana.id, boris.id, seed="1"),
        await played_out(bot, "sun", boris.id, ana.id, seed="2"),
        await raced_out(bot, "pyramid", ana.id, boris.id),
    ]
    assert all(table.counts for table in tables)
    for game in ("-", "sun", "pyramid"):
        for period in ("today", "all"):
            shown = await ana.command("leaderboard", board="tables", game=game, period=period)
            counted = [table for table in tables if game in ("-", table.game)]
            expected = {}
            for person in (ana, boris):
                places = [place_of(table, person) for table in counted]
                mean = f"{sum(places) / len(places) + 1e-9:.2f}"
                expected[person.name] = [str(places.count(1)), mean, str(len(places))]
            assert {cells[1]: cells[2:] for cells in rows(shown.content)} == expected
    best = [cells[1] for cells in rows((await boris.command("leaderboard", board="tables")).content)]
    won = {person.name: sum(place_of(table, person) == 1 for table in tables) for person in (ana, boris)}
    assert won[best[0]] >= won[best[1]]


@pytest.mark.usefixtures("known")
async def test_who_hides_is_on_the_board_of_tables_no_more(bot: PatienceClient, ana: Person, boris: Person) -> None:
    await played_out(bot, "sun", ana.id, boris.id)
    await ana.command("privacy others", see="hidden")
    await played_out(bot, "sun", ana.id, boris.id, seed="2")
    shown = await boris.command("leaderboard", board="tables")
    assert [cells[1] for cells in rows(shown.content)] == ["Boris"]


async def test_who_is_not_on_it_is_told_how_to_get_there(bot: PatienceClient, ana: Person) -> None:
    shown = await ana.command("leaderboard", board="tables", period="month")
    assert "Nobody is here yet." in shown.content
    assert "play with others at a table" in shown.content


async def test_statistics_tell_of_tables(bot: PatienceClient, ana: Person, boris: Person) -> None:
    turns = await played_out(bot, "sun", ana.id, boris.id)
    alone = (await ana.command("stats")).content
    assert "No game is over yet." not in alone
    race = await raced_out(bot, "pyramid", ana.id, boris.id)
    told = (await ana.command("stats")).content
    for kind, table in (("Tables in turns", turns), ("Races", race)):
        place = place_of(table, ana)
        assert f"{kind}: played: 1, won: {int(place == 1)}, mean place {place}.00" in told
        assert re.search(rf"Table {table.id}: .* · place {place} of 2 · cards: \d+", told)
    assert f"· race {race.id} ·" in told, "the board of a race is among the games"


async def test_history_lists_tables_and_opens_their_games_for_all_who_had_a_seat(
    bot: PatienceClient, ana: Person, boris: Person
) -> None:
    turns = await played_out(bot, "sun", ana.id, boris.id)
    listed = await ana.command("history")
    assert listed.ephemeral
    assert "**Your tables that are over**" in listed.content, "there is nothing else"
    assert f"Table {turns.id}: Sun · in turns · place {place_of(turns, ana)} of 2" in listed.content
    opened = await ana.choose(listed, "history-open", str(turns.game_id))
    assert opened.ephemeral
    assert f"<@{boris.id}>" in opened.content
    record = next(file for file in opened.attachments if file.filename.endswith(".txt"))
    text = (await ana.download(record.url)).decode()
    assert read_record(text).game.name == "sun"
    assert " ; Ana\n" in text
    film = await ana.press(opened, "As a film")
    assert [file.filename for file in film.attachments] == [f"sun-{turns.game_id}.gif"]
    race = await raced_out(bot, "pyramid", ana.id, boris.id)
    games = await ana.command("history")
    assert f"· race {race.id} ·" in games.content
    tables = await ana.press(games, "Tables")
    assert tables.id == games.id
    assert re.findall(r"Table (\d+)", tables.content) == [str(race.id), str(turns.id)]
    own = await ana.choose(tables, "history-open", str(race.seats[0].game_id))
    assert f"<@{ana.id}>" in own.content
    assert (await ana.press(tables, "Games")).content.startswith("**Your games that are over**")


async def test_the_record_of_a_table_is_exported_once_it_is_over(
    bot: PatienceClient, ana: Person, boris: Person, carla: Person
) -> None:
    table = await begun(bot, "turns", "sun", ana.id, boris.id)
    table = await move(bot, table)
    early = await ana.command("export", game=str(table.game_id))
    assert "still being played at its table" in early.content
    assert not early.attachments
    while table.state == "playing":
        table = await move(bot, table)
    offered = await boris.autocomplete("export", "game", "sun")
    assert str(table.game_id) in [value for _, value in offered]
    given = await boris.command("export", game=str(table.game_id))
    text = (await boris.download(given.attachments[0].url)).decode()
    assert " ; Boris\n" in text
    assert (await carla.command("export", game=str(table.game_id))).content == f"You have no game {table.game_id}."


async def test_nothing_of_a_race_is_exported_before_it_is_over(bot: PatienceClient, ana: Person, boris: Person) -> None:
    race = await begun(bot, "race", "sun", ana.id, boris.id)
    await go_on(bot, race, ana.id, 3)
    board = await bot.rooms.races.board(ana.id, race.id)
    await bot.service.resign(ana.id, board.id, board.stored.version)
    told = await ana.command("export", game=str(board.id))
    assert "still racing" in told.content
    assert not told.attachments
    other = await bot.rooms.races.board(boris.id, race.id)
    await bot.service.resign(boris.id, other.id, other.stored.version)
    given = await ana.command("export", game=str(board.id))
    assert given.attachments
