"""A deal that was played at a table is met by those who sat there; until it is over, nobody plays it elsewhere."""

from dataclasses import replace

import pytest

from storage.database import Database
from storage.games import Games
from storage.pool import Kind, Pool, Proved
from storage.results import Results
from storage.rows import DealAtTable, Ending, NewGame
from storage.tables import Tables
from tests.storage.tables_kept import NEW, begun, ended, played, raced

ANA, BORIS, CARLA = 1, 2, 3
CARDS = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"
SOLO = NewGame(owner_id=ANA, game="sun", options="{}", rules=1)
WON = Ending(status="won", score=900)
KIND = Kind("sun", "{}", 1)


@pytest.mark.parametrize("kind", ["turns", "race"])
@pytest.mark.parametrize("named", ["seed", "cards"])
async def test_who_sat_at_a_table_has_seen_its_deal_and_a_later_game_on_it_does_not_count(
    database: Database, games: Games, kind: str, named: str
) -> None:
    table = await begun(database, replace(NEW, kind=kind), (ANA, BORIS), "s", 1)  # type: ignore[arg-type]
    if kind == "turns":
        await ended(database, table, "lost", 2)
    else:
        await raced(database, table, {ANA: 5, BORIS: 6}, 2)
    again = replace(SOLO, seed="s") if named == "seed" else replace(SOLO, cards="AS", deal=table.deal)
    for user, origin, counts in ((ANA, "seen", 0), (BORIS, "seen", 0), (CARLA, "bot", 1)):
        game = await games.start(replace(again, owner_id=user), 3)
        assert game.origin == origin
        await games.append(game.id, 1, ["next"], WON, 4)
        result = await Results(database).get(game.id)
        assert result is not None
        assert result.counts == counts


async def test_a_game_that_was_begun_before_does_not_count_once_its_deal_was_played_at_a_table(
    database: Database, games: Games
) -> None:
    solo = await games.start(replace(SOLO, seed="s", deal="deal of s"), 1)
    await ended(database, await begun(database, NEW, (ANA, BORIS), "s", 2), "lost", 3)
    await games.append(solo.id, 1, ["next"], WON, 4)
    result = await Results(database).get(solo.id)
    assert result is not None
    assert result.counts == 0


async def test_the_pool_deals_nobody_what_they_have_played_at_a_table(database: Database) -> None:
    pool = Pool(database)
    await pool.add(KIND, [Proved("s", ("next",), None)], 1)
    table = await begun(database, replace(NEW, origin="chosen"), (ANA, BORIS), "s", 1)
    await played(database, table, ANA, ("next",), 1, 2)
    for user in (ANA, BORIS):
        assert await pool.start(replace(SOLO, owner_id=user), None, 3, lambda seed: f"deal of {seed}") is None
    assert await pool.start(replace(SOLO, owner_id=CARLA), None, 3, lambda seed: f"deal of {seed}") is not None


async def test_a_table_is_dealt_what_nobody_there_has_met_and_nobody_is_dealt_it_after(
    database: Database, games: Games
) -> None:
    pool, tables = Pool(database), Tables(database)
    await pool.add(KIND, [Proved(seed, ("next",), None) for seed in ("met", "new")], 1)
    await games.start(replace(SOLO, owner_id=BORIS, seed="met"), 2)
    lobby = await tables.open(NEW, 10, 1)
    lobby = await tables.save(
        lobby, replace(lobby, seats=(*lobby.seats, replace(lobby.seats[0], user_id=BORIS, position=1))), 2
    )
    dealt = await tables.deal(lobby, lambda seed: (CARDS, f"deal of {seed}"))
    assert dealt is not None
    assert dealt.seed == "new"
    assert await pool.start(replace(SOLO, owner_id=CARLA), None, 3, lambda seed: f"deal of {seed}") is not None
    assert await pool.start(replace(SOLO, owner_id=CARLA), None, 3, lambda seed: f"deal of {seed}") is None
    assert await tables.deal(lobby, lambda seed: (CARDS, f"deal of {seed}")) is None


@pytest.mark.parametrize("kind", ["turns", "race"])
async def test_while_a_table_plays_its_deal_nobody_plays_it_elsewhere_nor_most_of_its_cards(
    database: Database, games: Games, kind: str
) -> None:
    table = await begun(database, replace(NEW, kind=kind), (ANA, BORIS), "s", 1, CARDS)  # type: ignore[arg-type]
    alike = CARDS.replace("S", "H").replace("QH", "KH")
    strange = " ".join(reversed(CARDS.split()))
    tries = [replace(SOLO, seed="s"), replace(SOLO, cards=CARDS, origin="imported"), replace(SOLO, cards=alike)]
    for user in (ANA, CARLA):
        for new in tries:
            with pytest.raises(DealAtTable):
                await games.start(replace(new, owner_id=user), 2)
        await games.start(replace(SOLO, owner_id=user, cards=strange), 2)
        await games.start(replace(SOLO, owner_id=user, game="pyramid", seed="s"), 2)
    if kind == "turns":
        await ended(database, table, "lost", 3)
    else:
        await raced(database, table, {ANA: 5, BORIS: 6}, 3)
    for new in tries:
        await games.start(replace(new, owner_id=CARLA), 4)


async def test_a_deal_that_a_host_has_chosen_is_free_to_all(database: Database, games: Games) -> None:
    await begun(database, replace(NEW, origin="chosen"), (ANA, BORIS), "s", 1, CARDS)
    assert (await games.start(replace(SOLO, owner_id=CARLA, seed="s"), 2)).origin == "bot"
