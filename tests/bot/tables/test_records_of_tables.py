"""Records of games at tables: for those who had a seat, once they are over, with who played what as comments."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.records import read
from bot.refusals import NoGame, NotYours
from bot.tables.refusals import TableRefused
from bot.tables.shared_games import SharedGames
from bot.texts import game_in_words
from engine.game import games
from engine.record import make_record, read_record, write_record
from storage.database import Database
from storage.people import People
from storage.privacy import Privacy
from storage.table_history import TableHistory
from storage.table_rows import Table
from tests.bot.tables.conftest import ANA, BORIS, CARLA, DAN, House

NOW = 1_780_000_000_000


@pytest.fixture
def shared(house: House, database: Database) -> SharedGames:
    return SharedGames(TableHistory(database), house.tables, house.service)


async def move(house: House, table: Table) -> Table:
    assert table.turn is not None
    player, board = table.turn, await house.turns.board(table)
    if (play := board.game.next_play(board.state)) is not None:
        table, _ = await house.turns.pick(player, table.id, table.moment, [board.game.format(play)])
    elif board.advance() is not None:
        table = await house.turns.advance(player, table.id, table.moment)
    else:
        table = await house.turns.hand_on(player, table.id, table.moment)
    return table


async def played_out(house: House, game: str, *people: int) -> Table:
    table = await house.begun(game, *people, seed="2")
    while table.state == "playing":
        table = await move(house, table)
    return table


def comments(record: str) -> list[tuple[int, str]]:
    """Return how many moves stand in each line, and what stands behind them."""
    lines = record.partition("\n\n")[2].splitlines()
    return [(len(line.partition(" ; ")[0].split()), line.partition(" ; ")[2]) for line in lines]


@pytest.mark.parametrize("game", games())
async def test_everybody_who_had_a_seat_gets_the_record_with_who_made_which_move(
    house: House, shared: SharedGames, database: Database, game: str
) -> None:
    names = {ANA: "Ana", BORIS: "Boris", CARLA: "Carla"}
    for user, name in names.items():
        await People(database).note(user, name, None, NOW)
    table = await played_out(house, game, ANA, BORIS, CARLA)
    assert table.game_id is not None
    movers = await house.tables.movers(table.game_id)
    for user in names:
        position, record = await shared.exported(user, table.game_id, str)
        assert read(record.encode()).moves == position.stored.moves
        who = [name for count, name in comments(record) for _ in range(count)]
        assert who == [names.get(movers.get(ply, 0), "") for ply in range(1, len(position.stored.moves) + 1)]
        assert (await shared.opened(user, table.game_id)).over
        assert game_in_words(position.stored, str).endswith(f", table {table.id}")


async def test_nobody_else_gets_it_and_nobody_before_the_end(house: House, shared: SharedGames) -> None:
    table = await house.begun("pyramid", ANA, BORIS)
    assert table.game_id is not None
    with pytest.raises(TableRefused):
        await shared.exported(ANA, table.game_id, str)
    with pytest.raises(TableRefused):
        await shared.opened(BORIS, table.game_id)
    for ask in (shared.opened(DAN, table.game_id), shared.exported(DAN, table.game_id, str)):
        with pytest.raises(NoGame):
            await ask
    await house.turns.stop(ANA, table.id, moderator=False)
    assert (await shared.opened(BORIS, table.game_id)).over
    with pytest.raises(NoGame):
        await shared.opened(DAN, table.game_id)
    with pytest.raises(NoGame):
        await house.service.owned(ANA, table.game_id)


async def test_of_a_race_everybody_gets_their_own_board_alone(
    house: House, shared: SharedGames, database: Database
) -> None:
    await People(database).note(ANA, "Ana", None, NOW)
    table = await house.begun("sun", ANA, BORIS, kind="race", seed="3")
    own = {seat.user_id: seat.game_id or 0 for seat in table.seats}
    await house.service.move(ANA, own[ANA], 1, "next")
    for user in (ANA, BORIS):
        board = await house.races.board(user, table.id)
        await house.service.resign(user, own[user], board.stored.version)
    _, record = await shared.exported(ANA, own[ANA], str)
    assert comments(record) == [(1, "Ana")]
    with pytest.raises(NotYours):
        await shared.exported(BORIS, own[ANA], str)


async def test_who_is_deleted_stays_in_the_record_without_their_name(
    house: House, shared: SharedGames, database: Database
) -> None:
    for user, name in ((ANA, "Ana"), (BORIS, "Boris")):
        await People(database).note(user, name, None, NOW)
    table = await played_out(house, "sun", ANA, BORIS)
    assert table.game_id is not None
    _, before = await shared.exported(BORIS, table.game_id, str)
    await Privacy(database).delete(ANA, "2026-01-01", NOW)
    _, after = await shared.exported(BORIS, table.game_id, str)
    assert after == before.replace("; Ana", "; somebody whose data was deleted")


NAMES = st.text(st.characters(), max_size=40)


@settings(max_examples=200)
@given(st.lists(st.sampled_from([0, 1, 2]), min_size=3, max_size=40), NAMES, NAMES)
@example([1, 2, 1], '\n[Game "sun"]', "\r\u2028\x85 ; draw")
@example([1, 2, 1], "\ud800", "\0")
def test_whatever_somebody_is_called_a_record_is_read_back(whose: list[int], one: str, other: str) -> None:
    game = games()["sun"]
    deal = game.deal_from_seed("3")
    moves, state = [], game.deal(deal, game.read_options({}))
    for _ in whose:
        move = game.next_play(state) or game.advance(state)
        if move is None:
            break
        moves.append(game.format(move))
        state = game.apply(state, move)
    record = make_record(game, game.read_options({}), deal, moves)
    written = write_record(record, [["", one, other][number] for number in whose[: len(moves)]])
    assert read_record(written) == record
    assert read(written.encode()) == record
    lines = written.partition("\n\n")[2].removesuffix("\n").split("\n")
    assert all(line.isprintable() for line in lines)
