"""``python -m render``: records to pictures, and clear sentences where there is nothing to draw."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engine.game import games
from engine.record import make_record, write_record
from engine.view import View
from render.__main__ import main
from render.board import draw
from render.look import Look, choices
from render.text import text_board


def test_a_record_becomes_a_picture_of_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "evening.txt"
    source.write_text(_record("pyramid", "draw draw"), encoding="utf-8")
    assert main([str(source), "-o", str(tmp_path / "new" / "boards")]) == 0
    picture = tmp_path / "new" / "boards" / "evening.png"
    assert capsys.readouterr().out == f"{picture}\n"
    assert picture.read_bytes() == draw(_view("pyramid", "draw draw"), before=_view("pyramid", "draw"))


def test_the_last_move_is_marked_and_a_resigned_game_is_shown_as_such(tmp_path: Path) -> None:
    source = tmp_path / "given-up.txt"
    source.write_text(_record("sun", "next").replace("unfinished", "resigned"), encoding="utf-8")
    assert main([str(source), "-o", str(tmp_path)]) == 0
    given_up = _view("sun", "next").resigned()
    assert (tmp_path / "given-up.png").read_bytes() == draw(given_up, before=_view("sun", ""))


def test_a_record_without_a_move_is_drawn_without_marks(tmp_path: Path) -> None:
    source = tmp_path / "start.txt"
    source.write_text(_record("sultan"), encoding="utf-8")
    assert main([str(source), "-o", str(tmp_path)]) == 0
    assert (tmp_path / "start.png").read_bytes() == draw(_view("sultan", ""))


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


def test_a_record_becomes_a_moving_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "evening.txt"
    source.write_text(_record("pyramid", "draw draw"), encoding="utf-8")
    assert main([str(source), "--gif", "-o", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'evening.gif'}\n"
    with Image.open(tmp_path / "evening.gif") as image:
        assert (image.format, image.n_frames) == ("GIF", 3)  # type: ignore[attr-defined]


def test_positions_are_printed_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "two.txt"
    source.write_text(_record("pyramid", "draw") + _record("sultan"), encoding="utf-8")
    assert main(["--text", str(source), "-o", str(tmp_path / "none")]) == 0
    views = [_view("pyramid", "draw"), _view("sultan", "")]
    assert capsys.readouterr().out == "".join(f"{text_board(view)}\n\n" for view in views)
    assert not (tmp_path / "none").exists()


def test_a_sheet_is_one_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "new" / "sheet.png"
    assert main(["--sheet", str(target)]) == 0
    assert capsys.readouterr().out == f"{target}\n"
    with Image.open(target) as image:
        image.load()
        assert image.format == "PNG"
        assert image.width > 2000


def test_the_choices_of_a_look_go_for_pictures_still_and_moving(tmp_path: Path) -> None:
    source = tmp_path / "x.txt"
    source.write_text(_record("sun"), encoding="utf-8")
    look = ["--colours", "two", "--contrast", "high", "--faces", "large", "--table", "columns"]
    for kind in ([], ["--gif"]):
        assert main([str(source), "-o", str(tmp_path), *look, *kind]) == 0
    chosen = Look(colours="two", contrast="high", faces="large", table="columns")
    assert (tmp_path / "x.png").read_bytes() == draw(_view("sun", ""), chosen)
    with Image.open(tmp_path / "x.gif") as image, Image.open(tmp_path / "x.png") as still:
        assert ImageChops.difference(image.convert("RGB"), still.convert("RGB")).getbbox() is None


def test_help_lists_the_choices_of_a_look(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--help"])
    assert exit_.value.code == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Draw the positions that game records lead to" in told
    for choice, values in choices().items():
        assert f"--{choice} {{{','.join(values)}}}" in told
        assert f"(default: {values[0]})" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["x.txt", "--colours", "five"], "argument --colours: invalid choice: 'five' (choose from"),
        ([], "name the records to draw, or a FILE for --sheet"),
        (["x.txt", "--sheet", "y.png"], "name the records to draw, or a FILE for --sheet"),
        (["x.txt", "--text", "--gif"], "not allowed with argument"),
    ],
)
def test_a_wrong_command_is_told(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(arguments)
    assert exit_.value.code == 2
    assert told in capsys.readouterr().err


def test_a_sheet_that_cannot_be_written_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("render.__main__.sheet", lambda look: b"")
    assert main(["--sheet", str(tmp_path)]) == 1
    assert f"{tmp_path} cannot be written" in capsys.readouterr().err


@given(
    st.binary(max_size=200)
    | st.text('[]Game"sunSeedCardspyramidultan 0123>rAKnextdraw\n;', max_size=120).map(str.encode)
)
@settings(deadline=None)
def test_no_bytes_end_in_a_traceback(content: bytes) -> None:
    out, err = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patched,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        status = main(["-", "--text"])
    assert status in (0, 1)
    assert bool(err.getvalue()) == bool(status)


def _record(name: str, moves: str = "") -> str:
    game = games()[name]
    record = make_record(game, game.read_options({}), game.deal_from_seed("command"), moves.split())
    return write_record(record) + "\n"


def _view(name: str, moves: str) -> View:
    game = games()[name]
    record = make_record(game, game.read_options({}), game.deal_from_seed("command"), moves.split())
    return game.view(record.state)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text('[Game "sun"]\n[Seed "1"]\n\nnext\n')
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "render", str(record), "-o", str(tmp_path)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ended.returncode == 1
    assert re.fullmatch("python -m render: the output cannot be written: [^\n]+\n", ended.stderr)
