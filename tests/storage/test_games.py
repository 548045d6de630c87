"""Games are started, played, taken back, ended and found again."""

import sqlite3
from dataclasses import replace

import pytest

from storage.database import Database
from storage.deals import fingerprint
from storage.games import Games
from storage.rows import BoardMessage, Ending, GameOver, NewGame, NoSuchGame, NothingToTakeBack, StaleBoard, StoredGame

NEW = NewGame(owner_id=1, game="sun", options='{"stages": "1-3"}', rules=1, seed="2026-11-30")
WON = Ending(status="won", score=950, progress=104)
LOST = Ending(status="lost", score=200, progress=30)


async def played(games: Games, *requests: tuple[str, ...]) -> StoredGame:
    """Return a game after these requests, the first at 1000 ms and each 1000 ms after the one before."""
    game = await games.start(NEW, 500)
    for second, moves in enumerate(requests, start=1):
        game = await games.append(game.id, game.version, moves, None, second * 1000)
    return game


async def test_a_new_game_is_stored_as_given(games: Games) -> None:
    new = NewGame(
        owner_id=2**63 - 1,
        game="sun",
        options='{"bases": "aces"}',
        rules=3,
        cards="AS TD",
        wind="TD AS",
        origin="chosen",
        guild_id=11,
        channel_id=12,
    )
    stored = await games.start(new, 500)
    assert stored == StoredGame(
        id=stored.id,
        owner_id=2**63 - 1,
        game="sun",
        options='{"bases": "aces"}',
        rules=3,
        seed=None,
        cards="AS TD",
        wind="TD AS",
        origin="chosen",
        guild_id=11,
        channel_id=12,
        message_id=None,
        version=1,
        move_count=0,
        undo_count=0,
        hints=0,
        status="playing",
        score=None,
        progress=None,
        started_at=500,
        first_move_at=None,
        touched_at=500,
        ended_at=None,
        wish=None,
        pool_id=None,
        difficulty=None,
        proof_shown=0,
        deal=fingerprint("sun", "AS TD"),
        moves=(),
        last_request=0,
    )
    assert await games.get(stored.id) == stored


@pytest.mark.parametrize("seed", ["ծիածան", "'; DROP TABLE games; --", " ", "🂡"])
async def test_any_text_is_kept_as_it_is(games: Games, seed: str) -> None:
    stored = await games.start(replace(NEW, seed=seed), 1)
    assert (await games.append(stored.id, 1, [seed], None, 2)).moves == (seed,)
    assert stored.seed == seed


@pytest.mark.parametrize(
    "deal", [{"seed": None}, {"cards": "AS"}, {"wind": "AS"}, {"seed": None, "wind": "AS"}], ids=str
)
async def test_a_deal_is_a_seed_or_cards_and_nothing_else(games: Games, deal: dict[str, str | None]) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        await games.start(replace(NEW, **deal), 1)  # type: ignore[arg-type]  # the fields that are texts
    assert await games.recent(NEW.owner_id, 10) == ()


async def test_a_missing_game_is_none_to_find_and_an_error_to_change(games: Games) -> None:
    assert await games.get(7) is None
    with pytest.raises(NoSuchGame, match="7"):
        await games.append(7, 1, ["next"], None, 1)
    with pytest.raises(NoSuchGame):
        await games.take_back(7, 1, 1)
    with pytest.raises(NoSuchGame):
        await games.resign(7, 1, 1)
    with pytest.raises(NoSuchGame):
        await games.place_board(7, 1, guild_id=None, channel_id=1, message_id=1)


async def test_moves_are_kept_in_order_and_each_request_raises_the_version_by_one(games: Games) -> None:
    game = await played(games, ("r1>A", "r2>K", "next"), ("next",))
    assert game.moves == ("r1>A", "r2>K", "next", "next")
    assert (game.version, game.move_count, game.touched_at) == (3, 4, 2000)


async def test_the_games_do_not_mix_their_moves(games: Games) -> None:
    one, other = await played(games, ("a",)), await played(games, ("b",), ("c",))
    assert ((await games.append(one.id, 2, ["d"], None, 9)).moves, other.moves) == (("a", "d"), ("b", "c"))


async def test_a_request_without_moves_is_a_mistake(games: Games) -> None:
    game = await played(games)
    with pytest.raises(ValueError, match="at least one move"):
        await games.append(game.id, game.version, [], None, 1)


@pytest.mark.parametrize("ending", [WON, LOST])
async def test_a_move_may_end_the_game(games: Games, ending: Ending) -> None:
    game = await played(games, ("a",))
    ended = await games.append(game.id, game.version, ["b"], ending, 7000)
    assert (ended.status, ended.score, ended.progress) == (ending.status, ending.score, ending.progress)
    assert (ended.moves, ended.version, ended.ended_at) == (("a", "b"), 3, 7000)


async def test_a_request_of_which_a_part_cannot_be_stored_leaves_nothing(games: Games) -> None:
    game = await played(games, ("a",))
    with pytest.raises(sqlite3.IntegrityError):
        await games.append(game.id, game.version, ["b", "", "c"], None, 9)
    with pytest.raises(sqlite3.IntegrityError):
        await games.append(game.id, game.version, ["b"], Ending(status="drawn"), 9)  # type: ignore[arg-type]
    assert await games.get(game.id) == game


async def test_a_game_may_be_resigned(games: Games) -> None:
    game = await played(games, ("a",))
    ended = await games.resign(game.id, game.version, 7000, score=5, progress=1)
    assert (ended.status, ended.score, ended.progress, ended.ended_at) == ("resigned", 5, 1, 7000)
    assert (ended.moves, ended.version) == (("a",), 3)


async def test_a_version_that_has_passed_or_not_come_yet_is_stale_and_changes_nothing(games: Games) -> None:
    game = await played(games, ("a",), ("b",))
    for version in (game.version - 1, game.version + 1):
        with pytest.raises(StaleBoard) as stale:
            await games.append(game.id, version, ["c"], WON, 9)
        assert stale.value.version == game.version
        with pytest.raises(StaleBoard):
            await games.take_back(game.id, version, 9)
        with pytest.raises(StaleBoard):
            await games.resign(game.id, version, 9)
    assert await games.get(game.id) == game


async def test_a_game_that_is_over_takes_no_change(games: Games) -> None:
    game = await played(games, ("a",))
    over = await games.append(game.id, game.version, ["b"], WON, 9)
    with pytest.raises(GameOver) as refused:
        await games.append(over.id, over.version, ["c"], None, 10)
    assert (refused.value.status, refused.value.version) == ("won", over.version)
    with pytest.raises(GameOver):
        await games.take_back(over.id, over.version, 10)
    with pytest.raises(GameOver):
        await games.resign(over.id, over.version, 10)
    assert await games.get(over.id) == over


async def test_a_stale_press_on_a_game_that_is_over_is_stale(games: Games) -> None:
    game = await played(games, ("a",))
    over = await games.resign(game.id, game.version, 9)
    with pytest.raises(StaleBoard) as stale:
        await games.append(game.id, game.version, ["b"], None, 10)
    assert stale.value.version == over.version


async def test_taking_back_removes_the_last_request_whole(games: Games) -> None:
    game = await played(games, ("a",), ("b", "c", "d"), ("e", "f"))
    game = await games.take_back(game.id, game.version, 9000)
    assert (game.moves, game.move_count) == (("a", "b", "c", "d"), 4)
    assert (game.version, game.undo_count, game.touched_at) == (5, 1, 9000)
    game = await games.take_back(game.id, game.version, 9001)
    assert (game.moves, game.version, game.undo_count) == (("a",), 6, 2)


async def test_taking_back_may_count_moves_and_leave_part_of_a_request(games: Games) -> None:
    game = await played(games, ("a",), ("b", "c", "d"))
    game = await games.take_back(game.id, game.version, 9, plies=1)
    assert game.moves == ("a", "b", "c")
    game = await games.append(game.id, game.version, ["x"], None, 10)
    game = await games.take_back(game.id, game.version, 11, plies=2)
    assert game.moves == ("a", "b")
    assert (await games.take_back(game.id, game.version, 12)).moves == ("a",)


async def test_more_than_there_is_cannot_be_taken_back(games: Games) -> None:
    game = await played(games)
    with pytest.raises(NothingToTakeBack):
        await games.take_back(game.id, game.version, 9)
    game = await games.append(game.id, game.version, ["a", "b"], None, 10)
    with pytest.raises(NothingToTakeBack):
        await games.take_back(game.id, game.version, 11, plies=3)
    with pytest.raises(ValueError, match="at least one"):
        await games.take_back(game.id, game.version, 11, plies=0)
    assert await games.get(game.id) == game
    assert (await games.take_back(game.id, game.version, 12, plies=2)).moves == ()


@pytest.mark.parametrize("ending", [WON, LOST])
async def test_a_game_that_a_move_ended_may_be_reopened(games: Games, ending: Ending) -> None:
    game = await played(games, ("a",))
    over = await games.append(game.id, game.version, ["b"], ending, 9)
    again = await games.take_back(over.id, over.version, 10, reopen=True)
    assert (again.status, again.score, again.progress, again.ended_at) == ("playing", None, None, None)
    assert (again.moves, again.version, again.undo_count) == (("a",), over.version + 1, 1)


async def test_a_resigned_game_is_never_reopened(games: Games) -> None:
    game = await played(games, ("a",))
    over = await games.resign(game.id, game.version, 9)
    with pytest.raises(GameOver):
        await games.take_back(over.id, over.version, 10, reopen=True)


async def test_taking_back_the_first_move_wins_no_time(games: Games) -> None:
    game = await played(games, ("a",))
    game = await games.take_back(game.id, game.version, 60_000)
    game = await games.append(game.id, game.version, ["b"], None, 61_000)
    assert game.first_move_at == 1000


async def test_placing_the_board_keeps_the_version_and_works_after_the_end(games: Games) -> None:
    game = await played(games, ("a",))
    game = await games.resign(game.id, game.version, 2000)
    assert await games.place_board(game.id, 2001, guild_id=11, channel_id=12, message_id=13) is None
    placed = replace(game, guild_id=11, channel_id=12, message_id=13, touched_at=2001)
    assert await games.get(game.id) == placed
    assert await games.place_board(game.id, 2002, guild_id=11, channel_id=12, message_id=13) is None
    assert await games.get(game.id) == replace(placed, touched_at=2002)


async def test_the_board_placed_last_shows_the_game_whatever_the_ids_of_messages(games: Games) -> None:
    game = await games.start(NEW, 1)
    place = {"guild_id": None, "channel_id": 12}
    assert await games.place_board(game.id, 2, message_id=5, **place) is None
    assert await games.place_board(game.id, 3, message_id=9, **place) == BoardMessage(12, 5)
    # The ids of messages went back, as the clock of a server does.
    assert await games.place_board(game.id, 4, message_id=7, **place) == BoardMessage(12, 9)
    assert await games.place_board(game.id, 5, message_id=7, **place) is None
    assert (await games.get(game.id)) == replace(game, channel_id=12, message_id=7, touched_at=5)


async def test_the_current_game_is_the_last_touched_here_else_anywhere(games: Games) -> None:
    here = await games.start(replace(NEW, channel_id=100), 1)
    nowhere = await games.start(NEW, 2)
    there = await games.start(replace(NEW, channel_id=200), 3)
    await games.start(replace(NEW, owner_id=2, channel_id=100), 9)
    assert await games.current(1, 100) == here
    assert await games.current(1, 300) == there
    assert await games.current(1, None) == there
    assert await games.current(3, 100) is None
    nowhere = await games.append(nowhere.id, 1, ["a"], None, 10)
    assert await games.current(1, 300) == nowhere
    here = await games.resign(here.id, 1, 11)
    assert await games.current(1, 100) == nowhere
    await games.place_board(there.id, 12, guild_id=None, channel_id=100, message_id=5)
    assert (await games.current(1, 100)) == await games.get(there.id)


async def touch(games: Games, game: StoredGame, how: str, at: int) -> None:
    match how:
        case "append":
            await games.append(game.id, game.version, ["b"], None, at)
        case "take back":
            await games.take_back(game.id, game.version, at)
        case "place":
            await games.place_board(game.id, at, guild_id=None, channel_id=100, message_id=1)
        case "resign":
            await games.resign(game.id, game.version, at)


@pytest.mark.parametrize("how", ["append", "take back", "place", "resign"])
@pytest.mark.parametrize("at", [7000, 5000, 0], ids=["later", "at the same time", "after the clock was set back"])
async def test_the_game_touched_last_comes_first_whatever_the_clock_says(games: Games, how: str, at: int) -> None:
    stored = [await games.start(replace(NEW, channel_id=100), 5000) for _ in range(3)]
    for number, game in enumerate(stored):
        stored[number] = await games.append(game.id, 1, ["a"], None, 5000)
    first, second, third = stored
    assert await games.current(1, 100) == third
    await touch(games, second, how, at)
    assert [row.id for row in await games.recent(1, 10)] == [second.id, third.id, first.id]
    await touch(games, first, how, at)
    assert [row.id for row in await games.recent(1, 10)] == [first.id, second.id, third.id]
    unfinished = [third.id] if how == "resign" else [first.id, second.id, third.id]
    assert [row.id for row in await games.unfinished(1, 10)] == unfinished
    for channel in (100, None):
        current = await games.current(1, channel)
        assert current is not None
        assert current.id == unfinished[0]


@pytest.mark.parametrize("at", [5, 0], ids=["at the same time", "after the clock was set back"])
async def test_a_game_started_later_comes_first_whatever_the_clock_says(games: Games, at: int) -> None:
    first, second = await games.start(replace(NEW, channel_id=100), 5), await games.start(NEW, at)
    assert await games.current(1, None) == second
    assert [row.id for row in await games.recent(1, 10)] == [second.id, first.id]
    assert [row.id for row in await games.unfinished(1, 10)] == [second.id, first.id]


async def test_the_order_of_one_owners_games_leaves_the_times_of_others_alone(games: Games) -> None:
    await games.start(NEW, 9000)
    assert (await games.start(replace(NEW, owner_id=2), 5)).touched_at == 5


async def test_a_game_during_which_the_clock_is_set_back_is_stored_with_the_times_given(games: Games) -> None:
    game = await games.start(NEW, 9000)
    game = await games.append(game.id, game.version, ["a"], None, 500)
    game = await games.append(game.id, game.version, ["b"], WON, 400)
    assert (game.started_at, game.first_move_at, game.ended_at) == (9000, 500, 400)
    assert game.touched_at > game.started_at
    again = await games.take_back(game.id, game.version, 300, reopen=True)
    assert (again.status, again.moves, again.ended_at) == ("playing", ("a",), None)


async def test_pages_of_games_follow_one_another(games: Games) -> None:
    ids = [(await games.start(NEW, at)).id for at in range(7)]
    await games.resign(ids[0], 1, 100)
    pages = [await games.recent(1, 3, offset) for offset in (0, 3, 6, 9)]
    assert [[row.id for row in page] for page in pages] == [
        [ids[0], ids[6], ids[5]],
        [ids[4], ids[3], ids[2]],
        [ids[1]],
        [],
    ]
    pages = [await games.unfinished(1, 4, offset) for offset in (0, 4)]
    assert [[row.id for row in page] for page in pages] == [ids[6:2:-1], ids[2:0:-1]]


async def test_games_are_counted_by_status(games: Games) -> None:
    assert await games.counts(1) == {"playing": 0, "won": 0, "lost": 0, "resigned": 0}
    one, other, _ = [await played(games, ("a",)) for _ in range(3)]
    await games.append(one.id, one.version, ["b"], LOST, 1)
    await games.resign(other.id, other.version, 1)
    await games.start(replace(NEW, owner_id=2), 1)
    assert await games.counts(1) == {"playing": 1, "won": 0, "lost": 1, "resigned": 1}


async def test_the_number_of_a_deleted_game_is_never_given_again(games: Games, database: Database) -> None:
    game = await played(games, ("a",))
    await database.write(lambda connection: connection.execute("DELETE FROM games").rowcount)
    assert (await games.start(NEW, 1)).id > game.id
