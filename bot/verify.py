"""Whether the games of a database follow: each is played again from its deal, and held against what is kept of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bot.positions import deal_of
from engine.game import RULES, AnyGame, MoveError, OptionError, games
from engine.words import Phrase, Refusal, quoted
from storage.reading import KeptMove, every_game
from storage.rows import GameRow

PROGRESS_EVERY: Final = 100


def wrong_games(path: Path, progress: Callable[[int, int], None] = lambda done, count: None) -> Iterator[str]:
    """Yield a line for each game of the database that does not follow, saying all that is wrong with it.

    All of it is read as of one moment; the bot may be running. ``progress`` is told every now and then, and at the
    end, how many games are done of how many. Raise StorageError if the database can't be read.
    """
    with every_game(path) as (count, kept):
        for done, (row, moves) in enumerate(kept, 1):
            if found := faults(row, moves):
                yield f"game {row.id}: {'; '.join(found)}"
            if done % PROGRESS_EVERY == 0:
                progress(done, count)
        progress(count, count)


def faults(row: GameRow, moves: Sequence[KeptMove]) -> list[str]:
    """Return what is wrong with a game as it is kept; nothing if it follows."""
    found = _miscounted(row, moves)
    game = games().get(row.game)
    if game is None:
        return [*found, f"there is no game {quoted(row.game)}"]
    if row.rules != RULES:
        return [*found, f"it was played by version {row.rules} of the rules, known is {RULES}"]
    try:
        state = game.deal(deal_of(game, row), _options(game, row.options))
    except Refusal as error:
        return [*found, str(error)]
    for kept in moves:
        try:
            move = game.parse(kept.move)
            state = game.apply(state, move)
        except MoveError as error:
            return [*found, f"move {kept.ply}, {quoted(kept.move)}, can't be made: {error.why}"]
        if game.format(move) != kept.move:
            found.append(f"move {kept.ply} is written {quoted(kept.move)}, not {game.format(move)}")
    return [*found, *_misjudged(row, game, state)]


def _options(game: AnyGame, text: str) -> Mapping[str, str | int]:
    """Return the options that are kept; raise OptionError unless they are all there, as the game has them."""
    try:
        given = json.loads(text)
    except ValueError:
        given = None
    if not isinstance(given, dict):
        raise OptionError(Phrase("its options are no JSON object"))
    options = game.read_options({str(name): str(value) for name, value in given.items()})
    if dict(options) != given:
        raise OptionError(Phrase("its options are not written as this game's are"))
    return options


def _miscounted(row: GameRow, moves: Sequence[KeptMove]) -> list[str]:
    """Return what is wrong with the numbers of a game: of its moves, its requests and its version."""
    found = []
    if row.move_count != len(moves):
        found.append(f"it is kept as having {row.move_count} moves, but there are {len(moves)}")
    if [move.ply for move in moves] != list(range(1, len(moves) + 1)):
        found.append("its moves are not numbered from 1 without gaps")
    requests = [move.press for move in moves]
    if requests != sorted(requests) or not all(1 < request <= row.version for request in requests):
        found.append("its requests are out of order")
    # Every request, every undo and a resignation has raised the version by one; so have requests that were undone.
    least = 1 + len(set(requests)) + row.undo_count + (row.status == "resigned")
    if row.version < least:
        found.append(f"its version is {row.version}, but it was changed {least - 1} times or more")
    return found


def _misjudged(row: GameRow, game: AnyGame, state: Any) -> list[str]:
    """Return what is wrong with how a game is said to have ended, its moves having led to ``state``."""
    found = []
    outcome = game.outcome(state)
    expected = "playing" if outcome is None else str(outcome)
    if row.status != ("resigned" if outcome is None and row.status == "resigned" else expected):
        found.append(f"it is kept as {row.status}, but its moves lead to {expected}")
    elif row.status != "playing":
        for name, kept, follows in (
            ("score", row.score, game.score(state)),
            ("progress", row.progress, game.progress(state)),
        ):
            if kept != follows:
                found.append(f"its {name} is kept as {kept}, but its moves lead to {follows}")
    return found
