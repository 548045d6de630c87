"""How many different positions there are after each number of moves, counted by a second program written apart.

A rule that lets one move too many or too few be made shows here.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.game import AnyGame, games
from engine.record import read_record

RECORDS = Path(__file__).parent / "records"

FROM_THE_DEAL = [
    ("pyramid", {}, [2, 3, 6, 10, 14, 20, 27, 40, 65, 105, 166, 243, 322, 392]),
    ("pyramid", {"stock": "open", "redeals": "2"}, [3, 9, 21, 41, 64, 108, 200, 370, 647]),
    ("pyramid", {"piles": "3"}, [2, 6, 17, 41, 99, 206, 369, 662]),
    ("sultan", {}, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2]),
    ("sultan", {"divan": "8"}, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2]),
    ("sun", {}, [2, 3, 8, 20, 48, 112, 250, 583]),
    ("sun", {"bases": "aces"}, [1, 2, 5, 9, 20, 38, 74, 154, 329]),
    ("sun", {"stages": "1"}, [2, 3, 8, 20, 48, 112, 250, 582]),
    ("sun", {"stages": "1", "bases": "aces"}, [1, 2, 5, 9, 20, 38, 74, 153, 320, 673]),
]

FROM_WITHIN_A_GAME = [
    ("pyramid-won-by-the-seeds-rule", 34, [2, 4, 5, 7, 10, 14, 16, 14, 10, 5, 2, 2, 1, 0]),
    ("pyramid-won-with-open-stock-and-redeals", 35, [1, 1, 2, 3, 3, 3, 4, 7, 12, 14, 11, 6, 3, 2]),
    ("pyramid-won-with-three-wastes-redealt", 34, [2, 3, 4, 4, 6, 13, 23, 34, 44, 53, 43, 24, 11, 3]),
    ("pyramid-won-with-three-wastes", 27, [2, 2, 3, 4, 3, 2, 1, 1, 1, 0]),
    ("sultan-won-with-a-divan-of-eight", 213, [1, 1, 1, 2, 2, 2, 3, 4, 4, 4, 5, 8, 13, 21]),
    ("sultan-won", 211, [1, 2, 3, 6, 11, 23, 50, 108, 219, 417]),
    ("sun-won-before-the-wind", 102, [2, 3, 7, 16, 32, 58, 95, 139, 180, 206, 210, 194, 166, 135]),
    ("sun-won-through-every-stage-and-the-wind", 103, [2, 3, 4, 4, 8, 18, 46, 108, 238, 441, 695]),
    ("sun-won-with-eight-aces", 102, [1, 3, 8, 16, 28, 53, 93, 151, 221, 334, 530]),
    ("sun-won-without-the-suns-play", 93, [3, 5, 7, 8, 10, 11, 12, 12, 12, 12, 12, 12, 11, 9]),
]


def counted(game: AnyGame, state: Any, depth: int) -> list[int]:
    """Return the number of different positions after 1, 2, … ``depth`` moves."""
    level, counts = {state}, []
    for _ in range(depth):
        level = {game.apply(one, move) for one in level for move in game.legal_moves(one)}
        counts.append(len(level))
    return counts


@pytest.mark.parametrize(("name", "options", "counts"), FROM_THE_DEAL)
def test_from_the_deal(name: str, options: Mapping[str, str], counts: list[int]) -> None:
    game = games()[name]
    state = game.deal(game.deal_from_seed("counted"), game.read_options(options))
    assert counted(game, state, len(counts)) == counts


@pytest.mark.parametrize(("record", "length", "counts"), FROM_WITHIN_A_GAME)
def test_from_within_a_game(record: str, length: int, counts: list[int]) -> None:
    whole = read_record((RECORDS / f"{record}.txt").read_text("utf-8"))
    game, state = whole.game, whole.game.deal(whole.deal, whole.options)
    for text in whole.moves[:length]:
        state = game.apply(state, game.parse(text))
    assert counted(game, state, len(counts)) == counts
