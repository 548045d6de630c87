"""What always holds of the rules of taking turns, whatever happens in whichever order."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.tables import rules
from engine.game import games
from storage.table_rows import Seat, Table

CLOCK = 60
PEOPLE = st.integers(2, 8)
EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["play", "play nothing", "undo", "pass", "advance", "clock", "leave", "sit"]), st.integers(0, 7)
    ),
    max_size=60,
)


def table_of(people: int) -> Table:
    lobby = Table(
        id=1,
        kind="turns",
        guild_id=1,
        channel_id=2,
        locale="en-US",
        host_id=100,
        game="any",
        options="{}",
        rules=1,
        most_seats=8,
        clock=CLOCK,
        created_at=0,
        seats=tuple(Seat(user_id=100 + place, position=place) for place in range(people)),
    )
    return rules.begun(lobby, 0)


def happened(table: Table, event: str, who: int, now: int) -> Table:
    """Return the table after an event, as the use cases put the rules together; unchanged where it can't happen."""
    user_id = 100 + who
    match event:
        case "play":
            return rules.played(table, 2, now, fair_undo=True)
        case "play nothing":
            return rules.played(table, 0, now, fair_undo=True)
        case "undo" if table.may_undo and table.deadline_before is not None and table.deadline_before > now:
            return rules.taken_back(table)
        case "pass":
            return after_pass(rules.passed(table), now)
        case "advance":
            return rules.handed_on(rules.advanced(table, table.turn), now)
        case "clock":
            return after_pass(rules.ran_out(table), now)
        case "leave" if table.sits(user_id):
            left = rules.gone(table, user_id)
            return after_pass(left, now) if table.turn == user_id or rules.everybody_passed(left) else left
        case "sit" if table.seat_of(user_id) and not table.sits(user_id):
            return rules.back(table, user_id)
    return table


def after_pass(table: Table, now: int) -> Table:
    if not table.seated:
        return rules.ended(table, "deserted", now)
    if rules.everybody_passed(table):
        table = rules.advanced(table, None)
    return rules.handed_on(table, now)


@given(PEOPLE, EVENTS)
def test_somebody_who_sits_is_in_turn_and_somebody_who_sits_is_host(people: int, events: list[tuple[str, int]]) -> None:
    table = table_of(people)
    for now, (event, who) in enumerate(events, 1):
        table = happened(table, event, who, now * 1000)
        if table.state == "over":
            assert not table.seated
            return
        assert table.turn is not None
        assert table.sits(table.turn)
        assert table.sits(table.host_id)
        assert table.deadline is not None
        assert not rules.everybody_passed(table)
        assert all(seat.gained >= 0 for seat in table.seats)


@given(PEOPLE, EVENTS)
def test_undo_gives_back_what_was_but_no_time(people: int, events: list[tuple[str, int]]) -> None:
    table = table_of(people)
    for now, (event, who) in enumerate(events, 1):
        table = happened(table, event, who, now * 1000)
        if table.state == "over":
            return
        played = rules.played(table, 3, now * 1000, fair_undo=True)
        back = rules.taken_back(played)
        assert back.deadline == table.deadline
        assert [seat.gained for seat in back.seats] == [seat.gained for seat in table.seats]
        assert [seat.passed == 1 for seat in back.seats] == [seat.passed == 1 for seat in table.seats]
        assert back.moment > played.moment > table.moment


@given(PEOPLE, st.integers(1, 30))
def test_cards_are_turned_by_themselves_whenever_all_have_passed(people: int, passes: int) -> None:
    table = table_of(people)
    for number in range(1, passes + 1):
        # Plays that gain nothing make no difference.
        table = happened(happened(table, "play nothing", 0, number), "pass", 0, number)
        assert sum(seat.passed for seat in table.seated) == number % people
        assert table.turn == 100 + number % people


@given(PEOPLE, st.integers(0, 5))
def test_a_play_that_gains_nothing_leaves_the_clock_and_the_passes(people: int, passes: int) -> None:
    table = table_of(people)
    for _ in range(min(passes, people - 1)):
        table = rules.handed_on(rules.passed(table), 500)
    after = rules.played(table, 0, 30_000, fair_undo=True)
    assert after.deadline == table.deadline
    assert after.seats == table.seats


@given(st.integers(3, 8))
def test_nobody_keeps_cards_from_being_turned_by_leaving_and_sitting_down_again(people: int) -> None:
    table = table_of(people)
    for now in range(1, people + 1):
        assert table.turn == 99 + now
        player = table.turn - 100
        table = happened(table, "pass", player, now * 1000)
        if now < people:
            # All but the last wait until it is the next one's turn.
            table = happened(happened(table, "leave", player, now * 1000), "sit", player, now * 1000)
    assert [seat.passed for seat in table.seats] == [0] * people
    assert table.turn == 100


@given(PEOPLE)
def test_who_leaves_in_their_turn_has_passed_it(people: int) -> None:
    table = table_of(people)
    for player in range(people - 1):
        table = happened(happened(table, "leave", player, 1), "sit", player, 1)
        assert [seat.passed for seat in table.seats] == [int(seat.position <= player) for seat in table.seats]
    table = happened(table, "leave", people - 1, 1)
    assert [seat.passed for seat in table.seats] == [0] * people


@given(PEOPLE, st.integers(0, 7))
def test_who_leaves_after_a_turn_that_ran_out_and_sits_down_again_has_slept_all_the_same(
    people: int, sleeper: int
) -> None:
    table, user_id = table_of(people), 100 + sleeper % people
    for now in range(1, 2 * people + 1):
        slept = table.turn == user_id
        table = happened(table, "clock" if slept else "advance", 0, now * 1000)
        if slept and table.sits(user_id):
            table = rules.back(rules.gone(table, user_id), user_id)
    seat = table.seat_of(user_id)
    assert seat is not None
    assert seat.state == "dropped"


@given(PEOPLE)
def test_a_turn_goes_round_the_table(people: int) -> None:
    table = table_of(people)
    order = []
    for now in range(people + 1):
        order.append(table.turn)
        table = rules.handed_on(rules.advanced(table, table.turn), now)
    assert order == [*(100 + place for place in range(people)), 100]


@given(PEOPLE, st.integers(0, 7))
def test_who_sleeps_twice_in_a_row_is_dropped_and_who_wakes_between_is_not(people: int, sleeper: int) -> None:
    asleep = 100 + sleeper % people
    table = table_of(people)
    for now in range(2 * people):
        if table.turn == asleep:
            table = after_pass(rules.ran_out(table), now)
        else:
            table = rules.handed_on(rules.advanced(table, table.turn), now)
    assert [seat.user_id for seat in table.seats if seat.state == "dropped"] == [asleep]
    assert asleep not in [seat.user_id for seat in table.seated]
    awake = rules.back(table, asleep)
    seat = awake.seat_of(asleep)
    assert seat is not None
    assert (seat.state, seat.missed) == ("in", 0)


def test_the_bonus_is_a_tenth_of_the_cards_rounded_up() -> None:
    assert {name: rules.bonus_of(game.total) for name, game in games().items()} == {
        "pyramid": 3,
        "sultan": 10,
        "sun": 11,
    }


def test_the_winning_move_brings_the_bonus_to_whoever_makes_it() -> None:
    table = replace(table_of(3), turn=101)
    after = rules.played(table, 2, 0, won=3, fair_undo=True)
    assert [(seat.gained, seat.bonus) for seat in after.seats] == [(0, 0), (2, 3), (0, 0)]
