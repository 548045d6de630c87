"""The bot deals what can be won, unless told otherwise: it says so, proves it at the end, and never deals it twice."""

import asyncio
import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from discord.ui import Button, View

from bot.controls import Press
from bot.new_games import Place, options_text
from bot.solving.workers import Workers
from engine.game import RULES, AnyGame, games
from engine.record import make_record, read_record
from engine.solve import solve
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import PATIENCE_ID
from playground.wire import MEMBER_PERMISSIONS, Permission
from storage.database import Database
from storage.pool import Kind, Pool, Proved
from tests.bot.house import bot_running
from tests.bot.test_forged import put_up

GAME = games()["pyramid"]
QUICK = "piles=3 redeals=3"
OPTIONS = GAME.read_options({"piles": "3", "redeals": "3"})
KIND = Kind("pyramid", options_text(OPTIONS), RULES)

CAN = "This deal can be won"
COULD = "This deal could be won"
UNKNOWN = "Whether this deal can be won is not known"


@cache
def winnable(number: int) -> tuple[Proved, ...]:
    """Return so many deals that can be won, with proofs, the same at every run."""
    return tuple(deal for deal, _ in zip(_winnable(), range(number), strict=False))


def _winnable() -> Iterator[Proved]:
    for number in count():
        state = GAME.deal(GAME.deal_from_seed(f"deal {number}"), OPTIONS)
        if moves := solve(GAME, state, seconds=60).moves:
            yield Proved(f"deal {number}", tuple(GAME.format(move) for move in moves))


def losing_line(game: AnyGame, seed: str) -> list[str] | None:
    """Return the moves of somebody who advances while it goes; None if that does not lose."""
    state, moves = game.deal(game.deal_from_seed(seed), OPTIONS), []
    while legal := game.legal_moves(state):
        move = game.advance(state) or legal[0]
        moves.append(game.format(move))
        state = game.apply(state, move)
    return moves if game.outcome(state) == "lost" else None


async def stock(file: Path, *deals: tuple[Proved, str | None]) -> None:
    """Put deals into the pool of a database, each with a difficulty."""
    async with await Database.open(file) as database:
        found = [Proved(deal.seed, deal.proof, difficulty) for deal, difficulty in deals]
        await Pool(database).add(KIND, found, 1)


async def play(ana: Person, **more: Any) -> SeenMessage:
    return await ana.command("play", game="pyramid", options=QUICK, **more)


async def resign(ana: Person) -> SeenMessage:
    board = await ana.command("board")
    await ana.press(await ana.press(board, "Resign"), "Resign this game")
    return await ana.sees(lambda message: message.id == board.id and "**Resigned.**" in message.content)


def labels(board: SeenMessage) -> list[str]:
    return [button.label for button in board.buttons]


async def test_a_deal_of_the_pool_can_be_won_and_how_is_told_when_the_game_is_over(
    playground: Playground, file: Path, ana: Person
) -> None:
    (deal,) = winnable(1)
    await stock(file, (deal, "hard"))
    async with bot_running(playground, file) as bot:
        board = await play(ana)
        assert f"{CAN}: hard." in board.content
        assert "Show how" not in labels(board)
        forged: Button[View] = Button(custom_id=Press("show-how", 1, 1).custom_id, label="forged")
        refused = await ana.press(await put_up(bot, ana, forged), "forged")
        assert refused.ephemeral
        assert not refused.attachments
        assert "when the game is over, not before" in refused.content
        over = await resign(ana)
        assert f"{COULD}: hard. A button below shows how." in over.content
        listed = await ana.choose(await ana.command("history"), "Look at a game again", "1")
        assert f"{COULD}: hard." in listed.content
        assert "A button below shows how" not in listed.content
        told = await ana.press(over, "Show how")
        assert told.ephemeral
        assert [file.description for file in told.attachments] == [
            None,
            f"A film of a way to win, moves: {len(deal.proof)}",
        ]
        record, film = [await ana.download(file.url) for file in told.attachments]
        won = read_record(record.decode())
        assert won.result == "won"
        assert f"Deal: `{won.deal.seed}`" in over.content
        assert str(len(won.moves)) in told.content
        assert film.startswith(b"GIF89a")


async def test_a_game_that_was_won_offers_the_way_of_the_pool_too(
    playground: Playground, file: Path, ana: Person
) -> None:
    (deal,) = winnable(1)
    await stock(file, (deal, "fair"))
    async with bot_running(playground, file):
        await play(ana)
        board = await ana.command("move", move=" ".join(deal.proof))
        assert "**Won!**" in board.content
        assert "How hard this deal was: fair." in board.content
        assert COULD not in board.content
        assert (await ana.press(board, "Show how")).attachments


async def test_to_nobody_but_the_player_it_is_shown(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    await stock(file, (winnable(1)[0], None))
    async with bot_running(playground, file):
        await play(ana)
        over = await resign(ana)
        refused = await boris.press(await boris.sees(lambda message: message.id == over.id), "Show how")
        assert str(ana.id) in refused.content
        assert not refused.attachments


async def test_a_lost_game_is_not_taken_up_again_once_its_player_has_seen_how(
    playground: Playground, file: Path, ana: Person
) -> None:
    deal, line = next((deal, line) for deal in _winnable() if (line := losing_line(GAME, deal.seed)))
    await stock(file, (deal, None))
    async with bot_running(playground, file) as bot:
        await play(ana)
        while line:
            lost = await ana.command("move", move=" ".join(line[:40]))
            del line[:40]
        assert "**Lost:**" in lost.content
        assert "Undo" in labels(lost)
        undone = next(button.custom_id for button in lost.buttons if button.label == "Undo")
        asked = await ana.press(lost, "Show how")
        assert asked.ephemeral
        assert "once you are told how it could be won, it can't" in asked.content
        assert not asked.attachments
        assert "Undo" in labels(ana.message(lost.id))
        told = await ana.press(asked, "Show how")
        assert told.id == asked.id
        assert len(told.attachments) == 2
        now = await ana.sees(lambda message: message.id == lost.id and "Undo" not in labels(message))
        assert "Show how" in labels(now)
        forged: Button[View] = Button(custom_id=undone, label="forged")
        await ana.press(await put_up(bot, ana, forged), "forged")
        await ana.sees(lambda message: message.ephemeral and "This game is over" in message.content)
        assert "**Lost:**" in ana.message(lost.id).content


async def test_where_files_may_not_be_attached_the_way_is_written_out(
    playground: Playground, file: Path, ana: Person
) -> None:
    (deal,) = winnable(1)
    await stock(file, (deal, None))
    async with bot_running(playground, file):
        await play(ana)
        over = await resign(ana)
        playground.set_bot_permissions(PATIENCE_ID, MEMBER_PERMISSIONS & ~Permission.ATTACH_FILES)
        told = await ana.press(over, "Show how")
        assert not told.attachments
        found = re.search("```\n(.*)```", told.content, re.DOTALL)
        assert found
        assert read_record(found[1]).moves == deal.proof


async def test_a_film_that_takes_long_comes_after_an_acknowledgement(
    playground: Playground, file: Path, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stock(file, (winnable(1)[0], None))
    async with bot_running(playground, file):
        await play(ana)
        over = await resign(ana)
        monkeypatch.setattr("bot.delivery.AT_ONCE", 0.0)
        told = await ana.press(over, "Show how")
        told = await ana.sees(lambda message: message.id == told.id and len(message.attachments) == 2)
        assert told.ephemeral


async def test_no_deal_comes_twice_to_a_person_and_a_difficulty_is_asked_for_again(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    first, second, gentle = winnable(3)
    await stock(file, (first, "hard"), (second, "hard"), (gentle, "gentle"))
    async with bot_running(playground, file):
        boards = [await play(ana, difficulty="hard")]
        for _ in range(3):
            boards.append(await ana.press(await resign(ana), "Play again"))
        assert f"{CAN}: hard." in boards[0].content
        assert f"{CAN}: hard." in boards[1].content
        assert f"{CAN}: gentle. No hard deal was at hand." in boards[2].content
        assert f"{UNKNOWN}. No hard deal was at hand." in boards[3].content
        dealt = {board.attachments[0].description for board in boards}
        assert len(dealt) == 4
        # Somebody else is dealt the same.
        his = await play(boris, difficulty="gentle")
        assert his.attachments[0].description == boards[2].attachments[0].description


async def test_where_difficulty_cannot_be_told_a_wish_for_it_is_answered_so(
    playground: Playground, file: Path, ana: Person
) -> None:
    await stock(file, (winnable(1)[0], None))
    async with bot_running(playground, file):
        assert f"{CAN}. How hard it is, is not known." in (await play(ana, difficulty="hard")).content


async def test_a_deal_that_a_person_met_by_its_name_is_not_dealt_to_them_and_is_known_to_be_winnable(
    playground: Playground, file: Path, ana: Person
) -> None:
    (deal,) = winnable(1)
    await stock(file, (deal, None))
    async with bot_running(playground, file):
        named = await play(ana, deal=deal.seed)
        assert CAN in named.content
        assert "Deal chosen by the player" in named.content
        assert UNKNOWN in (await play(ana)).content
        unknown = await play(ana, deal="of mine")
        assert "be won" not in unknown.content


async def test_the_same_deal_can_still_be_won(playground: Playground, file: Path, ana: Person) -> None:
    await stock(file, (winnable(1)[0], "fair"))
    async with bot_running(playground, file):
        await play(ana)
        same = await ana.press(await resign(ana), "Same deal")
        assert f"{CAN}: fair." in same.content
        assert "Deal seen before" in same.content
        assert UNKNOWN in (await ana.press(await resign(ana), "Play again")).content


async def test_any_deal_is_dealt_where_that_is_asked_for_and_again(
    playground: Playground, file: Path, ana: Person
) -> None:
    await stock(file, *((deal, None) for deal in winnable(3)))
    async with bot_running(playground, file):
        assert UNKNOWN in (await play(ana, any=True)).content
        over = await resign(ana)
        assert "be won" not in over.content
        assert "Show how" not in labels(over)
        assert UNKNOWN in (await ana.press(over, "Play again")).content
        assert CAN in (await play(ana, any=False)).content


async def test_wishes_that_do_not_go_together_are_told(playground: Playground, file: Path, ana: Person) -> None:
    async with bot_running(playground, file) as bot:
        for more, said in (
            ({"deal": "mine", "difficulty": "hard"}, "leave out difficulty and any"),
            ({"deal": "mine", "any": True}, "leave out difficulty and any"),
            ({"difficulty": "hard", "any": True}, "not both"),
        ):
            told = await play(ana, **more)
            assert told.ephemeral
            assert said in told.content
        assert await bot.service.recent(ana.id, 5) == ()
        assert "Deal: `mine`" in (await play(ana, deal="mine", any=False)).content


async def test_where_the_pool_is_empty_a_deal_is_searched_for_while_its_player_waits(
    playground: Playground, file: Path, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whatever the machine does meanwhile, the search is given the time it needs.
    monkeypatch.setattr("bot.dealing.SEARCHING", 60.0)
    monkeypatch.setattr("bot.dealing.PATIENCE", 60.0)
    monkeypatch.setattr("bot.delivery.AT_ONCE", 0.0)
    async with bot_running(playground, file, Workers(1)) as bot:
        board = await play(ana)
        board = await ana.sees(lambda message: message.id == board.id and bool(message.attachments))
        assert CAN in board.content
        stored = (await bot.service.current(ana.id, Place(None))).stored
        assert stored.pool_id is not None
        assert [button for button in board.buttons if button.custom_id.startswith("play:1:1")]


async def test_the_pool_fills_while_nobody_plays(
    playground: Playground, file: Path, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.solving.filling.CHUNK", 0.1)
    game = games()["sultan"]
    async with bot_running(playground, file, Workers(1)), await Database.open(file) as database:
        kind = Kind(game.name, options_text(game.read_options({})), RULES)
        while True:
            if await Pool(database).stock(kind):
                break
            await asyncio.sleep(0.02)
        assert CAN in (await ana.command("play", game=game.name)).content


async def test_where_workers_die_people_play_on_and_are_told_what_is_not_known(
    playground: Playground, file: Path, ana: Person
) -> None:
    async with bot_running(playground, file, Workers(1, (sys.executable, "-c", "raise SystemExit"))):
        assert UNKNOWN in (await play(ana)).content


def test_proofs_of_these_tests_hold() -> None:
    for deal in winnable(3):
        assert make_record(GAME, OPTIONS, GAME.deal_from_seed(deal.seed), deal.proof).result == "won"
