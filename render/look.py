"""How a person wants to see boards: the choices that change a picture, and nothing of what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal, get_args, get_type_hints


@dataclass(frozen=True, slots=True)
class Look:
    """The choices, each with the usual one as its default. A layout for which a choice means nothing passes over it.

    ``colours``: a colour for each suit, or one for red and one for black. ``contrast``: high has flat dark tables and
    brighter signs. ``faces``: large has nothing on a card but rank and suit, as large as they go. ``table``: columns
    lays upright, in columns, what else is turned.
    """

    colours: Literal["four", "two"] = "four"
    contrast: Literal["normal", "high"] = "normal"
    faces: Literal["normal", "large"] = "normal"
    table: Literal["usual", "columns"] = "usual"


USUAL = Look()


def choices() -> Mapping[str, tuple[str, ...]]:
    """Return the values of each choice, the usual one first."""
    hints = get_type_hints(Look)
    return {choice.name: get_args(hints[choice.name]) for choice in fields(Look)}
