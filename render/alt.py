"""The alt text of a picture: what may be played first, then the position in words."""

from __future__ import annotations

from typing import Final

from engine.view import View
from engine.words import Translate
from render.layout import layout_of
from render.words import cut, opening

LIMIT: Final = 1024
"""The most characters that Discord takes with a file."""


def describe(view: View, translate: Translate = str) -> str:
    """Return the position in words, 1,024 characters at most; raise LookupError if its game has no layout.

    Sentences come in the order of their importance: how it stands, what may be played, what comes next, the rest of
    the table. Every position fits, in a language half as long again as English too; should one be longer than that,
    the end is cut off, whole words at a time.
    """
    layout = layout_of(view.game)
    return cut(" ".join([*opening(view, translate), *layout.words(view, translate)]), LIMIT)
