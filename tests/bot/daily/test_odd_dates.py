"""Dates that are none or far away, and forged presses on days: answered in a sentence, and they change nothing."""

import logging
import re
from pathlib import Path

import pytest
from discord import SelectOption
from discord.ui import Button, Select, View

from bot.client import PatienceClient
from playground.errors import PlaygroundError
from playground.person import Person
from tests.bot.days import Days
from tests.bot.test_forged import put_up
from tests.storage.test_privacy import values_in

NO_DATES = [
    "0000-01-01", "0000-00-00", "2026-02-30", "2026-13-01", "10000-01-01", "١٢٣", "٢٠٢٦-١١-٢٨", "２０２６-11-28",
    "2026-11-28T00:00", "2026-W48-1", "-2026-11-28", "+2026-11-28", "today", "`@everyone`", "\u202e82-11-6202", "1e9",
    "9" * 40, "2026‐11‐28", "%s", "{day}", "2026-11-28'; --", "🂡",
]  # fmt: skip
FAR = ["0001-01-01", "1969-12-31", "1970-01-01", "2025-12-31", "2099-02-28", "9999-12-31", " 2026-2-3 "]
PRESSES = [
    *(f"daily:{game}:{day}" for game in ("sun", "chess", "a" * 40) for day in (
        "0000-00-00", "0001-01-01", "2026-02-30", "2025-12-31", "9999-12-31", "2026-01-01",
    )),
    "daily:sun:2026-1-1", "daily::2026-01-01", "daily:sun:2026-01-01:1",
    "history-film:999999999999999999", "history-page:999999999999999999", "history-tables:999999999999999999",
    "history-page:0", "history-tables:0",
    f"leaders-next:1:tables:{'a' * 40}:two-days-ago:everyone:999999", "leaders-back:1:streaks::two-days-ago:here:0",
]  # fmt: skip
MENUS = [
    ("history-open", "-1"), ("history-open", "0"), ("history-open", "x"), ("history-open", "9" * 99),
    (f"stats:{'9' * 20}:{'9' * 20}", "sun null"), ("stats:1:1", "sun"), ("stats:1:1", " "),
    ("menu-leaders-board:1:daily::today:here:0", "x"), ("menu-leaders-game:1:daily::today:here:0", "chess"),
    ("menu-leaders-period:1:daily::today:here:0", "century"),
]  # fmt: skip


@pytest.mark.usefixtures("bot")
async def test_what_is_no_day_or_has_no_daily_is_told_so(
    ana: Person, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for date in (*NO_DATES, *FAR):
        for options in ({}, {"game": "sun"}):
            told = await ana.command("daily", date=date, **options)
            assert told.ephemeral, date
            assert "went wrong" not in told.content, date
            assert told.mentions == (), date
            assert not re.search("[\u202a-\u202e\u2066-\u2069\n]{2}", told.content), date
    for empty in ("", "x" * 41):
        with pytest.raises(PlaygroundError):
            await ana.command("daily", date=empty)
    assert values_in(file)["games.id"] == set()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_presses_that_nobody_was_offered_are_answered_and_change_nothing(
    bot: PatienceClient, days: Days, ana: Person, boris: Person, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    board = await boris.command("daily", game="sun")
    await boris.press(await boris.press(board, "Resign"), "Resign this game")
    await ana.say("a place for forged messages")
    kept = {name: values for name, values in values_in(file).items() if name.split(".")[0] in ("games", "results")}
    for custom_id in PRESSES:
        days.to(days.now() + 5000)
        message = await put_up(bot, ana, Button[View](label="forged", custom_id=custom_id))
        if custom_id in ("daily:sun:2026-1-1", "daily::2026-01-01", "daily:sun:2026-01-01:1"):
            # Nobody has buttons of that name.
            continue
        told = await ana.press(message, "forged")
        assert told.ephemeral or told.id == message.id, custom_id
        assert "went wrong" not in told.content, custom_id
    for custom_id, value in MENUS:
        days.to(days.now() + 5000)
        select = Select[View](custom_id=custom_id, options=[SelectOption(label="it", value=value)])
        told = await ana.choose(await put_up(bot, ana, select), custom_id, value)
        assert told.ephemeral or told.content != "forged", custom_id
        assert "went wrong" not in told.content, custom_id
    assert kept == {name: values for name, values in values_in(file).items() if name in kept}
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
