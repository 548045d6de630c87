"""What is made before it is asked for is what boards ask for, in every look."""

from __future__ import annotations

import pytest

from engine.game import games
from render import faces
from render.board import draw, warm
from render.look import USUAL, Look
from tests.render.five import five

LOOKS = [USUAL, Look(contrast="high"), Look(faces="large"), Look(table="columns")]


@pytest.mark.parametrize("look", LOOKS)
def test_boards_are_the_same_with_and_without_warming(look: Look) -> None:
    before = [draw(view, look) for view in five().values()]
    warm(look)
    assert [draw(view, look) for view in five().values()] == before


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", ["pyramid", "sultan"])
def test_a_new_deal_finds_its_cards_made(name: str, look: Look) -> None:
    warm(look)
    made = faces.face.cache_info().currsize
    game = games()[name]
    draw(game.view(game.deal(game.deal_from_seed("another"), game.read_options({}))), look)
    assert faces.face.cache_info().currsize == made
