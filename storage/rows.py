"""What is kept of a game, as values, and the reasons for which a change is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypeAlias

ANY: Final = "any"
"""The wish for any deal, whether it can be won or not."""

NOBODY: Final = 0
"""The owner of games that belong to nobody alone: those that a table plays in turns."""

Status: TypeAlias = Literal["playing", "won", "lost", "resigned"]
Origin: TypeAlias = Literal["bot", "chosen", "imported", "seen"]
"""Whose choice a deal was: the bot's, or the player's, by naming it or by bringing a game from elsewhere. ``seen`` is
a deal, whoever chose it, that its player had met before."""


class NoSuchGame(LookupError):
    """No game has this id."""

    def __init__(self, game_id: int) -> None:
        super().__init__(f"there is no game {game_id}")
        self.game_id = game_id


class GameChanged(Exception):
    """A change is refused because the game is not as the caller saw it; ``version`` is the one it has now."""

    def __init__(self, message: str, version: int) -> None:
        super().__init__(message)
        self.version = version


class StaleBoard(GameChanged):
    """The board has moved on: the change was meant for an earlier version."""

    def __init__(self, game_id: int, version: int) -> None:
        super().__init__(f"game {game_id} has moved on to version {version}", version)


class GameOver(GameChanged):
    """The version is the right one, but the game has ended; ``status`` says how."""

    def __init__(self, game_id: int, version: int, status: Status) -> None:
        super().__init__(f"game {game_id} is over: {status}", version)
        self.status = status


class RaceClosed(GameChanged):
    """The game is a board of a race whose time is over: it stands as it is."""

    def __init__(self, game_id: int, version: int) -> None:
        super().__init__(f"the race of game {game_id} is over", version)


class GameOn(GameChanged):
    """What is for games that are over is refused because this one is not."""


class UntoldDeal(Exception):
    """The deal is that of a day, or most like it, and may not be played or told before ``told_at``, in milliseconds."""

    def __init__(self, game: str, day: str, told_at: int) -> None:
        super().__init__(f"the deal of {game} for {day} is not told yet")
        self.day = day
        self.told_at = told_at


class DealAtTable(Exception):
    """The deal, or most like it, is being played at a table: until that is over nobody plays it otherwise."""


class NothingToTakeBack(ValueError):
    """The game has fewer moves than are to be taken back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """What a game starts from. The deal is a seed, or cards (and a wind for games that have one)."""

    owner_id: int
    game: str
    options: str
    """A JSON object, name -> value, which the caller has validated."""
    rules: int
    seed: str | None = None
    cards: str | None = None
    wind: str | None = None
    origin: Origin = "bot"
    guild_id: int | None = None
    channel_id: int | None = None
    wish: str | None = None
    """What was asked of the bot's choice: a difficulty, or ANY; None is a deal that can be won."""
    day: str | None = None
    """The UTC day, as 2026-11-28, whose ranked attempt this is; of a person, game and day there is one."""
    deal: str | None = None
    """The fingerprint of the cards: see ``storage.deals``; None where it is not known."""
    table_id: int | None = None
    """The table that it is played at: its one game in turns, which is NOBODY's, or one of the boards of a race."""
    closes_at: int | None = None
    """Until when a board of a race may be played, in milliseconds; its deal is secret until then."""


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """A message that shows a board: ids of Discord's."""

    channel_id: int | None
    message_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a game ended. Moves win or lose it; only a game from elsewhere comes already resigned."""

    status: Literal["won", "lost", "resigned"]
    score: int | None = None
    progress: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game without its moves. Ids of Discord's are snowflakes; times are in milliseconds since 1970 (UTC)."""

    id: int
    owner_id: int
    game: str
    options: str
    rules: int
    seed: str | None
    cards: str | None
    wind: str | None
    origin: Origin
    guild_id: int | None
    """Where the game is played: guild (None outside guilds), channel and the message that shows the board."""
    channel_id: int | None
    message_id: int | None
    version: int
    """1 at the start; every change but ``place_board`` raises it by one, undo included."""
    move_count: int
    undo_count: int
    hints: int
    """On how many boards the player was given a hint."""
    status: Status
    score: int | None
    progress: int | None
    started_at: int
    first_move_at: int | None
    """When the first move was ever made; it stays when that move is taken back."""
    touched_at: int
    """When the game was last played or shown; of an owner's games, the greater one was later, and none are alike."""
    ended_at: int | None
    wish: str | None
    """As in NewGame."""
    pool_id: int | None
    """Where the pool has a proof that this deal can be won; ``difficulty`` is what it knows beside that."""
    difficulty: str | None
    proof_shown: int
    """1 once its owner was shown how the deal is won, in whichever game: one that is lost does not go on after that."""
    day: str | None = None
    """As in NewGame."""
    deal: str | None = None
    """As in NewGame."""
    table_id: int | None = None
    """As in NewGame."""
    closes_at: int | None = None
    """As in NewGame; once the race is over, the time at which it ended."""

    @property
    def ranked(self) -> bool:
        """Whether it is compared with others' games of the same deal: an attempt at a day, or a board of a race."""
        return self.day is not None or self.closes_at is not None


COLUMNS: Final = ", ".join(field.name for field in fields(GameRow))
"""What ``row_of`` takes, to be asked for in a query."""


def row_of(values: Sequence[Any]) -> GameRow:
    """Return the game that the values of its columns, in their order, stand for."""
    return GameRow(**dict(zip(COLUMNS.split(", "), values, strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame(GameRow):
    """A game with its moves, in the order in which they were made."""

    moves: tuple[str, ...]
    last_request: int
    """How many of the moves came with the last request: what ``take_back`` removes; 0 where there are none."""
