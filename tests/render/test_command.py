"""``python -m render``: records to pictures, and clear sentences where there is nothing to draw."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from PIL import Image

from engine.game import games
from engine.record import make_record, write_record
from engine.view import View
from render.__main__ import main
from render.board import draw


def test_a_record_becomes_a_picture_of_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "evening.txt"
    source.write_text(_record("pyramid", "draw draw"), encoding="utf-8")
    assert main([str(source), "-o", str(tmp_path / "new" / "boards")]) == 0
    picture = tmp_path / "new" / "boards" / "evening.png"
    assert capsys.readouterr().out == f"{picture}\n"
    assert picture.read_bytes() == draw(_view("pyramid", "draw draw"))


def test_records_of_one_file_are_numbered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "week.txt"
    source.write_text("".join(_record(name) for name in games()), encoding="utf-8")
    assert main([str(source), "-o", str(tmp_path)]) == 0
    paths = capsys.readouterr().out.splitlines()
    assert paths == [str(tmp_path / f"week-{number}.png") for number in range(1, len(games()) + 1)]
    for path in paths:
        with Image.open(path) as image:
            image.verify()


def test_files_of_one_name_do_not_overwrite_each_other(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "game.txt").write_text(_record("sun"), encoding="utf-8")
    files = [str(tmp_path / folder / "game.txt") for folder in ("a", "b")]
    assert main([*files, "-o", str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.glob("*.png")} == {"game.png", "game-2.png"}


def test_standard_input_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(_record("sultan").encode())))
    assert main(["-", "-o", str(tmp_path)]) == 0
    assert (tmp_path / "record.png").exists()


def test_a_wrong_record_is_told_and_the_others_are_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "mixed.txt"
    source.write_text(_record("sun") + '[Game "sun"]\n[Seed "x"]\n\nr14>A\n', encoding="utf-8")
    assert main([str(source), "-o", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.out == f"{tmp_path / 'mixed-1.png'}\n"
    assert told.err.startswith(f"python -m render: {source}: record 2: move 1")
    assert "Traceback" not in told.err


@pytest.mark.parametrize("content", [b"", b"no game at all", b"\xff\xfe\x00", b'[Game "whist"]'])
def test_a_file_without_a_record_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
    source = tmp_path / "broken.txt"
    source.write_bytes(content)
    assert main([str(source), "-o", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert str(source) in told.err
    assert not list(tmp_path.glob("*.png"))


def test_a_missing_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "gone.txt"), "-o", str(tmp_path)]) == 1
    assert "gone.txt cannot be read: No such file or directory" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "game.txt"
    source.write_text(_record("sun"), encoding="utf-8")
    assert main([str(source), "-o", str(source)]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_help_says_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--help"])
    assert exit_.value.code == 0
    assert "Draw the positions that game records lead to" in capsys.readouterr().out


def _record(name: str, moves: str = "") -> str:
    game = games()[name]
    record = make_record(game, game.read_options({}), game.deal_from_seed("command"), moves.split())
    return write_record(record) + "\n"


def _view(name: str, moves: str) -> View:
    game = games()[name]
    record = make_record(game, game.read_options({}), game.deal_from_seed("command"), moves.split())
    return game.view(record.state)
