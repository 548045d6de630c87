"""The contact sheet: every game with its stages, ends, options and looks is on it."""

from __future__ import annotations

from functools import cache
from itertools import chain

import pytest

from engine.game import games
from engine.view import Outcome
from render.look import Look, choices
from render.sheet import Scene, scenes


@cache
def _groups(name: str) -> list[tuple[str, list[Scene]]]:
    return list(scenes(games()[name]))


def _all(name: str) -> list[Scene]:
    return list(chain.from_iterable(shown for _, shown in _groups(name)))


@pytest.mark.parametrize("name", games())
def test_it_shows_a_start_a_middle_and_all_ends_of_every_game(name: str) -> None:
    views = [scene.view for scene in _all(name)]
    assert {view.outcome for view in views} == {None, *Outcome}
    assert any(view.progress == 0 and view.outcome is None for view in views)
    assert any(0 < view.progress < view.total and view.outcome is None for view in views)


@pytest.mark.parametrize("name", games())
def test_it_shows_every_choice_of_every_option(name: str) -> None:
    shown = {pair for scene in _all(name) for pair in scene.view.options}
    assert shown >= {(option.name, choice.value) for option in games()[name].options for choice in option.choices}


def test_it_shows_every_choice_of_a_look() -> None:
    looks = {scene.look for name in games() for scene in _all(name)}
    for choice, values in choices().items():
        assert {getattr(look, choice) for look in looks} == set(values)


def test_what_is_shown_goes_by_the_look_that_is_given() -> None:
    _, first = next(scenes(games()["sultan"], Look(colours="two")))
    assert {scene.look for scene in first} == {Look(colours="two")}


def test_it_shows_every_stage_of_sun_with_clouds_and_the_wind() -> None:
    views = [scene.view for scene in _all("sun")]
    assert {view.fact("stage") for view in views} == {1, 2, 3}
    assert any(sum(pile.name.startswith("c") and bool(pile.cards) for pile in view.piles) > 3 for view in views)
    assert any(view.fact("wind") for view in views)


@pytest.mark.parametrize("name", games())
def test_every_board_says_what_it_is(name: str) -> None:
    for title, shown in _groups(name):
        assert title
        assert shown
        labels = [scene.label for scene in shown]
        assert all(labels)
        assert len(set(labels)) == len(labels)
