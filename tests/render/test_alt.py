"""Alt text: short enough for Discord, what can be played first, in the language that is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.cards import Card, card_label, parse_card
from engine.game import games
from engine.view import Mark, Outcome, View
from render.alt import LIMIT, describe
from render.text import text_board
from render.words import labels
from tests.render.positions import fullest, longer, played, sample, sunset, worst


def test_it_is_never_longer_than_discord_takes() -> None:
    for view in (*sample(), *worst()):
        assert 0 < len(describe(view)) <= LIMIT == 1024


def test_nothing_is_cut_off_in_a_language_half_as_long_again() -> None:
    for view in (*sample(), *worst(), *fullest()):
        assert not describe(view, longer).endswith("…"), view.game


def test_it_is_not_longer_in_a_language_three_times_as_long() -> None:
    for view in (*sample()[::7], *worst()):
        assert len(describe(view, lambda message: f"{message} {message} {message}")) <= LIMIT


def test_what_is_cut_off_ends_with_a_whole_word() -> None:
    told = describe(sunset(dict.fromkeys(range(1, 14), 8)), lambda message: f"{message} {'long ' * 40}")
    assert len(told) <= LIMIT
    assert told.endswith("…")
    assert told[-2] != " "


def test_it_names_every_playable_card_before_the_rest_of_the_table() -> None:
    for view in sample():
        told = describe(view)
        if view.outcome is not None:
            continue
        if not view.marks:
            assert "No card can be played." in told
            continue
        first = told[: told.index(".", told.index("Can be played:"))] if view.game != "sun" else told
        for mark in view.marks:
            card = view.cards(mark.pile)[mark.index]
            assert card is not None
            assert card_label(card) in first


@pytest.mark.parametrize("tell", [describe, text_board])
def test_every_move_that_can_be_made_is_told_as_it_is_written(tell: Callable[[View], str]) -> None:
    for view in sample():
        game = games()[view.game]
        told = tell(view).replace("\n    ", " ").replace("\n", " ")
        found = re.search(r"Can be played: (.*?)\. ", told + " ")
        plays = [] if found is None else [entry.split(" ")[0] for entry in found[1].split(", ")]
        assert {game.format(game.parse(text)) for text in plays} == {move for mark in view.marks for move in mark.moves}
        assert re.findall(r"(?:turned|over|taken): (\w+)\.", told) == ([view.advance] if view.advance else [])


def test_pairs_of_pyramid_stand_together() -> None:
    pairs = 0
    for view in played("pyramid", games()["pyramid"].read_options({}), "pairs"):
        for mark in view.marks:
            for move in mark.moves:
                if "+" in move and view.outcome is None:
                    pairs += 1
                    labels = [card_label(card) for card in _cards(move)]
                    assert "+".join(labels) in describe(view)
    assert pairs


def test_a_move_that_is_not_written_as_its_cards_is_told_with_the_card_it_takes() -> None:
    view = played("pyramid", games()["pyramid"].read_options({}), "named")[0]
    mark = Mark("p7.1", 0, "", ("out1",))
    (card,) = view.cards("p7.1")
    assert card is not None
    assert f"Can be played: out1 {card_label(card)}." in describe(replace(view, marks=(mark,)))


def test_it_tells_what_covers_what_in_pyramid() -> None:
    view = sample()[0]
    told = describe(view)
    bottom = [card_label(one) for place in range(1, 8) if (one := view.cards(f"p7.{place}")[0]) is not None]
    above = [card_label(one) for place in range(1, 7) if (one := view.cards(f"p6.{place}")[0]) is not None]
    assert f"Free in the pyramid: {' '.join(bottom)}." in told
    for place, covered in enumerate(above):
        assert f"{covered} under {bottom[place]} and {bottom[place + 1]}" in told
    half = replace(view, piles=tuple(replace(pile, cards=()) if pile.name == "p7.1" else pile for pile in view.piles))
    assert f"{above[0]} under {bottom[1]}," in describe(half)


def test_the_ray_in_turn_is_told_from_the_middle_as_its_moves_count_and_the_others_from_outside() -> None:
    turns = [view for view in played("sun", games()["sun"].read_options({}), "turns") if view.fact("ray") is not None]
    assert {view.fact("ray") for view in turns} >= {1, 7, 13}
    for view in turns:
        turn = f"r{view.fact('ray')}"
        for pile in view.piles:
            if pile.name.startswith("r") and pile.cards:
                told = labels(pile.cards if pile.name == turn else pile.cards[::-1])
                start = f"{turn}, from the middle" if pile.name == turn else pile.name
                assert re.search(rf"{start}: {told}[.;]", describe(view))


def test_it_tells_which_pass_it_is() -> None:
    view = next(view for view in sample() if view.game == "sultan")
    assert "Pass 1 of 3." in describe(view)
    assert "Pass" not in describe(sample()[0])


def test_it_tells_how_far_the_sun_has_come() -> None:
    told = [describe(view) for view in played("sun", games()["sun"].read_options({}), "stages")]
    stages = ["arc 1 of 8", "arc 8 of 8", "ray 1 in turn", "ray 1 was gathered last"]
    places = [next(place for place, one in enumerate(told) if stage in one) for stage in stages]
    assert places == sorted(places)
    assert "the wind has blown" in describe(sunset({}, [20], blown=True))


def test_it_says_how_a_game_ended() -> None:
    view = replace(next(view for view in sample() if view.game == "pyramid"), marks=(), advance=None)
    assert "won" in describe(replace(view, outcome=Outcome.WON))
    assert "lost" in describe(replace(view, outcome=Outcome.LOST))
    assert describe(view.resigned()).startswith("Pyramid: resigned, 0 of 28 cards done, ")


@pytest.mark.parametrize("name", games())
def test_it_says_of_a_resigned_game_nothing_that_can_be_done(name: str) -> None:
    for view in sample():
        if view.game == name and view.outcome is None:
            told = describe(view.resigned())
            assert "played" not in told
            assert " can " not in told


def test_it_tells_nothing_of_hidden_cards() -> None:
    view = played("pyramid", games()["pyramid"].read_options({}), "hidden")[0]
    shown = {card for pile in view.piles for card in pile.cards if card is not None}
    told = describe(view)
    assert [card for card in range(52) if card_label(card) in told.split() and card not in shown] == []


@pytest.mark.parametrize("name", games())
def test_every_sentence_goes_through_the_translator(name: str) -> None:
    asked: list[str] = []

    def translate(message: str) -> str:
        asked.append(message)
        return f"«{message}»"

    for view in sample():
        if view.game == name:
            told = describe(view, translate)
            # Nothing stands outside the quotes but the spaces between sentences.
            depth = 0
            for letter in told.removesuffix("…"):
                depth += (letter == "«") - (letter == "»")
                assert depth or letter in "» "
    assert games()[name].title in asked


def _cards(move: str) -> list[Card]:
    return [parse_card(text) for text in move.split("+")]
