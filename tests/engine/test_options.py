"""The options of the games: their names, their values, their defaults, and what goes together."""

from __future__ import annotations

import pytest

from engine.game import AnyGame, OptionError, games
from tests.engine.walks import VARIANTS

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)

VALUES: dict[str, dict[str, list[str | int]]] = {
    "pyramid": {"piles": [1, 3], "stock": ["closed", "open"], "redeals": [0, 1, 2, 3]},
    "sultan": {"divan": [6, 8]},
    "sun": {"stages": ["1-2-3", "1-3", "1"], "bases": ["aces-kings", "aces"]},
}


@pytest.mark.parametrize("name", VALUES)
def test_the_options_are_those_of_the_rules_the_default_first(name: str) -> None:
    found = {option.name: [choice.value for choice in option.choices] for option in games()[name].options}
    assert found == VALUES[name]
    assert {option.name: option.default for option in games()[name].options} == {
        option: values[0] for option, values in VALUES[name].items()
    }


@every_game
def test_what_is_not_given_is_the_default(game: AnyGame) -> None:
    assert game.read_options({}) == {option.name: option.default for option in game.options}
    assert game.option_sets()[0] == game.read_options({})


@every_game
def test_every_value_is_read_as_it_is_written(game: AnyGame) -> None:
    for options in game.option_sets():
        assert game.read_options({name: str(value) for name, value in options.items()}) == options


@every_game
@pytest.mark.parametrize("text", ["", "none", "Open", " 1", "01", "1 ", "x" * 1000])
def test_a_value_that_an_option_does_not_have_is_refused_with_those_it_has(game: AnyGame, text: str) -> None:
    for option in game.options:
        with pytest.raises(OptionError, match=f"{option.name} is one of {option.default}, ") as refused:
            game.read_options({option.name: text})
        assert len(str(refused.value)) < 200


@every_game
def test_an_option_that_a_game_does_not_have_is_refused_with_those_it_has(game: AnyGame) -> None:
    has = f"has no option 'jokers'; it has {game.options[0].name}" if game.options else "has no options, so no 'jokers'"
    with pytest.raises(OptionError, match=f"{game.name} {has}"):
        game.read_options({"jokers": "2"})


def test_all_combinations_of_options_are_there_but_those_that_do_not_go_together() -> None:
    counts = {name: sum(variant.game.name == name for variant in VARIANTS) for name in VALUES}
    assert counts == {"pyramid": 12, "sultan": 2, "sun": 6}


@every_game
def test_a_game_is_found_by_its_name_and_has_words_for_people(game: AnyGame) -> None:
    assert games()[game.name] is game
    assert game.name == game.name.lower()
    labels = [option.label for option in game.options]
    labels += [choice.label for option in game.options for choice in option.choices]
    assert all([game.title, game.summary, *labels])
    assert len(set(labels)) == len(labels)
