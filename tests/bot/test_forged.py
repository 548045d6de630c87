"""Presses that no honest client sends, and a database that fails in the middle: answered, and harmless."""

import logging

import discord
import pytest
from discord.ui import Button, Select, View

from bot.client import PatienceClient
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from storage.errors import StorageError
from storage.games import Games

pytestmark = pytest.mark.usefixtures("bot")

BUTTONS = [
    "play:2:1:draw",  # the game of somebody else
    "play:1:9:draw",
    "play:1:1:KS+KS",
    "play:1:1:nonsense",
    "play:1:1",
    "play:999999999999999999:1:draw",
    "go-on:2:1:draw-on",
    "go-on:1:1:play-on",
    "go-on:1:1:nonsense",
    "go-on:1:1",
    "undo:2:1",
    "resign:2:1",
    "analyse:1:1:sure",
    "analyse:1:7:sure",
    "analyse:2:1:sure",
    "show-how:1:1:sure",
    "show-how:2:1:sure",
    "give-up:2:1",
    "give-up:1:7",
    "again:999:1",
    "same-deal:1:1",
    "same-deal:999:1",
    "open:0:0:2",
    "open:0:0:x",
    "open:0:0",
    "open:0:0:9999999999999999999999999999999999999999",
    "page:2:1:1",
    "rules:chess:0",
    f"leaders-next:{'9' * 20}:daily:chess:today:everyone:999999",
    "history-film:2",
]
MENUS = [
    ("menu-play:1:1", "nonsense"),
    ("menu-play:2:1", "draw"),
    ("menu-open:0:0", "2"),
    ("menu-open:0:0", "٣"),
    ("menu-open:0:0", "9" * 90),
    ("menu-leaders-period:1:streaks::today:everyone:0", "two-days-ago"),
    (f"stats:1:{'9' * 20}", "-"),
    ("stats:1:2", 'sun {"stages": '),
    ("history-open", "2"),
]


async def put_up(bot: PatienceClient, ana: Person, control: Button[View] | Select[View]) -> SeenMessage:
    """Post a message with a control as Discord would have kept it, and return it as Ana sees it."""
    channel = bot.get_partial_messageable(ana.messages()[0].channel_id)
    view = View(timeout=None)
    view.add_item(control)
    posted = await channel.send("forged", view=view)
    return await ana.sees(lambda message: message.id == posted.id)


async def test_forged_presses_are_told_so_and_change_nothing(
    playground: Playground, bot: PatienceClient, ana: Person, boris: Person, caplog: pytest.LogCaptureFixture
) -> None:
    await ana.command("play", game="pyramid", deal="hers")
    await boris.command("play", game="pyramid", deal="his")
    before = [(await bot.service.position(number)).stored for number in (1, 2)]
    for custom_id in BUTTONS:
        # So that the limit of posts in a channel does not hold the test up.
        playground.clock.advance(10)
        message = await put_up(bot, ana, Button(label="forged", custom_id=custom_id))
        told = await ana.press(message, custom_id)
        assert told.ephemeral or told.id == message.id, custom_id
    for custom_id, value in MENUS:
        playground.clock.advance(10)
        options = [discord.SelectOption(label="x", value=value)]
        message = await put_up(bot, ana, Select(custom_id=custom_id, options=options))
        told = await ana.choose(message, custom_id, value)
        assert told.ephemeral or told.id == message.id, custom_id
    assert [(await bot.service.position(number)).stored for number in (1, 2)] == before
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_press_without_a_choice_is_answered(bot: PatienceClient, ana: Person) -> None:
    await ana.command("play", game="pyramid", deal="hers")
    options = [discord.SelectOption(label="x", value="draw")]
    message = await put_up(bot, ana, Select(custom_id="menu-play:1:1", options=options, min_values=0))
    assert (await ana.choose(message, "menu-play:1:1")).ephemeral


async def test_a_database_that_fails_is_told_and_one_that_fails_after_the_answer_is_not(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ana.command("play", game="pyramid", deal="x")

    async def fail(*_: object, **__: object) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Games, "append", fail)
        told = await ana.command("draw")
        assert told.ephemeral
        assert "nothing was changed" in told.content
    with monkeypatch.context() as broken:
        broken.setattr(Games, "place_board", fail)
        drawn = await ana.command("draw")
        assert "moves: 1" in drawn.content
    again = await ana.command("board")
    assert "moves: 1" in again.content
    await ana.no_longer_sees(board)
    assert [message.content for message in ana.messages() if "changed" in message.content] == [told.content]
