"""A command's file is chosen in its field."""

from pathlib import Path

import pytest
from playwright.async_api import FilePayload, expect

from tests.playground.browser import OpenTab
from tests.playground.foreign_bot import ForeignBot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_file_is_chosen_and_sent(bot: ForeignBot, open_tab: OpenTab) -> None:
    ana = await open_tab()
    await ana.type("/read")
    await ana.press("Enter")
    await expect(ana.page.get_by_role("alert").filter(has_text="“file” is needed.")).to_be_visible()
    note = FilePayload(name="note.txt", mimeType="text/plain", buffer=b"hello")
    await ana.page.get_by_label("file").set_input_files(note)
    await expect(ana.page.get_by_label("file")).to_have_attribute("aria-busy", "false")
    await ana.button("Send").click()
    await expect(ana.message("note.txt (5): hello")).to_be_visible()


async def test_a_file_cannot_be_typed_and_one_that_is_too_large_is_told(
    bot: ForeignBot, open_tab: OpenTab, tmp_path: Path
) -> None:
    ana = await open_tab()
    await ana.type("/read file: note.txt")
    await expect(ana.page.get_by_text("“file” is a file: choose the command from the list")).to_be_visible()
    await ana.press("Escape")
    await ana.composer.fill("/read")
    await ana.option("/read file:").click()
    big = tmp_path / "big"
    big.write_bytes(bytes(10 * 2**20 + 1))
    await ana.page.get_by_label("file").set_input_files(big)
    await expect(ana.page.get_by_text("it may have at most 10 MiB.")).to_be_visible()
