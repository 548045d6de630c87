"""What a database was told, change by change, and whether all that people were shown stands in it."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.positions import deal_of
from bot.verify import wrong_games
from engine.game import games
from playground.seen import SeenMessage
from render.alt import describe
from storage.rows import COLUMNS, GameRow, row_of

LISTENERS = """
CREATE TABLE heard (number INTEGER PRIMARY KEY, game INTEGER, version INTEGER, ply INTEGER, move TEXT);
CREATE TRIGGER heard_version AFTER UPDATE OF version ON games BEGIN
  INSERT INTO heard (game, version) VALUES (NEW.id, NEW.version);
END;
CREATE TRIGGER heard_made AFTER INSERT ON moves BEGIN
  INSERT INTO heard (game, ply, move) VALUES (NEW.game_id, NEW.ply, NEW.move);
END;
CREATE TRIGGER heard_taken AFTER DELETE ON moves BEGIN
  INSERT INTO heard (game, ply) VALUES (OLD.game_id, OLD.ply);
END;
"""
"""Triggers of the test's own: they note every change as SQLite makes it, whatever the program believes."""

_CONTROL = re.compile(r"(?:undo|resign|again|same-deal):([0-9]+):([0-9]+)")


@dataclass(frozen=True, slots=True)
class Shown:
    """A board as somebody was shown it."""

    game: int
    version: int
    moves: int
    alt: str | None
    over: bool


def shown(message: SeenMessage) -> Shown | None:
    """Return what a message shows of a game; None if it is no board."""
    count = re.search(r"moves: ([0-9]+)", message.content)
    found = next(filter(None, (_CONTROL.fullmatch(button.custom_id) for button in message.buttons)), None)
    if count is None or found is None or message.ephemeral:
        return None
    over = not any(button.custom_id.startswith("resign:") for button in message.buttons)
    alt = message.attachments[0].description if message.attachments else None
    return Shown(int(found[1]), int(found[2]), int(count[1]), alt, over)


def listen(path: Path) -> None:
    """Begin to note every change of a database that is there."""
    with closing(sqlite3.connect(path, timeout=5)) as connection:
        connection.executescript(LISTENERS)


class History:
    """All that was noted of a database, read when nothing is under way."""

    def __init__(self, path: Path) -> None:
        self.wrong = [*wrong_games(path)]
        """What ``python -m bot verify`` finds."""
        with closing(sqlite3.connect(path, timeout=5)) as connection:
            (self.integrity,) = connection.execute("PRAGMA integrity_check").fetchone()
            self.rows = {row.id: row for row in map(row_of, connection.execute(f"SELECT {COLUMNS} FROM games"))}
            self.moves: dict[int, list[str]] = {number: [] for number in self.rows}
            for game, move in connection.execute("SELECT game_id, move FROM moves ORDER BY game_id, ply"):
                self.moves[game].append(move)
            heard = connection.execute("SELECT game, version, ply, move FROM heard ORDER BY number").fetchall()
        self.lines = self._replayed(heard)
        """The moves of each game at each of its versions."""

    def _replayed(
        self, heard: Iterable[tuple[int, int | None, int | None, str | None]]
    ) -> dict[int, dict[int, tuple[str, ...]]]:
        lines: dict[int, dict[int, tuple[str, ...]]] = {number: {1: ()} for number in self.rows}
        for game, version, ply, move in heard:
            versions = lines[game]
            newest = max(versions)
            line = versions[newest]
            if version is not None:
                assert version == newest + 1, f"game {game} went from version {newest} to {version}"
                versions[version] = line
            elif move is not None:
                assert ply == len(line) + 1, f"move {ply} of game {game} came after {len(line)}"
                versions[newest] = (*line, move)
            else:
                # SQLite takes a request's moves away in whatever order; what stays is a beginning.
                versions[newest] = line[: min(len(line), (ply or 1) - 1)]
        return lines

    @property
    def requests(self) -> int:
        """How many requests have changed a game."""
        return sum(len(versions) - 1 for versions in self.lines.values())

    def check(self, boards: Iterable[Shown]) -> None:
        """Hold everything that was shown against what is kept."""
        assert self.integrity == "ok"
        assert self.wrong == []
        for number, row in self.rows.items():
            versions = self.lines[number]
            assert max(versions) == row.version, f"game {number} was changed unheard"
            assert list(versions[row.version]) == self.moves[number], f"the moves of game {number} are not as made"
        for board in set(boards):
            line = self.lines[board.game].get(board.version)
            assert line is not None, f"shown, but not kept: {board}"
            assert len(line) == board.moves, f"kept {line}, shown {board}"
            if board.alt is not None and not board.over:
                assert board.alt == _alt(self.rows[board.game], line), board


def _alt(row: GameRow, line: Iterable[str]) -> str:
    game = games()[row.game]
    state: Any = game.deal(deal_of(game, row), game.read_options(_options(row)))
    for text in line:
        state = game.apply(state, game.parse(text))
    return describe(game.view(state), str)


def _options(row: GameRow) -> dict[str, str]:
    return {name: str(value) for name, value in json.loads(row.options).items()}
