"""Games that another program has written and that can't be read: they keep nobody from all the rest."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from playground.person import Person
from tests.bot.results_kept import play_over

pytestmark = pytest.mark.usefixtures("bot")

UNREAD = ["none", "[]", "{}", "null", "1", '{"stages": "9"}', '{"stages": ["1"]}', '{"no": "option"}', ""]


def change(file: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(file, timeout=30)) as connection, connection:
        connection.execute(statement, values)


@pytest.mark.parametrize("options", UNREAD)
async def test_options_that_cannot_be_read_hold_up_neither_statistics_nor_lists(
    ana: Person, file: Path, caplog: pytest.LogCaptureFixture, options: str
) -> None:
    await play_over(file, ana.id, 700, game="sultan")
    broken = await play_over(file, ana.id, 900)
    await ana.command("play", game="sun")
    change(file, "UPDATE results SET options = ? WHERE game_id = ?", options, broken.id)
    change(file, "UPDATE games SET options = ? WHERE game = 'sun'", options)
    told = await ana.command("stats")
    assert "**Sultan** · played: 1" in told.content
    assert "**Sun** · played: 1" in told.content
    (menu,) = told.selects
    for option in menu.options:
        assert "played: 1" in (await ana.choose(told, menu.custom_id, option.value)).content
    listed = await ana.command("history")
    assert f"#{broken.id} Sun" in listed.content
    assert (await ana.choose(listed, "history-open", str(broken.id))).ephemeral
    assert "Sun" in (await ana.command("games")).content
    assert {value for _, value in await ana.autocomplete("export", "game", "sun")} >= {str(broken.id)}
    assert "900" in (await ana.command("leaderboard", board="Best games", scope="Everyone")).content
    assert (await ana.command("privacy show")).attachments
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_game_that_is_not_played_here_holds_up_nothing(
    ana: Person, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await play_over(file, ana.id, 900)
    await play_over(file, ana.id, 700, game="sultan")
    change(file, "UPDATE results SET game = 'chess' WHERE game_id = ?", broken.id)
    change(file, "UPDATE games SET game = 'chess' WHERE id = ?", broken.id)
    told = await ana.command("stats")
    (menu,) = told.selects
    for option in menu.options:
        assert "played: 1" in (await ana.choose(told, menu.custom_id, option.value)).content
    assert f"#{broken.id} chess" in (await ana.command("history")).content
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
