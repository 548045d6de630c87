"""The engine from the command line: ``deal`` prints a fresh record, ``replay`` what records lead to."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.deals import DealError
from engine.game import OptionError, games
from engine.record import Record, RecordError, make_record, read_records, write_record
from engine.view import Outcome
from engine.words import Phrase


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status: 0, 1 if a record was wrong, 2 if the command was."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    given = _parser().parse_args(arguments)
    try:
        status = _replay(given.files) if given.command == "replay" else _deal(given)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Deal and replay games of patience.")
    commands = parser.add_subparsers(dest="command", required=True)
    deal = commands.add_parser("deal", help="print a fresh record")
    kinds = deal.add_subparsers(dest="game", required=True, metavar="GAME")
    for game in games().values():
        kind = kinds.add_parser(game.name, help=game.summary)
        kind.add_argument("--seed", help="names the deal: 1 to 64 characters (default: a new one)")
        for option in game.options:
            values = [str(choice.value) for choice in option.choices]
            kind.add_argument(f"--{option.name}", choices=values, help=f"default: {option.default}")
    replay = commands.add_parser("replay", help="print where each record leads, one JSON object a line")
    replay.add_argument("files", nargs="+", metavar="FILE", help="a file of records; - is standard input")
    return parser


def _deal(given: argparse.Namespace) -> int:
    game = games()[given.game]
    named = {option.name: getattr(given, option.name) for option in game.options}
    try:
        options = game.read_options({name: value for name, value in named.items() if value is not None})
        deal = game.deal_from_seed(secrets.token_hex(8) if given.seed is None else given.seed)
    except (OptionError, DealError) as error:
        print(f"python -m engine deal: {error}", file=sys.stderr)
        return 2
    print(write_record(make_record(game, options, deal)), end="")
    return 0


def _replay(files: Sequence[str]) -> int:
    status = 0
    for file in files:
        for found in _records(file):
            if isinstance(found, RecordError):
                status = 1
                print(json.dumps({"error": str(found) if file == "-" else f"{file}: {found}"}))
            else:
                print(json.dumps(_printed(found)))
    return status


def _records(file: str) -> Iterator[Record | RecordError]:
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error)
        yield RecordError(Phrase("it cannot be read: {reason}", {"reason": reason}))
        return
    yield from read_records(content.decode("utf-8", "surrogateescape"))


def _printed(record: Record) -> dict[str, object]:
    printed = record.game.printed(record.state)
    if record.result == Outcome.RESIGNED:
        printed["moves"] = []
    return {"result": record.result, **printed}


if __name__ == "__main__":
    sys.exit(main())
