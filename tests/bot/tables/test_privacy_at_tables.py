"""/privacy at tables: what is kept of a person is given to them, and made nobody's, while the others keep all."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.client import PatienceClient
from bot.tables.refusals import StaleTable, TableRefused
from bot.verify import wrong_games
from playground.person import Person
from playground.state import GUILD_ID, PATIENCE_ID
from storage.table_rows import NewTable, Table
from tests.bot.tables.lobby_seen import opened
from tests.bot.tables.played import begun, go_on, move, played_out, raced_out
from tests.bot.tables.test_inviting import invitation_of
from tests.bot.test_privacy import delete, nothing_is_kept


async def text_of(person: Person) -> str:
    told = await person.command("privacy show")
    (attached,) = told.attachments
    return (await person.download(attached.url)).decode()


def query(file: Path, statement: str, *values: object) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(statement, values).fetchall()


async def everything_follows(file: Path) -> None:
    assert await asyncio.to_thread(lambda: list(wrong_games(file))) == []


def lobby_of(host: Person) -> NewTable:
    return NewTable(
        kind="turns",
        guild_id=GUILD_ID,
        channel_id=PATIENCE_ID,
        locale="en-US",
        host_id=host.id,
        game="sun",
        options="{}",
        rules=1,
        most_seats=4,
        clock=600,
    )


def others_seats(table: Table, person: Person) -> list[object]:
    return [seat for seat in table.seats if seat.user_id != person.id]


async def test_who_is_deleted_leaves_the_tables_under_way_and_the_others_play_on(
    bot: PatienceClient, file: Path, ana: Person, boris: Person, carla: Person
) -> None:
    lobbies, stored = bot.rooms.lobbies, bot.rooms.stored
    turns = await begun(bot, "turns", "sultan", ana.id, boris.id, carla.id)
    for _ in range(9):
        turns = await move(bot, turns)
    race = await begun(bot, "race", "sun", ana.id, boris.id)
    await go_on(bot, race, ana.id, 5)
    own = await lobbies.open(lobby_of(ana))
    others = await lobbies.open(lobby_of(boris))
    await lobbies.join(ana.id, others.id)
    told = await delete(ana)
    assert told.content.startswith("Deleted: ")
    nothing_is_kept(file, ana)
    after = await stored.get(turns.id)
    assert after.state == "playing"
    assert after.host_id in (boris.id, carla.id)
    assert [seat.user_id for seat in after.seats] == [-1, boris.id, carla.id]
    assert after.seats[0].gained == turns.seats[0].gained
    assert (await stored.get(own.id)).state == "closed"
    assert [seat.user_id for seat in (await stored.get(others.id)).seats] == [boris.id]
    raced = await stored.get(race.id)
    assert (raced.state, raced.host_id) == ("playing", boris.id)
    assert (raced.seats[0].user_id, raced.seats[0].game_id) == (-1, None)
    await go_on(bot, race, boris.id, 3)
    while after.state == "playing":
        after = await move(bot, after)
    await everything_follows(file)


async def test_a_race_ends_when_the_last_who_played_is_deleted(
    bot: PatienceClient, file: Path, ana: Person, boris: Person
) -> None:
    race = await begun(bot, "race", "pyramid", ana.id, boris.id)
    await go_on(bot, race, ana.id, 9)
    await go_on(bot, race, boris.id, 3)
    await bot.rooms.stored.get(race.id)
    position = await bot.service.owned(boris.id, race.seats[1].game_id or 0)
    await bot.service.resign(boris.id, position.id, position.stored.version)
    await delete(ana)
    after = await bot.rooms.stored.get(race.id)
    assert (after.state, after.ending) == ("over", "finished")
    nothing_is_kept(file, ana)
    await everything_follows(file)


@pytest.mark.parametrize("kind", ["turns", "race"])
async def test_of_tables_that_are_over_the_others_keep_all_and_the_seat_is_nobodys(
    bot: PatienceClient, file: Path, kind: str, ana: Person, boris: Person
) -> None:
    play = played_out if kind == "turns" else raced_out
    table = await play(bot, "sun", ana.id, boris.id)
    tallies = "SELECT * FROM tallies WHERE user_id = ? ORDER BY 1, 2, 3"
    before = query(file, tallies, boris.id)
    assert {row[1] for row in before} >= {"tables"}
    await delete(ana)
    nothing_is_kept(file, ana)
    after = await bot.rooms.stored.get(table.id)
    assert others_seats(after, ana)[1:] == others_seats(table, ana)
    kept = [(seat.position, seat.gained, seat.bonus, seat.place) for seat in table.seats]
    assert [(seat.position, seat.gained, seat.bonus, seat.place) for seat in after.seats] == kept
    assert after.counts == table.counts == 1
    assert query(file, tallies, boris.id) == before
    if table.game_id is not None:
        assert set((await bot.rooms.stored.movers(table.game_id)).values()) == {-1, boris.id}
    await everything_follows(file)
    await delete(boris)
    assert {seat.user_id for seat in (await bot.rooms.stored.get(table.id)).seats} == {-1, -2}
    await everything_follows(file)


async def test_of_who_ended_a_table_at_which_they_had_no_seat_nothing_is_left(
    bot: PatienceClient, file: Path, ana: Person, boris: Person, carla: Person
) -> None:
    table = await begun(bot, "turns", "pyramid", boris.id, carla.id)
    await bot.rooms.turns.stop(ana.id, table.id, moderator=True)
    await ana.command("play", game="sun")
    await delete(ana)
    nothing_is_kept(file, ana)
    assert (await bot.rooms.stored.get(table.id)).ending == "stopped"


async def test_what_is_kept_at_tables_is_told_and_given_without_deals_that_are_not_told(
    bot: PatienceClient, file: Path, ana: Person, boris: Person
) -> None:
    over = await played_out(bot, "sun", ana.id, boris.id, seed="told")
    secret = await begun(bot, "turns", "sultan", ana.id, boris.id, seed="not-told")
    secret = await move(bot, secret)
    race = await begun(bot, "race", "pyramid", ana.id, boris.id, seed="raced-on")
    await go_on(bot, race, ana.id, 4)
    told = await ana.command("privacy show")
    assert "Seats at tables, with what you did there: 3; invitations: 0" in told.content
    text = await text_of(ana)
    by_number = {part.partition("]")[0]: part for part in text.split("\n[table ")[1:]}
    assert set(by_number) == {str(table.id) for table in (over, secret, race)}
    assert f"place: {over.seats[0].place}" in by_number[str(over.id)]
    movers = await bot.rooms.stored.movers(over.game_id or 0)
    moves = by_number[str(over.id)].partition("[moves at the table]\n")[2].strip().splitlines()
    assert [int(line.split()[0]) for line in moves] == [ply for ply, user in movers.items() if user == ana.id]
    assert "[moves at the table]" in by_number[str(secret.id)]
    assert str(boris.id) not in text
    for value in ("not-told", "raced-on", secret.deal, race.deal, secret.cards, race.cards):
        assert str(value) not in text
    board = next(part for part in text.split("\n[game ")[1:] if f"table_id: {race.id}" in part)
    assert "[moves]" not in board


async def test_buttons_that_are_left_of_who_was_deleted_answer_in_a_sentence_and_bring_nothing_back(
    bot: PatienceClient, file: Path, ana: Person, boris: Person, carla: Person
) -> None:
    lobby = await opened(bot, boris)
    await boris.command("table invite", user="Ana")
    invitation = await invitation_of(ana)
    table = await begun(bot, "turns", "pyramid", carla.id, ana.id)
    await delete(ana)
    assert (await ana.press(invitation, "Decline")).content == "This invitation has expired."
    with pytest.raises(TableRefused):
        await bot.rooms.turns.sit_down(ana.id, table.id)
    nothing_is_kept(file, ana)
    await ana.press(lobby, "Join")
    assert (await bot.rooms.stored.of_user(ana.id, 9))[0].message_id == lobby.id, "who comes back is welcome"


async def test_of_a_move_at_a_table_and_the_deletion_at_once_nothing_is_left(
    bot: PatienceClient, file: Path, ana: Person, boris: Person
) -> None:
    for order in range(6):
        table = await begun(bot, "turns", "sultan", ana.id, boris.id, seed=f"{order}")
        asked = await ana.command("privacy delete")
        ways = [
            ana.press(asked, "Delete everything"),
            bot.rooms.turns.advance(ana.id, table.id, table.moment),
            bot.rooms.turns.advance(boris.id, table.id, table.moment + 1),
        ]
        done = await asyncio.gather(*(ways if order % 2 else reversed(ways)), return_exceptions=True)
        assert not [
            one for one in done if isinstance(one, Exception) and not isinstance(one, TableRefused | StaleTable)
        ]
        nothing_is_kept(file, ana)
        after = await bot.rooms.stored.get(table.id)
        assert [seat.user_id for seat in after.seats] == [-1, boris.id]
        assert after.turn == boris.id
    await everything_follows(file)


async def test_a_table_whose_game_cannot_be_read_holds_no_deletion_up(
    bot: PatienceClient, file: Path, ana: Person, boris: Person
) -> None:
    table = await begun(bot, "turns", "sun", ana.id, boris.id)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE games SET seed = '' WHERE id = ?", (table.game_id,))
        connection.commit()
    assert (await delete(ana)).content.startswith("Deleted: ")
    nothing_is_kept(file, ana)
    after = await bot.rooms.stored.get(table.id)
    assert (after.state, after.counts) == ("over", 0)


async def test_who_has_nothing_but_a_seat_is_told_so_and_can_delete_it(
    bot: PatienceClient, file: Path, ana: Person, boris: Person
) -> None:
    await begun(bot, "turns", "sun", boris.id, ana.id)
    assert "Do you want everything deleted" in (await ana.command("privacy delete")).content
    await delete(ana)
    nothing_is_kept(file, ana)
