"""``python -m engine solve``: one JSON object a record, one a line."""

import json
from pathlib import Path

import pytest

from engine.__main__ import main

RESIGNED = '[Game "pyramid"]\n[Result "resigned"]\n[Seed "x"]\n'


def test_a_resigned_game_is_lost_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "records"
    file.write_text(RESIGNED)
    assert main(["solve", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == {"status": "lost", "moves": [], "nodes": 0, "seconds": 0.0}


def test_a_wrong_record_costs_its_own_line_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "records"
    file.write_text('[Game "chess"]\n' + RESIGNED)
    assert main(["solve", str(tmp_path / "none"), str(file)]) == 1
    absent, wrong, resigned = map(json.loads, capsys.readouterr().out.splitlines())
    assert "none: it cannot be read" in absent["error"]
    assert "chess" in wrong["error"]
    assert resigned["status"] == "lost"


@pytest.mark.parametrize("seconds", ["nan", "-1", "0", "inf", "soon"])
def test_seconds_that_are_none_are_refused_in_a_sentence(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["solve", "-", f"--seconds={seconds}"])
    assert ended.value.code == 2
    assert f"'{seconds}' is no number of seconds above 0" in capsys.readouterr().err
