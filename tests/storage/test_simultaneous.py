"""Of two changes that come at once, one is done and the other is told that the board has moved on."""

import asyncio
import random
from pathlib import Path

import pytest

from storage.database import Database
from storage.games import Games
from storage.rows import NewGame, StaleBoard, StoredGame

NEW = NewGame(owner_id=1, game="sun", options="{}", rules=1, seed="s")


async def later(turns: int, games: Games, game: StoredGame, moves: list[str]) -> StoredGame:
    """Append the moves after some turns of the event loop."""
    for _ in range(turns):
        await asyncio.sleep(0)
    return await games.append(game.id, game.version, moves, None, 2)


@pytest.mark.parametrize("programs", [1, 2])
async def test_of_two_moves_for_one_version_one_is_made(path: Path, programs: int) -> None:
    """Two buttons of one program pressed at once, or of two programs that have the same file open."""
    order = random.Random(programs)
    async with await Database.open(path) as one, await Database.open(path) as another:
        mine, others = Games(one), Games(one if programs == 1 else another)
        game = await mine.start(NEW, 1)
        winners = set()
        for number in range(100):
            pair = [[f"mine{number}"], [f"others{number}", "next"]]
            results = await asyncio.gather(
                later(order.randrange(8), mine, game, pair[0]),
                later(order.randrange(8), others, game, pair[1]),
                return_exceptions=True,
            )
            (won,) = [place for place, result in enumerate(results) if isinstance(result, StoredGame)]
            lost = results[1 - won]
            assert isinstance(lost, StaleBoard)
            assert lost.version == game.version + 1
            winners.add(won)
            moved = results[won]
            assert isinstance(moved, StoredGame)
            assert (moved.moves, moved.version) == ((*game.moves, *pair[won]), game.version + 1)
            assert await mine.get(game.id) == await others.get(game.id) == moved
            game = moved
        assert winners == {0, 1}


async def test_a_move_and_an_undo_at_once_do_not_mix(games: Games) -> None:
    game = await games.append((await games.start(NEW, 1)).id, 1, ["a", "b"], None, 2)
    results = await asyncio.gather(
        games.append(game.id, game.version, ["c"], None, 3),
        games.take_back(game.id, game.version, 3),
        games.resign(game.id, game.version, 3),
        return_exceptions=True,
    )
    done = [result for result in results if isinstance(result, StoredGame)]
    assert len(done) == 1
    assert sum(isinstance(result, StaleBoard) for result in results) == 2
    assert await games.get(game.id) == done[0]


async def test_many_players_at_once_each_keep_their_own_moves(games: Games) -> None:
    async def play(owner: int) -> StoredGame:
        game = await games.start(NewGame(owner_id=owner, game="sun", options="{}", rules=1, seed="s"), 1)
        for number in range(20):
            game = await games.append(game.id, game.version, [f"{owner}.{number}"], None, 2)
        return game

    played = await asyncio.gather(*(play(owner) for owner in range(10)))
    for owner, game in enumerate(played):
        assert game.moves == tuple(f"{owner}.{number}" for number in range(20))
        assert await games.current(owner, None) == game


async def test_a_game_is_never_seen_with_the_moves_of_another_version(games: Games) -> None:
    """Every request has three moves, so that a game at version n has 3(n - 1) of them."""
    game = await games.start(NEW, 1)
    playing = True

    async def watch() -> int:
        looks = 0
        while playing:
            seen = await games.get(game.id)
            assert seen is not None
            assert len(seen.moves) == seen.move_count == 3 * (seen.version - 1)
            looks += 1
        return looks

    watching = asyncio.create_task(watch())
    for version in range(1, 101):
        await games.append(game.id, version, ["a", "b", "c"], None, 2)
    playing = False
    assert await watching > 0
