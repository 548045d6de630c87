"""Where a game was lost, as a strip under its last board: the right size, told apart without colours, in words too."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from engine.game import games
from engine.view import View
from render.analysis import HEIGHT, analysis_alt, analysis_picture
from render.board import picture
from render.plot import FIGURE
from tests.render.positions import played


def last_view(name: str) -> View:
    return played(name, dict(games()[name].read_options({})), "analysis")[-1]


def opened(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as image:
        assert image.format == "PNG"
        return image.convert("RGB")


def strip(moves: int, won: int | None, lost: int | None) -> Image.Image:
    whole = opened(analysis_picture(last_view("pyramid"), moves, won, lost))
    return whole.crop((0, whole.height - HEIGHT, whole.width, whole.height))


@pytest.mark.parametrize("name", games())
def test_the_strip_lies_under_the_board_as_it_was(name: str) -> None:
    view = last_view(name)
    board = picture(view)
    whole = opened(analysis_picture(view, 90, 40, 60))
    assert whole.size == (board.width, board.height + HEIGHT)
    above = whole.crop((0, 0, *board.size))
    # Colours of the whole picture share one palette: none is far from what it was.
    assert max(ImageStat.Stat(ImageChops.difference(above, board)).mean) < 3


def test_figures_are_large_enough_on_a_phone() -> None:
    width = opened(analysis_picture(last_view("sun"), 90, 40, 60)).width
    assert FIGURE * 360 / width >= 8.5


@st.composite
def known(draw: st.DrawFn) -> tuple[int, int | None, int | None]:
    moves = draw(st.integers(0, 400))
    won = draw(st.none() | st.integers(0, moves))
    first = 0 if won is None else won + 1
    lost = draw(st.none() | st.integers(first, moves)) if first <= moves else None
    return moves, won, lost


@given(known())
@settings(max_examples=10)
def test_whatever_is_known_can_be_drawn_and_is_told(given: tuple[int, int | None, int | None]) -> None:
    moves, won, lost = given
    assert strip(*given).width == 1100
    told = analysis_alt(last_view("pyramid"), *given)
    assert f"{moves} in all" in told
    assert (won is None) == ("Could be won" not in told)
    assert (lost is None) == ("Lost from" not in told)
    assert len(told) <= 1024


def test_parts_differ_in_grey_too() -> None:
    """What is full is light throughout, what is hollow is dark within, what is hatched is both."""
    for known, light, dark in (
        ((60, 60, None), True, False),
        ((60, None, 0), False, True),
        ((60, None, None), True, True),
    ):
        # Half the way between the sign in the middle and the left end.
        inside = strip(*known).convert("L").crop((200, 120, 400, 168))
        least, most = inside.getextrema()
        assert isinstance(least, int)
        assert isinstance(most, int)
        assert (most > 140) == light
        assert (least < 90) == dark


def test_the_move_that_lost_the_game_is_seen_though_it_is_the_last_of_many() -> None:
    assert strip(300, 299, 300).tobytes() != strip(300, 300, None).tobytes()
    end = strip(300, 299, 300).crop((1000, 140, 1036, 150)).convert("L")
    least, most = end.getextrema()
    assert isinstance(least, int)
    assert isinstance(most, int)
    assert most - least > 100


@pytest.mark.parametrize(
    ("moves", "won", "lost"), [(5, 6, None), (5, None, 6), (5, 3, 3), (5, 4, 2), (-1, None, None), (5, -1, None)]
)
def test_what_no_game_can_have_is_refused(moves: int, won: int | None, lost: int | None) -> None:
    view = last_view("pyramid")
    for tell in (analysis_picture, analysis_alt):
        with pytest.raises(ValueError, match="no game"):
            tell(view, moves, won, lost)
