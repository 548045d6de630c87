"""Sentences that the engine has to say, as message ids with their values.

The engine knows no language: it says *which* sentence, and the room that talks to people looks it up in a catalogue.
The message id is the English sentence itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Translate: TypeAlias = Callable[[str], str]
"""Takes a message id and gives the sentence in one language: a catalogue's ``gettext``."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A message id with named places, and what belongs in them: ``Phrase("Ray {ray} is empty", {"ray": 7})``."""

    message: str
    values: Mapping[str, str | int] = field(default_factory=dict)

    def text(self, translate: Translate = str) -> str:
        """Return the sentence in the language of ``translate``; in English without one."""
        return translate(self.message).format_map(self.values)

    def __str__(self) -> str:
        return self.text()


class Refusal(ValueError):
    """Something from outside that can't be used; ``why`` is a sentence without its full stop."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(str(why))
        self.why = why


def quoted(text: str) -> str:
    """Return text from outside as an error may quote it: on one line, and not without end."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def mark(message: str) -> str:
    """Mark a message id for the catalogues where it stands alone, and return it unchanged."""
    return message
