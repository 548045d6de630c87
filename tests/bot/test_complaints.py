"""What people complain of in other bots: dead buttons, lost boards, silence. Time is moved, not waited for."""

import asyncio
import contextlib
import logging
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket, KeepAliveHandler

from bot.client import PatienceClient
from bot.new_games import Place
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import LOBBY_ID, PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from render import board as drawing
from tests.bot.house import ACKNOWLEDGE_WITHIN, bot_running
from tests.bot.unhandled import nothing_unhandled

MINUTE, HOUR, DAY = 60, 3600, 86400
GROUP, PRIVATE = "friends", "playground-bot"


def on(board: SeenMessage, action: str = "play") -> str:
    """Return the custom id of the button for an action, the advance unless said otherwise."""
    return next(button.custom_id for button in board.buttons if button.custom_id.startswith(f"{action}:"))


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("seconds", [3 * MINUTE + 1, 16 * MINUTE, DAY, 60 * DAY])
async def test_buttons_and_menus_work_however_old_the_board_is(
    playground: Playground, ana: Person, seconds: int
) -> None:
    board = await ana.command("play", game="sultan", deal="restart")
    playground.clock.advance(seconds)
    after = await ana.press(board, on(board))
    assert after.id == board.id
    assert "moves: 1" in after.content
    playground.clock.advance(seconds)
    after = await ana.press(after, "Undo")
    menu = next(select for select in after.selects if not select.disabled)
    chosen = await ana.choose(after, menu.custom_id, menu.options[0].value)
    assert chosen.id == board.id
    assert "moves: 1" in chosen.content


@pytest.mark.usefixtures("bot")
async def test_after_the_token_has_run_out_a_board_that_was_posted_by_a_command_is_still_brought_up_to_date(
    playground: Playground, ana: Person
) -> None:
    board = await ana.command("play", game="pyramid", deal="x")
    playground.clock.advance(20 * MINUTE)
    await ana.press(await ana.command("resign"), "Resign this game")
    assert (await ana.change_of(board)).button("Play again")


@pytest.mark.usefixtures("bot")
async def test_a_board_over_an_hour_old_whose_edit_is_refused_is_posted_anew(
    playground: Playground, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.boards.EDITING", 2.5)
    boards = [await ana.command("play", game="pyramid", deal=f"{number}") for number in range(4)]
    questions = [await ana.press(board, "Resign") for board in boards]
    playground.clock.advance(2 * HOUR)
    for board, question in zip(boards, questions, strict=True):
        await ana.press(question, "Resign this game")
        if board is not boards[-1]:
            # The edit comes after the answer to the press: wait for it, so that it is the last that is refused.
            await ana.sees(lambda message, board=board: message.id == board.id and "Resigned" in message.content)  # type: ignore[misc]
    await ana.no_longer_sees(boards[-1])
    anew = await ana.sees(lambda message: message.id > questions[-1].id and "Deal: `3`" in message.content)
    assert anew.button("Play again")
    for board in boards[:-1]:
        assert ana.message(board.id).button("Play again")


@pytest.mark.usefixtures("bot")
async def test_a_deleted_board_is_posted_again_by_command(playground: Playground, ana: Person) -> None:
    board = await ana.command("play", game="sun", deal="x")
    board = await ana.press(board, on(board))
    playground.faults.delete_message(board.id)
    await ana.no_longer_sees(board)
    again = await ana.command("board")
    assert "moves: 1" in again.content
    assert "moves: 2" in (await ana.press(again, on(again))).content


@pytest.mark.usefixtures("bot")
async def test_the_game_of_a_deleted_channel_goes_on_in_another(playground: Playground, ana: Person) -> None:
    await ana.start_thread("a table")
    board = await ana.command("play", game="sun", deal="x", in_channel="a table")
    await ana.press(board, on(board))
    for number, name in ((board.channel_id, "a table"), (LOBBY_ID, "lobby")):
        playground.faults.delete_channel(number)
        await ana.no_longer_sees_channel(name)
    again = await ana.command("board")
    assert "moves: 1" in again.content
    assert again.channel_id == PATIENCE_ID


@pytest.mark.usefixtures("bot")
async def test_where_the_bot_may_do_nothing_but_answer_it_plays_on_in_words(
    playground: Playground, ana: Person
) -> None:
    playground.set_bot_permissions(PATIENCE_ID, Permission(0))
    board = await ana.command("play", game="pyramid", deal="x")
    assert "lack the permission to attach files" in board.content
    board = await ana.press(board, on(board))
    assert "moves: 1" in board.content
    again = await ana.command("board")
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS)
    pressed = await ana.press(again, on(again))
    assert pressed.attachments
    assert "lack the permission" not in pressed.content


@pytest.mark.usefixtures("bot")
async def test_an_answer_that_comes_too_late_leaves_no_half_move(playground: Playground, ana: Person) -> None:
    with nothing_unhandled():
        board = await ana.command("play", game="pyramid", deal="x")
        playground.faults.slow("/interactions/*", ACKNOWLEDGE_WITHIN + 1, carried_out=False)
        pressing = asyncio.create_task(ana.press(board, on(board)))
        done, _ = await asyncio.wait([pressing], timeout=0.5)
        assert not done
        playground.clock.advance(ACKNOWLEDGE_WITHIN + 2)
        with contextlib.suppress(Exception):
            await pressing
        # What was played shows on the board all the same, and the button under it goes on from there.
        late = await ana.sees(lambda message: message.id == board.id and "moves: 1" in message.content)
        assert "moves: 2" in (await ana.press(late, on(late))).content


@pytest.mark.usefixtures("bot")
async def test_an_answer_whose_receipt_is_lost_is_the_board_from_then_on(playground: Playground, ana: Person) -> None:
    with nothing_unhandled():
        board = await ana.command("play", game="pyramid", deal="x")
        playground.faults.refuse("/interactions/*", 502, carried_out=True)
        drawn = await ana.command("draw")
        await ana.no_longer_sees(board)
        playground.faults.refuse("/interactions/*", 502, carried_out=True)
        pressed = await ana.press(drawn, on(drawn))
        assert pressed.id == drawn.id
        assert "moves: 2" in pressed.content


async def test_a_locked_database_is_told_and_play_goes_on_afterwards(
    bot: PatienceClient, ana: Person, file: Path
) -> None:
    board = await ana.command("play", game="pyramid", deal="x")
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        told = await ana.press(board, on(board))
        assert told.ephemeral
        assert "nothing was changed" in told.content
        other.execute("ROLLBACK")
    assert "moves: 1" in (await ana.press(board, on(board))).content
    assert (await bot.service.position(1)).stored.move_count == 1


class _Hurried(KeepAliveHandler):
    """A heart that beats every tenth of a second, whatever the server asks for."""

    def __init__(self, *given: Any, interval: float, **more: Any) -> None:
        super().__init__(*given, interval=0.1, **more)


@pytest.mark.usefixtures("playground")
async def test_drawing_does_not_keep_the_heartbeat_back(
    playground: Playground, file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("discord.gateway.KeepAliveHandler", _Hurried)
    beats = threading.Event()
    draw, beat = drawing.draw, DiscordWebSocket.send_heartbeat

    def drawn(*given: Any, **more: Any) -> bytes:
        # A board is only done when the heart has beaten meanwhile: would it wait for boards, none would ever come.
        beats.clear()
        assert beats.wait(20)
        return draw(*given, **more)

    async def heard(socket: DiscordWebSocket, data: Any) -> None:
        beats.set()
        await beat(socket, data)

    monkeypatch.setattr("bot.drawing.draw", drawn)
    monkeypatch.setattr(DiscordWebSocket, "send_heartbeat", heard)
    async with bot_running(playground, file) as bot:
        positions = [await bot.service.start(number, Place(1), "pyramid", {}, f"{number}") for number in range(1, 51)]
        pictures = await asyncio.gather(*(bot.drawer.picture(one.view(), None, str) for one in positions))
    assert len(pictures) == 50
    assert not [record for record in caplog.records if "heartbeat blocked" in record.getMessage()]


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("channel", [PRIVATE, GROUP, "a table"])
async def test_every_command_works_in_private_channels_groups_and_threads(ana: Person, channel: str) -> None:
    with nothing_unhandled():
        if channel == "a table":
            await ana.start_thread(channel)
        board = await ana.command("play", game="pyramid", deal="x", in_channel=channel)
        assert board.attachments
        for name in ("draw", "undo", "board"):
            assert "**Pyramid**" in (await ana.command(name, in_channel=channel)).content
        assert await ana.autocomplete("move", "move", "", in_channel=channel)
        board = await ana.command("move", move="draw", in_channel=channel)
        assert "moves: 2" in (await ana.press(board, on(board))).content
        for name in ("games", "help", "export"):
            assert (await ana.command(name, in_channel=channel)).ephemeral
        page = await ana.command("rules", game="sun", in_channel=channel)
        assert (await ana.press(page, "Next")).id == page.id
        exported = (await ana.command("export", in_channel=channel)).attachments[0]
        record = ("game.txt", await ana.download(exported.url))
        taken = await ana.command("import", record=record, in_channel=channel)
        assert "moves: 2" in taken.content
        question = await ana.command("resign", in_channel=channel)
        assert "gave this game up" in (await ana.press(question, "Resign this game")).content


async def test_commands_are_listed_once_and_so_they_are_after_a_restart(
    playground: Playground, file: Path, ana: Person
) -> None:
    for _ in range(2):
        async with bot_running(playground, file) as bot:
            await ana.bot_to_be(online=True)
            names = sorted(command["name"] for command in ana.commands)
            assert names == sorted(command.name for command in bot.tree.get_commands())
            assert len(set(names)) == len(names)
        await ana.bot_to_be(online=False)


@pytest.mark.usefixtures("bot")
async def test_a_storm_of_clicks_is_answered_without_errors(ana: Person, caplog: pytest.LogCaptureFixture) -> None:
    with nothing_unhandled():
        board = await ana.command("play", game="sultan", deal="x")
        answers = await asyncio.gather(*(ana.press(board, on(board)) for _ in range(12)))
        assert {answer.id for answer in answers} == {board.id}
        await ana.sees(lambda message: message.id == board.id and "moves: 1" in message.content)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.usefixtures("bot")
async def test_no_button_moves_a_game_after_its_end(ana: Person) -> None:
    board = await ana.command("play", game="pyramid", deal="x")
    question = await ana.press(board, "Resign")
    await ana.press(question, "Resign this game")
    over = await ana.sees(lambda message: message.id == board.id and "Resigned" in message.content)
    assert not over.selects
    assert {button.label for button in over.buttons} == {"Play again", "Same deal"}


@pytest.mark.usefixtures("bot")
async def test_a_server_that_is_out_of_order_when_the_bot_comes_back_is_no_error(
    playground: Playground, ana: Person, caplog: pytest.LogCaptureFixture
) -> None:
    board = await ana.command("play", game="pyramid", deal="x")
    with nothing_unhandled():
        playground.faults.refuse("/applications/*/commands", 503, method="GET")
        await playground.faults.drop_gateway(resumable=False)
        while "whether the commands are known could not be asked" not in caplog.text:  # noqa: ASYNC110 - a log sets no event
            await asyncio.sleep(0.05)
        assert "moves: 1" in (await ana.press(board, on(board))).content


async def in_a_closed_thread(
    playground: Playground, ana: Person, *, archived: bool | None = None, locked: bool | None = None
) -> SeenMessage:
    """Play in a thread that is closed then; return the board."""
    await ana.start_thread("a table")
    board = await ana.command("play", game="sun", deal="x", in_channel="a table")
    playground.change_thread(board.channel_id, archived=archived, locked=locked)
    return board


@pytest.mark.usefixtures("bot")
async def test_a_press_in_an_archived_thread_opens_it_again_with_a_new_board(
    playground: Playground, ana: Person
) -> None:
    board = await in_a_closed_thread(playground, ana, archived=True)
    with nothing_unhandled():
        after = await ana.press(board, on(board))
    assert "moves: 1" in after.content
    assert after.channel_id == board.channel_id
    await ana.no_longer_sees(board)
    assert "moves: 2" in (await ana.press(after, on(after))).content


@pytest.mark.usefixtures("bot")
async def test_a_press_in_a_locked_thread_is_told_where_the_game_goes_on(playground: Playground, ana: Person) -> None:
    board = await in_a_closed_thread(playground, ana, archived=True, locked=True)
    with nothing_unhandled():
        assert (await ana.press(board, on(board))).content.startswith("This thread is locked.")
        assert "moves: 1" in (await ana.command("board")).content
