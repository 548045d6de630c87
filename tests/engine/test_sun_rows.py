"""Sun's two rows in the middle: how they are begun and built, and how cards move from one to the other."""

from __future__ import annotations

import pytest

from tests.engine.suns import CLUBS, DIAMONDS, FALL, HEARTS, RISE, SPADES, arcs, others
from tests.engine.tables import Table


def test_an_ace_begins_the_ace_row_and_a_king_the_king_row() -> None:
    table = Table("sun", CLUBS)
    assert table.legal == ["next", "r13>K", "r1>A"]
    assert "does not fit on the ace row" in table.why("r2>A")
    assert "does not fit on the king row" in table.why("r12>K")
    table.play("r1>A r2>A r13>K r12>K")
    assert (table["aces"]["C"], table["kings"]["C"]) == ("2C", "QC")
    assert (table["aces"]["D"], table["kings"]["D"]) == (None, None)
    assert "Ray 1 is empty" in table.why("r1>A")


def clubs_met() -> Table:
    """Return a table with the clubs to six on the ace row and from king to seven on the king row."""
    return Table("sun", CLUBS).play(RISE[:6]).play(FALL[:7])


def test_a_top_card_moves_between_the_rows_where_it_fits_any_number_of_times() -> None:
    table = clubs_met()
    assert (table["aces"]["C"], table["kings"]["C"]) == ("6C", "7C")
    assert table.legal == ["C>A", "C>K", "next"]
    for _ in range(3):
        table.play("C>A")
        assert (table["aces"]["C"], table["kings"]["C"]) == ("7C", "8C")
        table.play("C>K")
        assert (table["aces"]["C"], table["kings"]["C"]) == ("6C", "7C")
    assert table.game.progress(table.state) == 13


def test_the_base_card_of_a_row_never_moves() -> None:
    table = clubs_met().play(["C>K"] * 5)
    assert (table["aces"]["C"], table["kings"]["C"]) == ("AC", "2C")
    assert table.legal == ["C>A", "next"]
    assert "base card never moves" in table.why("C>K")
    table.play(["C>A"] * 11)
    assert (table["aces"]["C"], table["kings"]["C"]) == ("QC", "KC")
    assert table.legal == ["C>K", "next"]
    assert "base card never moves" in table.why("C>A")


def test_a_row_is_begun_from_a_ray_and_not_from_the_other_row() -> None:
    table = Table("sun", CLUBS).play(RISE)
    assert (table["aces"]["C"], table["kings"]["C"]) == ("KC", None)
    assert table.legal == ["next"]
    assert "do not meet" in table.why("C>K")
    table = Table("sun", CLUBS).play(FALL)
    assert (table["aces"]["C"], table["kings"]["C"]) == (None, "AC")
    assert table.legal == ["next"]
    assert "do not meet" in table.why("C>A")


def test_cards_that_do_not_meet_cannot_be_moved_between_the_rows() -> None:
    table = Table("sun", CLUBS).play("r1>A r2>A r13>K")
    assert "do not meet" in table.why("C>K")
    assert "do not meet" in table.why("C>A")
    assert "do not meet" in table.why("S>A")


def last_arc_over_clubs(last: str) -> Table:
    """Return sunrise alone after its last arc, the clubs met, with ``last`` outermost and no other row begun."""
    return (
        Table("sun", arcs(CLUBS, *others(CLUBS, last), last), stages="1")
        .play(RISE[:6])
        .play(FALL[:7])
        .play(["next"] * 7)
    )


def test_moves_between_the_rows_alone_keep_no_game_alive() -> None:
    table = last_arc_over_clubs("2D 3D 4D 5D 6D 7D 8D 9D TD JD QD 2H 3H")
    assert table.outcome == "lost"
    assert table.legal == []
    assert table.why("C>A") == "The game is over"


def test_a_game_is_not_lost_while_a_card_could_be_played_after_moves_between_the_rows() -> None:
    table = last_arc_over_clubs("2D 3D 4D 5D 9C 7D 8D 9D TD JD QD 2H 3H")
    assert table.outcome is None
    assert table.legal == ["C>A", "C>K"]
    table.play("C>A C>A")
    assert "r5>A" in table.legal
    table.play("r5>A")
    assert table["aces"]["C"] == "9C"


@pytest.mark.parametrize("stages", ["1-2-3", "1-3", "1"])
def test_eight_aces_have_no_king_row_and_no_moves_between_rows(stages: str) -> None:
    table = Table("sun", CLUBS, bases="aces", stages=stages)
    assert table.legal == ["next", "r1>A"]
    assert "no king row" in table.why("r13>K")
    assert "no king row" in table.why("C>K")
    assert "no king row" in table.why("C>A")


def test_eight_aces_build_two_piles_a_suit_up_to_the_king() -> None:
    table = Table("sun", arcs("AC 2C 3C AC 2C AD 4D 5D 6D 7D 8D 9D TD"), bases="aces")
    assert table["aces"]["C"] == [None, None]
    table.play("r1>A r2>A r3>A r4>A")
    assert table["aces"]["C"] == ["3C", "AC"]
    table.play("r5>A")
    assert table["aces"]["C"] == ["3C", "2C"]
    assert table["aces"]["D"] == [None, None]
    assert "kings" not in table.game.fields(table.state)


def test_the_whole_of_sun_can_be_won_with_eight_aces() -> None:
    laid = arcs(*(suit for suit in (CLUBS, DIAMONDS, HEARTS, SPADES) for _ in range(2)))
    table = Table("sun", laid, bases="aces", stages="1")
    for arc in range(8):
        table.play(RISE)
        if arc < 7:
            table.play("next")
    assert table.outcome == "won"
    assert table["aces"] == {suit: [f"K{suit}", f"K{suit}"] for suit in "CDHS"}


def test_moves_between_the_rows_in_words() -> None:
    table = clubs_met()
    assert table.said("C>A") == "Move 7♣ from the king row to the ace row"
    assert table.said("C>K") == "Move 6♣ from the ace row to the king row"
