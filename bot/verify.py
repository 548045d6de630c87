"""Whether the games of a database follow: each is played again from its deal, and held against what is kept of it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from bot.new_games import name_of, options_text
from bot.positions import deal_of
from bot.tables.verify import table_faults
from bot.verify_days import attempt_faults, daily_faults
from engine.game import RULES, AnyGame, MoveError, OptionError, games
from engine.view import Outcome
from engine.words import Phrase, Refusal, quoted
from storage.daily import Daily
from storage.periods import FOREVER, day_of
from storage.reading import Kept, KeptMove, KeptProof, contents
from storage.rows import NOBODY, GameRow

PROGRESS_EVERY: Final = 100


def wrong_games(
    path: Path, progress: Callable[[int, int], None] = lambda done, count: None, today: date | None = None
) -> Iterator[str]:
    """Yield a line for each game of the database that does not follow, saying all that is wrong with it or its result.

    After them comes one for each daily whose deal or proof does not follow, one for each table whose gains, places or
    standing do not, one for each deal of the pool whose proof does not win it, one for each number on leaderboards that
    results and tables do not lead to, in every period that is kept as seen from ``today`` (by the clock, if it is not
    given), and one for each person whose numbers are not hidden, or shown, as they wish. All of it is read as of one
    moment; the bot may be running. ``progress`` is told every now and then, and at the end, how many games are done of
    how many. Raise StorageError if the database can't be read.
    """
    with contents(path, today or day_of(time.time_ns() // 1_000_000)) as database:
        for done, kept in enumerate(database.games, 1):
            wrong_day = attempt_faults(kept.row, database.dailies)
            if found := [*faults(kept.row, kept.moves), *wrong_day, *result_faults(kept)]:
                yield f"game {kept.row.id}: {'; '.join(found)}"
            if done % PROGRESS_EVERY == 0:
                progress(done, database.count)
        for daily in database.dailies.values():
            if found := [*daily_faults(daily), *_daily_proof_faults(daily)]:
                yield f"daily of {daily.game} on {daily.day}: {'; '.join(found)}"
        for table in database.tables:
            if found := table_faults(table):
                yield f"table {table.table.id}: {'; '.join(found)}"
        for proof in database.proofs:
            if fault := proof_fault(proof):
                yield f"deal {proof.pool_id} of the pool: {fault}"
        for wrong in database.wrong_tallies:
            where = f"{wrong.board} of {wrong.game or 'all games'}, {_period(wrong.period)},"
            values = ["nothing" if value is None else str(value) for value in (wrong.kept, wrong.follows)]
            yield f"player {wrong.user_id}: {where} is kept as {values[0]}, but the results lead to {values[1]}"
        for user_id, hidden in database.wrongly_hidden:
            is_shown = "is shown on leaderboards, but wishes to be hidden"
            yield f"player {user_id}: {is_shown if hidden else 'is hidden on leaderboards without wishing it'}"
        progress(database.count, database.count)


def _period(key: str) -> str:
    """Return a period, as tallies have it, in words."""
    if key == FOREVER:
        return "all time"
    return f"week from {key[1:]}" if key.startswith("w") else key[1:]


def faults(row: GameRow, moves: Sequence[KeptMove]) -> list[str]:
    """Return what is wrong with a game as it is kept; nothing if it follows."""
    found = _miscounted(row, moves)
    game = games().get(row.game)
    if game is None:
        return [*found, f"there is no game {quoted(row.game)}"]
    if row.rules != RULES:
        return [*found, f"it was played by version {row.rules} of the rules, known is {RULES}"]
    try:
        deal = deal_of(game, row)
        state = game.deal(deal, _options(game, row.options))
    except Refusal as error:
        return [*found, str(error)]
    if row.deal not in (None, name_of(game, deal)):
        found.append("its cards are not those of the deal that it is kept as")
    for kept in moves:
        try:
            move = game.parse(kept.move)
            state = game.apply(state, move)
        except MoveError as error:
            return [*found, f"move {kept.ply}, {quoted(kept.move)}, can't be made: {error.why}"]
        if game.format(move) != kept.move:
            found.append(f"move {kept.ply} is written {quoted(kept.move)}, not {game.format(move)}")
    return [*found, *_misjudged(row, game, state)]


def result_faults(kept: Kept) -> list[str]:
    """Return what is wrong with the result of a game, which may be wrong itself; nothing if it follows from that."""
    row, result = kept.row, kept.result
    if row.owner_id == NOBODY:
        return [] if result is None else ["it has a result, but its table has that"]
    if row.status == "playing":
        return [] if result is None else ["it has a result, but goes on"]
    if result is None:
        return ["it has no result"]
    last = kept.moves[-1].made_at if kept.moves else None
    seconds = 0 if last is None or row.first_move_at is None else max(0, last - row.first_move_at) // 1000
    day = row.day or day_of(row.ended_at or 0).isoformat()
    expected = {
        "owner_id": row.owner_id,
        "game": row.game,
        "options": row.options,
        "day": row.day,
        "won": int(row.status == "won"),
        "score": row.score or 0,
        "moves": row.move_count,
        "seconds": seconds,
        "ended_at": row.ended_at,
        "counted_on": day,
    }
    found = [
        f"its result has {name} {getattr(result, name)}, but the game leads to {value}"
        for name, value in expected.items()
        if getattr(result, name) != value
    ]
    solo = row.origin == "bot" and row.day is None and row.table_id is None
    may_count = solo and not row.hints and not kept.peeks
    if result.counts and not may_count:
        found.append("its result counts for boards of solo games, but the game does not")
    # Whether its player had met the deal by the end is not known any more where they have another game on it.
    if may_count and not result.counts and not kept.met_elsewhere:
        found.append("its result does not count for boards of solo games, but the game does")
    return found


def proof_fault(proof: KeptProof) -> str | None:
    """Return why a proof of the pool does not win its deal; None if it does."""
    game = games().get(proof.game)
    if game is None:
        return f"there is no game {quoted(proof.game)}"
    if proof.rules != RULES:
        # Deals of other rules are never dealt.
        return None
    try:
        state = game.deal(game.deal_from_seed(proof.seed), _options(game, proof.options))
        for text in proof.moves:
            state = game.apply(state, game.parse(text))
    except Refusal as error:
        return str(error)
    except MoveError as error:
        return f"in its proof {quoted(error.move)} can't be made: {error.why}"
    return None if game.outcome(state) is Outcome.WON else "its proof does not win it"


def _daily_proof_faults(daily: Daily) -> list[str]:
    """Return why the proof of a day's deal does not win it; nothing if it does, or there is none."""
    game = games().get(daily.game)
    if game is None or not daily.proof:
        return []
    options = options_text(game.read_options({}))
    fault = proof_fault(KeptProof(0, daily.game, options, RULES, daily.seed, daily.proof))
    return [] if fault is None else [fault]


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
