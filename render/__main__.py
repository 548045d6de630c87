"""Boards from the command line: ``python -m render RECORD… -o DIR`` draws the position that each record leads to."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.record import RecordError, read_records
from render.board import draw


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw the records of the files; return the exit status: 0, or 1 if anything could not be read or written."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    given = _parser().parse_args(arguments)
    status = 0
    taken: set[str] = set()
    for file in given.files:
        for name, found in _boards(file):
            if not isinstance(found, bytes):
                print(f"python -m render: {found}", file=sys.stderr)
                status = 1
                continue
            target = given.output / f"{_free(name, taken)}.png"
            try:
                given.output.mkdir(parents=True, exist_ok=True)
                target.write_bytes(found)
            except OSError as error:
                print(f"python -m render: {target} cannot be written: {error.strerror or error}", file=sys.stderr)
                status = 1
                continue
            print(target)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m render",
        description="Draw the positions that game records lead to, and print the paths of the pictures.",
        epilog="A file x.txt with one record gives x.png; with more, x-1.png, x-2.png and so on.",
    )
    parser.add_argument("files", nargs="+", metavar="RECORD", help="a file of game records; - is standard input")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="where pictures go, made if need be (default: here)",
    )
    return parser


def _boards(file: str) -> Iterator[tuple[str, bytes | str]]:
    """Yield a name and a PNG for each record of a file; instead of the PNG, a sentence that says what is wrong."""
    stem = "record" if file == "-" else Path(file).stem
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        yield stem, f"{file} cannot be read: {getattr(error, 'strerror', None) or error}"
        return
    records = read_records(content.decode("utf-8", "surrogateescape"))
    for number, record in enumerate(records, 1):
        name = stem if len(records) == 1 else f"{stem}-{number}"
        if isinstance(record, RecordError):
            yield name, f"{file}: record {number}: {record}"
        else:
            yield name, draw(record.game.view(record.state))


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
