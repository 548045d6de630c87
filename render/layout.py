"""What a layout is, and the registry of layouts: one file a game in ``render/layouts``, found by itself."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence, Set
from functools import cache
from types import MappingProxyType
from typing import Protocol

from engine.view import View
from engine.words import Translate
from render.canvas import Placed
from render.changes import Spot
from render.look import Look
from render.palette import Theme


class Layout(Protocol):
    """How one game lies on its table. It holds nothing that changes."""

    @property
    def name(self) -> str:
        """The game's name."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""

    def theme(self, view: View, look: Look) -> Theme:
        """Return the colours of a position."""

    def scenery(self, look: Look) -> Sequence[Placed]:
        """Return what lies on the table in every position, under all else."""

    def place(self, view: View, look: Look, changed: Set[Spot]) -> Sequence[Placed]:
        """Return what lies where in a position, from the bottom up; ``changed`` is what the last move brought there."""

    def prepare(self, look: Look) -> None:
        """Make the cards that boards of this look ask for most often, so that the first ones need not wait for them."""

    def words(self, view: View, translate: Translate) -> Sequence[str]:
        """Return sentences that tell the position, the most important first; title, marks and score come before."""

    def lines(self, view: View, translate: Translate) -> Sequence[str]:
        """Return the table as lines for letters of one width; longer ones than a text board has are folded."""


@cache
def layouts() -> Mapping[str, Layout]:
    """Return every layout by the name of its game; a file with a leading ``_`` belongs to a layout."""
    package = importlib.import_module("render.layouts")
    found: dict[str, Layout] = {}
    for module in pkgutil.iter_modules(package.__path__):
        if not module.name.startswith("_"):
            layout: Layout = importlib.import_module(f"render.layouts.{module.name}").LAYOUT
            found[layout.name] = layout
    return MappingProxyType(found)


def layout_of(game: str) -> Layout:
    """Return the layout of a game; raise LookupError, saying what is missing, if it has none."""
    found = layouts().get(game)
    if found is None:
        raise LookupError(f"no layout for {game}: render/layouts/{game}.py should export LAYOUT")
    return found
