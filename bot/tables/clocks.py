"""How long a turn or a race may take: the choices, in words, and read as people write them."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from bot.tables.refusals import TableRefused
from bot.texts import as_code
from engine.words import Phrase, Translate, mark
from storage.table_rows import Kind

CLOCKS: Final = MappingProxyType(
    {
        30: mark("30 seconds"),
        60: mark("1 minute"),
        120: mark("2 minutes"),
        600: mark("10 minutes"),
        1200: mark("20 minutes"),
        1800: mark("30 minutes"),
        3600: mark("1 hour"),
        86400: mark("1 day"),
    }
)
"""In seconds, and in words."""

OF_KIND: Final[MappingProxyType[Kind, tuple[int, ...]]] = MappingProxyType(
    {"turns": (30, 60, 120, 600, 86400), "race": (600, 1200, 1800, 3600, 86400)}
)
"""Those of a turn, and those of a race."""

USUAL: Final[MappingProxyType[Kind, int]] = MappingProxyType({"turns": 120, "race": 1200})

_UNITS: Final = MappingProxyType({"s": 1, "m": 60, "h": 3600, "d": 86400})


def clock_in_words(seconds: int, translate: Translate) -> str:
    """Return a clock in words."""
    words = CLOCKS.get(seconds)
    return translate("{count} seconds").format(count=seconds) if words is None else translate(words)


def clocks_in_words(kind: Kind, translate: Translate) -> str:
    """Return all the clocks of a kind of table, the usual one in bold."""
    words = ((clock_in_words(seconds, translate), seconds == USUAL[kind]) for seconds in OF_KIND[kind])
    return ", ".join(f"**{one}**" if usual else one for one, usual in words)


def read_clock(kind: Kind, text: str, translate: Translate) -> int:
    """Return the seconds that a person means: one of the choices, in their language or English, or as in ``10 min``.

    Raise TableRefused for what is none of them.
    """
    given = " ".join(text.casefold().split())
    meant = [seconds for seconds, words in CLOCKS.items() if given in (translate(words).casefold(), words.casefold())]
    if found := re.fullmatch(r"([0-9]{1,5}) ?([smhd])[a-z.]*", given):
        meant.append(int(found[1]) * _UNITS[found[2]])
    for seconds in meant:
        if seconds in OF_KIND[kind]:
            return seconds
    choices = clocks_in_words(kind, translate)
    if kind == "turns":
        sentence = Phrase("{given} is no clock for a turn. Choose one of these: {choices}.", _given(text, choices))
    else:
        sentence = Phrase("{given} is no clock for a race. Choose one of these: {choices}.", _given(text, choices))
    raise TableRefused(sentence)


def _given(text: str, choices: str) -> dict[str, str | int]:
    return {"given": as_code(text[:40]), "choices": choices}
