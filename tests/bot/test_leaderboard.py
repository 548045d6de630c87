"""/leaderboard: pages, menus, one's own row, names; over real sockets, with the real client."""

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.client import PatienceClient
from playground.person import Person
from playground.seen import SeenMessage
from tests.bot.results_kept import NOW, hidden, play_over, seen

pytestmark = pytest.mark.usefixtures("bot")

TODAY = str(datetime.fromtimestamp(NOW / 1000, UTC).date())
AGO = 3 * 24 * 3600 * 1000


def rows(message: SeenMessage) -> list[str]:
    """Return the rows of the table, without its head."""
    found = re.search(r"```\n(.*)\n```", message.content, re.S)
    return [] if found is None else [" ".join(line.split()) for line in found[1].split("\n")[1:]]


async def menu(person: Person, message: SeenMessage, change: str, value: str) -> SeenMessage:
    select = next(one for one in message.selects if one.custom_id.startswith(f"menu-leaders-{change}:"))
    return await person.choose(message, select.custom_id, value)


async def test_an_empty_board_says_so_and_has_its_menus(ana: Person, boris: Person) -> None:
    told = await ana.command("leaderboard")
    assert not told.ephemeral
    assert "**Daily · All games · Today · This server**" in told.content
    assert "Nobody is here yet." in told.content
    assert told.attachments == ()
    assert [select.custom_id.split(":")[0] for select in told.selects] == [
        "menu-leaders-board", "menu-leaders-game", "menu-leaders-period",
    ]  # fmt: skip
    assert [(button.label, button.disabled) for button in told.buttons] == [
        ("Previous", True), ("Next", True), ("Everyone", False),
    ]  # fmt: skip
    assert await boris.sees(lambda message: message.id == told.id)


async def test_dailies_are_ordered_by_score_then_moves_then_time_and_equal_ones_share_a_rank(
    bot: PatienceClient, ana: Person, boris: Person, file: Path
) -> None:
    await boris.command("leaderboard")
    guild = bot.guilds[0].id
    await play_over(file, ana.id, 700, day=TODAY, moves=9, seconds=70)
    await play_over(file, boris.id, 700, day=TODAY, moves=4, seconds=3700)
    for user, name, seconds in ((11, "Carla", 5), (12, "Dan", 5), (13, "Elsewhere", 1)):
        await play_over(file, user, 600, day=TODAY, moves=4, seconds=seconds)
        await seen(file, user, name, None if name == "Elsewhere" else guild)
    told = await ana.command("leaderboard", game="Sun")
    assert "**Daily · Sun · Today · This server**" in told.content
    assert rows(told) == ["1 Boris 700 5 1:01:40", "›2 Ana 700 10 1:10", "3 Carla 600 5 0:05", "3 Dan 600 5 0:05"]
    (picture,) = told.attachments
    assert picture.description == "Bars by rank: score. Bars: 1: 700, 2: 700, 3: 600, 3: 600."
    everyone = await ana.press(told, "Everyone")
    assert everyone.id == told.id
    assert rows(everyone)[2:] == ["3 Elsewhere 600 5 0:01", "4 Carla 600 5 0:05", "4 Dan 600 5 0:05"]
    assert "Nobody" in (await menu(ana, everyone, "game", "pyramid")).content


async def test_boards_periods_and_games_are_changed_by_the_menus(ana: Person, file: Path) -> None:
    await play_over(file, ana.id, 950, won=True)
    await play_over(file, ana.id, 990, won=True, game="sultan", at=NOW - 400 * 24 * 3600 * 1000)
    await play_over(file, ana.id, 300, day=TODAY)
    told = await ana.command("leaderboard", board="Wins", scope="Everyone")
    assert "**Wins · All games · Today · Everyone**" in told.content
    assert rows(told) == ["›1 Ana 1"]
    told = await menu(ana, told, "period", "all")
    assert rows(told) == ["›1 Ana 2"]
    told = await menu(ana, told, "board", "best")
    assert rows(told) == ["›1 Ana 990 2 0:00"]
    told = await menu(ana, told, "game", "sun")
    assert "**Best games · Sun · All time · Everyone**" in told.content
    assert rows(told) == ["›1 Ana 950 2 0:00"]
    told = await menu(ana, told, "board", "points")
    assert rows(told) == ["›1 Ana 300"]
    told = await menu(ana, told, "board", "streaks")
    assert "The longest ever" in told.content
    assert " days played days won\n" in told.content
    assert rows(told) == ["›1 Ana 1 0"]
    told = await menu(ana, told, "board", "daily")
    assert rows(told) == ["›1 Ana 300 2 0:00"]


async def test_pages_turn_and_the_own_row_is_on_each(ana: Person, file: Path) -> None:
    for number in range(24):
        await play_over(file, 100 + number, 900 - number, day=TODAY)
        await seen(file, 100 + number, f"Person {number}")
    await play_over(file, ana.id, 10, day=TODAY)
    first = await ana.command("leaderboard", scope="Everyone")
    assert [row.split()[0] for row in rows(first)] == [*map(str, range(1, 11)), "…", "›25"]
    assert len(first.content) < 1500
    second = await ana.press(first, "Next")
    assert second.id == first.id
    assert rows(second)[0] == "11 Person 10 890 2 0:00"
    third = await ana.press(second, "Next")
    assert [row.split()[0] for row in rows(third)] == ["21", "22", "23", "24", "›25"]
    assert third.button("Next").disabled
    assert rows(await ana.press(third, "Previous")) == rows(second)


async def test_who_presses_on_anothers_board_gets_one_of_their_own(ana: Person, boris: Person, file: Path) -> None:
    await play_over(file, ana.id, 500, day=TODAY)
    await play_over(file, boris.id, 400, day=TODAY)
    told = await ana.command("leaderboard", scope="Everyone")
    theirs = await menu(boris, boris.message(told.id), "board", "points")
    assert theirs.ephemeral
    assert theirs.id != told.id
    assert rows(theirs) == ["1 Ana 500", "›2 Boris 400"]
    assert ana.message(told.id) == told
    assert rows(await menu(boris, theirs, "period", "all")) == ["1 Ana 500", "›2 Boris 400"]


async def test_hidden_people_are_left_out_but_see_their_own_place_alone(ana: Person, boris: Person, file: Path) -> None:
    await play_over(file, ana.id, 500, day=TODAY)
    await play_over(file, boris.id, 400, day=TODAY)
    before = await ana.command("leaderboard", board="Points")
    await hidden(file, ana.id)
    assert rows(await boris.command("leaderboard", board="Points", scope="Everyone")) == ["›1 Boris 400"]
    told = await ana.command("leaderboard", board="Points", scope="Everyone")
    assert told.ephemeral
    assert rows(told) == ["1 Boris 400", "…", "›1 Ana 500"]
    # On the message that others see as well, nothing is told of it.
    assert (await ana.press(before, "Everyone")).ephemeral
    assert ana.message(before.id) == before


async def test_names_can_do_no_harm(ana: Person, file: Path) -> None:
    names = [
        "@everyone",
        "<@1>",
        "```\nx",
        "[a](//b.c)",
        "\u202eevil",
        "\u200b",
        "a\u0301\u0301\u0301\u0301\n\nb",
        "שלום",
    ]
    for number, name in enumerate(names):
        await play_over(file, 100 + number, 900 - number, day=TODAY)
        await seen(file, 100 + number, name)
    told = await ana.command("leaderboard", scope="Everyone")
    assert told.mentions == ()
    assert told.content.count("```") == 2
    shown = rows(told)
    assert [row.split()[0] for row in shown] == [str(number) for number in range(1, 9)]
    assert [row.split(" ", 1)[1].rsplit(" ", 3)[0] for row in shown] == [
        "@everyone", "<@1>", "ˋˋˋ x", "[a](//b.c)", "evil", "Player 105", "á\u0301\u0301 b", "\u2068שלום\u2069",
    ]  # fmt: skip


async def test_a_game_played_to_its_end_is_on_the_board_and_gone_when_it_is_taken_up_again(ana: Person) -> None:
    board = await ana.command("play", game="sun", options="stages=1")
    while "**Lost:**" not in board.content:
        # A game may be won as well, by luck.
        board = await ana.press(board, "Play again" if "**Won!**" in board.content else "Play on")
    told = await ana.command("leaderboard", board="Best games")
    assert rows(told)[0].startswith("›1 Ana ")
    await ana.press(board, "Undo")
    assert "Nobody" in (await ana.command("leaderboard", board="Best games")).content


async def test_whose_first_word_is_leaderboard_is_on_it_already(ana: Person, file: Path) -> None:
    await play_over(file, ana.id, 500, day=TODAY)
    assert rows(await ana.command("leaderboard")) == ["›1 Ana 500 2 0:00"]


async def test_people_are_noted_once_and_again_only_when_something_has_changed(
    bot: PatienceClient, ana: Person, file: Path
) -> None:
    await ana.command("leaderboard")
    guild = bot.guilds[0].id
    with closing(sqlite3.connect(file)) as connection:
        before = connection.execute("PRAGMA data_version").fetchone()
        await bot.leaders.note(ana.id, "Ana", guild)
        await ana.command("help")
        await ana.command("help")
        await bot.leaders.note(ana.id, "Ana", guild)
        assert connection.execute("PRAGMA data_version").fetchone() == before
        await bot.leaders.note(ana.id, "Anna", guild)
        assert connection.execute("PRAGMA data_version").fetchone() != before
    assert await bot.leaders.people.name(ana.id) == "Anna"


async def test_streaks_are_those_that_go_on_or_the_longest_of_a_period(ana: Person, file: Path) -> None:
    await play_over(file, ana.id, 300, day=TODAY)
    told = await ana.command("leaderboard", board="Streaks")
    assert "Streaks that go on" in told.content
    for period in ("week", "month", "all"):
        told = await menu(ana, told, "period", period)
        assert rows(told) == ["›1 Ana 1 0"]
    assert len(max((button.custom_id for button in told.buttons), key=len)) <= 100
