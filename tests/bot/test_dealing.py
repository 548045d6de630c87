"""Where the pool is empty people wait for one search, not for ever, and never for what was searched for in vain."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import pytest

from bot.dealing import IN_VAIN, KEPT, Dealer
from bot.new_games import Place
from bot.service import Service
from storage.database import Database
from storage.pool import Kind, Pool
from storage.rows import ANY

ANA, BORIS, HERE = 1, 2, Place(10, 20)


class Search:
    """Finds so many deals a search, or gives no answer."""

    def __init__(self, *found: int | None) -> None:
        self.found = list(found)
        self.asked = 0

    async def __call__(
        self, question: str, request: Mapping[str, Any], *, seconds: float, background: bool = False
    ) -> dict[str, Any] | None:
        assert not background
        self.asked += 1
        count = self.found.pop(0)
        if count is None:
            return None
        return {
            "found": [
                {"seed": f"{self.asked}.{number}", "proof": ["next"], "difficulty": "hard" if number == 9 else "fair"}
                for number in range(count)
            ]
        }


@pytest.fixture
def pool(database: Database) -> Pool:
    return Pool(database)


async def play(dealer: Dealer, owner: int = ANA, wish: str | None = None) -> bool:
    """Say whether a game that was started is known to be winnable."""
    position = await dealer.play(owner, HERE, "sun", {}, wish)
    assert position.stored.owner_id == owner
    assert position.stored.wish == wish
    assert position.stored.origin == "bot"
    return position.stored.pool_id is not None


async def test_what_is_found_is_dealt_and_serves_the_next(service: Service, pool: Pool) -> None:
    search = Search(3)
    dealer = Dealer(service, pool, search)
    assert [await play(dealer) for _ in range(3)] == [True] * 3
    assert await play(dealer, BORIS)
    assert search.asked == 1


async def test_of_much_that_is_found_little_is_kept_the_wish_among_it(service: Service, pool: Pool) -> None:
    dealer = Dealer(service, pool, Search(20))
    position = await dealer.play(ANA, HERE, "sun", {}, "hard")
    assert position.stored.difficulty == "hard"
    kind = Kind("sun", position.stored.options, position.stored.rules)
    assert await pool.stock(kind) == {"fair": KEPT - 1, "hard": 1}


@pytest.mark.parametrize("found", [0, None])
async def test_what_was_searched_for_in_vain_is_not_waited_for_again_until_some_were_found(
    service: Service, pool: Pool, found: int | None
) -> None:
    search = Search(*[found] * IN_VAIN, 1, 0)
    dealer = Dealer(service, pool, search)
    assert [await play(dealer) for _ in range(IN_VAIN + 2)] == [False] * (IN_VAIN + 2)
    assert search.asked == IN_VAIN
    assert await play(dealer, wish="fair"), "another wish is another search"
    assert await play(dealer, BORIS), "somebody has found one meanwhile"
    assert not await play(dealer, BORIS)
    assert search.asked == IN_VAIN + 2


async def test_any_deal_is_searched_for_by_nobody(service: Service, pool: Pool) -> None:
    search = Search()
    assert not await play(Dealer(service, pool, search), wish=ANY)
    assert search.asked == 0


async def test_nobody_waits_for_a_search_that_does_not_end(
    service: Service, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.dealing.PATIENCE", 0.01)

    async def search(*_: Any, **__: Any) -> dict[str, Any] | None:
        await asyncio.Event().wait()
        return None

    assert not await play(Dealer(service, pool, search))


async def test_who_deals_is_told_whom_what_was_dealt_unless_any_deal_would_do(service: Service, pool: Pool) -> None:
    told: list[tuple[int, Kind, str | None]] = []
    dealer = Dealer(service, pool, Search(1, 0), lambda *dealt: told.append(dealt))
    for wish in ("fair", None, ANY):
        await play(dealer, wish=wish)
    assert [(owner, kind.game, wish) for owner, kind, wish in told] == [(ANA, "sun", "fair"), (ANA, "sun", None)]


async def test_a_new_game_like_another_keeps_its_kind_options_and_wish(service: Service, pool: Pool) -> None:
    dealer = Dealer(service, pool, Search())
    before = await dealer.play(ANA, HERE, "pyramid", {"piles": "3", "redeals": "2"}, ANY)
    again = await dealer.again(BORIS, Place(11), before.id)
    assert again.stored.owner_id == BORIS
    assert json.loads(again.stored.options) == {"piles": 3, "stock": "closed", "redeals": 2}
    assert again.stored.wish == ANY
    assert again.stored.seed != before.stored.seed
