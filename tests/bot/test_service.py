"""The use cases, over a real database and without any chat."""

import asyncio
import random
import sqlite3

import pytest

from bot.new_games import Place
from bot.positions import BrokenGame, Position
from bot.refusals import NoAdvance, NoGame, NotYours
from bot.service import Service
from engine.deals import DealError
from engine.game import IllegalMove, InvalidMove, OptionError, games
from storage.database import Database
from storage.games import Games
from storage.rows import GameOver, NothingToTakeBack, StaleBoard

ANA, BORIS = 1001, 1002
HERE, THERE = Place(11, 1), Place(12, 1)


async def play_out(service: Service, position: Position, seed: int = 0) -> Position:
    """Play whatever fits, to the end."""
    rng = random.Random(seed)
    while not position.over:
        plays = [text for text, _ in position.plays()]
        version = position.stored.version
        if plays:
            position = await service.move(ANA, position.id, version, rng.choice(plays))
        else:
            position = await service.advance(ANA, position.id, version)
    return position


async def start(service: Service, name: str = "pyramid", seed: str | None = "service", place: Place = HERE) -> Position:
    return await service.start(ANA, place, name, {}, seed)


@pytest.mark.parametrize("name", games())
async def test_a_game_of_each_kind_is_played_to_its_end_and_rebuilt_by_a_fresh_service(
    database: Database, service: Service, name: str
) -> None:
    ended = await play_out(service, await start(service, name))
    assert ended.stored.status in ("won", "lost")
    assert ended.plays() == []
    assert ended.advance() is None
    rebuilt = await Service(Games(database)).position(ended.id)
    assert rebuilt.state == ended.state
    assert rebuilt.stored == ended.stored
    assert rebuilt.stored.score == ended.game.score(ended.state)


async def test_a_deal_without_a_seed_is_the_bots_and_a_new_one_each_time(service: Service) -> None:
    one, two = await start(service, seed=None), await start(service, seed=None)
    assert one.stored.seed != two.stored.seed
    assert one.stored.origin == "bot"
    assert (await start(service, seed="mine")).stored.origin == "chosen"


async def test_wrong_games_options_and_seeds_are_refused_and_leave_nothing(service: Service) -> None:
    with pytest.raises(KeyError):
        await service.start(ANA, HERE, "chess", {})
    with pytest.raises(OptionError):
        await service.start(ANA, HERE, "pyramid", {"piles": "2"})
    with pytest.raises(DealError):
        await service.start(ANA, HERE, "pyramid", {}, "x" * 65)
    with pytest.raises(NoGame):
        await service.current(ANA, HERE)


async def test_nobody_else_can_touch_a_game(service: Service) -> None:
    position = await start(service)
    before = position.stored
    text = (position.advance() or ("", None))[0]
    for attempt in (
        service.move(BORIS, position.id, 1, text),
        service.advance(BORIS, position.id, 1),
        service.undo(BORIS, position.id, 1),
        service.resign(BORIS, position.id, 1),
        service.owned(BORIS, position.id),
    ):
        with pytest.raises(NotYours):
            await attempt
    assert (await service.position(position.id)).stored == before


async def test_a_move_that_cannot_be_made_changes_nothing(service: Service) -> None:
    position = await start(service)
    for text, error in (("redeal", IllegalMove), ("nonsense", InvalidMove), ("", InvalidMove)):
        with pytest.raises(error):
            await service.move(ANA, position.id, 1, text)
    assert (await service.position(position.id)).stored == position.stored


async def test_a_press_on_an_old_board_is_told_so_and_does_nothing(service: Service) -> None:
    position = await start(service)
    moved = await service.advance(ANA, position.id, 1)
    for attempt in (
        service.advance(ANA, position.id, 1),
        service.undo(ANA, position.id, 1),
        service.resign(ANA, position.id, 1),
        service.as_seen(ANA, position.id, 1),
    ):
        with pytest.raises(StaleBoard):
            await attempt
    assert (await service.position(position.id)).stored == moved.stored


async def test_of_two_moves_at_once_one_is_made(service: Service) -> None:
    position = await start(service, "sultan")
    for _ in range(30):
        version = position.stored.version
        done = await asyncio.gather(
            service.advance(ANA, position.id, version),
            service.advance(ANA, position.id, version),
            return_exceptions=True,
        )
        assert {type(one) for one in done} == {Position, StaleBoard}
        position = await service.position(position.id)
    assert position.stored.move_count == 30


async def test_undo_goes_back_to_the_start_and_no_further(service: Service) -> None:
    first = await start(service)
    position = first
    for _ in range(3):
        position = await service.advance(ANA, position.id, position.stored.version)
    for _ in range(3):
        position = await service.undo(ANA, position.id, position.stored.version)
    assert position.state == first.state
    assert position.stored.version == 7
    with pytest.raises(NothingToTakeBack):
        await service.undo(ANA, position.id, position.stored.version)


async def test_a_lost_game_goes_on_after_undo_and_a_resigned_one_does_not(service: Service) -> None:
    lost = await play_out(service, await start(service))
    assert lost.stored.status == "lost"
    again = await service.undo(ANA, lost.id, lost.stored.version)
    assert not again.over
    given_up = await service.resign(ANA, again.id, again.stored.version)
    assert given_up.stored.status == "resigned"
    assert again.view().advance is not None
    assert given_up.view() == again.view().resigned()
    for attempt in (service.undo, service.advance, service.resign):
        with pytest.raises(GameOver):
            await attempt(ANA, given_up.id, given_up.stored.version)


async def test_a_position_without_an_advance_says_so(service: Service) -> None:
    position = await start(service, seed="plays after the stock")
    for _ in range(24):
        position = await service.advance(ANA, position.id, position.stored.version)
    if not position.over:
        with pytest.raises(NoAdvance):
            await service.advance(ANA, position.id, position.stored.version)


async def test_commands_act_on_the_game_last_touched_here_else_anywhere(service: Service) -> None:
    here = await start(service)
    there = await start(service, "sun", place=THERE)
    assert (await service.current(ANA, HERE)).id == here.id
    assert (await service.current(ANA, THERE)).id == there.id
    assert (await service.current(ANA, Place(99))).id == there.id
    await service.advance(ANA, here.id, 1)
    assert (await service.current(ANA, Place(99))).id == here.id
    with pytest.raises(NoGame):
        await service.current(BORIS, HERE)


async def test_a_game_that_was_tampered_with_is_called_broken(database: Database, service: Service) -> None:
    position = await start(service)
    await service.advance(ANA, position.id, 1)

    def tamper(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE moves SET move = 'KS+KS'")

    await database.write(tamper)
    with pytest.raises(BrokenGame):
        await Service(Games(database)).position(position.id)


async def test_what_the_last_move_did_is_known_after_a_restart_too_and_what_was_taken_back_once(
    database: Database, service: Service
) -> None:
    position = await start(service)
    assert position.line.made == ()
    assert position.view_before() is None
    moved = await service.advance(ANA, position.id, 1)
    rebuilt = await Service(Games(database)).position(position.id)
    for one in (moved, rebuilt):
        assert [str(words) for words in one.line.made] == ["Turn a stock card"]
        assert one.view_before() == position.view()
    undone = await service.undo(ANA, position.id, 2)
    assert [str(words) for words in undone.undone] == ["Turn a stock card"]
    assert undone.view_before() is None
    assert (await service.position(position.id)).undone == ()


async def test_what_another_program_does_with_a_game_is_seen_though_it_was_saved_here(
    service: Service, database: Database
) -> None:
    other = Service(Games(database))
    here = await service.start(ANA, HERE, "sultan", {}, "x")
    here = await service.advance(ANA, here.id, 1)
    there = await other.advance(ANA, here.id, 2)
    assert (await service.as_seen(ANA, here.id, 3)).state == there.state
    with pytest.raises(StaleBoard):
        await service.advance(ANA, here.id, 2)
    assert (await service.newest(here.id)).stored == there.stored
    await other.resign(ANA, here.id, 3)
    with pytest.raises(GameOver):
        await service.as_seen(ANA, here.id, 4)


async def test_the_newest_position_tells_where_it_is_shown(service: Service) -> None:
    position = await service.start(ANA, HERE, "sultan", {}, "x")
    position = await service.advance(ANA, position.id, 1)
    await service.place_board(position.id, HERE, 77)
    assert (await service.newest(position.id)).stored.message_id == 77
    drawn = await service.advance(ANA, position.id, 2)
    assert (await service.newest(position.id)).stored == drawn.stored
    assert drawn.stored.message_id == 77
