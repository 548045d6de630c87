"""What players wrote is shown so that it can do no harm, and errors are told in sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.positions import BrokenGame
from bot.refusals import NoAdvance, NoGame, NotYours, NoWayOn
from bot.sentences import sentence_for
from bot.texts import as_code
from engine.deals import DealError
from engine.game import IllegalMove, InvalidMove, OptionError
from engine.words import Phrase
from storage.errors import StorageError
from storage.rows import GameOver, NoSuchGame, NothingToTakeBack, StaleBoard

WHY = Phrase("Because")


@given(st.text(max_size=64))
def test_a_seed_is_shown_as_one_piece_of_code_on_one_line(seed: str) -> None:
    shown = as_code(seed)
    assert shown[0] == shown[-1] == "`"
    assert "`" not in shown[1:-1]
    assert len(shown.splitlines()) <= 1
    assert not any(letter in shown for letter in "\u202e\u2066\u200f\u2028\x1b\n")


def test_joined_emoji_stay_whole() -> None:
    assert as_code("👩‍👩‍👧 ❤️") == "`👩‍👩‍👧 ❤️`"


@pytest.mark.parametrize(
    "error",
    [
        InvalidMove("x", WHY),
        IllegalMove("x", WHY),
        NoAdvance(),
        NoWayOn(),
        GameOver(1, 2, "won"),
        StaleBoard(1, 2),
        NotYours(5),
        NothingToTakeBack(),
        NoGame(),
        NoSuchGame(1),
        OptionError(WHY),
        DealError(WHY),
        BrokenGame(),
        StorageError("the disk is full"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_every_error_of_play_has_a_sentence_of_its_own(error: Exception) -> None:
    sentence = sentence_for(error, str)
    assert sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_a_move_that_cannot_be_made_is_named_as_code_and_not_at_length() -> None:
    told = sentence_for(InvalidMove("`@everyone` " + "x" * 300, WHY), str)
    assert told == f"`ˋ@everyoneˋ {'x' * 27}…` can't be played. Because."


def test_a_fault_of_ours_has_none() -> None:
    assert sentence_for(RuntimeError("a bug"), str) is None
