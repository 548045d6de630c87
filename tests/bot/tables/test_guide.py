"""What /rules says of tables is what holds."""

import pytest

from bot.tables.clocks import CLOCKS, OF_KIND, USUAL, read_clock
from bot.tables.guide import guide
from bot.tables.refusals import TableRefused
from bot.tables.rules import bonus_of
from bot.texts import translator
from engine.game import games
from playground.person import Person
from storage.table_rows import Kind


def test_the_bonus_is_a_tenth_of_the_cards_rounded_up() -> None:
    assert {name: bonus_of(game.total) for name, game in games().items()} == {"pyramid": 3, "sultan": 10, "sun": 11}


@pytest.mark.parametrize("language", ["en-US", "ro", "ru"])
def test_the_rules_tell_bonus_and_clocks_and_fit_in_messages(language: str) -> None:
    translate = translator(language)
    pages = guide(translate)
    assert max(map(len, pages)) <= 2000
    text = "\n".join(pages)
    for game in games().values():
        assert f"{translate(game.title)} {bonus_of(game.total)}" in text
    for clocks in OF_KIND.values():
        assert all(translate(CLOCKS[seconds]) in text for seconds in clocks)


@pytest.mark.parametrize("kind", ["turns", "race"])
def test_clocks_are_read_as_they_are_told_and_as_people_write_them(kind: Kind) -> None:
    translate = translator("ru")
    assert USUAL[kind] in OF_KIND[kind]
    for seconds in OF_KIND[kind]:
        for text in (CLOCKS[seconds], translate(CLOCKS[seconds]), f" {seconds} s", f"{seconds}S"):
            assert read_clock(kind, text, translate) == seconds
    assert read_clock(kind, "10min.", translate) == 600
    assert read_clock(kind, "1 day", translate) == 86400


@pytest.mark.parametrize(
    ("kind", "text"), [("turns", "1 hour"), ("race", "30 seconds"), ("turns", "soon"), ("race", "2")]
)
def test_a_clock_that_there_is_not_is_refused_with_those_there_are(kind: Kind, text: str) -> None:
    with pytest.raises(TableRefused, match="1 day") as caught:
        read_clock(kind, text, str)
    assert f"`{text}`" in str(caught.value)


@pytest.mark.usefixtures("bot")
async def test_the_rules_of_tables_are_read_page_by_page_by_the_asker_alone(ana: Person) -> None:
    page = await ana.command("rules", game="Tables")
    pages = guide(str)
    assert (page.ephemeral, page.content) == (True, pages[0])
    for text in pages[1:]:
        page = await ana.press(page, "Next")
        assert page.content == text
    assert page.button("Next").disabled
    assert (await ana.press(page, "Back")).content == pages[-2]
    assert not page.attachments
