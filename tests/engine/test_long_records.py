"""A record may hold lines of any length: it is read, or answered in a sentence, in memory near to its own size."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import resource, sys

limit = 400 * 2**20
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

from engine.record import RecordError, read_record

try:
    record = read_record(sys.stdin.read())
    print(len(record.extra[0][1]))
except RecordError as error:
    print(error)
"""
LENGTH = 5_000_000
HEADERS = '[Game "sun"]\n[Seed "1"]\n'


def answer(record: str) -> str:
    """Return what a program with 400 MB of memory says to a record: how long its own header is, or what is wrong."""
    command = [sys.executable, "-c", PROGRAM]
    ended = subprocess.run(command, input=record, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT)
    assert ended.stderr == ""
    return ended.stdout.strip()


@pytest.mark.parametrize(("written", "read"), [("x", "x"), (r"\"", '"'), (r"\\", "\\"), (r"x\"", 'x"')])
def test_a_long_value_is_read(written: str, read: str) -> None:
    times = LENGTH // len(written)
    assert answer(f'{HEADERS}[Event "{written * times}"]\n') == str(times * len(read))


@pytest.mark.parametrize("written", ["x", r"\"", r"\n", " ", '"'])
def test_a_long_value_that_does_not_end_is_answered_in_a_sentence(written: str) -> None:
    text = f'{HEADERS}[Event "{written * (LENGTH // len(written))}'
    assert answer(text).startswith("line 3: a header is written")


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (f'[Game "{"x" * LENGTH}"]\n[Seed "1"]', "line 1: there is no game"),
        (f'[Game "sun"]\n[Seed "{"x" * LENGTH}"]', f"line 2: a seed has 1 to 64 characters, this one has {LENGTH}"),
        (f'[Game "sun"]\n[Cards "{"AS " * (LENGTH // 3)}"]', "line 2: "),
        (f"{HEADERS}[{'x' * LENGTH}]", "line 3: a header is written"),
        (f"{HEADERS}{'x' * LENGTH}", "move 1, "),
        (f"{HEADERS}{'next ' * (LENGTH // 5)}", "move "),
    ],
    ids=["game", "seed", "cards", "name", "move", "moves"],
)
def test_any_long_line_is_answered_in_a_short_sentence(record: str, said: str) -> None:
    sentence = answer(record)
    assert sentence.startswith(said)
    assert len(sentence) < 300
