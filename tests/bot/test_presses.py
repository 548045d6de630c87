"""Nobody presses a button 267 times: whole games take few presses."""

from statistics import median

import pytest

from playground.person import Person
from tests.benchmarks.presses import play

pytestmark = pytest.mark.usefixtures("bot")


@pytest.mark.parametrize(("game", "most"), [("pyramid", 35), ("sultan", 70), ("sun", 50)])
async def test_a_game_is_played_to_its_end_by_few_presses(ana: Person, game: str, most: int) -> None:
    played = [await play(ana, game, f"few presses {number}") for number in range(3)]
    assert all("**Won!**" in one.board.content or "**Lost:**" in one.board.content for one in played)
    assert median(one.presses for one in played) <= most
