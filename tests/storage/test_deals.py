"""What a person knows of a deal they know in all their games of it, whether it is named by a seed or by its cards."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from storage.database import Database
from storage.deals import Deals, fingerprint
from storage.games import Games
from storage.pool import Kind, Pool, Proved
from storage.results import Results
from storage.rows import Ending, GameOver, NewGame
from storage.schema import migrations, upgrade

CARDS = "AS 2S"
DEAL = fingerprint("sun", CARDS)
NEW = NewGame(owner_id=1, game="sun", options="{}", rules=1, seed="s", deal=DEAL)
BY_CARDS = NewGame(owner_id=1, game="sun", options="{}", rules=1, cards=CARDS, origin="imported")
KIND = Kind("sun", "{}", 1)
LOST, WON = Ending(status="lost", score=5), Ending(status="won", score=900)


@pytest.mark.parametrize("again", [NEW, replace(NEW, deal=None), BY_CARDS])
async def test_a_lost_game_is_not_taken_up_again_after_the_way_to_win_was_told_in_another(
    games: Games, again: NewGame
) -> None:
    first = await games.start(NEW, 1)
    first = await games.append(first.id, 1, ["next"], LOST, 2)
    other = await games.start(again, 3)
    other = await games.resign(other.id, 1, 4)
    assert (await games.show_proof(other.id)).proof_shown == 1
    with pytest.raises(GameOver):
        await games.take_back(first.id, first.version, 5, reopen=True)


async def test_what_was_told_before_a_game_was_lost_or_began_closes_it_too(games: Games) -> None:
    under_way = await games.start(NEW, 1)
    shown = await games.resign((await games.start(NEW, 2)).id, 1, 3)
    await games.show_proof(shown.id)
    for game in (under_way, await games.start(BY_CARDS, 4), await games.start(NEW, 5)):
        moved = await games.append(game.id, 1, ["next"], None, 6)
        moved = await games.take_back(game.id, moved.version, 7)
        lost = await games.append(game.id, moved.version, ["next"], LOST, 8)
        with pytest.raises(GameOver):
            await games.take_back(game.id, lost.version, 9, reopen=True)


async def test_what_one_person_was_told_closes_no_game_of_others_or_of_other_deals(games: Games) -> None:
    open_still = []
    for new in (replace(NEW, owner_id=2), replace(NEW, seed="t", deal=fingerprint("sun", "2S AS"))):
        game = await games.start(new, 1)
        open_still.append(await games.append(game.id, 1, ["next"], LOST, 2))
    shown = await games.resign((await games.start(NEW, 3)).id, 1, 4)
    await games.show_proof(shown.id)
    for game in open_still:
        assert (await games.take_back(game.id, game.version, 5, reopen=True)).status == "playing"


@pytest.mark.parametrize("again", [NEW, replace(NEW, deal=None), BY_CARDS])
async def test_a_game_does_not_count_once_its_player_has_another_on_the_deal(
    database: Database, games: Games, again: NewGame
) -> None:
    results = Results(database)
    game = await games.start(NEW, 1)
    await games.start(replace(again, owner_id=2), 2)
    await games.append(game.id, 1, ["next"], WON, 3)
    counted = await results.get(game.id)
    assert counted is not None
    assert counted.counts == 1
    await games.start(again, 4)
    assert await results.get(game.id) == counted

    game = await games.start(replace(NEW, owner_id=3), 1)
    await games.start(replace(again, owner_id=3), 2)
    await games.append(game.id, 1, ["next"], WON, 3)
    told = await results.get(game.id)
    assert told is not None
    assert told.counts == 0


async def test_a_game_that_was_over_does_not_count_when_it_is_taken_up_again(database: Database, games: Games) -> None:
    game = await games.start(NEW, 1)
    game = await games.append(game.id, 1, ["next"], LOST, 2)
    game = await games.take_back(game.id, game.version, 3, reopen=True)
    await games.append(game.id, game.version, ["next"], WON, 4)
    result = await Results(database).get(game.id)
    assert result is not None
    assert result.counts == 0


async def test_the_pool_deals_nobody_the_cards_they_have_met_nor_a_seed_that_names_none(
    database: Database, games: Games
) -> None:
    pool = Pool(database)
    await pool.add(KIND, [Proved("s", ("next",)), Proved("broken", ("next",))], 1)
    await games.start(BY_CARDS, 2)
    named = {"s": DEAL, "broken": ""}
    bare = replace(NEW, seed=None, deal=None)
    assert await pool.start(bare, None, 3, named.__getitem__) is None
    dealt = await pool.start(replace(bare, owner_id=2), None, 3, named.__getitem__)
    assert dealt is not None
    assert (dealt.seed, dealt.deal, dealt.origin) == ("s", DEAL, "bot")
    assert await pool.stock(KIND) == {None: 1}


async def test_of_games_on_a_deal_whose_proof_is_rejected_nothing_is_known(database: Database, games: Games) -> None:
    pool = Pool(database)
    await pool.add(KIND, [Proved("s", ("next",), "hard")], 1)
    game = await games.start(NEW, 2)
    assert game.pool_id is not None
    await pool.reject(game.pool_id)
    assert await games.get(game.id) == replace(game, pool_id=None, difficulty=None)
    with pytest.raises(LookupError):
        await pool.proof(game.pool_id)
    await pool.add(KIND, [Proved("s", ("draw",))], 3)
    assert await pool.stock(KIND) == {None: 1}


async def test_games_from_before_get_their_deals_and_what_was_told_of_them(path: Path) -> None:
    columns = (
        "owner_id, game, options, rules, version, move_count, undo_count, status, started_at, touched_at, ended_at"
    )
    with closing(sqlite3.connect(path, isolation_level=None)) as older:
        upgrade(older, migrations()[:6])
        for seed, cards, shown in (("s", None, 0), ("s", None, 1), (None, CARDS, 0), ("t", None, 0)):
            older.execute(
                f"INSERT INTO games ({columns}, seed, cards, proof_shown)"
                " VALUES (1, 'sun', '{}', 1, 2, 0, 0, 'lost', 1, 1, 1, ?, ?, ?)",
                (seed, cards, shown),
            )
    async with await Database.open(path) as database:
        games, deals = Games(database), Deals(database)
        found = [await games.get(number) for number in range(1, 5)]
        assert [game and game.proof_shown for game in found] == [1, 1, 0, 0]
        assert [game and game.deal for game in found] == [None, None, DEAL, None]
        assert await deals.unknown(2) == ((1, "sun", "s"), (2, "sun", "s"))
        await deals.note({1: DEAL, 2: DEAL, 4: ""})
        assert await deals.unknown(2) == ()
        assert (await games.start(replace(BY_CARDS, origin="chosen"), 2)).origin == "seen"


async def test_of_games_from_before_only_those_count_that_were_alone_on_their_deal_to_the_end(path: Path) -> None:
    columns = "owner_id, game, options, rules, version, move_count, undo_count, status, touched_at, seed"
    with closing(sqlite3.connect(path, isolation_level=None)) as older:
        upgrade(older, migrations()[:5])
        for seed, origin, started, ended in (
            ("s", "bot", 1, 5),
            ("s", "seen", 4, 9),
            ("t", "bot", 1, 5),
            ("t", "seen", 6, 9),
        ):
            older.execute(
                f"INSERT INTO games ({columns}, origin, started_at, ended_at)"
                " VALUES (1, 'sun', '{}', 1, 2, 0, 0, 'won', 1, ?, ?, ?, ?)",
                (seed, origin, started, ended),
            )
    async with await Database.open(path) as database:
        found = [await Results(database).get(number) for number in range(1, 5)]
    assert [result and result.counts for result in found] == [0, 0, 1, 0]


async def test_a_persons_other_games_are_not_looked_through_for_those_on_a_deal(
    database: Database, games: Games
) -> None:
    asked: list[str] = []
    await database.write(lambda connection: connection.set_trace_callback(asked.append))
    for _ in range(2):
        game = await games.start(NEW, 1)
        await games.resign(game.id, 1, 2)
        await games.show_proof(game.id)

    def plans(connection: sqlite3.Connection) -> list[str]:
        connection.set_trace_callback(None)
        return [
            step
            for statement in asked
            if "UNION ALL" in statement
            for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}")
        ]

    found = await database.write(plans)
    assert {step for step in found if "games_of" in step} == {
        "SEARCH games USING COVERING INDEX games_of_cards (owner_id=? AND game=? AND deal=?)",
        "SEARCH games USING COVERING INDEX games_of_deal (owner_id=? AND game=? AND seed=?)",
    }
    assert not [step for step in found if step.startswith("SCAN games")]
