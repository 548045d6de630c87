"""Hints are counted once a board, for those who saw it as it is."""

import pytest

from storage.database import Database
from storage.games import Games
from storage.rows import Ending, GameOver, NewGame, NoSuchGame, StaleBoard

NEW = NewGame(owner_id=1, game="sun", options="{}", rules=1, seed="s")


async def test_a_hint_counts_once_on_each_board_and_changes_nothing_else(games: Games, database: Database) -> None:
    new = await games.start(NEW, 1)
    assert new.hints == 0
    assert [await games.count_hint(new.id, 1) for _ in range(3)] == [1, 1, 1]
    played = await games.append(new.id, 1, ("next",), None, 2)
    assert (played.version, played.hints) == (2, 1)
    assert await games.count_hint(new.id, 2) == 2
    back = await games.take_back(new.id, 2, 3)
    assert await games.count_hint(new.id, back.version) == 3
    again = await Games(database).get(new.id)
    assert again is not None
    assert (again.hints, again.version, again.touched_at) == (3, back.version, back.touched_at)


async def test_hints_for_an_old_board_or_a_game_that_is_over_are_refused_and_not_counted(games: Games) -> None:
    game = await games.start(NEW, 1)
    await games.append(game.id, 1, ("a",), None, 2)
    with pytest.raises(StaleBoard):
        await games.count_hint(game.id, 1)
    over = await games.append(game.id, 2, ("b",), Ending(status="lost"), 3)
    with pytest.raises(GameOver):
        await games.count_hint(game.id, over.version)
    with pytest.raises(NoSuchGame):
        await games.count_hint(99, 1)
    assert await games.get(game.id) == over
    assert over.hints == 0
