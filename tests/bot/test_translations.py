"""The message catalogues are what the code says, and what the program reads."""

import gettext
import io
import re
import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po

from bot.texts import DOMAIN, FOLDER, translator
from engine.words import Phrase
from playground import Playground
from playground.person import Person

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "render", "bot")
LANGUAGES = sorted(path.parent.parent.name for path in FOLDER.glob("*/LC_MESSAGES/*.po"))


def said() -> set[str]:
    """Return every message id in the code."""
    keywords = {**DEFAULT_KEYWORDS, "mark": None, "Phrase": None, "translate": None}
    return {
        message
        for room in ROOMS
        for _, _, message, _, _ in extract_from_dir(ROOT / room, keywords=keywords)
        if isinstance(message, str)
    }


def read(path: Path, locale: str | None = None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def places(text: str) -> set[str | None]:
    """Return the names of what is filled into a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_template_lists_every_sentence_of_the_code_and_no_other() -> None:
    listed = {str(message.id) for message in read(FOLDER / f"{DOMAIN}.pot") if message.id}
    assert listed == said(), "extract the sentences again, as bot/locale/README.md says"


def test_there_is_a_language_besides_english() -> None:
    assert LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_whole_and_keeps_what_is_filled_in(language: str) -> None:
    catalogue = {str(m.id): str(m.string) for m in read(FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po") if m.id}
    assert set(catalogue) == said()
    for message, translation in catalogue.items():
        assert translation, message
        assert places(translation) == places(message), message


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_says_what_the_written_one_says(language: str) -> None:
    folder = FOLDER / language / "LC_MESSAGES"
    compiled = gettext.GNUTranslations(io.BytesIO((folder / f"{DOMAIN}.mo").read_bytes()))
    for message in read(folder / f"{DOMAIN}.po"):
        if message.id:
            assert compiled.gettext(str(message.id)) == str(message.string)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_says_its_sentence_twice_over(language: str) -> None:
    twice = re.compile(r"(.{4,})\1", re.S)
    catalogue = read(FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po")
    assert [message.string for message in catalogue if twice.fullmatch(str(message.string))] == []


def test_russian_speaks_to_everybody_with_the_polite_pronoun() -> None:
    familiar = re.compile(r"\b(ты|тебя|тебе|тобой|тво(?:й|я|ё|и|его|ему|им|ём|ей|ю|их|ими)|начни|играй|выбери)\b", re.I)
    catalogue = read(FOLDER / "ru" / "LC_MESSAGES" / f"{DOMAIN}.po")
    assert [message.string for message in catalogue if familiar.search(str(message.string))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_locale_of_discord_gets_its_language_and_an_unknown_one_english(language: str) -> None:
    phrase = Phrase("Turn a stock card")
    assert phrase.text(translator(language)) != str(phrase)
    assert phrase.text(translator("xx-XX")) == str(phrase)
    assert phrase.text(translator("../../etc")) == str(phrase)


@pytest.mark.usefixtures("bot")
async def test_discord_is_told_what_the_commands_do_in_every_language(playground: Playground) -> None:
    async with Person(playground.url) as ana:
        await ana.sees_command("play")
        described = [one for command in ana.commands for one in (command, *command.get("options", []))]
    for one in described:
        told = one["description_localizations"]
        for language in LANGUAGES:
            assert told[language.replace("_", "-")] == translator(language)(one["description"])
        assert all(1 <= len(text) <= 100 for text in told.values()), told
