"""Sun from the first arc to the wind, on hand-made deals: what is available, and what each step does."""

from __future__ import annotations

from engine.cards import TWO_PACKS, cards_text
from engine.view import reveals
from tests.engine.suns import CLUBS, DIAMONDS, FALL, HEARTS, PLAIN, RANKS, RISE, SPADES, arcs, column, others
from tests.engine.tables import Table


def test_the_first_arc_is_dealt_at_the_start_and_each_next_deals_another() -> None:
    table = Table("sun", CLUBS + " " + DIAMONDS)
    assert table.piles("rays") == CLUBS.split()
    assert len(table["stock"]) == 91
    table.play("next")
    assert table.piles("rays") == [f"{rank}C {rank}D" for rank in RANKS]


def test_an_arc_reaches_empty_rays_too() -> None:
    table = Table("sun", arcs(CLUBS, PLAIN)).play("r1>A r2>A r13>K next")
    assert table.piles("rays")[0] == "2C"
    assert table.piles("rays")[1] == "3D"
    assert table.piles("rays")[2] == "3C 4H"
    assert table.piles("rays")[12] == "3C"


def test_only_the_outermost_card_of_a_ray_is_available_at_sunrise() -> None:
    table = Table("sun", arcs(CLUBS, PLAIN)).play("next")
    assert table.legal == ["next"]
    assert "Only the ray in turn" in table.why("r1.1>A")


def test_eight_arcs_and_the_rows_can_take_all_104_cards_at_sunrise() -> None:
    table = Table("sun", arcs(*(suit for suit in (CLUBS, DIAMONDS, HEARTS, SPADES) for _ in range(2))), stages="1")
    for suit in range(4):
        table.play(RISE).play("next").play(FALL)
        if suit < 3:
            table.play("next")
    assert table.outcome == "won"
    assert table.legal == []
    assert table.score == 900
    assert table.view.advance is None


def test_the_sun_plays_from_the_first_ray_that_is_not_empty() -> None:
    table = Table("sun", column(1))
    for _ in range(7):
        table.play("r1>A next")
    table.play("r1>A")
    assert table.piles("rays")[0] == ""
    assert (table["stage"], table["ray"]) == (1, None)
    assert table.said("next") == "Let the sun play: ray 2 first"
    table.play("next")
    assert (table["stage"], table["ray"]) == (2, 2)


def test_an_empty_ray_is_passed_over_while_the_sun_plays() -> None:
    table = Table("sun", column(5))
    for _ in range(7):
        table.play("r5>A next")
    table.play("r5>A next next next next")
    assert (table["ray"], table.piles("rays")[4]) == (4, "")
    assert table.said("next") == "Go on to ray 6"
    table.play("next")
    assert table["ray"] == 6


def in_turn() -> Table:
    """Return a table where ray 1, with AC innermost and 2C in the middle, is in turn, and AD ends ray 2."""
    first = f"AC {PLAIN[3:]}"
    second = "KS 7S 8S 9S 7S 8S 9C TS JS QS 2D 4D 5D"
    third = "2C 4C 5C 7C 8C 9C JC QC 4C 5C 6C 7C 8C"
    last = "9D AD 6D 8D TD 2H 3H 5H 6H 7H 9H TH JH"
    return Table("sun", arcs(first, second, third, *others(first, second, third, last), last)).play(["next"] * 8)


def test_every_card_of_the_ray_in_turn_is_available_and_of_others_the_outermost() -> None:
    table = in_turn()
    assert (table["stage"], table["ray"]) == (2, 1)
    before = table.piles("rays")[0].split()
    assert (before[0], before[1], before[2]) == ("AC", "KS", "2C")
    assert {"r1.1>A", "r1.2>K", "r2>A"} <= set(table.legal)
    assert "Only the ray in turn" in table.why("r2.8>A")
    assert "say which of its cards" in table.why("r1>A")
    assert "Ray 1 has only 8 cards" in table.why("r1.9>A")


def test_a_card_taken_from_inside_a_ray_leaves_the_others_in_their_order() -> None:
    table = in_turn()
    before = table.piles("rays")[0].split()
    table.play("r1.2>K")
    assert table.piles("rays")[0].split() == [before[0], *before[2:]]
    table.play("r1.1>A r1.1>A")
    assert table.piles("rays")[0].split() == before[3:]
    assert table["aces"]["C"] == "2C"


def test_there_is_no_going_back_to_a_ray() -> None:
    table = in_turn().play("next")
    assert table["ray"] == 2
    assert "Only the ray in turn" in table.why("r1.1>A")
    assert "does not fit" in table.why("r1>A")


def test_the_sunset_deals_each_ray_to_those_on_its_right_and_the_rest_is_a_cloud() -> None:
    table = Table("sun", arcs(PLAIN, *["4C 5D 6H 7S 8C 9D TH JS QC 2D 3H 4S 5C"]), stages="1-3").play(["next"] * 7)
    for ray in range(1, 14):
        rays, clouds = [cards.split() for cards in table.piles("rays")], table.piles("clouds")
        gathered = rays[ray - 1]
        table.play("next")
        assert (table["stage"], table["gathered"], table["ray"]) == (3, ray, None)
        right = 13 - ray
        expected = [[], *[[*old, *gathered[n : n + 1]] for n, old in enumerate(rays[ray:])]]
        assert [cards.split() for cards in table.piles("rays")][ray - 1 :] == expected
        left_over = gathered[right:]
        assert table.piles("clouds") == ([*clouds, " ".join(left_over)] if left_over else clouds)
    assert table.piles("rays") == [""] * 13
    assert sum(len(cloud.split()) for cloud in table.piles("clouds")) == 104


def test_an_empty_ray_receives_cards_at_sunset() -> None:
    table = Table("sun", column(5), stages="1-3")
    for _ in range(7):
        table.play("r5>A next")
    table.play("r5>A")
    fourth_of_ray_1 = table.piles("rays")[0].split()[3]
    table.play("next")
    assert table.piles("rays")[4] == fourth_of_ray_1


def test_the_sunset_passes_over_a_ray_that_is_empty() -> None:
    table = Table("sun", column(1), stages="1-3")
    for _ in range(7):
        table.play("r1>A next")
    table.play("r1>A")
    assert table.said("next") == "Let the sun set: gather ray 2"
    table.play("next")
    assert table["gathered"] == 2
    assert table.piles("rays")[:2] == ["", ""]


def at_the_wind(wind: str | None = None) -> Table:
    """Return a table with a copy of the clubs from ace to eight built and all other cards in clouds."""
    table = Table("sun", column(1), wind=wind, stages="1-3")
    for _ in range(7):
        table.play("r1>A next")
    table.play("r1>A")
    while any(table.piles("rays")):
        table.play("next")
    return table


def test_the_wind_lays_all_clouds_as_one_in_the_order_of_its_own_shuffle() -> None:
    wind = cards_text(reversed(TWO_PACKS)).split()
    table = at_the_wind(" ".join(wind))
    clouds = len(table.piles("clouds"))
    assert clouds > 1
    assert table["wind"] is False
    assert table.said("next") == "Let the wind blow the clouds together"
    table.play("next")
    assert table["wind"] is True
    # Of these one copy is home: the other is laid where the wind first comes to its like.
    home = ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C"]
    expected = [card for place, card in enumerate(wind) if card not in home or card not in wind[:place]]
    assert len(expected) == 96
    assert table["clouds"][-1] == expected
    assert len(table.piles("clouds")) == clouds + 1
    assert table.piles("clouds")[:-1] == [""] * clouds


def test_the_wind_blows_once_and_what_it_did_cannot_be_unseen() -> None:
    table = at_the_wind()
    before = table.view
    table.play("next")
    assert reveals(before, table.view)
    assert table.view.fact("wind") == 1
    assert "next" not in table.legal


def test_undoing_a_step_short_of_the_wind_shows_nothing_new() -> None:
    table = Table("sun", PLAIN, stages="1-3").play(["next"] * 7)
    before = table.view
    table.play("next")
    assert not reveals(before, table.view)


def nearly_home() -> Table:
    """Return a table where just AS and 2S are left, on the rays 12 and 13, and the sun is about to set."""
    spades_last = "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S"
    table = Table(
        "sun",
        arcs(CLUBS, CLUBS, DIAMONDS, DIAMONDS, HEARTS, HEARTS, SPADES, spades_last),
        stages="1-3",
    )
    for _ in range(3):
        table.play(RISE).play("next").play(FALL).play("next")
    return table.play(RISE).play("next").play(f"r{ray}>K" for ray in range(11, 0, -1))


def test_all_cards_of_ray_13_become_a_cloud() -> None:
    table = nearly_home().play("next")
    assert (table["gathered"], table.piles("rays")[12], table.piles("clouds")) == (12, "2S AS", [])
    table.play("next")
    assert (table["gathered"], table.piles("clouds")) == (13, ["2S AS"])


def test_the_first_and_last_card_of_a_cloud_are_available_and_one_card_is_its_first() -> None:
    table = nearly_home().play("next next")
    assert table.legal == ["c1f>K", "next"]
    assert "does not fit on the king row" in table.why("c1l>K")
    table.play("c1f>K")
    assert table.legal == ["c1f>K", "next"]
    assert "take it as c1f" in table.why("c1l>K")
    table.play("c1f>K")
    assert table.outcome == "won"
    assert table.piles("clouds") == [""]
    assert table.score == 700 + 200 + 100 * (21 - 9) // 21


def test_clouds_keep_their_numbers_and_the_winds_cloud_has_the_next() -> None:
    table = nearly_home().play("next next next")
    assert table.piles("clouds") == ["", "AS 2S"]
    assert "Cloud 1 is gone" in table.why("c1f>K")
    assert "There is no cloud 3" in table.why("c3f>K")
    assert "no next step" in table.why("next")
    assert [pile.name for pile in table.view.piles if pile.name in ("c1", "c2", "c3")] == ["c1", "c2"]


def test_the_sun_does_not_play_without_stage_two_and_does_not_set_at_sunrise_alone() -> None:
    assert Table("sun", PLAIN, stages="1-3").play(["next"] * 8)["stage"] == 3
    assert Table("sun", PLAIN, stages="1-2-3").play(["next"] * 8)["stage"] == 2
    table = Table("sun", PLAIN, stages="1").play(["next"] * 7)
    assert table["stage"] == 1
    assert "next" not in table.legal


def test_the_moves_of_the_stages_in_words() -> None:
    table = Table("sun", CLUBS)
    assert table.said("next") == "Deal arc 2 of 8"
    assert table.said("r1>A") == "Build A♣ from ray 1 on the ace row"
    assert table.said("r13>K") == "Build K♣ from ray 13 on the king row"
    table = in_turn()
    assert table.said("r1.1>A") == "Build A♣, card 1 of ray 1, on the ace row"
    assert table.said("r1.2>K") == "Build K♠, card 2 of ray 1, on the king row"
    table = nearly_home()
    assert table.said("next") == "Let the sun set: gather ray 12"
    assert table.play("next").said("next") == "Gather ray 13"
    assert table.play("next").said("c1f>K") == "Build 2♠, first of cloud 1, on the king row"
