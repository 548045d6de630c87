"""All that is kept of a person as one text: values as they are stored, and the record of each game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final

from bot.positions import BrokenGame, Line, rebuilt
from bot.records import written
from engine.words import Refusal
from storage.privacy import Kept, KeptGame
from storage.rows import GameRow, StoredGame
from storage.table_privacy import KeptInvitation, KeptSeat

DEALS: Final = frozenset({"seed", "cards", "wind", "deal", "pool_id"})
"""What tells the deal of a game."""

TIMES: Final = frozenset(
    {"seen_at", "created_at", "started_at", "first_move_at", "touched_at", "ended_at", "closes_at"}
)

UNPLAYED: Final = Line((None,))
"""Stands for where the moves lead, which a record does not say: nothing is replayed for it."""


def person_text(user_id: int, kept: Kept) -> str:
    """Return what is kept of a person beside their games."""
    values = {"user_id": user_id, "name": kept.name, "hidden": int(kept.hidden), "seen_at": kept.seen_at}
    lines = ["[person]", *_lines(values), "", "[servers]"]
    lines += [f"{guild_id}: {_time(seen_at)}" for guild_id, seen_at in kept.servers]
    lines += ["", "[leaderboards]", *(" ".join(filter(None, map(str, one))) for one in kept.tallies)]
    return "\n".join(lines) + "\n"


def game_text(kept: KeptGame, *, told: bool, secret: bool) -> str:
    """Return all that is kept of a game; but not its deal unless that may be ``told``.

    Nor its moves where it is a ``secret`` which deal others play.
    """
    row = kept.row
    values = {name: value for name, value in asdict(row).items() if told or name not in DEALS}
    values |= {"peeks": kept.peeks, "hint_version": kept.hint_version}
    lines = ["", f"[game {row.id}]", *_lines(values)]
    if kept.result is not None:
        result = asdict(kept.result)
        lines += ["", "[result]", *_lines({name: result[name] for name in ("won", "seconds", "counted_on", "counts")})]
    if not secret and kept.moves:
        lines += ["", "[moves]", *(f"{ply} {press} {move} {_time(at)}" for ply, press, move, at in kept.moves)]
    if told and (record := _record(kept)):
        lines += ["", "[record]", record.rstrip("\n")]
    return "\n".join(lines) + "\n"


def games_texts(
    page: Sequence[KeptGame], may_tell: Callable[[GameRow], bool], is_secret: Callable[[GameRow], bool]
) -> list[str]:
    """Return the text of each game; it takes a while for many."""
    return [game_text(game, told=may_tell(game.row), secret=is_secret(game.row)) for game in page]


def invitations_text(invitations: Sequence[KeptInvitation]) -> str:
    """Return the invitations that a person got, or sent to others."""
    if not invitations:
        return ""
    lines = [
        f"table {one.table_id}: {'sent, ' if one.sent else ''}{one.state} {_time(one.created_at)}"
        for one in invitations
    ]
    return "\n".join(["", "[invitations]", *lines]) + "\n"


def seat_text(kept: KeptSeat) -> str:
    """Return all that is kept of a person at a table: what is played there, their seat, and their moves in turns.

    The deal is not in it. That of a board of their own is with their games, where it may be told.
    """
    values = asdict(kept)
    values.pop("moves")
    lines = ["", f"[table {values.pop('table_id')}]", *_lines(values)]
    if kept.moves:
        lines += ["", "[moves at the table]", *(f"{ply} {move} {_time(at)}" for ply, move, at in kept.moves)]
    return "\n".join(lines) + "\n"


def _record(kept: KeptGame) -> str | None:
    stored = StoredGame(**asdict(kept.row), moves=tuple(move for _, _, move, _ in kept.moves), last_request=0)
    try:
        return written(rebuilt(stored, UNPLAYED))
    except (BrokenGame, Refusal):
        return None


def _lines(values: dict[str, Any]) -> Iterator[str]:
    for name, value in values.items():
        if value is not None:
            yield f"{name}: {_value(name, value)}"


def _value(name: str, value: Any) -> Any:
    if name in TIMES:
        return _time(value)
    # What people have written: so that no part of it begins a line of its own.
    return json.dumps(value, ensure_ascii=False) if name in ("name", "seed") else value


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
