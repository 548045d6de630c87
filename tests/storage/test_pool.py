"""Deals that can be won are dealt at random, never twice to a person, and keep their proofs."""

import asyncio
from dataclasses import replace

import pytest

from storage.database import Database
from storage.games import Games
from storage.pool import MOST_KEPT, MOST_USES, Kind, Pool, Proved
from storage.rows import ANY, Ending, GameOn, GameOver, NewGame, NoSuchGame

KIND = Kind("sun", "{}", 1)
NEW = NewGame(owner_id=1, game="sun", options="{}", rules=1)


def proved(*seeds: str, difficulty: str | None = None) -> list[Proved]:
    return [Proved(seed, ("next", seed), difficulty) for seed in seeds]


@pytest.fixture
def pool(database: Database) -> Pool:
    return Pool(database)


async def test_a_deal_of_the_pool_becomes_a_game_with_its_proof(pool: Pool) -> None:
    await pool.add(KIND, [Proved("s", ("next", "9C+4H"), "hard")], 5)
    game = await pool.start(replace(NEW, wish="hard", guild_id=2, channel_id=3), "hard", 7)
    assert game is not None
    assert (game.seed, game.origin, game.difficulty, game.wish) == ("s", "bot", "hard", "hard")
    assert (game.started_at, game.guild_id, game.channel_id, game.proof_shown) == (7, 2, 3, 0)
    assert game.pool_id is not None
    assert await pool.proof(game.pool_id) == ("next", "9C+4H")
    with pytest.raises(LookupError):
        await pool.proof(game.pool_id + 1)


async def test_a_person_is_dealt_each_deal_once_and_others_are_dealt_it_too(pool: Pool) -> None:
    await pool.add(KIND, proved("a", "b", "c"), 1)
    for owner in (1, 2):
        dealt = [await pool.start(replace(NEW, owner_id=owner), None, 2) for _ in range(4)]
        assert sorted(game.seed or "" for game in dealt if game) == ["a", "b", "c"]
        assert dealt[3] is None


async def test_of_two_requests_at_once_each_gets_another_deal(pool: Pool) -> None:
    await pool.add(KIND, proved("a", "b"), 1)
    dealt = await asyncio.gather(*(pool.start(NEW, None, 2) for _ in range(3)))
    assert sorted(game.seed or "" for game in dealt if game) == ["a", "b"]


async def test_a_deal_that_a_person_has_met_by_its_seed_under_whatever_options_is_not_dealt_to_them(
    pool: Pool, games: Games
) -> None:
    await pool.add(KIND, proved("a"), 1)
    await games.start(replace(NEW, seed="a", options='{"stages": "1"}', origin="imported"), 2)
    await games.start(replace(NEW, seed="a", owner_id=2, game="sultan"), 2)
    assert await pool.start(NEW, None, 3) is None
    assert await pool.start(replace(NEW, owner_id=2), None, 3) is not None


@pytest.mark.parametrize("other", [replace(NEW, game="sultan"), replace(NEW, options="[]"), replace(NEW, rules=2)])
async def test_another_kind_of_game_is_not_dealt(pool: Pool, other: NewGame) -> None:
    await pool.add(KIND, proved("a"), 1)
    assert await pool.start(other, None, 2) is None


async def test_a_difficulty_asked_for_is_dealt_or_nothing(pool: Pool) -> None:
    await pool.add(KIND, [*proved("a", difficulty="hard"), *proved("b", "c")], 1)
    assert await pool.start(NEW, "gentle", 2) is None
    hard = await pool.start(NEW, "hard", 2)
    assert hard is not None
    assert hard.seed == "a"
    assert await pool.start(NEW, "hard", 2) is None
    assert await pool.start(NEW, None, 2) is not None


async def test_the_stock_is_counted_by_difficulty_for_everybody_or_for_a_person(pool: Pool) -> None:
    assert await pool.stock(KIND) == {}
    await pool.add(KIND, [*proved("a", "b", difficulty="hard"), *proved("c")], 1)
    await pool.add(Kind("sun", "[]", 1), proved("d"), 1)
    await pool.start(NEW, "hard", 2)
    assert await pool.stock(KIND) == {"hard": 2, None: 1}
    assert await pool.stock(KIND, 1) == {"hard": 1, None: 1}
    assert await pool.stock(KIND, 2) == {"hard": 2, None: 1}


async def test_a_deal_that_many_were_dealt_is_dealt_no_more_but_proved_still(pool: Pool) -> None:
    await pool.add(KIND, proved("a"), 1)
    dealt = [await pool.start(replace(NEW, owner_id=owner), None, 2) for owner in range(MOST_USES + 1)]
    assert [game is not None for game in dealt] == [True] * MOST_USES + [False]
    assert await pool.stock(KIND) == {}
    assert dealt[0] is not None
    assert dealt[0].pool_id is not None
    assert await pool.proof(dealt[0].pool_id) == ("next", "a")


async def test_the_pool_is_bounded_and_lets_go_first_what_was_dealt(pool: Pool) -> None:
    await pool.add(KIND, proved("first"), 1)
    await pool.start(NEW, None, 2)
    await pool.add(KIND, proved(*(f"{number}" for number in range(MOST_KEPT))), 3)
    assert await pool.stock(KIND) == {None: MOST_KEPT}
    assert await pool.stock(KIND, 1) == {None: MOST_KEPT}


async def test_a_deal_found_again_stays_as_it_was(pool: Pool) -> None:
    await pool.add(KIND, [Proved("a", ("one",), "hard")], 1)
    await pool.add(KIND, [Proved("a", ("two",), None), Proved("b", ("three",))], 2)
    game = await pool.start(NEW, "hard", 3)
    assert game is not None
    assert game.pool_id is not None
    assert await pool.proof(game.pool_id) == ("one",)
    assert await pool.stock(KIND) == {"hard": 1, None: 1}


async def test_a_deal_that_is_proved_is_known_to_be_whoever_chose_it(pool: Pool, games: Games) -> None:
    await pool.add(KIND, proved("a", difficulty="fair"), 1)
    for origin in ("chosen", "imported", "seen", "bot"):
        game = await games.start(replace(NEW, seed="a", origin=origin), 2)
        assert (game.pool_id is not None, game.difficulty) == (True, "fair")
    for other in (replace(NEW, seed="b"), replace(NEW, seed="a", options="[]"), replace(NEW, cards="AS", wind="AS")):
        game = await games.start(other, 2)
        assert (game.pool_id, game.difficulty) == (None, None)


async def test_what_was_played_lately_is_told_where_the_deal_was_to_be_the_bots_and_to_be_won(
    pool: Pool, games: Games
) -> None:
    for seed, more in (
        ("a", replace(NEW)),
        ("b", replace(NEW, wish="hard")),
        ("c", replace(NEW, wish=ANY)),
        ("d", replace(NEW, origin="chosen")),
        ("e", replace(NEW, game="sultan")),
    ):
        await games.start(replace(more, seed=seed), 10)
    await games.start(replace(NEW, seed="f"), 9)
    assert await pool.played(10) == {KIND: 2, Kind("sultan", "{}", 1): 1}


async def test_a_lost_game_whose_proof_was_shown_goes_on_no_more(games: Games) -> None:
    for shown in (False, True):
        game = await games.start(replace(NEW, seed="s"), 1)
        with pytest.raises(GameOn):
            await games.show_proof(game.id)
        lost = await games.append(game.id, 1, ["next"], Ending(status="lost"), 2)
        if shown:
            noted = await games.show_proof(game.id)
            assert noted == replace(lost, proof_shown=1)
            with pytest.raises(GameOver):
                await games.take_back(game.id, lost.version, 3, reopen=True)
            assert await games.get(game.id) == noted
        else:
            assert (await games.take_back(game.id, lost.version, 3, reopen=True)).status == "playing"
    with pytest.raises(NoSuchGame):
        await games.show_proof(99)
