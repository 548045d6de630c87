"""Pictures drawn before they are asked for are those that are asked for."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.drawing import KEPT, Drawer, Picture
from engine.game import AnyGame, games
from engine.view import View
from render.alt import describe
from render.board import draw


@pytest.fixture
async def drawer() -> AsyncIterator[Drawer]:
    drawer = Drawer()
    yield drawer
    drawer.close()


def in_another_language(message: str) -> str:
    return f"¡{message}!"


def two_views(game: AnyGame, seed: str = "drawn early") -> tuple[View, View]:
    """Return what a player sees at the start of a game, and after an advance."""
    start = game.deal(game.deal_from_seed(seed), game.read_options({}))
    return game.view(start), game.view(game.apply(start, game.advance(start)))


@pytest.mark.parametrize("name", games())
async def test_a_foreseen_picture_is_the_one_that_would_be_drawn(drawer: Drawer, name: str) -> None:
    before, after = two_views(games()[name])
    foreseen = drawer.foresee(after, before, str)
    expected = Picture(draw(after, before=before), describe(after, str))
    assert await drawer.picture(after, before, str) is await foreseen
    assert await foreseen == expected
    assert await drawer.picture(after, before, str) == expected


async def test_another_language_is_drawn_anew(drawer: Drawer) -> None:
    before, after = two_views(games()["sun"])
    drawer.foresee(after, before, str)
    assert (await drawer.picture(after, before, in_another_language)).alt == describe(after, in_another_language)


async def test_whoever_gives_up_waiting_leaves_the_picture_to_others(drawer: Drawer) -> None:
    before, after = two_views(games()["sultan"])
    drawer.foresee(after, before, str)
    impatient = asyncio.create_task(drawer.picture(after, before, str))
    await asyncio.sleep(0)
    impatient.cancel()
    await asyncio.gather(impatient, return_exceptions=True)
    assert (await drawer.picture(after, before, str)).png == draw(after, before=before)


async def test_of_pictures_that_nobody_asks_for_the_oldest_are_forgotten(drawer: Drawer) -> None:
    game = games()["sultan"]
    first, *others = [two_views(game, f"deal {number}")[0] for number in range(KEPT + 1)]
    forgotten = drawer.foresee(first, None, str)
    kept = [drawer.foresee(view, None, str) for view in others]
    await drawer.quiet()
    assert [drawer.foresee(view, None, str) for view in others] == kept
    assert drawer.foresee(first, None, str) is not forgotten
