"""Game records that are wrong: each says what is wrong with it and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards import cards_text
from engine.game import games
from engine.record import RecordError, make_record, read_record, read_records

CARDS = {name: cards_text(game.pack) for name, game in games().items()}

WRONG_HEADERS = [
    ('[Game "chess"]\n[Seed "1"]', "line 1: there is no game 'chess'; it is "),
    ('[Game "Sun"]\n[Seed "1"]', "line 1: there is no game 'Sun'"),
    ('[Game sun]\n[Seed "1"]', "line 1: a header is written"),
    ('[Game "sun"\n[Seed "1"]', "line 1: a header is written"),
    ('[Game]\n[Seed "1"]', "line 1: a header is written"),
    ('[Game "sun"]\n\n[Seed "1]', "line 3: a header is written"),
    ('[Game "sun"]\n[Seed "a"b"]', "line 2: a header is written"),
    ('[Game "sun"]\n[Seed "a\\n"]', "line 2: a header is written"),
    ('[Game "sun"]\n[Seed "a\\"]', "line 2: a header is written"),
    ('[Game "sun"]\n[Seed "1"] [Result "won"]', "line 2: a header is written"),
    ('[Game "sun"]\n[Seed "1"] next', "line 2: a header is written"),
    ('[Game "sun"]\n[Seed "1"]\n[5 "1"]', "line 3: a header is written"),
    ('[Game "sun"]\n[Seed "1"]\n[Seed "1"]', "line 3: Seed was given before, in line 2"),
    ('[Game "sun"]\n[Seed "1"]\n[Event "1"]\n[Event "2"]', "line 4: Event was given before, in line 3"),
    ('[Game "sun"]\n[Piles "3"]\n[Seed "1"]', "line 2: Piles is not an option of sun"),
    ('[Game "sun"]\n[Divan "6"]\n[Seed "1"]', "line 2: Divan is not an option of sun"),
    ('[Game "sultan"]\n[Bases "aces"]\n[Seed "1"]', "line 2: Bases is not an option of sultan"),
    ('[Game "pyramid"]\n[Stages "1"]\n[Seed "1"]', "line 2: Stages is not an option of pyramid"),
    ('[Game "pyramid"]\n[Piles "2"]\n[Seed "1"]', "line 2: piles is one of 1, 3, not '2'"),
    ('[Game "pyramid"]\n[Seed "1"]\n[Redeals "4"]', "line 3: redeals is one of 0, 1, 2, 3, not '4'"),
    ('[Game "sun"]\n[Seed "1"]\n[Stages ""]', "line 3: stages is one of 1-2-3, 1-3, 1, not ''"),
    ('[Game "pyramid"]\n[Seed "1"]\n[Piles "3"]\n[Stock "open"]', "line 4: an open stock goes with one waste only"),
    ('[Game "sun"]\n[Rules "2"]\n[Seed "1"]', "line 2: version '2' of the rules is not known here"),
    ('[Game "sun"]', "line 1: the deal is missing"),
    ('[Game "sun"]\n[Seed ""]', "line 2: a seed has 1 to 64 characters, this one has 0"),
    (f'[Game "sun"]\n[Seed "{"x" * 65}"]', "line 2: a seed has 1 to 64 characters, this one has 65"),
    ('[Game "sun"]\n[Seed "a\tb"]', "line 2: a seed holds no control characters"),
    (f'[Game "pyramid"]\n[Seed "1"]\n[Cards "{CARDS["pyramid"]}"]', "line 3: a deal is named by its Seed or given by"),
    (f'[Game "sun"]\n[Wind "{CARDS["sun"]}"]\n[Seed "1"]', "line 2: a deal is named by its Seed or given by"),
    (f'[Game "sun"]\n[Cards "{CARDS["sun"]}"]', "line 2: the Wind is missing"),
    (f'[Game "sun"]\n[Wind "{CARDS["sun"]}"]', "line 2: the deal is missing"),
    (f'[Game "sultan"]\n[Cards "{CARDS["sultan"]}"]\n[Wind ""]', "line 3: sultan has no wind"),
    ('[Game "sultan"]\n[Cards "AS"]', "line 2: sultan needs 95 cards, not 1"),
    ('[Game "pyramid"]\n[Cards "AS 1S"]', "line 2: '1S' is not a card"),
    (f'[Game "sun"]\n[Cards "{CARDS["sun"]}"]\n[Wind "AS"]', "line 3: sun needs 104 cards, not 1"),
    (f'[Game "sun"]\n[Cards "{CARDS["sun"]}"]\n[Wind "A"]', "line 3: 'A' is not a card"),
    (
        f'[Game "pyramid"]\n[Cards "{CARDS["pyramid"].replace("AC", "2C")}"]',
        "line 2: the cards hold 2C too often, and AC is missing",
    ),
    (
        f'[Game "pyramid"]\n[Cards "{CARDS["pyramid"].replace("KS", "2C")}"]',
        "line 2: the cards hold 2C too often, and KS is missing",
    ),
    ('[Game "sun"]\n[Seed "1"]\n[Result "draw"]', "line 3: the result is won, lost, resigned, unfinished, not 'draw'"),
    (
        '[Game "sun"]\n[Seed "1"]\n[Result "won"]',
        "line 3: the result is given as won, but the moves lead to unfinished",
    ),
    ('[Game "sun"]\n[Seed "1"]\nnext\n[Event "1"]', "line 4: a header stands before the moves"),
    ('[Game "sun"]\n[Seed "\udc80"]', "line 2: this is not UTF-8 text"),
    ('[Game "sun"]\n[Seed "1"]\n; \udcff', "line 3: this is not UTF-8 text"),
    ("next next", "line 1: a record starts with its game"),
    ('\n\n[Seed "1"]', "line 3: a record starts with its game"),
    ('[Game-Id "5"]', "line 1: a record starts with its game"),
]

SUN = '[Game "sun"]\n[Seed "1"]\n'
PYRAMID = '[Game "pyramid"]\n[Seed "1"]\n'


@pytest.mark.parametrize(("text", "error"), WRONG_HEADERS)
def test_a_broken_header_is_named_by_its_line(text: str, error: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (SUN + "next hello next", "move 2, 'hello': A move is a ray's card"),
        (SUN + "next\nnext ; two\n\nr1.1>A", "move 3, 'r1.1>A': Only the ray in turn gives cards from inside"),
        (SUN + "c1f>A", "move 1, 'c1f>A': There is no cloud 1"),
        (PYRAMID + "draw redeal", "move 2, 'redeal': This game has no redeals"),
        (PYRAMID + '[Redeals "1"]\ndraw redeal', "move 2, 'redeal': The stock must be empty"),
        (PYRAMID + "4H+8C", "move 1, '4H+8C': 4♥ and 8♣ do not add up to 13"),
        (PYRAMID + "x" * 500, "move 1, 'xxxx"),
    ],
)
def test_an_illegal_move_is_named_by_its_number_its_text_and_why(text: str, error: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert str(caught.value).startswith(error)
    assert len(str(caught.value)) < 300


LOST = (Path(__file__).parent / "records" / "pyramid-lost.txt").read_text("utf-8")


def test_a_move_after_the_end_is_an_error() -> None:
    with pytest.raises(RecordError, match="move 32, 'draw': The game is over"):
        read_record(f"{LOST} draw")


@pytest.mark.parametrize("given", ["won", "unfinished"])
def test_a_result_that_the_moves_do_not_lead_to_is_an_error(given: str) -> None:
    with pytest.raises(RecordError, match=f"line 7: the result is given as {given}, but the moves lead to lost"):
        read_record(LOST.replace('"lost"', f'"{given}"'))


def test_to_resign_a_game_that_is_over_is_an_error() -> None:
    game = games()["sultan"]
    in_order = [f"{rank}{suit}" for suit in "CDS" for _ in range(2) for rank in "A23456789TJQ"]
    in_order += [f"{rank}H" for rank in "23456789TJQ"] + [f"{rank}H" for rank in "A23456789TJQ"]
    moves = [f"d{place % 6 + 1}" for place in range(95)]
    text = f'[Game "sultan"]\n[Cards "{" ".join(in_order)}"]\n[Result "resigned"]\n{" ".join(moves)}'
    with pytest.raises(RecordError, match="line 3: the result is given as resigned, but the moves lead to won"):
        read_record(text)
    record = read_record(text.replace("resigned", "won"))
    with pytest.raises(RecordError, match="a game that is over cannot be resigned: the moves lead to won"):
        make_record(game, record.options, record.deal, record.moves, resigned=True)


def test_lines_are_counted_through_the_whole_text() -> None:
    *_, last = read_records(SUN + "next\n\n" + SUN + "next\n\n" + '[Game "sun"]\n[Seed ""]')
    assert str(last).startswith("line 10: ")


def test_bytes_that_are_no_text_spoil_their_own_record_alone() -> None:
    text = (SUN + "next\n").encode() + b'[Game "sun"]\n[Seed "\xff"]\n' + (SUN + "next").encode()
    found = read_records(text.decode("utf-8", "surrogateescape"))
    assert [isinstance(one, RecordError) for one in found] == [False, True, False]
    assert str(found[1]) == "line 5: this is not UTF-8 text"
