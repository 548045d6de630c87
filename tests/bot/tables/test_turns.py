"""Playing in turns: who may move when, what hands the turn on, what counts for whom, and how it ends."""

import pytest

from bot.ranked import LookTaken
from bot.tables.refusals import NotInTurn, StaleTable, TableRefused
from engine.game import games
from storage.rows import NothingToTakeBack
from storage.table_rows import Table
from tests.bot.tables.conftest import ANA, BORIS, CARLA, DAN, House


def gained(table: Table) -> dict[int, int]:
    """Return what each has gained."""
    return {seat.user_id: seat.gained for seat in table.seats}


async def with_a_play(house: House, table: Table) -> Table:
    """Turn cards, each in turn, until there is a play that gains a card."""
    while True:
        board = await house.turns.board(table)
        progress = board.game.progress(board.state)
        for text, _ in board.plays():
            if board.game.progress(board.game.apply(board.state, board.game.parse(text))) > progress:
                return table
        assert table.turn is not None
        table = await house.turns.advance(table.turn, table.id, table.moment)


async def gain(house: House, table: Table) -> Table:
    """Make a play that gains a card, after turning as many as it needs."""
    table = await with_a_play(house, table)
    board = await house.turns.board(table)
    progress = board.game.progress(board.state)
    text = next(
        text
        for text, _ in board.plays()
        if board.game.progress(board.game.apply(board.state, board.game.parse(text))) > progress
    )
    assert table.turn is not None
    table, left = await house.turns.pick(table.turn, table.id, table.moment, [text])
    assert left == ()
    return table


@pytest.mark.parametrize("game", games())
async def test_a_gain_keeps_the_turn_and_counts_for_who_made_it(house: House, game: str) -> None:
    table = await with_a_play(house, await house.begun(game, ANA, BORIS))
    before = gained(table)
    after = await gain(house, table)
    assert after.turn == table.turn
    assert after.turn_number == table.turn_number
    board = await house.turns.board(after)
    assert sum(gained(after).values()) == board.game.progress(board.state)
    assert {user for user, cards in gained(after).items() if cards > before[user]} == {table.turn}


@pytest.mark.parametrize("game", games())
async def test_an_advance_hands_the_turn_on(house: House, game: str) -> None:
    table = await house.begun(game, ANA, BORIS, CARLA)
    turns = []
    for _ in range(4):
        turns.append(table.turn)
        assert table.turn is not None
        table = await house.turns.advance(table.turn, table.id, table.moment)
    assert turns == [ANA, BORIS, CARLA, ANA]


async def test_only_whoever_is_in_turn_moves(house: House) -> None:
    table = await house.begun("pyramid", ANA, BORIS)
    with pytest.raises(NotInTurn):
        await house.turns.advance(BORIS, table.id, table.moment)
    with pytest.raises(TableRefused):
        await house.turns.advance(DAN, table.id, table.moment)
    assert await house.tables.get(table.id) == table


async def test_a_press_that_has_not_seen_the_last_change_does_nothing(house: House) -> None:
    table = await house.begun("pyramid", ANA, BORIS)
    await house.turns.advance(ANA, table.id, table.moment)
    after = await house.turns.advance(BORIS, table.id, table.moment + 1)
    with pytest.raises(StaleTable):
        await house.turns.advance(ANA, table.id, table.moment)
    assert await house.tables.get(table.id) == after


async def test_when_all_have_passed_the_next_card_is_turned_by_itself(house: House) -> None:
    table = await house.begun("pyramid", ANA, BORIS)
    stock = (await house.turns.board(table)).game.fields((await house.turns.board(table)).state)["stock"]
    table = await house.turns.hand_on(ANA, table.id, table.moment)
    table = await house.turns.hand_on(BORIS, table.id, table.moment)
    board = await house.turns.board(table)
    left = board.game.fields(board.state)["stock"]
    assert isinstance(left, list)
    assert isinstance(stock, list)
    assert len(left) == len(stock) - 1
    assert table.turn == ANA
    assert await house.tables.movers(board.id) == {}


async def test_when_all_have_passed_and_nothing_is_left_to_turn_it_ends(house: House) -> None:
    table = await house.begun("pyramid", ANA, BORIS)
    while table.state == "playing":
        assert table.turn is not None
        table = await house.turns.hand_on(table.turn, table.id, table.moment)
    assert table.ending in ("passed", "lost")
    board = await house.turns.board(table)
    assert board.over
    assert board.stored.status in ("resigned", "lost")
    assert [seat.place for seat in table.seats] == [1, 1]
    assert not table.counts


async def test_a_turn_that_runs_out_goes_on_and_a_seat_that_sleeps_is_dropped(house: House) -> None:
    table = await house.begun("pyramid", ANA, BORIS, CARLA)
    for expected in (BORIS, CARLA):
        house.let_run_out()
        table = await house.turns.run_out(table.id)
        assert table.turn == expected
    table = await house.turns.advance(CARLA, table.id, table.moment)
    house.let_run_out()
    table = await house.turns.run_out(table.id)
    assert [seat.user_id for seat in table.seated] == [BORIS, CARLA]
    assert table.host_id == BORIS
    table = await house.turns.sit_down(ANA, table.id)
    assert len(table.seated) == 3


async def test_a_table_that_everybody_sleeps_at_ends(house: House) -> None:
    table = await house.begun("sultan", ANA, BORIS)
    for _ in range(4):
        house.let_run_out()
        table = await house.turns.run_out(table.id)
    assert (table.state, table.ending) == ("over", "deserted")


async def test_a_clock_that_has_not_run_out_hands_nothing_on(house: House) -> None:
    table = await house.begun("pyramid", ANA, BORIS)
    assert await house.turns.run_out(table.id) == table


async def test_a_press_after_the_clock_is_out_does_nothing(house: House) -> None:
    table = await house.begun("pyramid", ANA, BORIS)
    house.let_run_out()
    with pytest.raises(StaleTable):
        await house.turns.advance(ANA, table.id, table.moment)


async def test_the_last_play_is_taken_back_and_with_it_its_gain_and_its_time(house: House) -> None:
    table = await with_a_play(house, await house.begun("sun", ANA, BORIS, seed="4"))
    house.clock.now += 50_000
    played = await gain(house, table)
    assert played.deadline is not None
    assert table.deadline is not None
    assert played.deadline > table.deadline
    assert table.turn is not None
    back = await house.turns.undo(table.turn, table.id, played.moment)
    assert gained(back) == gained(table)
    assert back.deadline == table.deadline
    assert [seat.passed for seat in back.seats] == [seat.passed for seat in table.seats]
    with pytest.raises(NothingToTakeBack):
        await house.turns.undo(table.turn, table.id, back.moment)


async def test_a_play_that_has_turned_a_card_is_not_taken_back(house: House) -> None:
    table = await house.begun("sultan", ANA, BORIS, seed="2")
    # With no waste yet, the place of a divan card that is built is filled from the stock.
    board = await house.turns.board(table)
    table, _ = await house.turns.pick(ANA, table.id, table.moment, [board.plays()[0][0]])
    with pytest.raises(LookTaken):
        await house.turns.undo(ANA, table.id, table.moment)


async def test_nothing_is_taken_back_once_the_turn_was_handed_on(house: House) -> None:
    table = await gain(house, await house.begun("pyramid", ANA, BORIS))
    player = table.turn
    assert player is not None
    table = await house.turns.hand_on(player, table.id, table.moment)
    assert table.turn is not None
    for person in (ANA, BORIS):
        with pytest.raises((NothingToTakeBack, NotInTurn)):
            await house.turns.undo(person, table.id, table.moment)


async def test_the_host_goes_and_the_next_is_host(house: House) -> None:
    table = await house.begun("pyramid", ANA, BORIS, CARLA)
    table = await house.turns.leave(ANA, table.id)
    assert table.host_id == BORIS
    assert table.turn == BORIS
    table = await house.turns.leave(BORIS, table.id)
    assert table.turn == CARLA
    table = await house.turns.stop(CARLA, table.id, moderator=False)
    assert (table.state, table.ending) == ("over", "deserted")


async def test_only_the_host_and_moderators_stop_a_table(house: House) -> None:
    table = await house.begun("pyramid", ANA, BORIS)
    with pytest.raises(TableRefused):
        await house.turns.stop(BORIS, table.id, moderator=False)
    table = await house.turns.stop(DAN, table.id, moderator=True)
    assert (table.ending, table.ended_by, table.counts) == ("stopped", DAN, 0)


@pytest.mark.parametrize("game", games())
async def test_a_whole_game_is_ranked_by_what_each_has_gained(house: House, game: str) -> None:
    table = await house.begun(game, ANA, BORIS, CARLA, seed="2")
    while table.state == "playing":
        assert table.turn is not None
        player, board = table.turn, await house.turns.board(table)
        if (play := board.game.next_play(board.state)) is not None:
            table, _ = await house.turns.pick(player, table.id, table.moment, [board.game.format(play)])
        elif board.advance() is not None:
            table = await house.turns.advance(player, table.id, table.moment)
        else:
            table = await house.turns.hand_on(player, table.id, table.moment)
    board = await house.turns.board(table)
    assert sum(gained(table).values()) == board.game.progress(board.state)
    reached = {seat.user_id: seat.gained + seat.bonus for seat in table.seats}
    places = {seat.user_id: seat.place for seat in table.seats}
    assert places == {user: 1 + sum(other > cards for other in reached.values()) for user, cards in reached.items()}
    movers = await house.tables.movers(board.id)
    assert set(movers.values()) <= {ANA, BORIS, CARLA}
    assert len(movers) == board.stored.move_count
