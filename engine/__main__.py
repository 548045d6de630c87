"""The engine from the command line: ``deal`` prints a fresh record, ``replay`` and ``solve`` what records lead to."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from engine.deals import DealError
from engine.game import OptionError, games
from engine.record import Record, RecordError, make_record, read_records, write_record
from engine.solve import NoShortestLine, Status, solve
from engine.view import Outcome
from engine.words import Phrase


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status: 0, 1 if a record was wrong, 2 if the command was, 130 after Ctrl+C."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    given = _parser().parse_args(arguments)
    try:
        status = _COMMANDS[given.command](given)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone.
        _drop_output()
        return 1
    except KeyboardInterrupt:
        _drop_output()
        return 130
    except OSError as error:
        # Files that can't be read are told of as records are: this is the output, on a full disk for one.
        _drop_output()
        print(f"python -m engine: the output cannot be written: {error.strerror}", file=sys.stderr)
        return 1
    return status


def _drop_output() -> None:
    """See to it that what is still buffered does not raise again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    solve = commands.add_parser("solve", help="say whether each record's last position can be won, and how, as JSON")
    solve.add_argument("--seconds", type=_seconds, default=10.0, help="how long to search, a record (default: 10)")
    solve.add_argument("--shortest", action="store_true", help="find a line of the fewest moves, where that is known")
    for command in (replay, solve):
        command.add_argument("files", nargs="+", metavar="FILE", help="a file of records; - is standard input")
    return parser


def _seconds(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < (seconds := float(text)) < float("inf"):
            return seconds
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")


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


def _replay(given: argparse.Namespace) -> int:
    return _print_each(given.files, _printed)


def _solve(given: argparse.Namespace) -> int:
    return _print_each(given.files, lambda record: _solved(record, given.seconds, shortest=given.shortest))


_COMMANDS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = MappingProxyType(
    {"deal": _deal, "replay": _replay, "solve": _solve}
)


def _print_each(files: Sequence[str], answer: Callable[[Record], dict[str, object]]) -> int:
    """Print what is answered about each record of the files, one JSON object a line; return the exit status."""
    status = 0
    for file in files:
        for found in _records(file):
            try:
                if isinstance(found, RecordError):
                    raise found
                printed = answer(found)
            except (RecordError, NoShortestLine) as error:
                status = 1
                printed = {"error": str(error) if file == "-" else f"{file}: {error}"}
            print(json.dumps(printed), flush=True)
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


def _solved(record: Record, seconds: float, *, shortest: bool) -> dict[str, object]:
    if record.result == Outcome.RESIGNED:
        return {"status": Status.LOST, "moves": [], "nodes": 0, "seconds": 0.0}
    solution = solve(record.game, record.state, seconds=seconds, shortest=shortest)
    return {
        "status": solution.status,
        "moves": [record.game.format(move) for move in solution.moves],
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
    }


if __name__ == "__main__":
    sys.exit(main())
