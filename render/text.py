"""The position as lines of text, for where no picture can be posted and for people whose screen is read to them."""

from __future__ import annotations

import textwrap
from typing import Final

from engine.view import View
from engine.words import Phrase, Translate
from render.layout import layout_of
from render.words import cut, opening

WIDTH: Final = 60
"""The most columns of a line."""
LIMIT: Final = 1800
"""The most characters, so that a message of 2,000 has room for a few words of its own beside it."""


def text_board(view: View, translate: Translate = str) -> str:
    """Return the position as lines for letters of one width; raise LookupError if its game has no layout.

    What may be played comes first. On the table the same cards stand in brackets.
    """
    layout = layout_of(view.game)
    lines = opening(view, translate)
    if view.marks:
        lines.append(Phrase("In brackets: can be played now.").text(translate))
    lines += ["", *layout.lines(view, translate)]
    return cut("\n".join(_folded(line) for line in lines), LIMIT)


def _folded(line: str) -> str:
    return line if len(line) <= WIDTH else textwrap.fill(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
