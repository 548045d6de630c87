"""The pool is filled as far as people need it, a search at a time, and not for ever where nothing is found."""

import asyncio
import itertools
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.new_games import options_text
from bot.solving.filling import FULL, IN_VAIN, LONGEST_CHUNK, OF_EACH, SOME, Filler, usual_kinds
from engine.game import RULES, games
from engine.solve.difficulty import Difficulty
from storage.database import Database
from storage.games import Games
from storage.pool import Kind, Pool
from storage.rows import NewGame

USUAL = usual_kinds()[0]
RARE = Kind("pyramid", options_text(games()["pyramid"].option_sets()[5]), RULES)
LABELS = [str(one) for one in Difficulty]


class Searches:
    """Answers as a worker would that finds deals at once, a few a search, of the difficulties in turn."""

    def __init__(self, difficulties: Callable[[Kind], list[str | None]] = lambda kind: [*LABELS]) -> None:
        self.asked: Counter[Kind] = Counter()
        self.seconds: list[float] = []
        self._difficulties = difficulties
        self._numbers = itertools.count()

    async def __call__(
        self, question: str, request: Mapping[str, Any], *, seconds: float, background: bool = False
    ) -> dict[str, Any] | None:
        assert question == "deal"
        assert background
        kind = Kind(request["game"], options_text(request["options"]), RULES)
        self.asked[kind] += 1
        self.seconds.append(seconds)
        found = [
            {"seed": f"{next(self._numbers)}", "proof": ["next"], "difficulty": difficulty}
            for difficulty in self._difficulties(kind)
        ]
        return {"found": found}


@pytest.fixture
async def pool(database: Database) -> Pool:
    return Pool(database)


async def filled(filler: Filler, pool: Pool) -> Counter[Kind]:
    """Wait until no more is searched for, and return how many deals there are of each kind."""
    await filler.full()
    return Counter({kind: sum((await pool.stock(kind)).values()) for kind in (*usual_kinds(), RARE)})


async def test_the_usual_kinds_are_filled_with_deals_of_each_difficulty_and_no_more(pool: Pool) -> None:
    searches = Searches()
    async with Filler(pool, searches) as filler:
        counts = await filled(filler, pool)
        assert counts == {**dict.fromkeys(usual_kinds(), FULL), RARE: 0}
        stock = await pool.stock(USUAL)
        assert all(stock[label] >= OF_EACH for label in LABELS)


async def test_a_difficulty_that_is_seldom_is_looked_for_beyond_that(pool: Pool) -> None:
    turn = itertools.count()
    searches = Searches(lambda kind: ["gentle", "fiendish" if next(turn) % 10 == 9 else "gentle"])
    async with Filler(pool, searches) as filler:
        await filled(filler, pool)
        stock = await pool.stock(USUAL)
    assert stock["fiendish"] == OF_EACH
    assert FULL - OF_EACH <= stock["gentle"] <= FULL


async def test_where_difficulties_cannot_be_told_the_pool_is_full_without_them(pool: Pool) -> None:
    searches = Searches(lambda kind: [None, None])
    async with Filler(pool, searches) as filler:
        assert (await filled(filler, pool))[USUAL] == FULL
    assert searches.asked[USUAL] == FULL / 2


async def test_what_somebody_has_asked_for_is_kept_in_stock_and_what_is_asked_for_often_as_the_usual(
    pool: Pool,
) -> None:
    searches = Searches()
    async with Filler(pool, searches) as filler:
        filler.dealt(1, RARE, None)
        assert (await filled(filler, pool))[RARE] == SOME
        for owner in (2, 3):
            filler.dealt(owner, RARE, None)
        assert (await filled(filler, pool))[RARE] == FULL


async def test_what_was_played_lately_is_known_after_a_restart(pool: Pool, database: Database) -> None:
    searches = Searches()
    gone = Kind("a game that is gone", "{}", RULES)
    for kind, at in ((RARE, 10**12), (gone, 10**12), (Kind("sultan", '{"divan": 8}', RULES), 1)):
        await Games(database).start(
            NewGame(owner_id=1, game=kind.game, options=kind.options, rules=RULES, seed=f"{kind.game}{at}"), at
        )
    async with Filler(pool, searches, now=lambda: 10**12 + 1) as filler:
        assert (await filled(filler, pool))[RARE] == SOME
    assert set(searches.asked) == {*usual_kinds(), RARE}


async def test_for_somebody_who_has_met_all_of_them_there_are_more(pool: Pool) -> None:
    searches = Searches()
    new = NewGame(owner_id=7, game=USUAL.game, options=USUAL.options, rules=RULES)
    async with Filler(pool, searches) as filler:
        await filled(filler, pool)
        while await pool.start(new, None, 1):
            pass
        filler.dealt(7, USUAL, "hard")
        await filled(filler, pool)
        unmet = await pool.stock(USUAL, 7)
    assert sum(unmet.values()) >= SOME
    assert unmet["hard"] >= OF_EACH


async def test_where_nothing_is_found_searches_take_longer_and_end_until_somebody_plays(pool: Pool) -> None:
    searches = Searches(lambda kind: [])
    async with Filler(pool, searches) as filler:
        await filled(filler, pool)
        assert searches.asked == dict.fromkeys(usual_kinds(), IN_VAIN)
        assert searches.seconds == sorted(searches.seconds)
        assert searches.seconds[0] < searches.seconds[-1] <= LONGEST_CHUNK
        filler.dealt(1, USUAL, None)
        await filled(filler, pool)
        assert searches.asked[USUAL] == 2 * IN_VAIN


async def test_a_search_without_an_answer_is_made_again(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.solving.filling.PAUSE", 0.0)
    searches, gave_way = Searches(), itertools.count()

    async def ask(question: str, request: Mapping[str, Any], **how: Any) -> dict[str, Any] | None:
        if next(gave_way) % 2:
            return None
        return await searches(question, request, **how)

    async with Filler(pool, ask) as filler:
        assert (await filled(filler, pool))[USUAL] == FULL


async def test_an_idle_filler_asks_nobody(pool: Pool) -> None:
    searches = Searches()
    async with Filler(pool, searches, idle=True) as filler:
        filler.dealt(1, RARE, None)
        await asyncio.sleep(0)
    assert not searches.asked


async def test_a_database_that_cannot_be_reached_does_not_end_the_filling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.solving.filling.RETRY", 0.0)
    searches = Searches()
    async with await Database.open(tmp_path / "other.db") as database:
        await database.close()
        async with Filler(Pool(database), searches):
            for _ in range(20):
                await asyncio.sleep(0)
    assert not searches.asked
