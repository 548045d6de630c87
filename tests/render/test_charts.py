"""Charts of plain numbers: any numbers, no words, colours that can be told from each other and from the ground."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from render.charts import (
    WIDTH,
    Days,
    bar_alt,
    bar_chart,
    line_alt,
    line_chart,
    quantile_alt,
    quantile_chart,
    stacked_alt,
    stacked_chart,
)
from render.month import month_alt, month_chart
from render.palette import RGB
from render.plot import CHALK, GRID, GROUND, INK, QUIET, SERIES, SHADE, figures, scale
from tests.render.colour_vision import VISIONS, contrast, distance

NUMBERS = st.one_of(st.integers(), st.integers(-(10**40), 10**40), st.floats(allow_nan=False, allow_infinity=False))


def days(*values: float) -> Days:
    return [(date(2026, 11, 1) + timedelta(days=number), value) for number, value in enumerate(values)]


def opened(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as image:
        assert image.format == "PNG"
        assert image.width == WIDTH == 1100
        return image.convert("RGB")


def near(image: Image.Image, colour: RGB) -> int:
    """Return how many pixels have a colour, as nearly as a palette keeps it."""
    masks = [
        band.point([255 * (abs(value - channel) <= 8) for value in range(256)])
        for band, channel in zip(image.split(), colour, strict=True)
    ]
    return ImageChops.darker(ImageChops.darker(masks[0], masks[1]), masks[2]).histogram()[255]


CHARTS: dict[str, Callable[[], bytes]] = {
    "line": lambda: line_chart(days(500, 620, 410, 905)),
    "one day": lambda: line_chart(days(500)),
    "one year": lambda: line_chart(days(*range(365))),
    "huge line": lambda: line_chart(days(1, 10**300, -(10**299))),
    "one date": lambda: line_chart([(date(2026, 11, 1), 1), (date(2026, 11, 1), 5)]),
    "bars": lambda: bar_chart([("1", 3), ("2", 0), ("3", 10**9)]),
    "falling bars": lambda: bar_chart([("1", -3), ("2", -8.5)]),
    "many bars": lambda: bar_chart([(str(number), number) for number in range(400)]),
    "stacks": lambda: stacked_chart([("1", [3, 4, 5, 6]), ("2", [1])]),
    "huge stacks": lambda: stacked_chart([("2026-11", [10**30, 1])]),
    "quantiles": lambda: quantile_chart([("1", (0, 1, 2, 3, 4)), ("2", (7, 7, 7, 7, 7))]),
    "month": lambda: month_chart(2026, 11, {1: "played", 30: "won"}),
    "month with values": lambda: month_chart(2026, 11, {1: "played", 30: "won"}, {1: 0, 30: 10**9}),
    "february": lambda: month_chart(2027, 2, {}),
}
EMPTY: dict[str, Callable[[], bytes]] = {
    "line": lambda: line_chart([]),
    "bars": lambda: bar_chart([]),
    "stacks": lambda: stacked_chart([]),
    "empty stacks": lambda: stacked_chart([("1", [0, 0]), ("2", [])]),
    "quantiles": lambda: quantile_chart([]),
}


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_is_a_png_that_shows_something(name: str) -> None:
    png = CHARTS[name]()
    assert len(png) < 100_000
    assert near(opened(png), SERIES[0]) > 20


@pytest.mark.parametrize("name", EMPTY)
def test_no_data_are_a_dash_and_no_line_or_bar(name: str) -> None:
    image = opened(EMPTY[name]())
    assert near(image, SERIES[0]) == 0
    assert near(image, QUIET) > 500


@pytest.mark.parametrize("name", CHARTS)
def test_the_same_numbers_give_the_same_picture_in_any_thread(name: str) -> None:
    alone = CHARTS[name]()
    with ThreadPoolExecutor(2) as pool:
        assert [job.result() for job in [pool.submit(CHARTS[name]) for _ in range(3)]] == [alone] * 3


AWKWARD: dict[str, Callable[[], bytes]] = {
    "wide scale across": lambda: quantile_chart([("1", (0, 100, 300, 500, 1_200_000))]),
    "seven figures across": lambda: quantile_chart([("1234567", (-9_999_999, 0, 0, 1, 9_999_999))]),
    "huge quantiles": lambda: quantile_chart([("2026-11", (-(10**300), 0, 1, 10**299, 10**300))]),
    "one large value": lambda: quantile_chart([("1", (8_888_888,) * 5)]),
    "parts across": lambda: quantile_chart([("1", (-0.01, 0, 0.01, 0.02, 0.03))]),
    "long labels": lambda: bar_chart([(f"2026-11-{number % 30 + 1:02}", number) for number in range(400)]),
    "a label longer than its chart": lambda: bar_chart([("1" * 90, 1)]),
    "two long labels": lambda: bar_chart([("1" * 40, -9_999_999), ("2" * 40, 9_999_999)]),
    "huge bars": lambda: bar_chart([("1", -(10**300)), ("2", 10**300)]),
    "seven figures a line": lambda: line_chart(days(-9_999_999, 9_999_999)),
    "long stacks": lambda: stacked_chart([("2026-11-30 – 2026-12-30", [9_999_999] * 4), ("1", [1])]),
}


@pytest.mark.parametrize(
    "draw", [*CHARTS.values(), *EMPTY.values(), *AWKWARD.values()], ids=[*CHARTS, *EMPTY, *AWKWARD]
)
def test_nothing_comes_near_the_edge_of_a_chart(draw: Callable[[], bytes]) -> None:
    image = opened(draw())
    inner = image.crop((8, 8, image.width - 8, image.height - 8))
    assert near(image, GROUND) - near(inner, GROUND) == image.width * image.height - inner.width * inner.height


@given(st.lists(st.lists(NUMBERS, min_size=5, max_size=5).map(sorted), min_size=1, max_size=3))
@settings(max_examples=10)
def test_no_numbers_bring_a_scale_across_to_the_edge(rows: list[list[float]]) -> None:
    least, lower, median, upper, largest = zip(*rows, strict=True)
    test_nothing_comes_near_the_edge_of_a_chart(
        lambda: quantile_chart([("1", five) for five in zip(least, lower, median, upper, largest, strict=True)])
    )


def test_other_numbers_give_another_picture() -> None:
    assert line_chart(days(1, 2, 3)) != line_chart(days(1, 3, 2))
    assert bar_chart([("1", 5), ("2", 6)]) != bar_chart([("1", 6), ("2", 5)])
    assert stacked_chart([("1", [1, 2])]) != stacked_chart([("1", [2, 1])])
    assert month_chart(2026, 11, {3: "won"}) != month_chart(2026, 11, {3: "played"})
    assert month_chart(2026, 11, {3: "won"}, {3: 1}) != month_chart(2026, 11, {3: "won"}, {3: 2})


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_number_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="finite numbers, not"):
        line_chart(days(1, wrong))
    with pytest.raises(ValueError, match="finite numbers, not"):
        bar_chart([("1", wrong)])


def test_rows_that_cannot_be_drawn_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 4 counts"):
        stacked_chart([("1", [1, 2, 3, 4, 5])])
    with pytest.raises(ValueError, match="none of them below 0"):
        stacked_chart([("1", [1, -2])])
    with pytest.raises(ValueError, match="from the least to the largest"):
        quantile_chart([("1", (5, 4, 3, 2, 1))])
    with pytest.raises(ValueError, match="no month 2026-13"):
        month_chart(2026, 13, {})
    with pytest.raises(ValueError, match="2026-02 has no day 29"):
        month_chart(2026, 2, {29: "won"})


def test_figures_and_lines_read_on_their_grounds() -> None:
    assert min(contrast(colour, GROUND) for colour in (CHALK, QUIET, *SERIES)) >= 4.5
    assert min(contrast(INK, colour) for colour in SERIES) >= 4.5
    assert min(contrast(CHALK, colour) for colour in (GRID, SHADE)) >= 4.5
    assert contrast(SERIES[0], SHADE) >= 3


@pytest.mark.parametrize("vision", VISIONS)
def test_neighbours_in_a_stack_differ_in_every_colour_vision(vision: str) -> None:
    assert min(distance(one, other, vision) for one, other in pairwise(SERIES)) >= 20


@given(st.lists(NUMBERS, max_size=12))
def test_a_scale_holds_zero_and_every_value_and_has_few_marks(values: list[float]) -> None:
    ruled = scale(values)
    assert ruled.low <= 0 <= ruled.high
    assert ruled.low < ruled.high
    assert all(0 <= ruled.share(value) <= 1 for value in values)
    assert 2 <= len(ruled.marks) <= 6
    assert 0 in ruled.marks
    assert (ruled.marks[0], ruled.marks[-1]) == (ruled.low, ruled.high)


@given(NUMBERS)
def test_a_number_is_short_and_has_no_letters(value: float) -> None:
    text = figures(value)
    assert set(text) <= set("0123456789 .·^-")
    assert len(text) <= 16


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (999, "999"),
        (12_345, "12 345"),
        (-12_345, "-12 345"),
        (9_999_999, "9 999 999"),
        (10_000_000, "1·10^7"),
        (3_260_000_000, "3.3·10^9"),
        (99_999_999, "1·10^8"),
        (2.5, "2.5"),
        (-0.001, "0"),
        (Fraction(1, 3), "0.33"),
    ],
)
def test_numbers_are_written_alike_everywhere(value: int | float | Fraction, text: str) -> None:
    assert figures(value) == text


def test_alt_texts_tell_what_is_drawn() -> None:
    assert line_alt(days(500, 410, 905)) == "2026-11-01 to 2026-11-03, 3 values: from 410 to 905, the last 905."
    assert bar_alt([("1", 3), ("2", 12_345)]) == "Bars: 1: 3, 2: 12 345."
    assert stacked_alt([("1", [3, 4]), ("2", [5])]) == "Rows: 1: 3 + 4; 2: 5."
    assert quantile_alt([("1", (0, 1, 2, 3, 4))]) == "Rows: 1: 0, 1, 2, 3, 4."
    assert month_alt(2026, 11, {3: "won", 1: "played"}) == "2026-11: days played: 1, 3; won: 3."
    assert month_alt(2026, 11, {1: "played"}) == "2026-11: days played: 1; none won."
    assert month_alt(2026, 11, {}) == "2026-11: no day played."
    with_values = month_alt(2026, 11, {3: "won", 1: "played"}, values={3: 1150, 1: 0})
    assert with_values == "2026-11: days played: 1 (0), 3 (1 150); won: 3."


def test_alt_texts_of_no_data_say_so() -> None:
    assert {line_alt([]), bar_alt([]), stacked_alt([]), quantile_alt([])} == {"Nothing to show yet."}


def test_alt_texts_are_within_discords_limit_and_go_through_the_translator() -> None:
    many = [(str(number), 10**6 + number) for number in range(500)]
    for told in (
        line_alt(days(*range(500)), lambda message: f"«{message}»"),
        bar_alt(many, lambda message: f"«{message}»"),
        stacked_alt([(label, [value] * 4) for label, value in many], lambda message: f"«{message}»"),
        quantile_alt([(label, (value,) * 5) for label, value in many], lambda message: f"«{message}»"),
        month_alt(2026, 12, dict.fromkeys(range(1, 32), "won"), lambda message: f"«{message}»"),
    ):
        assert len(told) <= 1024
