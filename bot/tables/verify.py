"""Whether a table follows: its gains from the moves and who made them, its places from the gains or the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from bot.positions import deal_of, options_of
from bot.tables.rules import bonus_of
from engine.game import MoveError, games
from engine.view import Outcome
from engine.words import Refusal
from storage.periods import day_of
from storage.reading import Kept, KeptTable
from storage.results import merit_of
from storage.rows import NOBODY
from storage.table_ends import COUNTING, LEAST_GAINED
from storage.table_rows import Seat, Table

ENDINGS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"turns": ("won", "lost", "passed", "deserted", "stopped"), "race": ("finished", "time", "stopped")}
)
"""How tables that were played end, by their kind."""

GAME_ENDS: Final[Mapping[str, str]] = MappingProxyType({"won": "won", "lost": "lost"})
"""How a game in turns is kept as ended, by how its table did; as resigned in all other ways."""


def table_faults(kept: KeptTable) -> list[str]:
    """Return what is wrong with a table as it is kept; nothing if it follows. What is wrong with its games is not."""
    table = kept.table
    played = table.state in ("playing", "over")
    if not played:
        return ["it was not played, but has a game"] if kept.game or kept.boards else []
    found = [*_unknown(table), *(_turns(kept) if table.kind == "turns" else _race(kept))]
    return [*found, *(_standing(kept) if table.state == "over" else _open(table))]


def _unknown(table: Table) -> list[str]:
    """Return what is kept of a table that was begun and means nothing: its options, its ending, the order of seats."""
    found = []
    game = games().get(table.game)
    if game is not None:
        try:
            options_of(game, table.options)
        except (ValueError, AttributeError) as error:
            found.append(f"its options can't be read: {error}")
    if table.state == "over" and table.ending not in ENDINGS[table.kind]:
        found.append(f"it is kept as {table.ending}, which is no way for it to end")
    if len({seat.position for seat in table.seats}) < len(table.seats):
        found.append("two of its seats have the same position")
    if table.kind == "race" and any(seat.bonus for seat in table.seats):
        found.append("a seat has a bonus, but in a race there is none")
    return found


def _turns(kept: KeptTable) -> list[str]:
    """Return what is wrong with a game in turns and what each has gained by it."""
    table, game = kept.table, kept.game
    if game is None:
        return ["it has no game"]
    found = _foreign(table, game, NOBODY, f"game {game.row.id}")
    status = "playing" if table.state == "playing" else GAME_ENDS.get(table.ending or "", "resigned")
    if game.row.status != status:
        found.append(f"its game is {game.row.status}, but has to be {status}")
    seated = {seat.user_id for seat in table.seats}
    if strangers := set(kept.movers.values()) - seated:
        found.append(f"moves are of people without a seat: {sorted(strangers)}")
    if beyond := kept.movers.keys() - {move.ply for move in game.moves}:
        found.append(f"there are no moves {sorted(beyond)}, but they have movers")
    gains = _gains(kept, game)
    if gains is None:
        # Where its moves lead nowhere, that is told of the game.
        return found
    for seat in table.seats:
        gained, bonus = gains.get(seat.user_id, (0, 0))
        for name, value, follows in (("gained", seat.gained, gained), ("a bonus of", seat.bonus, bonus)):
            if value != follows:
                found.append(f"seat {seat.position} has {name} {value}, but its moves lead to {follows}")
    return found


def _gains(kept: KeptTable, played: Kept) -> dict[int, tuple[int, int]] | None:
    """Return the cards and the bonus that each has by their moves; None where these can't be made."""
    row = played.row
    game = games().get(row.game)
    if game is None:
        return None
    gains: dict[int, tuple[int, int]] = {}
    try:
        state = game.deal(deal_of(game, row), options_of(game, row.options))
        for kept_move in played.moves:
            move = game.parse(kept_move.move)
            before, state = state, game.apply(state, move)
            mover = kept.movers.get(kept_move.ply)
            # Cards that an advance brings, and what happens by itself, are nobody's.
            if mover is None or game.is_advance(move):
                continue
            gained, bonus = gains.get(mover, (0, 0))
            if game.outcome(state) is Outcome.WON:
                bonus += bonus_of(game.total)
            gains[mover] = gained + game.progress(state) - game.progress(before), bonus
    except (Refusal, MoveError, ValueError, AttributeError):
        return None
    return gains


def _race(kept: KeptTable) -> list[str]:
    """Return what is wrong with the boards of a race, and with what each has gained on theirs."""
    found = []
    for seat in kept.table.seats:
        board = kept.boards.get(seat.user_id)
        if board is None:
            if seat.user_id > 0:
                found.append(f"seat {seat.position} has no board")
            continue
        found += _foreign(kept.table, board, seat.user_id, f"the board of seat {seat.position}")
        if kept.table.state == "over":
            if board.row.status == "playing":
                found.append(f"the board of seat {seat.position} goes on")
            elif seat.gained != (board.row.progress or 0):
                found.append(
                    f"seat {seat.position} has gained {seat.gained}, but its board leads to {board.row.progress or 0}"
                )
    return found


def _foreign(table: Table, game: Kept, owner_id: int, what: str) -> list[str]:
    """Return in what a game differs from the one that a table plays."""
    row = game.row
    expected = {
        "owner_id": owner_id,
        "table_id": table.id,
        "game": table.game,
        "rules": table.rules,
        "seed": table.seed,
    }
    found = [
        f"{what} has {name} {getattr(row, name)}, but the table leads to {value}"
        for name, value in expected.items()
        if getattr(row, name) != value
    ]
    rules = games().get(table.game)
    with suppress(Refusal, ValueError, AttributeError):
        # What can't be read of the game's options is told of the game.
        if rules is not None and options_of(rules, row.options) != options_of(rules, table.options):
            found.append(f"{what} has other options than the table")
    return found


def _standing(kept: KeptTable) -> list[str]:
    """Return what is wrong with the places at a table that is over, and with whether it counts."""
    table = kept.table
    found = _misplaced(table.seats, [_reached(kept, seat) for seat in table.seats])
    gainers = sum(seat.gained > 0 for seat in table.seats)
    counts = table.origin == "bot" and table.ending in COUNTING and gainers >= LEAST_GAINED
    if table.counts != counts:
        found.append(f"it is kept as {_counting(table.counts)}, but has to be {_counting(counts)}")
    day = str(day_of(table.ended_at or 0))
    if table.counted_on != day:
        found.append(f"it is counted on {table.counted_on}, but ended on {day}")
    return found


def _counting(counts: int) -> str:
    return "counting" if counts else "not counting"


def _reached(kept: KeptTable, seat: Seat) -> int | None:
    """Return by what somebody was ranked; None where that is not known any more, their board having been deleted."""
    if kept.table.kind == "turns":
        return seat.gained + seat.bonus
    board = kept.boards.get(seat.user_id)
    if board is None:
        return None
    return -1 if board.result is None else merit_of(board.result)


def _misplaced(seats: Sequence[Seat], reached: Sequence[int | None]) -> list[str]:
    """Return what is wrong with the places: ties share one, and the next one counts all who are better."""
    places = [seat.place or 0 for seat in seats]
    found = [
        f"seat {seat.position} is in place {place}, but {better} are better"
        for seat, place in zip(seats, places, strict=True)
        if place != 1 + (better := sum(other < place for other in places))
    ]
    known = [(value, place) for value, place in zip(reached, places, strict=True) if value is not None]
    if any((one > other) != (place < its) for one, place in known for other, its in known):
        found.append("its places are not in the order of what was reached")
    return found


def _open(table: Table) -> list[str]:
    """Return what is wrong with a table that is not over."""
    found = [f"seat {seat.position} has a place, but it goes on" for seat in table.seats if seat.place is not None]
    return [*found, "it counts, but goes on"] if table.counts else found
