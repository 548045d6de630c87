"""How far a game came, in rows or stages of its own."""

import pytest

from engine.game import games
from render.marks import reached
from tests.render.positions import played


@pytest.mark.parametrize("name", games())
def test_it_never_goes_down_and_begins_at_the_least(name: str) -> None:
    for options in games()[name].option_sets():
        found = [reached(view) for view in played(name, options, "as far as it goes")]
        assert found == sorted(found)
        assert found[0] in (0, 1)
        assert found[-1] < 10


def test_rows_passes_and_stages_are_told_apart() -> None:
    ends = {
        name: {reached(played(name, game.option_sets()[0], seed)[-1]) for seed in "abcdef"}
        for name, game in games().items()
    }
    assert ends["sultan"] == {3}
    assert ends["sun"] <= {3, 4}
    assert len(ends["pyramid"]) > 1
