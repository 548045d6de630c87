"""Games as files: records that players take along, and bring from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.positions import Position
from engine.record import UNFINISHED, Record, RecordError, read_record, write_record
from engine.words import Phrase

LARGEST: Final = 64 * 1024
"""The most bytes of a file that is read."""


def written(position: Position, comments: Sequence[str] = ()) -> str:
    """Return the record of a stored game. It tells the whole deal, the cards that lie face down too.

    ``comments`` are what is to stand behind each move.
    """
    stored = position.stored
    result = UNFINISHED if stored.status == "playing" else stored.status
    record = Record(position.game, position.options, position.deal(), stored.moves, result, position.state)
    return write_record(record, comments)


def too_large() -> RecordError:
    """Return what is wrong with a file of more than LARGEST bytes."""
    return RecordError(Phrase("the file has more than {most} KiB", {"most": LARGEST // 1024}))


def read(content: bytes) -> Record:
    """Return the one record of a file; raise RecordError, saying what is wrong and where, for any other file."""
    if len(content) > LARGEST:
        raise too_large()
    if b"\0" in content:
        raise RecordError(Phrase("the file is no text, or not in UTF-8"))
    return read_record(content.decode("utf-8", "surrogateescape"))
