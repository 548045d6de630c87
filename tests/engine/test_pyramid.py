"""Pyramid, on hand-made deals: what is available, what goes together, and how stock and wastes are turned."""

from __future__ import annotations

import pytest

from engine.game import OptionError, games
from engine.view import reveals
from tests.engine.tables import Table

LOW = "AC AD AH 2C 2D 2H 3C 3D 3H 4C 4D 4H AS 2S 3S 4S 5C 5D 5H 5S 6C"
"""Six rows of low cards."""

KINGS_BELOW = f"{LOW} KC KD KH KS 8C 7C 6D"
"""A bottom row of four kings, then 8C, 7C, 6D; 5H, 5S, 6C end the row above."""

WITHOUT_5H = KINGS_BELOW.replace("5H", "9H")
"""The same with 5H left for the stock."""


def test_28_cards_form_the_pyramid_row_by_row_and_24_the_stock() -> None:
    cards = [f"{rank}{suit}" for suit in "SHDC" for rank in "KQJT98765432A"]
    table = Table("pyramid", " ".join(cards))
    assert [len(row) for row in table["pyramid"]] == [1, 2, 3, 4, 5, 6, 7]
    assert [card for row in table["pyramid"] for card in row] == cards[:28]
    assert table["stock"] == cards[28:]
    assert table["wastes"] == [[]]


def test_a_card_is_available_when_neither_card_on_it_is_left() -> None:
    table = Table("pyramid", KINGS_BELOW)
    assert table.legal == ["6D+7C", "KC", "KD", "KH", "KS", "draw"]
    assert "still covered" in table.why("5C+8C")
    table.play("KH")
    assert "still covered" in table.why("5C+8C")
    table.play("KS")
    assert "still covered" in table.why("5S+8C")
    table.play("KD KC")
    assert table["pyramid"][6] == [None, None, None, None, "8C", "7C", "6D"]
    assert "5D+8C" in table.legal


def test_a_card_never_pairs_with_a_card_that_lies_on_it() -> None:
    # 6C ends the sixth row; 7C and a king lie on it. With the king gone, 7C alone still covers its partner.
    table = Table("pyramid", f"{LOW} 8C 8D 8H 8S 9C 7C KC").play("KC")
    assert "6C+7C" not in table.legal
    assert table.why("6C+7C") == "6♣ is still covered in the pyramid"


@pytest.mark.parametrize(
    ("pair", "bottom"),
    [("AC+QC", "QC"), ("2C+JC", "JC"), ("3C+TC", "TC"), ("4C+9C", "9C"), ("5C+8C", "8C"), ("6C+7C", "7C")],
)
def test_two_cards_that_add_up_to_13_go_together(pair: str, bottom: str) -> None:
    low = pair.split("+")[0]
    others = [
        card
        for card in [
            "AD",
            "AH",
            "AS",
            "2D",
            "2H",
            "2S",
            "3D",
            "3H",
            "3S",
            "4D",
            "4H",
            "4S",
            "5D",
            "5H",
            "5S",
            "6D",
            "6H",
            "6S",
            "KD",
            "KH",
            "KS",
        ]
        if card != low
    ]
    table = Table("pyramid", " ".join([*others[:21], low, bottom]))
    assert pair in table.legal
    table.play(pair)
    assert table["pyramid"][6][:2] == [None, None]
    assert table.game.progress(table.state) == 2


def test_only_the_top_of_the_waste_is_available_and_covered_cards_come_back() -> None:
    table = Table("pyramid", f"{WITHOUT_5H} 5H 7D")
    table.play("draw draw")
    assert table["wastes"] == [["5H", "7D"]]
    assert table.why("5H+8C") == "5♥ is covered on its waste"
    assert "6D+7D" in table.legal
    table.play("6D+7D")
    assert table["wastes"] == [["5H"]]
    assert "5H+8C" in table.legal


def test_a_closed_stock_gives_no_card_and_no_hint() -> None:
    table = Table("pyramid", f"{WITHOUT_5H} 5H")
    assert table.why("5H+8C") == "5♥ is not on the table"
    table.play("KC")
    assert table.why("KC") == "K♣ is not on the table"
    assert table.view.cards("stock") == (None,) * 24


def test_an_open_stock_shows_its_next_card_which_may_be_taken() -> None:
    table = Table("pyramid", f"{LOW} 9C 9D 9H 9S 8C 8D 8H 6D 7D KC KD", stock="open")
    view = table.view
    assert view.hidden == 23
    assert view.cards("stock")[-1] is not None
    assert table.legal == ["draw"]
    table.play("draw")
    assert reveals(view, table.view)
    assert "6D+7D" in table.legal
    table.play("6D+7D")
    assert (table["wastes"], table["stock"][0]) == ([[]], "KC")
    table.play("KC")
    assert table["stock"][0] == "KD"


def test_the_last_card_of_an_open_stock_is_turned_without_a_look() -> None:
    table = Table("pyramid", f"{LOW} 9C 9D 9H 9S 8C 8D 8H", stock="open").play(["draw"] * 23)
    before = table.view
    assert not reveals(before, table.play("draw").view)


def test_three_wastes_get_a_card_each_and_their_tops_pair_with_each_other() -> None:
    table = Table("pyramid", f"{LOW} 9C 9D 9H 9S 8C 8D 8H 6D 7D KC TC TD TH", piles="3")
    assert table["wastes"] == [[], [], []]
    assert table.said("draw") == "Turn 3 stock cards"
    table.play("draw")
    assert table["wastes"] == [["6D"], ["7D"], ["KC"]]
    assert {"6D+7D", "KC"} <= set(table.legal)
    table.play("6D+7D")
    assert table["wastes"] == [[], [], ["KC"]]
    table.play("draw")
    assert table["wastes"] == [["TC"], ["TD"], ["KC", "TH"]]
    assert table.why("KC") == "K♣ is covered on its waste"


def test_the_redealt_stock_is_waste_1_from_bottom_to_top_then_2_then_3() -> None:
    table = Table("pyramid", f"{LOW} 9C 9D 9H 9S 8C 8D 8H", piles="3", redeals="1").play(["draw"] * 8)
    one, two, three = table["wastes"]
    assert [len(waste) for waste in (one, two, three)] == [8, 8, 8]
    table.play("redeal")
    assert table["stock"] == [*one, *two, *three]
    assert table["wastes"] == [[], [], []]
    assert table.why("redeal") == "The stock must be empty before the waste is turned over"


def test_a_draw_of_fewer_than_three_reaches_the_leftmost_wastes() -> None:
    table = Table("pyramid", f"{LOW} 9C 9D 9H 9S 8C 8D 8H KC 6D 6H", piles="3", redeals="1")
    table.play("draw KC").play(["draw"] * 7).play("redeal")
    assert len(table["stock"]) == 23
    table.play(["draw"] * 7)
    assert table.said("draw") == "Turn 2 stock cards"
    last = table["stock"]
    third = table["wastes"][2]
    table.play("draw")
    assert [waste[-1] for waste in table["wastes"]] == [*last, third[-1]]


def test_one_waste_is_turned_over_with_the_earliest_turned_card_first() -> None:
    table = Table("pyramid", f"{LOW} 9C 9D 9H 9S 8C 8D 8H", last="TS", redeals="2")
    stock = table["stock"]
    for _ in range(2):
        table.play(["draw"] * 24)
        assert table["wastes"] == [stock]
        assert table.said("redeal") == "Turn the waste over to be the stock again"
        table.play("redeal")
        assert (table["stock"], table["wastes"]) == (stock, [[]])
    table.play(["draw"] * 24)
    assert table.outcome == "lost"


def test_without_a_redeal_the_game_is_lost_with_the_stock_turned_and_nothing_to_discard() -> None:
    table = Table("pyramid", f"{LOW} 9C 9D 9H 9S 8C 8D 8H", last="TS").play(["draw"] * 23)
    assert table.outcome is None
    assert table.why("redeal") == "This game has no redeals"
    table.play("draw")
    assert table.legal == []
    assert table.outcome == "lost"
    assert table.why("draw") == table.why("redeal") == table.why("KS") == "The game is over"


def test_a_game_goes_on_after_the_stock_is_exhausted_while_a_discard_is_left() -> None:
    table = Table("pyramid", KINGS_BELOW).play(["draw"] * 24)
    assert table.outcome is None
    assert "KC" in table.legal
    assert table.why("draw") == "The stock is empty"
    assert table.why("redeal") == "This game has no redeals"


def test_a_used_up_redeal_is_said_to_be() -> None:
    table = Table("pyramid", KINGS_BELOW, redeals="1").play(["draw"] * 24).play("redeal").play(["draw"] * 24)
    assert table.why("redeal") == "No redeal is left"


def test_the_game_is_won_with_the_pyramid_gone_whatever_is_left_in_the_stock() -> None:
    table = Table("pyramid", "KH 6C 7C 5C 8C KD 4C 9C 4D 9D 3C TC 3D TD KC 2C JC 2D JD 2H JH AC QC AD QD AH QH KS")
    table.play("AC+QC AD+QD AH+QH KS 2C+JC 2D+JD 2H+JH 3C+TC 3D+TD KC 4C+9C 4D+9D 5C+8C KD 6C+7C")
    assert table.outcome is None
    table.play("KH")
    assert table.outcome == "won"
    assert len(table["stock"]) == 24
    assert table.score == 1000
    assert table.legal == []
    assert table.why("draw") == "The game is over"


def test_the_cards_of_a_pair_are_written_in_the_order_of_their_texts() -> None:
    pyramid = games()["pyramid"]
    for text in ("9C+4H", "4h+9c", "4♥+9♣", "9♣+4H", " 4H+9C "):
        assert pyramid.format(pyramid.parse(text)) == "4H+9C"
    assert pyramid.format(pyramid.parse("10D+3S")) == "3S+TD"
    assert pyramid.format(pyramid.parse("qs+as")) == "AS+QS"
    assert pyramid.format(pyramid.parse("REDEAL")) == "redeal"


def test_an_open_stock_goes_with_one_waste_only() -> None:
    with pytest.raises(OptionError, match="one waste only"):
        games()["pyramid"].read_options({"stock": "open", "piles": "3"})


def test_discards_are_seen_and_counted() -> None:
    table = Table("pyramid", KINGS_BELOW).play("KC 6D+7C")
    assert len(table.view.cards("discard")) == 3
    assert table.view.cards("p7.1") == ()
    assert len(table.view.cards("p7.2")) == 1
    assert table.said("KD") == "Discard K♦"
