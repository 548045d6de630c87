"""Game records that are right: how they are written, and all the ways in which they may be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.cards import cards_text
from engine.deals import Deal
from engine.game import games
from engine.record import Record, RecordError, make_record, read_record, read_records, write_record
from tests.engine.walks import VARIANTS, Variant, walk, walks

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)

SEEDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=21)

SUN = """[Game "sun"]
[Stages "1-2-3"]
[Bases "aces-kings"]
[Seed "1"]
[Result "unfinished"]

"""


def moves_of(text: str) -> tuple[str, ...]:
    return read_record(text).moves


def by_cards(deal: Deal) -> Deal:
    return Deal(deal.cards, deal.wind)


@every_variant
def test_a_record_is_read_back_as_it_was_written(variant: Variant) -> None:
    for one in walks(variant):
        for length in (0, len(one.moves) // 2, len(one.moves)):
            for deal in (one.deal, by_cards(one.deal)):
                record = make_record(one.game, variant.options, deal, one.texts()[:length])
                again = read_record(write_record(record))
                assert again == record
                assert again.state == one.states[length]
                assert again.result == (one.game.outcome(one.states[length]) or "unfinished")


@settings(max_examples=150, deadline=None)
@given(variant=st.sampled_from(VARIANTS), seed=SEEDS, resigned=st.booleans(), length=st.integers(0, 12))
@example(VARIANTS[0], '"', False, 0)
@example(VARIANTS[0], '\\"\\', True, 3)
@example(VARIANTS[0], '; [Game "sun"] ]', False, 3)
@example(VARIANTS[0], "🂡" * 64, False, 0)
@example(VARIANTS[0], " \u2028\u00a0\u202e ", False, 1)
@example(VARIANTS[0], '[Game "', False, 1)
def test_any_seed_goes_on_record(variant: Variant, seed: str, resigned: bool, length: int) -> None:
    one = walk(variant, seed, 0.8)
    record = make_record(one.game, variant.options, one.deal, one.texts()[:length], resigned=resigned)
    text = write_record(record)
    assert read_record(text) == record
    assert read_record(text.replace("\n", "\r\n")) == record
    assert write_record(read_record(text)) == text


def test_a_record_is_written_with_every_option_the_rules_version_and_the_result() -> None:
    game = games()["sun"]
    record = make_record(game, game.read_options({}), game.deal_from_seed("2026-11-30"), ["next", "NEXT"])
    assert write_record(record) == (
        '[Game "sun"]\n[Rules "1"]\n[Stages "1-2-3"]\n[Bases "aces-kings"]\n[Seed "2026-11-30"]\n'
        '[Result "unfinished"]\n\nnext next\n'
    )


def test_a_deal_given_by_its_cards_is_written_by_its_cards() -> None:
    game = games()["sun"]
    deal = by_cards(game.deal_from_seed("1"))
    text = write_record(make_record(game, game.read_options({}), deal))
    assert f'[Cards "{cards_text(deal.cards)}"]\n[Wind "{cards_text(deal.wind)}"]\n' in text
    assert "Seed" not in text


def test_missing_options_are_the_defaults_and_so_is_a_missing_version() -> None:
    short = read_record('[Game "sun"]\n[Seed "1"]')
    assert short == read_record(SUN) == read_record('[Game "sun"]\n[Rules "1"]\n[Seed "1"]')
    assert dict(short.options) == {"stages": "1-2-3", "bases": "aces-kings"}
    assert dict(read_record('[Game "pyramid"]\n[Seed "1"]').options) == {"piles": 1, "stock": "closed", "redeals": 0}
    assert dict(read_record('[Game "sultan"]\n[Seed "1"]').options) == {"divan": 6}


def test_headers_may_come_in_any_order_after_the_game() -> None:
    text = '[Game "pyramid"]\n[Result "unfinished"]\n[Seed "1"]\n[Redeals "2"]\n[Stock "open"]\n[Rules "1"]\n'
    assert dict(read_record(text).options) == {"piles": 1, "stock": "open", "redeals": 2}


def test_moves_are_separated_by_any_white_space_and_comments_run_to_the_end_of_their_line() -> None:
    wanted = ("next", "next", "next")
    assert moves_of(SUN + "next next next") == wanted
    assert moves_of(SUN + "  next\tnext\n\n\n   next   ") == wanted
    assert moves_of(SUN + "next ; the first\nnext;the second\n; none here\nnext") == wanted
    assert moves_of(SUN + '; [Game "pyramid"]\nnext next next') == wanted
    assert moves_of(SUN.replace('"1"]', '"1"] ; a seed') + "next next next") == wanted
    assert moves_of("; before it\n\n" + SUN + "next next next") == wanted


def test_moves_in_other_spellings_are_kept_in_their_one_form() -> None:
    assert moves_of(SUN + "R12>k NEXT Next") == ("r12>K", "next", "next")
    pyramid = '[Game "pyramid"]\n[Seed "1"]\n'
    assert moves_of(pyramid + "DRAW Draw") == ("draw", "draw")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_is_read(newline: str) -> None:
    assert moves_of((SUN + "next\nnext").replace("\n", newline)) == ("next", "next")


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read_record("\ufeff" + SUN) == read_record(SUN)


def test_white_space_around_a_header_is_passed_over() -> None:
    assert read_record('  [ Game   "sun" ]  \n\t[Seed "1"]') == read_record(SUN)


def test_unknown_headers_are_kept_aside_and_written_again() -> None:
    text = SUN.replace("\n\n", '\n[Event "at \\"home\\""]\n[Game-Id "5"]\n[Date "today; or not"]\n\n') + "next\n"
    record = read_record(text)
    assert record.extra == (("Event", 'at "home"'), ("Game-Id", "5"), ("Date", "today; or not"))
    assert read_record(write_record(record)) == record
    assert record.moves == ("next",)


def test_a_text_holds_several_records_each_from_its_game_line_on() -> None:
    found = read_records(SUN + 'next\n[Game "pyramid"]\n[Seed "2"]\ndraw\n\n\n[Game "sultan"]\n[Seed "3"]')
    assert [one.game.name for one in found if isinstance(one, Record)] == ["sun", "pyramid", "sultan"]
    assert [one.moves for one in found if isinstance(one, Record)] == [("next",), ("draw",), ()]


def test_a_wrong_record_leaves_the_others_as_they_are() -> None:
    found = read_records(f'what is this?\n{SUN}next\n[Game "chess"]\n{SUN}next next')
    assert [isinstance(one, RecordError) for one in found] == [True, False, True, False]


def test_resigned_ends_the_game_there() -> None:
    record = read_record(SUN.replace("unfinished", "resigned") + "next")
    assert record.result == "resigned"
    assert write_record(record).count('[Result "resigned"]') == 1


def test_a_missing_result_is_what_the_moves_lead_to() -> None:
    lost = (Path(__file__).parent / "records" / "pyramid-lost.txt").read_text("utf-8")
    assert read_record(lost.replace('[Result "lost"]\n', "")).result == "lost"
    assert read_record('[Game "sun"]\n[Seed "1"]').result == "unfinished"


def test_one_record_is_read_only_where_there_is_one() -> None:
    for text in (SUN + SUN, f"nothing\n{SUN}"):
        with pytest.raises(RecordError, match="one record is expected, this text has 2"):
            read_record(text)
    for text in ("", "\n\n", "; only a comment"):
        with pytest.raises(RecordError, match="there is no record here"):
            read_record(text)


def test_a_record_shows_where_it_leads_and_what_was_seen_before() -> None:
    for moves in ((), ("next",), ("next", "next")):
        game = games()["sun"]
        deal = game.deal_from_seed("seen")
        states = [game.deal(deal, game.read_options({}))]
        for move in moves:
            states.append(game.apply(states[-1], game.parse(move)))
        for resigned in (False, True):
            record = make_record(game, game.read_options({}), deal, moves, resigned=resigned)
            last = game.view(states[-1])
            assert record.view() == (last.resigned() if resigned else last)
            assert record.view_before() == (game.view(states[-2]) if moves else None)


@settings(max_examples=200)
@given(
    st.lists(st.one_of(st.text(max_size=20), st.sampled_from(['[Game "sun"]', '[Seed "1"]', "next", "[", '"', ";"])))
)
def test_any_text_is_read_without_a_mishap(lines: list[str]) -> None:
    for one in read_records("\n".join(lines)):
        if isinstance(one, RecordError):
            assert str(one)
            assert "\n" not in str(one)
        else:
            assert read_record(write_record(one)) == one
