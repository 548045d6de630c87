"""Rules to be posted: whole, in the reader's language, within Discord's limits, with signs on the cards they mean."""

from __future__ import annotations

import io
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

from engine.cards import parse_card
from engine.game import games
from engine.view import Outcome
from engine.words import Phrase, Translate
from render import board, panels
from render.__main__ import main
from render.guide import TOP, Arrow, Paragraph, Scene, Sign
from render.layout import layout_of
from render.look import USUAL, Look
from render.pointing import around, seen
from render.rules import ALT_LIMIT, LIMIT, paragraphs_of, rules, rules_files
from tests.render.truecolour import decibels

WRITTEN = {name: hasattr(layout_of(name), "rules") for name in games()}
"""Whether the layout of a game has rules of its own, or makes do with the common ones."""
PARAGRAPHS = [one for name in games() for one in paragraphs_of(name)]
CORNER = (60, 120, 220, 220)
"""The box on each of Sun's pages in which there is sky and nothing else."""

every_game = pytest.mark.parametrize("name", games())
every_paragraph = pytest.mark.parametrize("paragraph", PARAGRAPHS, ids=lambda one: f"{one.scene.game} {one.title}")


def spots(sign: Sign) -> list[tuple[str, int]]:
    """Return the piles and indices that a sign speaks of."""
    return [(sign.start, TOP), (sign.end, TOP)] if isinstance(sign, Arrow) else [(sign.pile, sign.index)]


def wordy(message: str) -> str:
    return f"{message} И ещё раз, другими словами и подробнее: {message}"


@every_game
def test_every_game_has_rules_with_pictures(name: str) -> None:
    told = rules(name)
    assert told.title == games()[name].title
    for one in told.pages:
        assert one.alt
        with Image.open(io.BytesIO(one.png)) as image:
            image.load()
            assert (image.format, image.width) == ("PNG", 1100)


def test_skies_are_as_smooth_as_on_boards() -> None:
    first = 1
    for one in rules("sun").pages:
        group = [paragraph for paragraph in paragraphs_of("sun") if f"{paragraph.alt}." in one.alt]
        drawn = panels.page(group, first, USUAL).crop(CORNER)
        with Image.open(io.BytesIO(one.png)) as image:
            assert decibels(image.convert("RGB").crop(CORNER), drawn) >= 50
        first += len(group)


@every_game
def test_every_option_and_choice_is_told_and_the_usual_one_named(name: str) -> None:
    text = "\n".join(message for page in rules(name).pages for message in page.messages)
    for option in games()[name].options:
        for choice in option.choices:
            usual = " (usual)" if choice.value == option.default else ""
            assert f"- **{choice.label}**{usual}" in text


@every_game
def test_explanations_are_of_choices_that_there_are(name: str) -> None:
    values = {option.name: {str(choice.value) for choice in option.choices} for option in games()[name].options}
    for one in paragraphs_of(name):
        assert set(one.choices) <= (values[one.option] if one.option else set())


@every_game
def test_the_word_for_going_on_is_told_to_be_the_button_where_it_first_stands(name: str) -> None:
    text = "\n".join(message for page in rules(name).pages for message in page.messages)
    advance = paragraphs_of(name)[0].scene.view().advance
    words = [word for word in re.findall(r"`(\w+)`([^.]*)", text) if word[0] in (advance, "redeal")]
    assert bool(words) == WRITTEN[name]
    assert [told.startswith(" (the button below the board) ") for _, told in words][:2] in ([], [True, False])


@every_game
def test_the_end_and_the_score_are_told_last(name: str) -> None:
    last = rules(name).pages[-1].messages[-1]
    if WRITTEN[name]:
        assert "won when" in last
        assert "lost when" in last
    assert "**Score**" in last
    assert f"all of them being {games()[name].total};" in last


@every_game
@pytest.mark.parametrize("translate", [str, wordy], ids=["english", "wordy"])
def test_messages_and_alt_texts_are_within_discords_limits(name: str, translate: Translate) -> None:
    for page in rules(name, translate).pages:
        assert all(0 < len(message) <= LIMIT == 2000 for message in page.messages)
        assert len(page.alt) <= ALT_LIMIT == 1024


@every_game
def test_nothing_is_lost_where_a_text_is_cut(name: str) -> None:
    def flat(text: str) -> str:
        return "".join(text.split())

    told = "".join(flat(message) for page in rules(name, wordy).pages for message in page.messages)
    for one in paragraphs_of(name):
        assert flat(wordy(one.text)) in told


@every_game
def test_english_fits_into_one_message_a_page(name: str) -> None:
    assert all(len(page.messages) == 1 for page in rules(name).pages)


@every_game
def test_every_sentence_goes_through_the_translator(name: str) -> None:
    asked: set[str] = set()

    def translate(message: str) -> str:
        asked.add(message)
        return message

    rules(name, translate)
    game = games()[name]
    for one in paragraphs_of(name):
        assert {one.title, one.text, one.alt, *one.choices.values()} <= asked
    assert {game.title, game.summary} <= asked
    assert {choice.label for option in game.options for choice in option.choices} <= asked


@every_game
def test_pictures_are_the_same_in_every_language_and_thread(name: str) -> None:
    alone = [page.png for page in rules(name).pages]
    with ThreadPoolExecutor(2) as pool:
        for told in pool.map(lambda translate: rules(name, translate), (wordy, str)):
            assert [page.png for page in told.pages] == alone


@every_game
def test_a_game_that_is_won_is_shown(name: str) -> None:
    assert not WRITTEN[name] or any(one.scene.view().outcome is Outcome.WON for one in paragraphs_of(name))


@every_paragraph
def test_signs_lie_on_the_cards_they_speak_of_and_on_the_board(paragraph: Paragraph) -> None:
    view = paragraph.scene.view()
    for look in (USUAL, Look(faces="large"), Look(table="columns")):
        width, height = layout_of(view.game).size
        placed = board.placed(view, look)
        for pile, index in (spot for sign in paragraph.signs for spot in spots(sign)):
            for one in seen(view, placed, pile, index):
                x, y = one.anchor
                assert 0 <= x < width
                assert 0 <= y < height
                assert one.mask.getpixel((x - one.left, y - one.top))
                left, top, right, bottom = one.box
                assert left <= x < right
                assert top <= y < bottom


@every_paragraph
def test_cards_that_signs_speak_of_are_in_the_part_that_is_shown(paragraph: Paragraph) -> None:
    if not paragraph.show:
        return
    view = paragraph.scene.view()
    placed = board.placed(view)
    left, top, right, bottom = around(view, placed, paragraph.show)
    for pile, index in (spot for sign in paragraph.signs for spot in spots(sign)):
        assert any(
            left <= x <= right and top <= y <= bottom
            for x, y in (one.anchor for one in seen(view, placed, pile, index))
        )


@every_paragraph
def test_cards_named_in_an_alt_text_are_on_the_board(paragraph: Paragraph) -> None:
    view = paragraph.scene.view()
    shown = {card for pile in view.piles for card in pile.cards if card is not None}
    for word in paragraph.alt.replace(",", " ").replace(";", " ").split():
        if word[-1] in "♠♥♦♣":
            assert parse_card(word) in shown


def test_a_scene_with_a_move_that_cannot_be_made_or_too_many_says_so() -> None:
    with pytest.raises(ValueError, match="KS"):
        Scene("pyramid", "rules 331", moves="KS").view()
    with pytest.raises(ValueError, match="is over before the scene"):
        Scene("pyramid", "rules 331", eager=200).view()


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(LookupError, match="no game whist; there are"):
        rules("whist")


@every_game
def test_rules_are_given_as_markdown_beside_their_pictures(name: str) -> None:
    (document, content), *pictures = rules_files(name)
    assert document == f"{name}-rules.md"
    text = content.decode()
    assert len(pictures) == len(rules(name).pages)
    for picture, png in pictures:
        assert f"]({picture})" in text
        assert png.startswith(b"\x89PNG")
    assert Phrase(games()[name].summary).text() in text


@every_game
def test_the_command_line_writes_them(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rules", name, "-o", str(tmp_path / "new")]) == 0
    files = rules_files(name)
    assert {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()} == dict(files)
    assert capsys.readouterr().out.splitlines() == [str(tmp_path / "new" / file) for file, _ in files]


def test_the_command_line_names_the_games_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--rules", "whist"])
    assert exit_.value.code == 2
    told = capsys.readouterr().err
    assert all(name in told for name in games())


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert main(["--rules", next(iter(games())), "-o", str(tmp_path / "file")]) == 1
    assert "cannot be written" in capsys.readouterr().err
