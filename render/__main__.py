"""Boards from the command line: ``python -m render RECORD…`` shows the positions that records lead to."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from engine.game import games
from engine.record import Record, RecordError, read_records
from render.board import draw
from render.film import film
from render.look import Look, choices
from render.rules import rules_files
from render.sheet import sheet
from render.text import text_board

_CHOICES: Final = {
    "colours": "a colour for each suit, or red and black",
    "contrast": "high: flat dark tables and brighter signs",
    "faces": "large: nothing on a card but its rank and suit",
    "table": "columns: what is usually turned lies upright",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw what is asked for; return the exit status: 0, 1 if anything can't be read or written, 130 after Ctrl+C."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    parser = _parser()
    given = parser.parse_args(arguments)
    look = Look(**{choice: getattr(given, choice) for choice in choices()})
    if (given.sheet is None and given.rules is None) == (not given.files):
        parser.error(
            "name the records to draw, or a FILE for --sheet or a GAME for --rules, which have their own boards"
        )
    try:
        status = _shown(given, look)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone.
        _drop_output()
        return 1
    except KeyboardInterrupt:
        _drop_output()
        return 130
    except OSError as error:
        # Of files it is said which one can't be read or written: this is the output, on a full disk for one.
        _drop_output()
        print(f"python -m render: the output cannot be written: {error.strerror}", file=sys.stderr)
        return 1
    return status


def _drop_output() -> None:
    """See to it that what is still buffered does not raise again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m render",
        description="Draw the positions that game records lead to, with the last move marked, and print the pictures' "
        "paths.",
        epilog="A file x.txt with one record gives x.png; with more, x-1.png, x-2.png and so on.",
    )
    parser.add_argument("files", nargs="*", metavar="RECORD", help="a file of game records; - is standard input")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="where pictures go, made if need be (default: here)",
    )
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--text", action="store_true", help="print the positions as lines of text instead")
    kinds.add_argument("--gif", action="store_true", help="make a moving picture of each whole game instead")
    kinds.add_argument("--sheet", type=Path, metavar="FILE", help="draw all kinds of boards on one sheet, a PNG")
    kinds.add_argument("--rules", choices=tuple(games()), help="write the rules of a game, a text with pictures")
    looks = parser.add_argument_group("how boards look")
    for choice, values in choices().items():
        usual = f"{_CHOICES.get(choice, '')} (default: {values[0]})".lstrip()
        looks.add_argument(f"--{choice}", choices=values, default=values[0], help=usual)
    return parser


def _shown(given: argparse.Namespace, look: Look) -> int:
    if given.sheet is not None:
        return int(not _written(given.sheet, sheet(look)))
    if given.rules is not None:
        files = rules_files(given.rules, look=look)
        return int(not all(_written(given.output / name, content) for name, content in files))
    status = 0
    taken: set[str] = set()
    for file in given.files:
        for name, found in _records(file):
            if isinstance(found, str):
                _complain(found)
                status = 1
            elif given.text:
                print(text_board(found.view()), end="\n\n")
            else:
                ending, drawn = ("gif", film(found, look)) if given.gif else ("png", _board(found, look))
                status |= not _written(given.output / f"{_free(name, taken)}.{ending}", drawn)
    return status


def _records(file: str) -> Iterator[tuple[str, Record | str]]:
    """Yield a name and a record for each of a file; instead of the record, a sentence that says what is wrong."""
    stem = "record" if file == "-" else Path(file).stem
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        yield stem, f"{file} cannot be read: {getattr(error, 'strerror', None) or error}"
        return
    records = read_records(content.decode("utf-8", "surrogateescape"))
    for number, record in enumerate(records, 1):
        name = stem if len(records) == 1 else f"{stem}-{number}"
        yield name, f"{file}: record {number}: {record}" if isinstance(record, RecordError) else record


def _board(record: Record, look: Look) -> bytes:
    return draw(record.view(), look, record.view_before())


def _written(target: Path, content: bytes) -> bool:
    """Write a file, its folder too if need be, and print its path; say so and return False if that is not possible."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    except (OSError, ValueError) as error:
        _complain(f"{target} cannot be written: {getattr(error, 'strerror', None) or error}")
        return False
    print(target)
    return True


def _complain(sentence: str) -> None:
    print(f"python -m render: {sentence}", file=sys.stderr)


def _free(name: str, taken: set[str]) -> str:
    """Return the name, numbered if files from different folders share it, and take it."""
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    taken.add(free)
    return free


if __name__ == "__main__":
    sys.exit(main())
