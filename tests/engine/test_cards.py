"""Cards: what they are called by programs and by people."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    PACK,
    SPADES,
    TWO_PACKS,
    card,
    card_label,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)

NOT_CARDS = ["", "A", "S", "1S", "11S", "0S", "AX", "SA", "A S", " AS", "ASS", "A\u017f", "\u212aS", "♠A"]


def test_a_pack_has_each_of_52_cards_once_and_two_packs_twice() -> None:
    assert len(PACK) == 52
    assert {card_text(one) for one in PACK} == {rank + suit for rank in "A23456789TJQK" for suit in "CDHS"}
    assert Counter(TWO_PACKS) == Counter(PACK) + Counter(PACK)


@pytest.mark.parametrize("one", PACK, ids=card_text)
def test_every_spelling_of_a_card_is_read(one: int) -> None:
    text, label = card_text(one), card_label(one)
    ranks = {text[0], text[0].lower()} | ({"10"} if text[0] == "T" else set())
    suits = {text[1], text[1].lower(), label[-1]}
    for spelling in (rank + suit for rank in ranks for suit in suits):
        assert parse_card(spelling) == one
    assert card(rank_of(one), suit_of(one)) == one


def test_ten_and_ace_are_written_as_programs_and_people_want_them() -> None:
    ten, ace = card(10, DIAMONDS), card(1, SPADES)
    assert (card_text(ten), card_label(ten)) == ("TD", "10♦")
    assert (card_text(ace), card_label(ace)) == ("AS", "A♠")
    assert [card_label(card(13, suit)) for suit in (CLUBS, DIAMONDS, HEARTS, SPADES)] == ["K♣", "K♦", "K♥", "K♠"]


@pytest.mark.parametrize("text", NOT_CARDS)
def test_a_text_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


@given(st.text(max_size=4))
def test_no_text_is_read_as_anything_but_a_card(text: str) -> None:
    try:
        one = parse_card(text)
    except ValueError:
        return
    assert one in PACK


@given(st.lists(st.sampled_from(PACK)))
def test_cards_are_read_back_as_they_are_written(cards: list[int]) -> None:
    assert parse_cards(cards_text(cards)) == tuple(cards)


def test_an_error_about_a_card_quotes_no_text_without_end() -> None:
    with pytest.raises(ValueError, match="is not a card") as refused:
        parse_card("x" * 10_000)
    assert len(str(refused.value)) < 200
