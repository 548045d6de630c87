"""What is kept of a table, as values, and the reasons for which a change is refused. Times are in milliseconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypeAlias

from storage.rows import Ending

Kind: TypeAlias = Literal["turns", "race"]
TableState: TypeAlias = Literal["lobby", "playing", "over", "closed"]
"""``over`` is a table that was played; ``closed`` a lobby that came to nothing."""
SeatState: TypeAlias = Literal["in", "left", "dropped"]
HowEnded: TypeAlias = Literal[
    "won", "lost", "passed", "deserted", "stopped", "finished", "time", "cancelled", "expired"
]
"""``won`` and ``lost`` by the moves of a game in turns; ``passed``: everybody passed, and nothing was left to turn;
``deserted``: nobody was left, or the last one ended it; ``stopped`` by the host or a moderator; ``finished`` and
``time`` are of a race. A lobby is ``cancelled`` or has ``expired``."""

LEAST_SEATS: Final = 2
MOST_SEATS: Final = 8


class NoSuchTable(LookupError):
    """No table has this id."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"there is no table {table_id}")
        self.table_id = table_id


class TableChanged(Exception):
    """A change is refused because the table is no longer at the version that the caller saw."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"table {table_id} has changed")
        self.table_id = table_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Somebody's seat at a table."""

    user_id: int
    """Below 0 for somebody whose data was deleted."""
    position: int
    """In which order they play."""
    state: SeatState = "in"
    """``dropped`` is a seat whose clock ran out twice in a row; it may be taken again, as one that was ``left``."""
    gained: int = 0
    """Cards that they have cleared or built."""
    bonus: int = 0
    """What the winning move brought beside them."""
    missed: int = 0
    """How many of their turns in a row ran out."""
    passed: int = 0
    """1 if they have passed since a card was gained or turned; 2 if they had before a play that may be undone."""
    quiet: int = 0
    """1 if they don't want to be pinged."""
    game_id: int | None = None
    """Their board in a race."""
    place: int | None = None
    """In the ranking, once the table is over; ties share one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """What a table begins with: a lobby in which its host sits. Ids of Discord's are snowflakes."""

    kind: Kind
    guild_id: int
    channel_id: int
    locale: str
    threaded: int = 0
    """1 if a thread of its own is wished; not any more once it has one, or gets none."""
    host_id: int
    game: str
    options: str
    """A JSON object, name -> value, as of games."""
    rules: int
    origin: Literal["bot", "chosen"] = "bot"
    seed: str | None = None
    """The deal, where the host has chosen it."""
    cards: str | None = None
    deal: str | None = None
    most_seats: int
    clock: int
    """Seconds of a turn, or of the race."""
    rematch_of: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(NewTable):
    """A table with its seats, in the order in which they play."""

    id: int
    message_id: int | None = None
    state: TableState = "lobby"
    ending: HowEnded | None = None
    ended_by: int | None = None
    counts: int = 0
    """1 if it counts for the leaderboard of tables."""
    counted_on: str | None = None
    """The UTC day of its end, as 2026-11-28."""
    version: int = 1
    """Rises with every change."""
    moment: int = 0
    """Rises with each change that whoever is in turn must have seen: a press that knew an earlier one is refused."""
    turn: int | None = None
    """The person in turn."""
    turn_number: int = 0
    """Rises with every turn and at the end, which is a turn of nobody's: so it is known whether that has been shown."""
    deadline: int | None = None
    """Of the lobby, the turn or the race."""
    deadline_before: int | None = None
    """Of the turn before the last play, which may be taken back: that wins no time."""
    mover_id: int | None = None
    """Who moved last; None before that, and where a move was made by itself."""
    may_undo: int = 0
    """1 if the last play may be taken back by whoever made it."""
    last_gain: int = 0
    """What the last play brought."""
    called: int = 0
    """The number of the turn whose player was called last, by the message ``call_id``."""
    call_id: int | None = None
    game_id: int | None = None
    """The game that is played in turns."""
    created_at: int
    started_at: int | None = None
    ended_at: int | None = None
    seats: tuple[Seat, ...] = ()

    @property
    def seated(self) -> tuple[Seat, ...]:
        """Those who are still in, in their order."""
        return tuple(seat for seat in self.seats if seat.state == "in")

    def seat_of(self, user_id: int) -> Seat | None:
        """Return somebody's seat, though they may have left it; None if they never had one."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def sits(self, user_id: int) -> bool:
        """Say whether somebody has a seat and is still in."""
        seat = self.seat_of(user_id)
        return seat is not None and seat.state == "in"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What a change of a table does to the game that is played in turns: moves of one request, or taking it back.

    Or, where somebody leaves a race, to their board.
    """

    moves: tuple[str, ...] = ()
    mover_id: int | None = None
    """Who made them; None for what is made by itself."""
    ending: Ending | None = None
    take_back: bool = False
    """Remove the moves of the last request instead."""
    board: tuple[int, int] | None = None
    """The id and version of somebody's board of a race: it is this that ends, and there is no game in turns."""


COLUMNS: Final = tuple(field.name for field in fields(Table) if field.name != "seats")
SEAT_COLUMNS: Final = tuple(field.name for field in fields(Seat))


def table_of(values: Sequence[Any], seats: Sequence[Seat]) -> Table:
    """Return the table that the values of its columns, in their order, and its seats stand for."""
    return Table(**dict(zip(COLUMNS, values, strict=True)), seats=tuple(seats))
