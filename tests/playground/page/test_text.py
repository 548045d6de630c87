"""What people and bots write, as it is shown."""

import re

import pytest
from playwright.async_api import expect

from playground import Playground
from playground.state import PATIENCE_ID
from tests.playground.browser import OpenTab
from tests.playground.raw_bot import RawBot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

AS_DISCORD_SHOWS_IT = {
    "1. a\n1. b\n7. c": '<ol start="1"><li>a</li><li>b</li><li>c</li></ol>',
    "13. a\n5. b": '<ol start="13"><li>a</li><li>b</li></ol>',
    "- a\n* **b**": "<ul><li>a</li><li><strong>b</strong></li></ul>",
    "2. a\n- b": '<ol start="2"><li>a</li><li>b</li></ol>',
    "- a\n  1. b\n  2. c\n- d": '<ul><li>a<ol start="1"><li>b</li><li>c</li></ol></li><li>d</li></ul>',
    "1. a\n   more\nafter": '<ol start="1"><li>a\nmore</li></ol><p>after</p>',
    "before\n- a\n\n- b": "<p>before</p><ul><li>a</li></ul><ul><li>b</li></ul>",
    "13\\. a": "<p>13. a</p>",
    "1.5 a\n-b\n1.c": "<p>1.5 a\n-b\n1.c</p>",
    "# a #\n### b": '<p class="heading-1">a</p><p class="heading-3">b</p>',
    "#a\n#### b": "<p>#a\n#### b</p>",
    "-# a\nb": '<p class="small-print">a</p><p>b</p>',
    "> a\n> - b\nc": "<blockquote><p>a</p><ul><li>b</li></ul></blockquote><p>c</p>",
    ">>> a\nb\n# c": '<blockquote><p>a\nb</p><p class="heading-1">c</p></blockquote>',
    ">a": "<p>&gt;a</p>",
}


async def test_lines_are_headings_lists_and_quotes_where_discord_takes_them_so(
    playground: Playground, open_tab: OpenTab
) -> None:
    ana = await open_tab()
    async with RawBot(playground) as raw:
        messages = await raw.post_each(PATIENCE_ID, *AS_DISCORD_SHOWS_IT)
    for message in messages:
        content = ana.messages.locator(f"[data-message-id='{message['id']}'] .text")
        await content.wait_for()
        shown = re.sub(' style="[^"]*"', "", await content.inner_html())
        assert shown == AS_DISCORD_SHOWS_IT[message["content"]]


async def test_nothing_that_people_write_becomes_markup(open_tab: OpenTab) -> None:
    ana = await open_tab()
    text = '<img src="x" onerror="document.title=1"><b>bold</b> **[really](javascript:alert)** bold'
    await ana.type(text)
    message = ana.message("bold")
    await expect(message).to_contain_text('<img src="x" onerror="document.title=1"><b>bold</b>')
    await expect(message.get_by_role("img")).to_have_count(0)
    await expect(message.get_by_role("link")).to_have_count(0)
    await expect(message.locator("strong")).to_have_text("[really](javascript:alert)")
