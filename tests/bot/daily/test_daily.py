"""The daily: one deal for everybody, one attempt a person, played privately, counted for its own day."""

import asyncio
import re
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest
from discord.ui import Button, View

from bot.client import PatienceClient
from bot.days import after, number_of
from engine.game import games
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from playground.state import GUILD_ID
from tests.bot.days import HOUR, Days, daily_bot
from tests.bot.results_kept import play_over, seen
from tests.bot.test_forged import put_up


def attempts(file: Path) -> list[tuple[int, str, str, str]]:
    """Return owner, game, day and status of all ranked games."""
    with closing(connect(file)) as connection:
        return connection.execute(
            "SELECT owner_id, game, day, status FROM games WHERE day IS NOT NULL ORDER BY id"
        ).fetchall()


def alt(board: SeenMessage) -> str:
    return board.attachments[0].description or ""


def advance(board: SeenMessage) -> str:
    return next(button.custom_id for button in board.buttons if button.custom_id.startswith("play:"))


def number(board: SeenMessage) -> str:
    found = re.search(r"undo:([0-9]+):|share:([0-9]+):", " ".join(button.custom_id for button in board.buttons))
    assert found is not None
    return found[1] or found[2]


def version(board: SeenMessage) -> int:
    return int(board.buttons[0].custom_id.split(":")[2])


async def give_up(person: Person, board: SeenMessage) -> SeenMessage:
    return await person.press(await person.press(board, "Resign"), "Resign this game")


@pytest.mark.usefixtures("bot")
async def test_everybody_gets_the_same_deal_and_nobody_sees_anothers_moves(ana: Person, boris: Person) -> None:
    board = await ana.command("daily", game="pyramid")
    other = await boris.command("daily", game="pyramid")
    assert board.ephemeral
    assert "daily" in board.content
    assert alt(board) == alt(other)
    moved = await ana.press(board, advance(board))
    assert moved.id == board.id
    assert "moves: 1" in moved.content
    assert "moves: 1" in (await ana.command("board")).content
    assert not any(message.content for message in boris.messages() if message.id != other.id)
    assert all(message.ephemeral for message in ana.messages())


async def test_called_again_anywhere_or_after_a_restart_it_goes_on_where_it_was(
    playground: Playground, file: Path, days: Days, ana: Person
) -> None:
    async with daily_bot(playground, file, days):
        board = await ana.command("daily", game="sun")
        first = await ana.press(board, advance(board))
        again = await ana.command("daily", game="sun", in_channel="lobby")
        assert again.ephemeral
        assert number(again) == number(board)
        assert "moves: 1" in again.content
        old = await ana.press(again, advance(again))
        assert "moves: 2" in old.content
        # The first message shows the past now: pressed, it is brought up to date.
        assert "moves: 2" in (await ana.press(first, advance(first))).content
    await ana.bot_to_be(online=False)
    days.to(days.now() + HOUR)
    async with daily_bot(playground, file, days):
        await ana.bot_to_be(online=True)
        # Without a game it is the one under way.
        again = await ana.command("daily", in_channel="playground-bot")
        assert number(again) == number(board)
        assert "moves: 2" in again.content
        assert "moves: 3" in (await ana.press(ana.message(old.id), advance(old))).content
        assert len(attempts(file)) == 1


@pytest.mark.usefixtures("bot")
async def test_begun_in_several_places_at_once_it_is_one_attempt(file: Path, ana: Person) -> None:
    boards = await asyncio.gather(
        *(ana.command("daily", game="pyramid", in_channel=name) for name in ("patience", "lobby", "playground-bot"))
    )
    assert len({number(board) for board in boards}) == 1
    assert len(attempts(file)) == 1


@pytest.mark.usefixtures("bot")
async def test_without_a_game_it_is_the_next_one_not_played_and_then_how_all_went(ana: Person) -> None:
    played = set()
    for _ in range(3):
        board = await ana.command("daily")
        played.add(board.content.split("**")[1])
        assert "**Resigned.**" in (await give_up(ana, board)).content
    assert len(played) == 3
    told = await ana.command("daily")
    assert told.ephemeral
    assert told.content.count("resigned, score") == 3
    assert "All games: days in a row: 1 (best 1)" in told.content
    assert "**Resigned.**" in (await ana.press(told, "Sun")).content


@pytest.mark.usefixtures("bot")
async def test_it_has_no_hints_and_no_look_is_taken_back(ana: Person) -> None:
    board = await ana.command("daily", game="pyramid")
    assert not any(button.label == "Hint" for button in board.buttons)
    assert (await ana.command("hint")).content == "There are no hints in this game."
    turned = await ana.press(board, advance(board))
    assert turned.button("Undo").disabled
    refused = await ana.command("undo")
    assert refused.ephemeral
    assert "nothing is taken back that has turned a card" in refused.content
    assert "moves: 1" in (await ana.command("board")).content


@pytest.mark.usefixtures("bot")
async def test_a_play_that_turned_nothing_is_taken_back(ana: Person) -> None:
    board = await ana.command("daily", game="pyramid")
    while not board.selects[0].options or board.selects[0].disabled:
        board = await ana.press(board, advance(board))
    moves = re.search("moves: ([0-9]+)", board.content)
    assert moves is not None
    played = await ana.choose(board, board.selects[0].custom_id, board.selects[0].options[0].value)
    back = await ana.press(played, "Undo")
    assert f"moves: {moves[1]}" in back.content


async def test_when_it_is_over_it_stays_over_and_shows_how_it_went(
    bot: PatienceClient, file: Path, ana: Person
) -> None:
    board = await ana.command("daily", game="pyramid")
    while "**Lost" not in board.content and "**Won" not in board.content:
        if board.selects[0].disabled:
            board = await ana.press(board, advance(board))
        else:
            board = await ana.choose(board, board.selects[0].custom_id, board.selects[0].options[0].value)
    assert [button.label for button in board.buttons] == ["Share", "Next daily", "Play another deal"]
    again = await ana.command("daily", game="pyramid")
    assert number(again) == number(board)
    assert "All games: days in a row: 1 (best 1)" in again.content
    assert "standings are final" in again.content
    (ended,) = [status for *_, status in attempts(file)]
    assert ended != "playing"
    await ana.say("a place for a forged message")
    forged: Button[View] = Button(custom_id=f"undo:{number(board)}:{version(board)}", label="forged")
    assert (await ana.press(await put_up(bot, ana, forged), "forged")).ephemeral
    await ana.sees(lambda message: message.content.startswith("This game is over"))
    assert attempts(file)[0][3] == ended
    assert len(attempts(file)) == 1


@pytest.mark.usefixtures("bot")
async def test_a_game_counts_for_the_day_of_its_deal_also_when_ended_after_midnight(
    file: Path, days: Days, ana: Person
) -> None:
    board = await ana.command("daily", game="pyramid")
    first = days.today
    days.midnight(5)
    today = await ana.command("daily", game="pyramid")
    assert number(today) != number(board)
    assert alt(today) != alt(board)
    assert "Still open" in today.content
    yesterday = await ana.command("daily", game="pyramid", date=first)
    assert number(yesterday) == number(board)
    await give_up(ana, ana.message(board.id))
    assert attempts(file) == [(ana.id, "pyramid", first, "resigned"), (ana.id, "pyramid", days.today, "playing")]


async def test_when_the_grace_is_over_it_is_closed_as_it_stands(
    bot: PatienceClient, file: Path, days: Days, ana: Person
) -> None:
    board = await ana.command("daily", game="pyramid")
    board = await ana.press(board, advance(board))
    days.midnight()
    days.to(days.now() + 24 * HOUR - 1)
    assert await bot.challenge.close_overdue() == 0
    board = await ana.press(board, advance(board))
    days.to(days.now() + 1)
    late = await ana.press(board, advance(board))
    assert "time of this daily is over" in late.content
    assert await bot.challenge.close_overdue() == 1
    closed = await ana.press(board, advance(board))
    assert closed.id == board.id
    assert "**Time over.**" in closed.content
    assert "moves: 2" in closed.content
    assert attempts(file) == [(ana.id, "pyramid", days.first, "resigned")]
    assert await bot.challenge.close_overdue() == 0


@pytest.mark.usefixtures("bot")
async def test_a_past_day_is_played_unranked_once_it_is_told(
    file: Path, days: Days, ana: Person, boris: Person
) -> None:
    ranked = await ana.command("daily", game="pyramid")
    days.midnight()
    refused = await boris.command("daily", game="pyramid", date=days.first)
    assert refused.ephemeral
    assert "can't be begun any more" in refused.content
    days.midnight()
    board = await boris.command("daily", game="pyramid", date=days.first)
    assert not board.ephemeral
    assert alt(board) == alt(ranked)
    assert "does not count for leaderboards" in board.content
    again = await boris.command("daily", game="pyramid", date=days.first)
    assert number(again) == number(board)
    assert all(owner == ana.id for owner, *_ in attempts(file))


@pytest.mark.parametrize(
    ("date", "told"),
    [
        ("2999-01-01", "has not begun"),
        ("2026-01-01", "There was no daily"),
        ("1999-12-31", "There was no daily"),
        ("yesterday", "is no date"),
        ("2026-02-30", "is no date"),
        ("٢٠٢٦-٠١-٠١", "is no date"),
    ],
)
@pytest.mark.usefixtures("bot")
async def test_a_date_that_will_not_do_is_refused_in_a_sentence(ana: Person, date: str, told: str) -> None:
    refused = await ana.command("daily", game="sun", date=date)
    assert refused.ephemeral
    assert told in refused.content


@pytest.mark.usefixtures("bot")
async def test_tomorrow_is_not_opened(days: Days, ana: Person) -> None:
    for given in ({"game": "sun"}, {}):
        tomorrow = await ana.command("daily", date=after(days.today), **given)
        assert "has not begun: it opens <t:" in tomorrow.content


@pytest.mark.usefixtures("bot")
async def test_without_a_game_a_past_day_shows_how_it_went_and_offers_its_deals(
    days: Days, ana: Person, boris: Person
) -> None:
    await give_up(ana, await ana.command("daily", game="pyramid"))
    days.midnight()
    days.midnight(minutes=1)
    for person, went in ((ana, "Pyramid: resigned, score 0, moves: 0"), (boris, "Pyramid: not played")):
        told = await person.command("daily", date=days.first)
        assert told.ephemeral
        assert went in told.content.splitlines()
        board = await person.press(told, "Play Pyramid")
        assert f"The deal of daily {number_of(days.first)} of {days.first}, unranked." in board.content
        assert "does not count for leaderboards" in board.content
    never = await ana.command("daily", date=after(days.first, -30))
    assert never.content == f"There was no daily on {after(days.first, -30)}."


@pytest.mark.usefixtures("bot")
async def test_who_has_ended_all_of_today_goes_on_with_yesterday_at_a_press(days: Days, ana: Person) -> None:
    begun = await ana.command("daily", game="sun")
    days.midnight(5)
    for name in games():
        await give_up(ana, await ana.command("daily", game=name))
    told = await ana.command("daily")
    assert "Still open: your daily of yesterday, Sun." in told.content
    assert number(await ana.press(told, "Yesterday's Sun")) == number(begun)


@pytest.mark.usefixtures("bot")
async def test_from_one_that_is_over_a_press_leads_to_the_next_and_at_last_to_how_the_day_went(
    days: Days, ana: Person
) -> None:
    board = await give_up(ana, await ana.command("daily"))
    for title in ("Sultan", "Sun"):
        board = await ana.press(board, "Next daily")
        assert board.ephemeral
        assert board.content.startswith(f"**{title}**, daily {number_of(days.today)}")
        board = await give_up(ana, board)
    told = await ana.press(board, "Next daily")
    assert told.content.startswith(f"**Daily {number_of(days.today)} of {days.today}**")


@pytest.mark.usefixtures("bot")
async def test_when_it_is_over_its_player_is_told_their_place_also_if_it_is_none_of_the_first(
    file: Path, days: Days, ana: Person, boris: Person
) -> None:
    for number in range(4):
        await play_over(file, 700 + number, 400 + number, game="sultan", day=days.today, at=days.now())
        await seen(file, 700 + number, f"Person {number}", GUILD_ID)
    for person in (ana, boris):
        await give_up(person, await person.command("daily", game="sultan"))
        told = await person.command("daily", game="sultan")
        assert "1. Person 3   403" in told.content
        assert "Your place: 5" in told.content.splitlines()


@pytest.mark.usefixtures("bot")
async def test_whoever_resigns_one_is_told_that_there_is_no_other_attempt(ana: Person) -> None:
    asked = await ana.press(await ana.command("daily", game="pyramid"), "Resign")
    assert asked.content.endswith("You have no other ranked attempt at this deal.")
    asked = await ana.press(await ana.command("play", game="pyramid"), "Resign")
    assert "attempt" not in asked.content


@pytest.mark.usefixtures("bot")
async def test_it_is_shared_where_it_was_asked_for_and_tells_no_card(ana: Person, boris: Person) -> None:
    board = await ana.command("daily", game="pyramid", in_channel="lobby")
    board = await give_up(ana, board)
    await ana.press(board, "Share")
    shared = await boris.sees(lambda message: "of 1000" in message.content, channel="lobby")
    assert not shared.ephemeral
    lines = shared.content.splitlines()
    assert "resigned" in lines[0]
    assert lines[1:8] == ["□" * row for row in range(1, 8)]
    assert not re.search("[♣♦♥♠]", shared.content)
    assert not shared.attachments


@pytest.mark.usefixtures("bot")
async def test_in_lists_of_games_it_is_told_which_day_a_game_is_of(days: Days, ana: Person) -> None:
    await ana.command("daily", game="sun")
    listed = await ana.command("games")
    assert listed.ephemeral
    assert f"of {days.today}" in listed.content
    opened = await ana.choose(listed, listed.selects[0].custom_id, listed.selects[0].options[0].value)
    assert opened.ephemeral
    offered = await ana.autocomplete("move", "game", "")
    assert days.today in offered[0][0]


@pytest.mark.usefixtures("bot")
async def test_one_that_may_be_told_is_opened_again_from_the_history_for_its_player_alone(
    days: Days, ana: Person
) -> None:
    board = await ana.command("daily", game="sun")
    await ana.press(await ana.press(board, "Resign"), "Resign this game")
    days.midnight()
    untold = await ana.choose(await ana.command("history"), "history-open", "1")
    assert "its record and film are given from <t:" in untold.content
    assert not untold.buttons
    assert [file.filename for file in untold.attachments] == ["sun-1.png"]
    days.midnight(minutes=1)
    opened = await ana.choose(await ana.command("history"), "history-open", "1")
    assert "are given from" not in opened.content
    assert [button.label for button in opened.buttons] == ["As a film", "Show the board here"]
    again = await ana.press(opened, "Show the board here")
    assert again.ephemeral
    assert "Share" in [button.label for button in again.buttons]
