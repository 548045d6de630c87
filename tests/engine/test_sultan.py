"""Sultan, on hand-made deals: the divan that fills itself, the waste, and the eight foundations."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.view import reveals
from tests.engine.tables import Table

UP = "A23456789TJQ"

IN_ORDER = " ".join(
    [
        *(f"{rank}{suit}" for suit in "CDS" for _ in range(2) for rank in UP),
        *(f"{rank}H" for rank in UP[1:]),
        *(f"{rank}H" for rank in UP),
    ]
)
"""All 95 cards in an order in which they can be built one after the other."""


def test_eight_kings_and_an_ace_of_hearts_are_laid_and_the_sultan_takes_no_part() -> None:
    table = Table("sultan", "")
    assert table["foundations"] == {"C": ["KC", "KC"], "D": ["KD", "KD"], "H": ["KH", "AH"], "S": ["KS", "KS"]}
    piles = {pile.name: pile for pile in table.view.piles}
    assert (piles["sultan"].role, piles["sultan"].cards) == ("ornament", parse_cards("KH"))
    assert sum(pile.role == "foundation" for pile in piles.values()) == 8


@pytest.mark.parametrize(("divan", "places"), [("6", 6), ("8", 8)])
def test_the_first_cards_are_the_divan_and_the_rest_the_stock(divan: str, places: int) -> None:
    table = Table("sultan", IN_ORDER, divan=divan)
    assert table["divan"] == IN_ORDER.split()[:places]
    assert table["stock"] == IN_ORDER.split()[places:]
    assert table["waste"] == []


def table_of_eight() -> Table:
    return Table("sultan", "3C 3C 4C 4C 5C 5C 6C 9C", divan="8")


def test_a_place_that_the_divan_does_not_have_is_refused() -> None:
    assert Table("sultan", "").why("d7") == "The divan of this game has 6 places"
    assert table_of_eight().why("d8") == "No foundation wants 9♣ yet"


def test_clubs_are_built_from_the_ace_and_hearts_from_the_two_on_the_ace_and_from_the_ace_on_the_king() -> None:
    table = Table("sultan", "2C AC 2H 3H AH 2D")
    assert table.legal == ["d2", "d3", "d5", "draw"]
    assert table.why("d1") == "No foundation wants 2♣ yet"
    table.play("d3")
    assert table["foundations"]["H"] == ["KH", "2H"]
    table.play("d5")
    assert table["foundations"]["H"] == ["AH", "2H"]
    assert "d4" in table.legal


def test_where_both_foundations_want_a_card_one_takes_it_and_else_the_one_that_does() -> None:
    table = Table("sultan", "AC AC 2C 2C 3C 4C")
    table.play("d1")
    assert table["foundations"]["C"] == ["KC", "AC"]
    table.play("d2")
    assert table["foundations"]["C"] == ["AC", "AC"]
    table.play("d3")
    assert table["foundations"]["C"] == ["AC", "2C"]
    table.play("d4")
    assert table["foundations"]["C"] == ["2C", "2C"]
    table.play("d5 d6")
    assert table["foundations"]["C"] == ["2C", "4C"]


def test_an_empty_place_is_filled_from_the_stock_while_there_is_no_waste() -> None:
    table = Table("sultan", "AC 3C 3C 4C 4C 5C 9D 8D")
    before = table.view
    table.play("d1")
    assert table["divan"] == ["9D", "3C", "3C", "4C", "4C", "5C"]
    assert table["stock"][0] == "8D"
    assert reveals(before, table.view)


def test_an_empty_place_is_filled_from_the_waste_before_the_stock() -> None:
    table = Table("sultan", "AC 3C 3C 4C 4C 5C 9D 8D 7D").play("draw draw")
    before = table.view
    table.play("d1")
    assert table["divan"][0] == "8D"
    assert (table["waste"], table["stock"][0]) == (["9D"], "7D")
    assert not reveals(before, table.view)


def test_an_empty_place_stays_empty_with_neither_waste_nor_stock() -> None:
    table = Table("sultan", IN_ORDER).play(f"d{place % 6 + 1}" for place in range(90))
    assert (table["stock"], table["waste"], table["divan"].count(None)) == ([], [], 1)
    empty = table["divan"].index(None) + 1
    assert table.why(f"d{empty}") == f"Divan {empty} is empty"
    assert table.why("draw") == "The stock is empty"
    assert table.why("redeal") == "There is no card on the waste to turn over"
    assert table.why("w") == "The waste is empty"
    assert table.view.cards(f"d{empty}") == ()
    assert table.view.advance is None


def test_a_game_is_won_with_eight_queens_around_the_sultan_and_without_an_advance_scores_1000() -> None:
    table = Table("sultan", IN_ORDER).play(f"d{place % 6 + 1}" for place in range(95))
    assert table["divan"] == [None] * 6
    assert table["foundations"] == {suit: [f"Q{suit}", f"Q{suit}"] for suit in "CDHS"}
    assert table.outcome == "won"
    assert table.score == 1000
    assert table.legal == []
    assert table.why("draw") == "The game is over"


def test_the_top_of_the_waste_is_available_and_covers_the_others() -> None:
    table = Table("sultan", "3C 3C 4C 4C 5C 5C AD 9D").play("draw")
    assert "w" in table.legal
    assert table.said("w") == "Build A♦ from the waste"
    table.play("draw")
    assert table.why("w") == "No foundation wants 9♦ yet"
    table = Table("sultan", "3C 3C 4C 4C 5C 5C AD 9D").play("draw w")
    assert (table["waste"], table["foundations"]["D"]) == ([], ["KD", "AD"])


def test_the_waste_is_turned_over_twice_the_first_card_discarded_comes_first() -> None:
    table = Table("sultan", "3C 3C 4C 4C 5C 5C")
    stock = table["stock"]
    for passed in (1, 2):
        assert table.why("redeal") == "The stock must be empty before the waste is turned over"
        table.play(["draw"] * 89)
        assert table["waste"] == stock
        assert table.view.fact("pass") == passed
        table.play("redeal")
        assert (table["stock"], table["waste"]) == (stock, [])
    table.play(["draw"] * 89)
    assert table.view.advance is None


def test_a_game_is_lost_when_both_redeals_are_used_and_nothing_can_be_built() -> None:
    table = Table("sultan", "3C 3C 4C 4C 5C 5C", last="9S").play(["draw"] * 89)
    for _ in range(2):
        assert table.outcome is None
        table.play("redeal").play(["draw"] * 89)
    assert table.outcome == "lost"
    assert table.legal == []
    assert table.why("redeal") == "The game is over"


def test_used_redeals_are_said_to_be() -> None:
    table = Table("sultan", "AC 3C 4C 4C 5C 5C", last="9S").play(["draw"] * 89)
    for _ in range(2):
        table.play("redeal").play(["draw"] * 89)
    assert table.legal == ["d1"]
    assert table.why("redeal") == "Both redeals are used up"


def test_the_moves_of_sultan_in_words() -> None:
    table = Table("sultan", "AC 3C 4C 4C 5C 5C")
    assert table.said("d1") == "Build A♣ from divan 1"
    assert table.said("draw") == "Turn a stock card"
    table.play(["draw"] * 89)
    assert table.said("redeal") == "Turn the waste over to be the stock again"
