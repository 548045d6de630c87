"""Figures and letters: all that a board writes is our own, fits where it has to, and can be told apart on a phone."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from engine.cards import TWO_PACKS
from render import glyphs, shapes
from render.faces import rank_label
from tests.render.positions import sample, worst

RANKS = sorted({rank_label(card) for card in TWO_PACKS})
FIGURES = "0123456789/"


def test_ranks_tags_and_counts_are_written_in_our_own_hand() -> None:
    tags = {mark.tag for view in (*sample(), *worst()) for mark in view.marks}
    assert {"w", "7"} <= tags
    assert all(glyphs.known(text) for text in (*RANKS, *FIGURES, *tags))


@given(st.text(FIGURES + "AJQKdwcfl", min_size=1, max_size=5), st.integers(8, 90), st.integers(0, 100))
def test_a_text_is_as_high_as_its_capitals_and_no_wider_than_it_may_be(text: str, cap: int, spare: int) -> None:
    width = round(len(text) * cap * (glyphs.WEIGHT + glyphs.SPACE) + spare)
    mask = shapes.letters(text, cap, width)
    assert mask.height == cap
    assert mask.width <= width
    assert mask.width <= shapes.letters(text, cap).width


def test_ranks_can_be_told_apart_on_a_phone() -> None:
    # A card of Pyramid is 38 pixels wide there, its index 15 high.
    small = {rank: _on_phone(rank) for rank in RANKS}
    for one, other in combinations(RANKS, 2):
        difference = ImageStat.Stat(ImageChops.difference(small[one], small[other])).mean[0]
        assert difference > 12, (one, other, difference)


def _on_phone(rank: str) -> Image.Image:
    mask = shapes.letters(rank, 46, 50)
    whole = Image.new("L", (54, 46))
    whole.paste(mask, ((54 - mask.width) // 2, 0))
    return whole.resize((18, 15), Image.Resampling.BOX)
