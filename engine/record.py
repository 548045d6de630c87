"""Game records: a deal and its moves as text, from which the whole game can be rebuilt."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from engine.cards import CardError, cards_text, parse_cards
from engine.deals import Deal, DealError, WindError
from engine.game import RULES, AnyGame, MoveError, OptionError, games
from engine.view import Outcome, View
from engine.words import Phrase, mark, quoted

UNFINISHED: Final = "unfinished"
RESULTS: Final = (*Outcome, UNFINISHED)

_START: Final = re.compile(r"\s*\[\s*Game(?![\w-])")
# Possessive, for an ordinary repetition takes about 160 bytes a character to be able to come back to each.
_VALUE: Final = r'[^"\\]*+(?:\\["\\][^"\\]*+)*+'
_HEADER: Final = re.compile(rf'\s*\[\s*([A-Za-z][\w-]*)\s+"({_VALUE})"\s*\]\s*(?:;.*)?')

_NO_START: Final = mark('a record starts with its game, as in [Game "sun"]')


class RecordError(ValueError):
    """A record that is wrong; the message says where (the line, or the move's number), if that can be told, and how."""

    def __init__(self, why: Phrase, where: Phrase | None = None) -> None:
        super().__init__(f"{where}: {why}" if where else str(why))
        self.why = why
        self.where = where


@dataclass(frozen=True, slots=True)
class Record:
    """A game as a deal and its moves, and the position they lead to.

    ``moves`` are texts as the game writes them. ``result`` is one of RESULTS. ``extra`` are the headers that mean
    nothing to us, as read.
    """

    game: AnyGame
    options: Mapping[str, str | int]
    deal: Deal
    moves: tuple[str, ...]
    result: str
    state: Any = field(compare=False, repr=False)
    extra: tuple[tuple[str, str], ...] = ()

    def view(self) -> View:
        """Return the position that the moves lead to, as its player may see it."""
        view = self.game.view(self.state)
        return view.resigned() if self.result == Outcome.RESIGNED else view

    def view_before(self) -> View | None:
        """Return what the player saw before the last move; None if there was no move."""
        if not self.moves:
            return None
        return make_record(self.game, self.options, self.deal, self.moves[:-1]).view()


@dataclass(frozen=True, slots=True)
class _Header:
    value: str
    line: int


def make_record(
    game: AnyGame,
    options: Mapping[str, str | int],
    deal: Deal,
    moves: Sequence[str] = (),
    *,
    resigned: bool = False,
    extra: tuple[tuple[str, str], ...] = (),
) -> Record:
    """Return the record of the moves played on the deal; raise RecordError at the first that cannot be made.

    A game that is ``resigned`` must not be over.
    """
    state = game.deal(deal, options)
    written = []
    for number, text in enumerate(moves, 1):
        try:
            move = game.parse(text)
            state = game.apply(state, move)
        except MoveError as error:
            where = Phrase("move {number}, {move}", {"number": number, "move": quoted(text)})
            raise RecordError(error.why, where) from None
        written.append(game.format(move))
    outcome = game.outcome(state)
    if resigned and outcome is not None:
        raise RecordError(
            Phrase("a game that is over cannot be resigned: the moves lead to {result}", {"result": outcome})
        )
    result = Outcome.RESIGNED if resigned else outcome or UNFINISHED
    return Record(game, options, deal, tuple(written), str(result), state, extra)


def write_record(record: Record, comments: Sequence[str] = ()) -> str:
    """Return the record as text, every option written out; ``read_records`` gives it back.

    ``comments`` are what is to stand behind each move, '' for nothing: one for all moves of a line, which is begun anew
    where they change. Of a comment only what can be shown in its line is written.
    """
    headers = [("Game", record.game.name), ("Rules", str(RULES))]
    headers.extend((name.capitalize(), str(value)) for name, value in record.options.items())
    if record.deal.seed is not None:
        headers.append(("Seed", record.deal.seed))
    else:
        headers.append(("Cards", cards_text(record.deal.cards)))
        if record.deal.wind:
            headers.append(("Wind", cards_text(record.deal.wind)))
    headers.append(("Result", record.result))
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in (*headers, *record.extra)]
    if record.moves:
        lines += ["", *_move_lines(record.moves, comments or [""] * len(record.moves))]
    return "\n".join(lines) + "\n"


def _move_lines(moves: Sequence[str], comments: Sequence[str]) -> Iterator[str]:
    for comment, pairs in groupby(zip(comments, moves, strict=True), key=itemgetter(0)):
        behind = "".join(sign if sign.isprintable() else " " for sign in comment).strip()
        for line in textwrap.wrap(" ".join(move for _, move in pairs), 100, break_on_hyphens=False):
            yield f"{line} ; {behind}" if behind else line


def read_records(text: str) -> list[Record | RecordError]:
    """Return the records of a text in their order; in place of a record that is wrong stands what is wrong with it.

    Undecodable bytes should come in as lone surrogates (``surrogateescape``): they spoil their own record alone.
    """
    found: list[Record | RecordError] = []
    for first_line, lines in _split(text.removeprefix("\ufeff")):
        try:
            found.append(_read(first_line, lines))
        except RecordError as error:
            found.append(error)
    return found


def read_record(text: str) -> Record:
    """Return the one record of a text; raise RecordError if it is wrong, or if there is none or more than one."""
    found = read_records(text)
    if len(found) != 1:
        raise RecordError(Phrase("one record is expected, this text has {count}", {"count": len(found)}))
    if isinstance(found[0], RecordError):
        raise found[0]
    return found[0]


def _split(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line of each record, and its lines."""
    lines = re.split("\r\n|\n|\r", text)
    starts = [number for number, line in enumerate(lines) if _START.match(line)]
    before = lines[: starts[0]] if starts else lines
    if not starts or any(_content(line) for line in before):
        yield 1, before
    for start, end in zip(starts, [*starts, len(lines)][1:], strict=True):
        yield start + 1, lines[start:end]


def _read(first_line: int, lines: list[str]) -> Record:
    headers: dict[str, _Header] = {}
    moves: list[str] = []
    for number, line in enumerate(lines, first_line):
        if any("\ud800" <= letter <= "\udfff" for letter in line):
            raise _wrong(number, Phrase("this is not UTF-8 text"))
        if not _content(line):
            continue
        if not headers and not _START.match(line):
            raise _wrong(number, Phrase(_NO_START))
        if not line.lstrip().startswith("["):
            moves.extend(_content(line).split())
            continue
        if moves:
            raise _wrong(number, Phrase("a header stands before the moves, not after them"))
        name, value = _read_header(number, line)
        if name in headers:
            before: dict[str, str | int] = {"name": name, "line": headers[name].line}
            raise _wrong(number, Phrase("{name} was given before, in line {line}", before))
        headers[name] = _Header(value, number)
    if not headers:
        raise RecordError(Phrase('there is no record here: a record starts with its game, as in [Game "sun"]'))
    return _build(headers, moves)


def _read_header(number: int, line: str) -> tuple[str, str]:
    found = _HEADER.fullmatch(line)
    if found is None:
        raise _wrong(
            number, Phrase('a header is written [Name "value"], a line each, with \\" and \\\\ for these two signs')
        )
    return found[1], re.sub(r"\\(.)", r"\1", found[2])


def _build(headers: dict[str, _Header], moves: list[str]) -> Record:
    game = games().get(headers["Game"].value)
    if game is None:
        kinds = {"given": quoted(headers["Game"].value), "games": _any_of(games())}
        raise _wrong(headers["Game"].line, Phrase("there is no game {given}; it is {games}", kinds))
    rules = headers.get("Rules")
    if rules is not None and rules.value != str(RULES):
        versions: dict[str, str | int] = {"given": quoted(rules.value), "known": RULES}
        raise _wrong(rules.line, Phrase("version {given} of the rules is not known here, only {known}", versions))
    options = _read_options(game, headers)
    deal = _read_deal(game, headers)
    result = headers.get("Result")
    if result is not None and result.value not in RESULTS:
        values = {"results": _any_of(RESULTS), "given": quoted(result.value)}
        raise _wrong(result.line, Phrase("the result is {results}, not {given}", values))
    known = {"Game", "Rules", "Seed", "Cards", "Wind", "Result", *(name.capitalize() for name in options)}
    extra = tuple((name, header.value) for name, header in headers.items() if name not in known)
    record = make_record(game, options, deal, moves, extra=extra)
    if result is None or result.value == record.result:
        return record
    if (result.value, record.result) == (Outcome.RESIGNED, UNFINISHED):
        return replace(record, result=str(Outcome.RESIGNED))
    both = {"given": result.value, "found": record.result}
    raise _wrong(result.line, Phrase("the result is given as {given}, but the moves lead to {found}", both))


def _read_options(game: AnyGame, headers: dict[str, _Header]) -> Mapping[str, str | int]:
    own = {option.name.capitalize(): option for option in game.options}
    foreign = {option.name.capitalize() for other in games().values() for option in other.options} - own.keys()
    for name, header in headers.items():
        if name in foreign:
            raise _wrong(header.line, Phrase("{name} is not an option of {game}", {"name": name, "game": game.name}))
        if name in own:
            try:
                own[name].read(header.value)
            except OptionError as error:
                raise _wrong(header.line, error.why) from None
    given = [name for name in headers if name in own]
    try:
        return game.read_options({name.lower(): headers[name].value for name in given})
    except OptionError as error:
        raise _wrong(headers[given[-1]].line, error.why) from None


def _read_deal(game: AnyGame, headers: dict[str, _Header]) -> Deal:
    seed, cards, wind = (headers.get(name) for name in ("Seed", "Cards", "Wind"))
    if seed is not None:
        for other in (cards, wind):
            if other is not None:
                raise _wrong(other.line, Phrase("a deal is named by its Seed or given by its cards, not both"))
        try:
            return game.deal_from_seed(seed.value)
        except DealError as error:
            raise _wrong(seed.line, error.why) from None
    if cards is None:
        raise _wrong((wind or headers["Game"]).line, Phrase("the deal is missing: a Seed, or Cards"))
    return _deal_of_cards(game, cards, wind)


def _deal_of_cards(game: AnyGame, cards: _Header, wind: _Header | None) -> Deal:
    read = []
    for header in (cards, wind):
        try:
            read.append(None if header is None else parse_cards(header.value))
        except CardError as error:
            raise _wrong((header or cards).line, error.why) from None
    try:
        return game.deal_from_cards(read[0] or (), read[1])
    except WindError as error:
        raise _wrong((wind or cards).line, error.why) from None
    except DealError as error:
        raise _wrong(cards.line, error.why) from None


def _wrong(line: int, why: Phrase) -> RecordError:
    return RecordError(why, Phrase("line {line}", {"line": line}))


def _content(line: str) -> str:
    """Return a line without its comment."""
    return line.partition(";")[0].strip()


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _any_of(names: Sequence[str] | Mapping[str, object]) -> str:
    return ", ".join(names)
