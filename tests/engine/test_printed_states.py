"""What a state prints as, for programs: the very fields, and what is in them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import card_text, parse_card
from tests.engine.command import replayed
from tests.engine.walks import VARIANTS, Variant, flat, walks

COMMON = {"game", "options", "moves", "result", "score", "progress", "advances", "plays"}
OWN = {
    "pyramid": {"pyramid", "stock", "wastes"},
    "sultan": {"divan", "waste", "stock", "foundations"},
    "sun": {"stage", "ray", "gathered", "rays", "clouds", "wind", "stock", "aces", "kings"},
}

LISTS = {"pyramid", "stock", "wastes", "divan", "waste", "rays", "clouds"}

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def printed(variant: Variant, moves: str, result: str, capsys: pytest.CaptureFixture[str], seed: str = "1") -> Any:
    headers = {"Game": variant.game.name, "Seed": seed, "Result": result}
    headers |= {name.capitalize(): str(value) for name, value in variant.options.items()}
    text = "\n".join(f'[{name} "{value}"]' for name, value in headers.items()) + f"\n\n{moves}\n"
    status, (found,) = replayed(text.encode(), capsys)
    assert status == 0
    return found


@every_variant
def test_the_fields_are_those_of_all_games_and_those_of_its_own(
    variant: Variant, capsys: pytest.CaptureFixture[str]
) -> None:
    found = printed(variant, "", "unfinished", capsys)
    own = set(OWN.get(variant.game.name, found.keys() - COMMON))
    if variant.options.get("bases") == "aces":
        own.discard("kings")
    assert found.keys() == COMMON | own
    assert found["game"] == variant.game.name
    assert found["options"] == dict(variant.options)
    assert {name: type(value) for name, value in found["options"].items()} == {
        name: type(value) for name, value in variant.options.items()
    }
    assert (found["score"], found["progress"], found["advances"], found["plays"]) == (0, 0, 0, 0)
    assert found["result"] == "unfinished"


@every_variant
def test_every_position_prints_what_its_game_says(variant: Variant, capsys: pytest.CaptureFixture[str]) -> None:
    game = variant.game
    one = walks(variant)[0]
    for length in range(0, len(one.moves) + 1, 13):
        state = one.states[length]
        result = str(game.outcome(state) or "unfinished")
        found = printed(variant, " ".join(one.texts()[:length]), result, capsys, "eager")
        assert found["moves"] == sorted(game.format(move) for move in game.legal_moves(state))
        assert found["result"] == result
        assert found["advances"] + found["plays"] == length
        assert (found["score"], found["progress"]) == (game.score(state), game.progress(state))
        for text in flat([found[name] for name in LISTS & found.keys()]):
            assert text is None or (len(str(text)) == 2 and card_text(parse_card(str(text))) == text)


@every_variant
def test_a_resigned_game_prints_no_moves(variant: Variant, capsys: pytest.CaptureFixture[str]) -> None:
    advance = variant.game.format(variant.game.advance(variant.deal("1")))
    found = printed(variant, advance, "resigned", capsys)
    assert (found["result"], found["moves"], found["advances"]) == ("resigned", [], 1)


def named(name: str) -> Variant:
    return next(variant for variant in VARIANTS if str(variant) == name)


def test_moves_are_in_ascii_order(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(named("sun-1-2-3-aces-kings"), "", "unfinished", capsys, "a")
    assert found["moves"] == ["next", "r10>K", "r3>K", "r4>K"]


def test_a_pyramid_prints_seven_rows_with_empty_places_as_null(capsys: pytest.CaptureFixture[str]) -> None:
    variant = named("pyramid-3-closed-0")
    found = printed(variant, "draw", "unfinished", capsys)
    assert [len(row) for row in found["pyramid"]] == [1, 2, 3, 4, 5, 6, 7]
    assert [len(waste) for waste in found["wastes"]] == [1, 1, 1]
    play = next(move for move in found["moves"] if move != "draw")
    after = printed(variant, f"draw {play}", "unfinished", capsys)
    gone = list(flat(after["pyramid"])).count(None)
    assert gone == after["progress"]
    assert gone > 0
    assert printed(named("pyramid-1-closed-0"), "", "unfinished", capsys)["wastes"] == [[]]


def test_a_sultan_prints_the_top_cards_of_each_suit_the_lower_built_first(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(named("sultan-8"), "", "unfinished", capsys)
    assert len(found["divan"]) == 8
    assert len(found["stock"]) == 87
    assert found["waste"] == []
    assert found["foundations"] == {"C": ["KC", "KC"], "D": ["KD", "KD"], "H": ["KH", "AH"], "S": ["KS", "KS"]}


def test_a_sun_prints_its_stage_and_rows_with_null_where_no_base_lies(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(named("sun-1-2-3-aces-kings"), "r12>K", "unfinished", capsys)
    assert (found["stage"], found["ray"], found["gathered"], found["wind"]) == (1, None, 0, False)
    assert [len(ray) for ray in found["rays"]] == [1] * 11 + [0, 1]
    assert (found["clouds"], len(found["stock"])) == ([], 91)
    assert found["aces"] == {"C": None, "D": None, "H": None, "S": None}
    assert found["kings"] == {"C": None, "D": None, "H": "KH", "S": None}
    aces = printed(named("sun-1-2-3-aces"), "", "unfinished", capsys)
    assert aces["aces"] == {suit: [None, None] for suit in "CDHS"}
