"""What the likeliest next presses show is drawn while nobody asks for a board, and not again when it is asked for."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot import foresight
from bot.drawing import Drawer
from bot.foresight import Foresight, likely_next
from bot.new_games import Place
from bot.positions import Position
from bot.service import Service
from engine.game import games
from engine.view import View
from render import board as drawing


@pytest.fixture
async def drawer() -> AsyncIterator[Drawer]:
    drawer = Drawer()
    yield drawer
    drawer.close()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[View]:
    """What was drawn, in order."""
    views: list[View] = []
    draw = drawing.draw

    def noted(view: View, **more: Any) -> bytes:
        views.append(view)
        return draw(view, **more)

    monkeypatch.setattr("bot.drawing.draw", noted)
    return views


async def started(service: Service, name: str) -> Position:
    return await service.start(1, Place(1), name, {}, "looked ahead")


@pytest.mark.parametrize("name", games())
async def test_the_next_board_is_ready_before_the_press(
    service: Service, drawer: Drawer, drawn: list[View], name: str
) -> None:
    position = await started(service, name)
    expected = [position.game.view(state) for state in likely_next(position)]
    ahead = Foresight(drawer)
    ahead.shown(position, str)
    async with asyncio.timeout(60):
        while len(drawn) < len(set(expected)):  # noqa: ASYNC110 - drawing sets no event
            await asyncio.sleep(0.01)
    after = await service.advance(1, position.id, 1)
    assert after.view() in drawn
    await drawer.picture(after.view(), after.view_before(), str)
    assert drawn.count(after.view()) == 1
    assert set(drawn) == set(expected)
    await ahead.close()


async def test_under_load_nothing_is_drawn_ahead(
    service: Service, drawer: Drawer, drawn: list[View], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foresight, "PAUSE", 60)
    ahead = Foresight(drawer)
    ahead.shown(await started(service, "sun"), str)
    await asyncio.sleep(0.2)
    await ahead.close()
    assert drawn == []
