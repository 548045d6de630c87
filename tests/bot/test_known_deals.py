"""What a person was told of a deal they know in all their games of it: none counts, nor is taken up again."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.solving.workers import Workers
from engine.record import make_record, read_record, write_record
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from storage.pool import Proved
from tests.bot.house import bot_running
from tests.bot.test_winnable_deals import GAME, OPTIONS, _winnable, labels, losing_line, play, resign, stock, winnable

AT_ONCE = 40
"""So many moves fit one command."""


def counts(file: Path) -> dict[int, int]:
    """Return by game whether its result counts for boards."""
    with closing(sqlite3.connect(file)) as connection:
        return dict(connection.execute("SELECT game_id, counts FROM results"))


def to_be_lost() -> tuple[Proved, list[str]]:
    return next((deal, line) for deal in _winnable() if (line := losing_line(GAME, deal.seed)))


async def make(ana: Person, game: int, moves: list[str]) -> SeenMessage:
    for first in range(0, len(moves), AT_ONCE):
        board = await ana.command("move", game=str(game), move=" ".join(moves[first : first + AT_ONCE]))
    return board


async def same_deal_given_up(ana: Person, over: SeenMessage) -> SeenMessage:
    """Deal the same cards once more, and give that game up."""
    same = await ana.press(over, "Same deal")
    await ana.press(await ana.press(same, "Resign"), "Resign this game")
    return await ana.sees(lambda message: message.id == same.id and "**Resigned.**" in message.content)


async def stays_over(ana: Person, lost: SeenMessage) -> None:
    await ana.press(lost, "Undo")
    await ana.sees(lambda message: message.ephemeral and "This game is over" in message.content)
    assert "**Lost:**" in ana.message(lost.id).content


async def test_a_lost_game_stays_lost_once_the_way_to_win_its_deal_is_told_in_another(
    playground: Playground, file: Path, ana: Person
) -> None:
    deal, line = to_be_lost()
    await stock(file, (deal, None))
    async with bot_running(playground, file):
        await play(ana)
        lost = await make(ana, 1, line)
        assert "Undo" in labels(lost)
        other = await same_deal_given_up(ana, lost)
        assert (await ana.press(other, "Show how")).attachments
        await stays_over(ana, lost)
        # So it is with one that is lost only then.
        again = await ana.press(other, "Same deal")
        assert "Deal seen before" in again.content
        assert "Undo" not in labels(await make(ana, 3, line))
    assert counts(file) == {1: 1, 2: 0, 3: 0}


async def test_a_lost_game_stays_lost_once_another_on_its_deal_was_analysed(
    playground: Playground, file: Path, ana: Person
) -> None:
    deal, line = to_be_lost()
    await stock(file, (deal, None))
    async with bot_running(playground, file, Workers(1)):
        await play(ana)
        lost = await make(ana, 1, line)
        told = await ana.press(await same_deal_given_up(ana, lost), "Analyse")
        assert "A way to win from the last board" in told.content
        await stays_over(ana, lost)


async def test_a_lost_game_that_is_taken_up_again_and_won_does_not_count(
    playground: Playground, file: Path, ana: Person
) -> None:
    deal, line = to_be_lost()
    await stock(file, (deal, None))
    async with bot_running(playground, file):
        await play(ana)
        lost = await make(ana, 1, line)
        # The name of the deal and its record are told by now.
        assert f"Deal: `{deal.seed}`" in lost.content
        await ana.press(lost, "Undo")
        while "no move to take back" not in (await ana.command("undo")).content:
            pass
        assert "**Won!**" in (await make(ana, 1, list(deal.proof))).content
    assert counts(file) == {1: 0}


async def test_a_game_does_not_count_whose_deal_its_player_took_from_somebody_elses_board(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    (deal,) = winnable(1)
    await stock(file, (deal, None))
    async with bot_running(playground, file):
        await play(ana)
        await play(boris)
        over = await resign(ana)
        other = await same_deal_given_up(boris, await boris.sees(lambda message: message.id == over.id))
        shown = await boris.press(other, "Show how")
        moves = read_record((await boris.download(shown.attachments[0].url)).decode()).moves
        assert "**Won!**" in (await make(boris, 2, list(moves))).content
    assert counts(file) == {1: 1, 2: 0, 3: 0}


async def test_a_game_does_not_count_whose_deal_its_player_deals_by_its_name_meanwhile(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    (deal,) = winnable(1)
    await stock(file, (deal, None))
    async with bot_running(playground, file):
        await play(ana)
        await play(boris)
        assert f"Deal: `{deal.seed}`" in (await resign(ana)).content
        assert (await ana.command("play", game="pyramid", deal="another")).attachments
        await boris.command("play", game="pyramid", deal=deal.seed)
        assert "**Won!**" in (await make(boris, 2, list(deal.proof))).content
    assert counts(file) == {1: 1, 2: 0}


async def test_a_deal_that_came_as_cards_is_not_dealt_to_the_same_person_as_new(
    playground: Playground, file: Path, ana: Person
) -> None:
    first, second = winnable(2)
    await stock(file, (first, None), (second, None))
    cards = GAME.deal_from_cards(GAME.deal_from_seed(first.seed).cards)
    record = write_record(make_record(GAME, OPTIONS, cards, first.proof)).encode()
    async with bot_running(playground, file):
        await ana.command("import", record=("game.txt", record))
        await play(ana)
        assert f"Deal: `{second.seed}`" in (await resign(ana)).content
        assert "Deal seen before" in (await ana.command("play", game="pyramid", deal=first.seed)).content


async def test_an_undo_past_a_turned_card_does_not_count(
    playground: Playground, file: Path, ana: Person, boris: Person
) -> None:
    (deal,) = winnable(1)
    await stock(file, (deal, None))
    turns = next(place for place, move in enumerate(deal.proof) if move == "draw")
    async with bot_running(playground, file):
        for number, person in ((1, ana), (2, boris)):
            await play(person)
            await make(person, number, list(deal.proof[:turns]))
            if person is ana:
                await make(person, number, ["draw"])
                await person.command("undo")
            assert "**Won!**" in (await make(person, number, list(deal.proof[turns:]))).content
    assert counts(file) == {1: 0, 2: 1}
