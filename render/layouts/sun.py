"""Sun: on its usual table, with rays around a disc, or in columns; its light is that of the hour."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from engine.view import View
from engine.words import Translate
from render.canvas import Placed
from render.changes import Spot
from render.layouts import _sky as sky
from render.layouts import _sun_columns, _sun_disc, _sun_words
from render.layouts._sun_light import light
from render.layouts._sun_rules import RULES
from render.layouts._sun_share import marks, progress, reached
from render.look import Look
from render.palette import Theme


class SunLayout:
    """The tables of Sun, both of one size."""

    name: Final = "sun"
    size: Final = (sky.WIDTH, sky.HEIGHT)
    rules: Final = RULES
    progress = staticmethod(progress)
    marks = staticmethod(marks)
    reached = staticmethod(reached)

    def theme(self, view: View, look: Look) -> Theme:
        """Return the colours of the hour, and those that a look chooses."""
        return light(view, look)

    def scenery(self, look: Look) -> tuple[Placed, ...]:
        """Return the sky and what always stands in it."""
        return _sun_columns.scenery() if look.table == "columns" else _sun_disc.scenery()

    def place(self, view: View, look: Look, changed: Set[Spot]) -> list[Placed]:
        """Return the rays, the foundations, the clouds, the panel and the signs of the stages."""
        if look.table == "columns":
            return _sun_columns.place(view, look, changed)
        return _sun_disc.place(view, look, changed)

    def prepare(self, look: Look) -> None:
        """Make all cards of the thirteen rays, of the sun and of the panel."""
        if look.table == "columns":
            _sun_columns.prepare(look)
        else:
            _sun_disc.prepare(look)

    def words(self, view: View, translate: Translate) -> list[str]:
        """Return the stage, the foundations, the clouds, and the rays from their outermost card inwards."""
        return _sun_words.sentences(view, translate)

    def lines(self, view: View, translate: Translate) -> list[str]:
        """Return the rays, the clouds and the foundations, a line each."""
        return _sun_words.lines(view, translate)


LAYOUT: Final = SunLayout()
