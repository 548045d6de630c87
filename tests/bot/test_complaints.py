"""What people complain of in other game bots, and must not meet here; each number is one of those complaints.

1. Buttons that die. 3. A message or channel that was deleted. 5. Answers that come too late. 6. A database that is
locked. 8. Missing permissions met with silence. 9. Commands outside guilds. 10. Commands listed twice. 12. Games that
mix up, and buttons that stay live after the end.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.client import PatienceClient
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import LOBBY_ID, PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.bot.house import bot_running


@pytest.fixture(autouse=True)
def no_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test in whose course the bot has logged an error."""
    yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def moves(board: SeenMessage) -> int:
    return int(board.content.split("moves: ")[1].split()[0])


async def draw(person: Person, board: SeenMessage) -> SeenMessage:
    custom_id = next(button.custom_id for button in board.buttons if button.custom_id.startswith("play:"))
    return await person.press(board, custom_id)


@pytest.mark.usefixtures("ana")
async def test_1_buttons_work_after_a_restart_three_minutes_and_a_day(
    playground: Playground, file: Path, ana: Person
) -> None:
    async with bot_running(playground, file):
        board = await ana.command("play", game="sultan", deal="kept")
        for seconds in (200, 20 * 60, 26 * 60 * 60):
            playground.clock.advance(seconds)
            board = await draw(ana, board)
    playground.clock.advance(24 * 60 * 60)
    async with bot_running(playground, file):
        await ana.bot_to_be(online=True)
        assert moves(await draw(ana, board)) == 4


@pytest.mark.usefixtures("bot")
async def test_3_a_game_whose_message_was_deleted_goes_on_with_board(playground: Playground, ana: Person) -> None:
    board = await ana.command("play", game="pyramid", deal="kept")
    board = await draw(ana, board)
    playground.faults.delete_message(board.id)
    await ana.no_longer_sees(board)
    again = await ana.command("board")
    assert moves(again) == 1
    assert moves(await draw(ana, again)) == 2


@pytest.mark.usefixtures("bot")
async def test_3_a_game_whose_channel_was_deleted_goes_on_in_another(playground: Playground, ana: Person) -> None:
    board = await ana.command("play", game="pyramid", deal="kept", in_channel="lobby")
    await draw(ana, board)
    playground.faults.delete_channel(LOBBY_ID)
    await ana.no_longer_sees_channel("lobby")
    again = await ana.command("board")
    assert moves(again) == 1
    assert moves(await draw(ana, again)) == 2


async def test_5_an_answer_that_comes_too_late_ends_nothing_and_halves_no_move(
    playground: Playground, bot: PatienceClient, ana: Person
) -> None:
    board = await ana.command("play", game="sultan", deal="kept")
    for turn in range(1, 4):
        playground.faults.slow("/interactions/*/callback", 3.5, method="POST", carried_out=False)
        pressed = asyncio.create_task(draw(ana, board))
        await asyncio.sleep(0.3)
        playground.clock.advance(4)
        await asyncio.gather(pressed, return_exceptions=True)
        board = await ana.sees(lambda message, turn=turn: f"moves: {turn}" in message.content)  # type: ignore[misc]
        stored = (await bot.service.position(1)).stored
        assert (stored.move_count, stored.version) == (turn, turn + 1)


@pytest.mark.usefixtures("bot")
async def test_6_a_database_that_another_program_holds_for_a_moment_keeps_nobody_out(
    file: Path, ana: Person, boris: Person
) -> None:
    boards = [await person.command("play", game="sultan", deal="kept") for person in (ana, boris)]
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        for turn in range(1, 4):
            other.execute("BEGIN IMMEDIATE")
            drawing = [asyncio.create_task(draw(ana, boards[0])), asyncio.create_task(draw(boris, boards[1]))]
            await asyncio.sleep(0.2)
            other.execute("COMMIT")
            boards = list(await asyncio.gather(*drawing))
            assert [moves(board) for board in boards] == [turn, turn]


@pytest.mark.usefixtures("bot")
async def test_8_without_a_permission_a_game_is_played_all_the_same(playground: Playground, ana: Person) -> None:
    for missing in (Permission.ATTACH_FILES, Permission.EMBED_LINKS, Permission.SEND_MESSAGES):
        playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~missing)
        board = await ana.command("play", game="sun", deal=f"without {missing}")
        for turn in (1, 2):
            board = await draw(ana, board)
            assert moves(board) == turn
        assert moves(await ana.command("board")) == 2
        if missing is Permission.ATTACH_FILES:
            assert "lack the permission to attach files" in board.content


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("place", ["playground-bot", "friends", "a thread"])
async def test_9_everything_works_in_private_messages_groups_and_threads(ana: Person, place: str) -> None:
    if place == "a thread":
        await ana.start_thread(place)
    board = await ana.command("play", game="pyramid", deal="anywhere", in_channel=place)
    board = await draw(ana, board)
    for name, options in (
        ("move", {"move": "draw"}),
        ("draw", {}),
        ("undo", {}),
        ("board", {}),
    ):
        board = await ana.command(name, in_channel=place, **options)
        assert not board.ephemeral
    assert moves(board) == 2
    assert moves(await draw(ana, board)) == 3
    for name, options in (("games", {}), ("export", {}), ("help", {}), ("rules", {"game": "sun"}), ("resign", {})):
        told = await ana.command(name, in_channel=place, **options)
        assert told.ephemeral
    await ana.press(told, "Resign this game")
    over = await ana.sees(lambda message: "**Resigned.**" in message.content, channel=place)
    again = await ana.press(over, "Same deal")
    assert (again.channel_id, moves(again)) == (over.channel_id, 0)
    brought = await ana.command("import", in_channel=place, record=("x", b'[Game "sun"]\n[Seed "1"]'))
    assert brought.channel_id == over.channel_id


async def test_10_no_command_is_listed_twice_not_even_after_a_restart(
    playground: Playground, file: Path, ana: Person
) -> None:
    for _ in range(2):
        async with bot_running(playground, file):
            await ana.bot_to_be(online=True)
            await ana.sees_command("play")
            names = [command["name"] for command in ana.commands]
            assert len(names) == len(set(names))
            assert all("guild_id" not in command for command in ana.commands)
        await ana.bot_to_be(online=False)


@pytest.mark.usefixtures("bot")
async def test_12_two_games_in_one_channel_do_not_mix_and_strangers_move_neither(ana: Person, boris: Person) -> None:
    hers = await ana.command("play", game="sultan", deal="hers")
    his = await boris.command("play", game="sultan", deal="his")
    for turn in range(1, 4):
        hers, his = await asyncio.gather(draw(ana, hers), draw(boris, his))
        assert (moves(hers), moves(his)) == (turn, turn)
        assert str(ana.id) in hers.content
        assert str(boris.id) in his.content
        for person, other in ((boris, hers), (ana, his)):
            assert (await draw(person, person.message(other.id))).ephemeral
    assert (moves(await ana.command("board")), moves(await boris.command("board"))) == (3, 3)


async def test_12_no_button_of_a_game_that_is_over_changes_it(bot: PatienceClient, ana: Person, boris: Person) -> None:
    board = await ana.command("play", game="sultan", deal="over")
    old = [button.custom_id for button in board.buttons if not button.disabled]
    await ana.press(await ana.press(board, "Resign"), "Resign this game")
    over = await ana.sees(lambda message: message.id == board.id and "**Resigned.**" in message.content)
    assert not over.selects
    assert not {button.custom_id for button in over.buttons} & set(old)
    before = (await bot.service.position(1)).stored
    for person in (ana, boris):
        for button in over.buttons:
            assert (await person.press(person.message(over.id), button.label)).id != over.id
    assert (await bot.service.position(1)).stored == before
    assert (await ana.command("undo")).ephemeral
    assert (await bot.service.position(1)).stored == before
