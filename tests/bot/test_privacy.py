"""/privacy show and delete: over real sockets, with the real client."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.client import PatienceClient
from bot.verify import wrong_games
from engine.record import read_record
from playground import Playground
from playground.person import Person
from playground.seen import SeenMessage
from tests.bot.daily.test_daily import advance
from tests.bot.days import HOUR, Days, daily_bot
from tests.bot.house import playground_running
from tests.storage.test_privacy import orphans, rows_of, values_in


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch, days: Days) -> AsyncIterator[Playground]:
    async with playground_running(monkeypatch, days.clock) as playground:
        yield playground


@pytest.fixture(autouse=True)
async def bot(playground: Playground, file: Path, days: Days) -> AsyncIterator[PatienceClient]:
    async with daily_bot(playground, file, days) as client:
        yield client


async def delete(person: Person) -> SeenMessage:
    return await person.press(await person.command("privacy delete"), "Delete everything")


def nothing_is_kept(file: Path, person: Person) -> None:
    """Look for somebody's id in every column of every table."""
    for column, values in values_in(file).items():
        assert not [value for value in values if str(person.id) in str(value)], column
    assert orphans(file) == 0


async def lose(person: Person, deal: str) -> SeenMessage:
    """Play a sunrise until it is over."""
    board = await person.command("play", game="sun", options="stages=1", deal=deal)
    while "**Lost:**" not in board.content:
        board = await person.press(board, "Play on")
    return board


async def test_after_asking_nothing_is_left_of_who_wishes_it_and_others_keep_all(
    bot: PatienceClient, file: Path, ana: Person, boris: Person
) -> None:
    for person in (ana, boris):
        await lose(person, "one")
        await person.command("play", game="sultan")
        daily = await person.command("daily", game="sun")
        await person.press(await person.press(daily, "Resign"), "Resign this game")
    his = rows_of(file, boris.id)
    assert his["results"]
    asked = await ana.command("privacy delete")
    assert asked.ephemeral
    assert asked.content.startswith(
        "**Do you want everything deleted that is kept of you?** Games: 3, of which under way: 1"
    )
    assert rows_of(file, ana.id)["games"], "asking deletes nothing"
    told = await ana.press(asked, "Delete everything")
    assert told.id == asked.id
    assert told.content.startswith("Deleted: all that was kept of you. Games: 3, moves: ")
    assert "a keyed hash stays" in told.content
    assert not told.buttons
    nothing_is_kept(file, ana)
    assert rows_of(file, boris.id) == his
    assert await asyncio.to_thread(lambda: list(wrong_games(file))) == [], "numbers on leaderboards follow from results"
    for command in ("privacy show", "privacy delete"):
        again = await ana.command(command)
        assert again.content.startswith("Nothing is kept of you.\nOf each attempt at a daily")
        assert not again.buttons
    nothing_is_kept(file, ana)
    assert not [click for click in bot.clicks if click[0] == ana.id]
    assert "Ana" not in (await boris.command("leaderboard", scope="everyone")).content


async def test_old_boards_then_answer_in_a_sentence_and_bring_nothing_back(
    file: Path, ana: Person, boris: Person
) -> None:
    over = await lose(ana, "one")
    board = await ana.command("play", game="sultan", deal="two")
    question = await ana.press(board, "Resign")
    listed = await ana.command("history")
    await boris.sees(lambda message: message.id == board.id)
    await delete(ana)
    gone = "There is no game {} any more; its player may have deleted it. Start your own with /play."
    for button in ("Undo", "Play again", "Same deal"):
        assert (await ana.press(over, button)).content == gone.format(1)
    for button in ("Draw on", "Resign"):
        assert (await ana.press(board, button)).content == gone.format(2)
    assert (await ana.press(question, "Resign this game")).content == gone.format(2)
    assert (await boris.press(boris.message(board.id), "Draw on")).content == gone.format(2)
    assert (await ana.choose(listed, "history-open", "1")).content == "You have no game 1."
    nothing_is_kept(file, ana)


async def test_the_daily_ends_and_its_attempt_stays_the_only_one_while_it_is_open(
    file: Path, days: Days, ana: Person
) -> None:
    day = days.today
    board = await ana.command("daily", game="sun")
    board = await ana.press(board, advance(board))
    await delete(ana)
    nothing_is_kept(file, ana)
    used = "You have had your attempt at this daily, and deleted what was kept of it."
    assert (await ana.command("daily", game="sun")).content == used
    assert "There is no game 1 any more" in (await ana.press(board, advance(board))).content
    assert (await ana.command("daily", game="sultan")).buttons, "another game's attempt was not used"
    await delete(ana)
    assert (await ana.command("daily", game="sun")).content == used
    pyramid = await ana.command("daily")
    assert pyramid.content.startswith("**Pyramid**"), "without a game, those that are used are passed over"
    await ana.press(await ana.press(pyramid, "Resign"), "Resign this game")
    all_over = await ana.command("daily")
    assert "Sultan: played, and deleted\nSun: played, and deleted\n" in all_over.content
    assert [button.label for button in all_over.buttons] == ["Pyramid"]
    days.midnight()
    days.to(days.now() + 25 * HOUR)
    assert not (await ana.command("daily", game="sun", date=day)).ephemeral


async def test_a_move_pressed_at_the_same_time_comes_before_the_deletion_or_to_nothing(
    file: Path, ana: Person, playground: Playground
) -> None:
    async with Person(playground.url) as again:
        for order in range(4):
            board = await ana.command("play", game="sultan")
            asked = await ana.command("privacy delete")
            await again.sees(lambda message, board=board: message.id == board.id)  # type: ignore[misc]
            ways = [ana.press(asked, "Delete everything"), again.press(again.message(board.id), advance(board))]
            done = await asyncio.gather(*(ways if order % 2 else reversed(ways)))
            told = next(message for message in done if "Deleted" in message.content)
            assert "Games: 1, moves: " in told.content
            nothing_is_kept(file, ana)


async def test_what_is_kept_is_told_in_words_and_given_as_a_file(file: Path, ana: Person) -> None:
    await lose(ana, "one")
    board = await ana.command("play", game="sultan")
    await ana.press(board, advance(board))
    daily = await ana.command("daily", game="sun")
    await ana.press(daily, advance(daily))
    told = await ana.command("privacy show")
    assert told.ephemeral
    lines = told.content.split("\n")
    assert lines[0] == "**What is kept of you**"
    assert lines[1].startswith("Your name, `Ana`, and when you were seen, noted once a day: <t:")
    assert lines[2] == "Servers where you were seen: 1"
    assert lines[3].startswith("Games: 3, of which under way: 2; moves, with their times: ")
    (attached,) = told.attachments
    text = (await ana.download(attached.url)).decode()
    assert f'user_id: {ana.id}\nname: "Ana"' in text
    by_number = {part.partition("]")[0]: part for part in text.split("\n[game ")[1:]}
    assert set(by_number) == {"1", "2", "3"}
    record = by_number["1"].partition("[record]\n")[2]
    assert read_record(record).deal.seed == "one"
    # The deal of a game under way would tell every card to come; of a daily the moves would tell others.
    assert "[record]" not in by_number["2"]
    assert "[moves]" in by_number["2"]
    assert "[moves]" not in by_number["3"]
    for seed in values_in(file)["dailies.seed"] | values_in(file)["dailies.cards"]:
        assert str(seed) not in text
    seeds = [row[5] for row in rows_of(file, ana.id)["games"]]
    assert sum(str(seed) in text for seed in seeds if seed != "one") == 0
    assert values_in(file)["games.owner_id"] == {ana.id}


async def test_of_whom_nothing_was_ever_kept_there_is_nothing_to_delete(file: Path, ana: Person) -> None:
    for command in ("privacy show", "privacy delete"):
        told = await ana.command(command)
        assert told.ephemeral
        assert told.content == "Nothing is kept of you."
    nothing_is_kept(file, ana)


async def test_where_not_all_games_fit_into_the_file_the_last_ones_are_in_it(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(4):
        await ana.command("play", game="sun")
    monkeypatch.setattr("bot.commands.privacy.PAGE", 3)
    told = await ana.command("privacy show")
    whole = await ana.download(told.attachments[0].url)
    assert whole.count(b"[game ") == 4
    monkeypatch.setattr("bot.commands.privacy.ROOM", 0)
    monkeypatch.setattr("bot.commands.privacy.LARGEST", len(whole) - 10)
    told = await ana.command("privacy show")
    assert told.content.endswith("Only your last games fit in: 3.")
    part = await ana.download(told.attachments[0].url)
    assert b"[game 1]" not in part
    assert whole.startswith(part)
