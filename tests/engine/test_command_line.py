"""``python -m engine``: records in, one JSON object a line out; never a traceback."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.game import AnyGame, games
from engine.record import read_record
from tests.engine.command import replayed
from tests.engine.walks import VARIANTS, Variant

SUN = '[Game "sun"]\n[Seed "1"]\n\nnext\n'
PYRAMID = '[Game "pyramid"]\n[Seed "1"]\n\ndraw draw\n'
OPEN = '[Game "sun"]\n[Stages "1-3"]\n[Bases "aces"]\n[Seed "mem0"]\n\n'
WRONG = '[Game "sun"]\n[Seed ""]\n'

PIECES = [SUN, PYRAMID, WRONG, "\ufeff", "[Game", '[Game "sun"]\n', '"', "\\", ";", "next ", "4H+9C", "\r", "[", "]\n"]


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "engine", *arguments], input=given, capture_output=True, check=False)


def test_a_wrong_record_costs_only_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = replayed((SUN + WRONG + PYRAMID).encode(), capsys)
    assert status == 1
    assert [line.get("game") for line in lines] == ["sun", None, "pyramid"]
    assert lines[1] == {"error": "line 6: a seed has 1 to 64 characters, this one has 0"}


def test_right_records_exit_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = replayed((SUN + PYRAMID).encode(), capsys)
    assert (status, len(lines)) == (0, 2)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.one_of(st.binary(max_size=200), st.lists(st.sampled_from(PIECES)).map(lambda p: "".join(p).encode())))
def test_whatever_bytes_come_in_a_line_goes_out_for_each_record(
    content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines = replayed(content, capsys)
    assert lines
    assert status == int(any("error" in line for line in lines))
    for line in lines:
        assert line.keys() == {"error"} or line["game"] in games()


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(noise=st.binary(max_size=80).filter(lambda noise: b"[" not in noise))
def test_noise_in_one_record_leaves_the_next_as_it_is(noise: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    _, lines = replayed(SUN.encode() + noise + b"\n" + PYRAMID.encode(), capsys)
    assert len(lines) == 2
    assert lines[1]["game"] == "pyramid"


def test_several_files_are_read_in_turn_and_an_error_names_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right, wrong, bom = tmp_path / "right.txt", tmp_path / "wrong.txt", tmp_path / "bom.txt"
    right.write_text(SUN + PYRAMID, "utf-8")
    wrong.write_text(WRONG, "utf-8")
    bom.write_text(SUN.replace("\n", "\r\n"), "utf-8-sig", newline="")
    assert main(["replay", str(wrong), str(right), str(bom)]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line.get("game") for line in lines] == [None, "sun", "pyramid", "sun"]
    assert lines[0]["error"].startswith(f"{wrong}: line 2: ")


@pytest.mark.parametrize("name", ["missing.txt", ".", "nul\0nul"])
def test_a_file_that_cannot_be_read_gets_its_line_and_the_others_are_read(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = tmp_path / "right.txt"
    right.write_text(SUN, "utf-8")
    assert main(["replay", str(tmp_path / name), str(right)]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ": it cannot be read: " in lines[0]["error"]
    assert "Errno" not in lines[0]["error"]
    assert lines[1]["game"] == "sun"


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_fresh_record_is_dealt_under_every_option(variant: Variant, capsys: pytest.CaptureFixture[str]) -> None:
    options = [f"--{name}={value}" for name, value in variant.options.items()]
    assert main(["deal", variant.game.name, "--seed", "Ő 1", *options]) == 0
    record = read_record(capsys.readouterr().out)
    assert (record.game, record.options) == (variant.game, variant.options)
    assert record.deal == variant.game.deal_from_seed("Ő 1")
    assert (record.moves, record.result) == ((), "unfinished")


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_a_fresh_record_without_a_seed_is_another_deal_each_time(
    game: AnyGame, capsys: pytest.CaptureFixture[str]
) -> None:
    seeds = set()
    for _ in range(3):
        assert main(["deal", game.name]) == 0
        record = read_record(capsys.readouterr().out)
        assert dict(record.options) == dict(game.option_sets()[0])
        seeds.add(record.deal.seed)
    assert len(seeds) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["replay"],
        ["deal"],
        ["deal", "chess"],
        ["deal", "pyramid", "--piles", "2"],
        ["deal", "pyramid", "--divan", "8"],
        ["play", "pyramid"],
    ],
)
def test_a_wrong_command_is_told_how_it_goes(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pyramid", "--seed", ""], "a seed has 1 to 64 characters"),
        (["pyramid", "--seed", "x" * 65], "a seed has 1 to 64 characters"),
        (["pyramid", "--seed", "a\nb"], "control characters"),
        (["pyramid", "--seed", "\udcff"], "UTF-8"),
        (["pyramid", "--piles", "3", "--stock", "open"], "an open stock goes with one waste only"),
    ],
)
def test_a_deal_that_there_cannot_be_is_refused_with_a_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deal", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert printed.err.count("\n") == 1


def test_it_runs_as_a_module_and_replays_what_it_deals() -> None:
    dealt = run("deal", "sun", "--seed", "Ő", "--bases", "aces")
    assert (dealt.returncode, dealt.stderr) == (0, b"")
    assert '[Seed "Ő"]' in dealt.stdout.decode()
    played = run("replay", "-", given=dealt.stdout + b"next next\n")
    assert (played.returncode, played.stderr) == (0, b"")
    assert json.loads(played.stdout)["advances"] == 2


def test_bytes_that_are_no_text_end_with_status_1_and_no_traceback() -> None:
    played = run("replay", "-", given=bytes(range(256)))
    assert (played.returncode, played.stderr) == (1, b"")
    assert json.loads(played.stdout).keys() == {"error"}


@pytest.mark.parametrize("command", ["replay - - - -", "deal sun"])
def test_a_reader_who_leaves_early_sees_no_traceback(command: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "engine", *command.split()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        try:
            process.stdin.write((SUN * 200).encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait() == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("command", ["replay -", "solve -", "deal sun"])
def test_a_full_disk_is_told_in_a_sentence(command: str) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "engine", *command.split()],
            input=SUN.encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ended.returncode == 1
    assert re.fullmatch("python -m engine: the output cannot be written: [^\n]+\n", ended.stderr.decode())


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl+C is no signal to send")
def test_ctrl_c_ends_a_search_quietly() -> None:
    """The second record would be searched for longer than any test runs; the first one says when that has begun."""
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "solve", "--seconds", "600", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write((SUN + OPEN).encode())
        process.stdin.close()
        assert json.loads(process.stdout.readline())["status"] == "won"
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == b""
        assert process.stderr.read() == b""
        assert process.wait() == 130
