"""Names of people, made harmless: they take one line and a known width, whatever characters they have.

They are to stand in a block of code, where Discord sees no mentions, links or markdown.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from engine.words import Translate

MOST_MARKS: Final = 2
"""How many accents a letter may carry: piles of them reach into the lines above and below."""

_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that show nothing."""
_HUGE: Final = frozenset("\u0bf5\u0bf8\u102a\u2e3a\u2e3b\ua9c5\ufdfa\ufdfb\ufdfd\U00012219\U0001242b")
"""Signs that are many columns wide, whatever is said of them."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Me"})
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_ISOLATE: Final = "\N{FIRST STRONG ISOLATE}"
_END: Final = "\N{POP DIRECTIONAL ISOLATE}"


def plain_name(name: str, width: int, otherwise: str = "?") -> str:
    """Return a name in at most so many columns; ``otherwise``, if nothing of it can be seen.

    What shows nothing or changes the order of others is left out, white space is one blank, and backquotes, which would
    end a block of code, are others. A name that is written from right to left is kept apart from what follows it.
    """
    shown = _cut(_visible(name), width)
    if not shown:
        return _cut(otherwise, width)
    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in shown):
        return f"{_ISOLATE}{shown}{_END}"
    return shown


def person_name(user_id: int, name: str, width: int, translate: Translate) -> str:
    """Return how somebody is called in a block of code, though their name can't be seen or is not known."""
    unknown = translate("Player {number}").format(number=user_id % 10_000)
    return plain_name(name, width, unknown)


def columns(text: str) -> int:
    """Return how many columns a text takes where all letters are equally wide: wide ones take two, accents none."""
    return sum(map(_width, text))


def padded(text: str, width: int) -> str:
    """Return a text with blanks behind it up to a width."""
    return text + " " * (width - columns(text))


def _visible(name: str) -> str:
    letters: list[str] = []
    marks = MOST_MARKS
    for letter in unicodedata.normalize("NFC", name):
        category = unicodedata.category(letter)
        if letter.isspace() or category.startswith("Z"):
            letters.append(" ")
            marks = MOST_MARKS
        elif category in _UNSEEN or letter in _BLANK or letter in _HUGE:
            continue
        elif category in ("Mn", "Mc"):
            # An accent needs a letter to stand on, or it goes on to what is before the name.
            marks += 1
            if marks <= MOST_MARKS:
                letters.append(letter)
        else:
            letters.append("\N{MODIFIER LETTER GRAVE ACCENT}" if letter == "`" else letter)
            marks = 0
    return " ".join("".join(letters).split())


def _cut(text: str, width: int) -> str:
    if columns(text) <= width:
        return text
    kept = ""
    taken = 0
    for letter in text:
        taken += _width(letter)
        if taken > width - 1:
            break
        kept += letter
    return f"{kept.rstrip()}…"


def _width(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1
