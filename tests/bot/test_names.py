"""Names on leaderboards take their width and one line, and change nothing around them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.names import columns, padded, plain_name

ODD = (
    "ae\u00e9\u5b57\u202e\u200b\u200f\n\r\t `*_~|<@#>[]()\\:/\u05d0\u0628\u0301\u0489\u20dd\ud83d\ufdfa\u3164\u2800"
    "\U0001f469\u200d\U0001f680\ufe0f"
)
NAMES = st.text() | st.text(st.sampled_from(ODD), max_size=60)


@given(NAMES, st.integers(1, 30))
def test_whatever_a_name_holds_it_is_one_visible_line_within_its_width(name: str, width: int) -> None:
    shown = plain_name(name, width)
    assert 1 <= columns(shown) <= width
    assert len(shown.splitlines()) == 1
    assert "`" not in shown
    inner = shown.strip("\u2068\u2069")
    assert inner == inner.strip() != ""
    assert all(unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for letter in inner)
    assert columns(padded(shown, width)) == width


@given(NAMES)
def test_no_letter_carries_a_pile_of_accents_and_none_stands_first(name: str) -> None:
    inner = plain_name(name, 30).strip("\u2068\u2069")
    run = 3
    for letter in inner:
        run = run + 1 if unicodedata.combining(letter) else 0
        assert run <= 2


@given(NAMES)
def test_what_is_written_from_right_to_left_moves_nothing_that_follows(name: str) -> None:
    shown = plain_name(name, 30)
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in shown):
        assert (shown[0], shown[-1]) == ("\u2068", "\u2069")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("snow_white*", "snow_white*"),
        ("  two \n\n lines ", "two lines"),
        ("a\u200b\u200c\u200db", "ab"),
        ("\u202eevil", "evil"),
        ("```x", "ˋˋˋx"),
        ("", "?"),
        ("\u3164\u2800", "?"),
        ("Z\u0301\u0301\u0301\u0301", "Ź\u0301\u0301"),
        ("abcdefghijklmnop", "abcdefghijk…"),
        ("字字字字字字字", "字字字字字…"),
        ("\u05e9\u05dc\u05d5\u05dd", "\u2068\u05e9\u05dc\u05d5\u05dd\u2069"),
    ],
)
def test_names_as_they_are_shown(name: str, shown: str) -> None:
    assert plain_name(name, 12) == shown
