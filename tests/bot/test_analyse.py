"""Games that are over, analysed: for the player alone, as a picture and in words, and nothing of a game under way."""

import asyncio
import io
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from PIL import Image

from bot.advisor import Advisor
from bot.client import PatienceClient
from bot.solving.workers import Workers
from engine.game import games
from engine.record import make_record, write_record
from engine.solve import solve
from playground import Playground
from playground.person import Person
from playground.state import PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from tests.bot.house import bot_running
from tests.bot.test_hints import AMPLE, DIES, HANGS, TO_BE_WON, waiting, waits

PYRAMID = games()["pyramid"]
OPTIONS = PYRAMID.read_options({"piles": "3"})
DEAL = PYRAMID.deal_from_seed(TO_BE_WON["deal"])


@pytest.fixture(autouse=True)
def ample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.advisor.ANALYSIS_SECONDS", AMPLE)


@pytest.fixture
async def searching(playground: Playground, file: Path) -> AsyncIterator[PatienceClient]:
    """The bot, with a worker."""
    async with bot_running(playground, file, workers=Workers(1)) as client:
        yield client


def record(moves: Sequence[str], *, resigned: bool = False) -> tuple[str, bytes]:
    return "game.txt", write_record(make_record(PYRAMID, OPTIONS, DEAL, moves, resigned=resigned)).encode()


def winning() -> list[str]:
    state = PYRAMID.deal(DEAL, OPTIONS)
    return [PYRAMID.format(move) for move in solve(PYRAMID, state, seconds=AMPLE).moves]


def losing() -> list[str]:
    """Return a game in which nothing is played: it is lost with the second card that is turned."""
    state, moves = PYRAMID.deal(DEAL, OPTIONS), []
    while PYRAMID.outcome(state) is None:
        advance = PYRAMID.advance(state)
        move = PYRAMID.legal_moves(state)[0] if advance is None else advance
        moves.append(PYRAMID.format(move))
        state = PYRAMID.apply(state, move)
    return moves


@pytest.mark.usefixtures("searching")
async def test_a_lost_game_is_shown_to_its_player_alone_with_the_move_that_lost_it(ana: Person, boris: Person) -> None:
    board = await ana.command("import", record=record(losing()))
    assert "**Lost:**" in board.content
    asked = await ana.press(board, "Analyse")
    assert asked.ephemeral
    assert "Undo can still take this game up again" in asked.content
    assert any(button.label == "Undo" for button in ana.message(board.id).buttons)
    told = await ana.press(asked, "Analyse")
    assert told.ephemeral
    assert told.id == asked.id
    assert not told.buttons
    name, first, way, closed = told.content.splitlines()
    assert name == "**#1 Pyramid (three wastes)**"
    assert first.startswith("It could be won until move 1. Move 2 lost it: Turn 3 stock cards.")
    assert way.startswith("Instead of move 2: ")
    (picture,) = told.attachments
    assert picture.description
    assert "Could be won after move 1. Lost from move 2 on." in picture.description
    with Image.open(io.BytesIO(await ana.download(picture.url))) as image:
        assert image.size == (picture.width, picture.height)
    assert "can't be taken up again" in closed
    after = await ana.sees(lambda message: message.id == board.id and "Undo" not in str(message.buttons))
    assert after.buttons
    assert (await ana.command("analyse", game="1")).content == told.content
    assert not any(message.ephemeral for message in boris.messages())


@pytest.mark.usefixtures("searching")
async def test_whoever_takes_a_lost_game_up_again_is_not_told_where_it_was_lost(ana: Person) -> None:
    board = await ana.command("import", record=record(losing()))
    asked = await ana.command("analyse")
    board = await ana.press(board, "Undo")
    told = await ana.press(asked, "Analyse")
    assert "moved on" in told.content
    assert told.id == asked.id
    assert not told.buttons
    assert not told.attachments


async def test_a_game_taken_up_again_while_it_is_analysed_is_said_to_be_on(
    bot: PatienceClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ana: Person
) -> None:
    mark = tmp_path / "go on"
    async with Workers(1, waits(mark)) as workers:
        monkeypatch.setattr(bot, "advisor", Advisor(bot.service, workers))
        board = await ana.command("import", record=record(losing()))
        asked = await ana.press(board, "Analyse")
        monkeypatch.setattr("bot.delivery.AT_ONCE", 0.0)
        telling = asyncio.create_task(ana.press(asked, "Analyse"))
        while True:
            if waiting(mark).exists():
                break
            await asyncio.sleep(0.01)
        await ana.press(board, "Undo")
        mark.touch()
        told = await telling
    assert "You have taken this game up again" in told.content
    assert told.id == asked.id
    assert not told.attachments


@pytest.mark.usefixtures("searching")
async def test_a_won_game_could_be_won_throughout(ana: Person) -> None:
    board = await ana.command("import", record=record(winning()))
    assert not any(button.label == "Analyse" for button in board.buttons)
    told = await ana.command("analyse")
    assert "no move of this game ever shut off the way" in told.content
    assert told.attachments


@pytest.mark.usefixtures("searching")
async def test_a_game_given_up_may_have_been_to_be_won_to_the_end_or_never(ana: Person) -> None:
    await ana.command("import", record=record(winning()[:5], resigned=True))
    told = await ana.command("analyse")
    assert "\nIt could still be won to the very end" in told.content
    assert "A way to win from the last board: " in told.content
    await ana.command("play", game="pyramid", deal=TO_BE_WON["deal"])
    await ana.press(await ana.command("resign"), "Resign this game")
    assert (await ana.command("analyse")).content == (
        "**#2 Pyramid**\nNo way led to a win with this deal: that is proved."
    )


@pytest.mark.usefixtures("searching")
async def test_a_game_under_way_is_not_analysed_nor_offered_nor_anybody_elses(ana: Person, boris: Person) -> None:
    assert "no game that is over" in (await ana.command("analyse")).content
    await ana.command("play", **TO_BE_WON)
    assert "no game that is over" in (await ana.command("analyse")).content
    told = await ana.command("analyse", game="1")
    assert told.ephemeral
    assert "This game is not over" in told.content
    assert not told.attachments
    assert await ana.autocomplete("analyse", "game", "") == []
    await ana.press(await ana.command("resign"), "Resign this game")
    assert [value for _, value in await ana.autocomplete("analyse", "game", "")] == ["1"]
    ended = await boris.sees(lambda message: "Resigned" in message.content)
    for told in (await boris.command("analyse", game="1"), await boris.press(ended, "Analyse")):
        assert str(ana.id) in told.content


@pytest.mark.usefixtures("searching")
async def test_where_files_may_not_be_attached_it_is_told_in_words(playground: Playground, ana: Person) -> None:
    playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.ATTACH_FILES)
    await ana.command("play", **TO_BE_WON)
    await ana.press(await ana.command("resign"), "Resign this game")
    told = await ana.command("analyse")
    assert "\nIt could still be won to the very end" in told.content
    assert not told.attachments


async def test_a_search_that_is_off_hangs_or_dies_is_answered_all_the_same(
    bot: PatienceClient, monkeypatch: pytest.MonkeyPatch, ana: Person
) -> None:
    await ana.command("play", **TO_BE_WON)
    await ana.press(await ana.command("resign"), "Resign this game")
    assert (await ana.command("analyse")).content == "Hints and analyses are switched off on this bot."
    monkeypatch.setattr("bot.delivery.AT_ONCE", 0.0)
    monkeypatch.setattr("bot.solving.workers.GRACE", 0.0)
    monkeypatch.setattr("bot.advisor.ANALYSIS_SECONDS", 0.1)
    for command in (HANGS, DIES):
        async with Workers(1, command) as workers:
            monkeypatch.setattr(bot, "advisor", Advisor(bot.service, workers))
            told = await ana.command("analyse")
        assert told.ephemeral
        assert told.content.startswith("The search has brought no answer")
