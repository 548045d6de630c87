"""Text boards: short enough for a message, narrow enough for a phone, and a person can play from them."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest

from engine.cards import card_label
from engine.game import games
from engine.view import Outcome, View
from render.text import LIMIT, WIDTH, text_board
from render.words import labels
from tests.render.positions import EVERY_GAME, fullest, longer, played, sample, sunset, worst


def test_it_fits_into_a_message_in_a_language_half_as_long_again() -> None:
    for view in (*sample(), *worst(), *fullest()):
        for translate in (str, longer):
            told = text_board(view, translate)
            assert len(told) <= LIMIT < 2000
            assert not told.endswith("…")


def test_lines_are_narrow_and_end_without_blanks() -> None:
    for view in (*sample(), *worst(), *fullest()):
        for line in text_board(view, longer).splitlines():
            assert len(line) <= WIDTH
            assert line == line.rstrip()


def test_it_is_cut_rather_than_too_long() -> None:
    told = text_board(worst()[0], lambda message: message * 60)
    assert len(told) <= LIMIT
    assert told.endswith("…")


def test_every_card_that_may_be_seen_is_told() -> None:
    for view in sample():
        told = text_board(view)
        for pile in view.piles:
            if pile.role in ("tableau", "waste"):
                assert all(one is None or card_label(one) in told for one in pile.cards)


def test_playable_cards_alone_stand_in_brackets_with_their_tags() -> None:
    for view in sample():
        bracketed = sorted(re.findall(r"\[([^]]+)\]", text_board(view).replace("\n    ", " ")))
        wanted = sorted(label if text not in bracketed else text for label, text in _marks(view))
        assert bracketed == wanted


def test_what_may_be_played_comes_before_the_table() -> None:
    for view in sample():
        head = text_board(view).split("\n\n")[0].replace("\n    ", " ")
        assert all(label in head for label, _ in _marks(view))


def test_a_row_of_the_pyramid_lies_half_over_the_next() -> None:
    lines = text_board(sample()[0]).split("\n\n")[1].splitlines()[:7]
    middles = [[(found.start() + found.end() - 1) // 2 for found in re.finditer(r"\S+", line)] for line in lines]
    for upper, lower in itertools.pairwise(middles):
        for place, middle in enumerate(upper):
            assert lower[place] < middle < lower[place + 1]


def test_the_ray_in_turn_stands_apart_from_the_others_and_runs_from_the_middle() -> None:
    course = played("sun", games()["sun"].read_options({}), "turns")
    view = next(view for view in course if view.fact("ray") == 3)
    told = text_board(view).replace("[", "").replace("]", "")
    assert f"\nr3, from the middle: {labels(view.cards('r3'))}.\n" in told
    assert re.findall(r"^ *r(\d+): ", told, re.MULTILINE) == [str(ray) for ray in range(1, 14) if ray != 3]


def test_it_tells_nothing_of_hidden_cards() -> None:
    for name, options in EVERY_GAME:
        game = games()[name]
        deal = game.deal_from_seed("hidden")
        start = game.view(game.deal(deal, options))
        count = start.hidden if name != "sun" else len(start.cards("stock"))
        other = game.deal_from_cards(
            (*deal.cards[:-count], *reversed(deal.cards[-count:])), tuple(reversed(deal.wind)) or None
        )
        if options.get("stock") != "open":
            assert text_board(game.view(game.deal(other, options))) == text_board(start)


def test_an_end_is_told() -> None:
    view = replace(sample()[0], marks=(), advance=None)
    assert text_board(replace(view, outcome=Outcome.WON)).startswith("Pyramid: won")
    assert text_board(replace(view, outcome=Outcome.LOST)).startswith("Pyramid: lost")
    assert text_board(view.resigned()).startswith("Pyramid: resigned")


def test_nothing_of_a_resigned_game_stands_in_brackets() -> None:
    for view in sample():
        if view.outcome is None:
            assert not re.search(r"[][]|bracket", text_board(view.resigned()))


def test_a_game_without_a_layout_is_named() -> None:
    with pytest.raises(LookupError, match="no layout for whist"):
        text_board(replace(sample()[0], game="whist"))


@pytest.mark.parametrize("name", games())
def test_every_word_goes_through_the_translator(name: str) -> None:
    def hushed(message: str) -> str:
        return "".join(re.findall(r"{\w+}", message)) and " ".join(re.findall(r"{\w+}", message))

    for view in (*played(name, games()[name].read_options({}), "words"), sunset({}, [20], blown=True)):
        if view.game == name:
            advance = view.advance or "next"
            told = re.sub(rf"[cdr]\d+[fl]?\b|[AK>CDHS]+|\b(w|draw|redeal|{advance})\b", "", text_board(view, hushed))
            assert re.findall(r"[a-z]{2,}", told) == []


def _marks(view: View) -> list[tuple[str, str]]:
    """Return the label of each marked card, and the same after its tag."""
    found = []
    for mark in view.marks:
        card = view.cards(mark.pile)[mark.index]
        assert card is not None
        label = card_label(card)
        found.append((label, f"{mark.tag} {label}" if mark.tag else label))
    return found
