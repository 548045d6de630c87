"""Where drawing takes longer than Discord waits for an answer: the board still comes, where it belongs."""

import threading
from typing import Any

import discord
import pytest

from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from render import board as drawing
from tests.bot.house import ACKNOWLEDGE_WITHIN

pytestmark = pytest.mark.usefixtures("bot")


def advance(board: SeenMessage) -> str:
    return next(button.custom_id for button in board.buttons if button.custom_id.startswith("play:"))


def draw_slowly(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw boards only when the interaction has been acknowledged, and it is too late by the playground's clock."""
    acknowledged = threading.Event()
    draw, defer = drawing.draw, discord.InteractionResponse.defer

    async def deferred(response: Any, **how: Any) -> Any:
        try:
            return await defer(response, **how)
        finally:
            playground.clock.advance(ACKNOWLEDGE_WITHIN + 1)
            acknowledged.set()

    def drawn(*given: Any, **more: Any) -> bytes:
        assert acknowledged.wait(30)
        return draw(*given, **more)

    monkeypatch.setattr("bot.delivery.AT_ONCE", 0.05)
    monkeypatch.setattr("bot.drawing.draw", drawn)
    monkeypatch.setattr(discord.InteractionResponse, "defer", deferred)


async def test_a_new_game_comes_as_the_message_that_its_player_was_shown_meanwhile(
    playground: Playground, monkeypatch: pytest.MonkeyPatch, ana: Person, boris: Person
) -> None:
    draw_slowly(playground, monkeypatch)
    board = await ana.command("play", game="pyramid", deal="slow")
    assert board.attachments
    assert not board.ephemeral
    assert (await boris.sees(lambda message: message.id == board.id and bool(message.attachments))).buttons
    assert "moves: 1" in (await ana.press(board, advance(board))).content, "its buttons know the game"


async def test_a_press_changes_the_message_that_was_pressed(
    playground: Playground, monkeypatch: pytest.MonkeyPatch, ana: Person
) -> None:
    board = await ana.command("play", game="sun", deal="slow")
    draw_slowly(playground, monkeypatch)
    after = await ana.press(board, advance(board))
    assert after.id == board.id
    assert "moves: 1" in after.content
    assert [message.id for message in ana.messages()] == [board.id]


async def test_the_board_that_was_late_is_the_one_that_goes_when_another_shows_the_game(
    playground: Playground, monkeypatch: pytest.MonkeyPatch, ana: Person
) -> None:
    draw_slowly(playground, monkeypatch)
    board = await ana.command("play", game="sultan", deal="slow")
    anew = await ana.command("board")
    await ana.no_longer_sees(board)
    assert anew.attachments


async def test_where_the_word_of_the_acknowledgement_is_lost_the_board_still_comes(
    playground: Playground, monkeypatch: pytest.MonkeyPatch, ana: Person
) -> None:
    board = await ana.command("play", game="pyramid", deal="slow")
    draw_slowly(playground, monkeypatch)
    playground.faults.refuse("/interactions/*", 500, times=1, carried_out=True)
    after = await ana.press(board, advance(board))
    assert "moves: 1" in after.content
